/**
 * Irregular verbs of conversations, one in each line: the verb, its past tense and its participle. “Who froze the
 * budget?” is answered by “The board has frozen everything”.
 *
 * Forms with another meaning aren't listed: *left*, *saw*, *found*, *rose*, *felt*, *lay*, *bound*, *wound*, *lit*, *led*,
 * *bore*, *shot*.
 */
export const IRREGULAR_VERBS = `
  become became
  begin began begun
  blow blew blown
  break broke broken
  bring brought
  build built
  buy bought
  catch caught
  choose chose chosen
  deal dealt
  draw drew drawn
  drink drank drunk
  drive drove driven
  eat ate eaten
  fall fell fallen
  fight fought
  fly flew flown
  forbid forbade forbidden
  forget forgot forgotten
  freeze froze frozen
  grow grew grown
  hear heard
  hide hid hidden
  hold held
  keep kept
  lend lent
  lose lost
  mean meant
  overcome overcame
  oversee oversaw overseen
  pay paid
  ride ridden
  rise risen
  run ran
  seek sought
  sell sold
  send sent
  shake shook shaken
  shrink shrank shrunk
  sing sang sung
  sink sank sunk
  sleep slept
  speak spoke spoken
  spend spent
  steal stole stolen
  stick stuck
  swear swore sworn
  swim swam
  take took taken
  teach taught
  tear torn
  throw threw thrown
  understand understood
  undertake undertook undertaken
  wake woke woken
  wear wore worn
  win won
  withdraw withdrew withdrawn
  write wrote written
`
