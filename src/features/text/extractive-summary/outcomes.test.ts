import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { extractiveSummary } from './extractive.ts'

/** Summary of a call with these lines of two speakers in turn. */
function summarize(lines: readonly string[], speakers: readonly string[] = ['Ann', 'Bob']) {
  const segments = lines.map((text, at) => ({
    ...{ speaker: { name: speakers[at % speakers.length] ?? '' }, start: at * 5, end: at * 5 + 4 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractiveSummary(cutTranscript(segments), { people: [], saidOn: undefined })
}

const headlineFrom = (lines: readonly string[], speakers?: readonly string[]): string =>
  summarize(lines, speakers).headline?.text ?? ''

/** Headline of a call about labels of crates, to which a sentence is added. */
const headlineWith = (...sentences: readonly string[]): string =>
  headlineFrom(
    [
      'Do the labels of the crates fade?',
      'The crates have blue labels.',
      ...sentences,
      'What do the labels look like?',
      'The labels are square, and the crates are round.',
    ],
    ['Ann', 'Bob', 'Cy'],
  )

describe('an outcome', () => {
  it.each([
    ['a problem', 'We lose about nine crates without labels each week.'],
    ['work by hand', 'The labels of the crates are sorted by hand.'],
    ['something late', 'The labels for the crates are going out late.'],
    ['something twice', 'The printer has printed the labels of the crates twice.'],
    ['terms of a deal', 'Labels for the crates are forty dollars a month.'],
    ['terms of a deal without a verb', 'Labels for ninety crates, forty dollars, two years fixed, paid quarterly.'],
    ['a need', "I'd want labels for the crates of our customers."],
    ['readiness to buy', "If nothing is strange with the crates, I'll sign by Friday."],
    ['a figure in words', 'Lost crates without labels are at nine percent, from fourteen.'],
    ['the word of a board', 'The board has said yes.'],
    ['the word of those who decide', 'Legal has approved the new labels.'],
    ['a donation', 'I would like to donate $5 monthly.'],
  ])('is %s', (_, sentence) => {
    expect(headlineWith(sentence)).toContain(sentence)
  })

  it.each([
    ['an aside', 'Over lunch we had a problem with the labels of the crates.'],
    ['a report of own work', "I've looked into the issue with the labels of the crates."],
    ['an item of an enumeration', 'Three, the labels of the crates are wrong.'],
    ['a problem under a condition', 'The labels are wrong if the crates are wet.'],
    ['a turn of the agenda', 'Cy has some questions on the problem with labels.'],
    ['an announcement of a start', "We're going to start with the problem with labels of crates."],
    ['a gesture', 'We lose nine crates like this.'],
    ['a repetition', 'I found the same problem with crates.'],
    ['a result under a condition', 'Crates stay unless we signed contracts.'],
    ['a denied problem', 'The labels were not a problem.'],
    ['a part of a sentence', "'Cause we lose nine crates without labels."],
    ['a demonstrative at the end of a clause', 'We lose nine crates like those, the labels are old.'],
    ['the words of somebody else', 'Paul said the labels of the crates are wrong.'],
    ['a subject without its name', 'He has signed the contract.'],
    ['an announcement', "We're going to talk about the problem with the labels of the crates."],
    ['a demonstrative without its noun', 'We lost crates without labels, and this was with nine percent.'],
    ['a program against risks', 'The labels belong to the risk management of the crates.'],
    ['speculation', "You must've lost nine crates without labels."],
    ['a possessive pronoun without its noun', 'In yours it fades, and the labels of the crates fade late.'],
    ['an age or a unit', 'Crates without labels wait forty minutes a month.'],
  ])('isn’t %s', (_, sentence) => {
    expect(headlineWith(sentence)).not.toContain(sentence)
  })

  it('isn’t an item of an announced list', () => {
    const sentence = 'The labels of the crates are wrong.'
    expect(headlineWith(sentence)).toContain(sentence)
    expect(headlineWith(`I see two reasons. ${sentence}`)).not.toContain(sentence)
  })

  it('can have a pronoun for a thing that the sentence names', () => {
    const named = "I'll write the report about the labels, and send it by Friday."
    expect(headlineWith(named)).toContain(named)
    expect(headlineWith("I'll send it with the report about the labels by Friday.")).not.toContain('by Friday')
  })

  it('is what somebody repeats as decided', () => {
    expect(headlineWith('We lose crates without labels.', 'So decided, red labels for crates up to thirty.')).toContain(
      'red labels for crates',
    )
    expect(headlineWith('We lose crates without labels.', 'To sum up. Red labels for the crates by Friday.')).toContain(
      'Red labels for the crates',
    )
  })

  it('is a result rather than a need, and a decision rather than a problem', () => {
    const need = 'I want labels for the crates, the boxes and the labels.'
    expect(headlineWith(need)).toContain(need)
    expect(headlineWith(need, 'The board has frozen the budget.')).toContain('frozen')
    const problem = 'The labels of the crates are wrong.'
    expect(headlineWith('We decided to print the labels of the crates in June.', problem)).toContain('decided')
    expect(headlineWith("Let's go with square labels for the crates.", 'Agreed.', problem)).toContain("Let's go with")
  })

  it('is rather a figure by which a business is measured', () => {
    const headline = headlineWith(
      'Returns of crates without labels were down nine percent to forty.',
      'Sales of crates without labels were down nine percent to forty.',
    )
    expect(headline).toContain('Sales')
  })

  it('has the name of its speaker without additions', () => {
    const lines = ['The crates have labels.', 'We lose crates without labels.', 'The labels are blue.']
    expect(headlineFrom(lines, ['Ann', 'Bob Roe (Minister of Crates)'])).toMatch(/^Bob Roe: We lose/)
    expect(headlineFrom(lines, ['Ann', 'Bob | Acme'])).toMatch(/^Bob: We lose/)
  })
})

describe('subjects of a headline', () => {
  const talk = Array.from({ length: 24 }, (_, at) => `Is number ${at} fine?`)
  const lines = [
    'The milking system has a tank sensor.',
    'Which milking system has the tank sensor?',
    ...talk,
    'A tank sensor is in the milking system.',
  ]

  it('are phrases that an outcome lacks', () => {
    expect(headlineFrom([...lines, 'The board has frozen everything.'])).toMatch(
      /^(?:Milking system|Tank sensor) and (?:milking system|tank sensor) – Bob: The board has frozen everything\.$/,
    )
    expect(headlineFrom([...lines, 'The board has approved the milking system.'])).toMatch(/^Tank sensor – Bob: /)
  })

  it('are better than a weak outcome', () => {
    expect(headlineFrom([...lines, 'I can write up the sensor history.'])).toMatch(/^[^–:]+$/)
  })

  it('aren’t small talk at the beginning and the end', () => {
    const small = ['My depot manager waits.', 'The depot manager?']
    const all = [...small, ...lines, ...talk, 'Enjoy the depot manager.', 'Nobody likes the depot manager.']
    expect(headlineFrom(all)).not.toMatch(/depot/i)
    expect(headlineFrom(all)).toMatch(/milking system/i)
  })

  it('are followed by the most central sentence if they are only single words', () => {
    const central = 'The crates stand behind the blue hall until the trucks are empty.'
    expect(headlineFrom(['Are the crates blue?', central, 'Which crates?'])).toContain(central)
  })
})

describe('paragraphs', () => {
  const filler = [
    'The depot has blue labels and round crates in the long hall.',
    'Trucks bring round crates from the harbor to the depot at night.',
    'Blue labels need ink, paper and a printer with a fast roll.',
    'The printer in the hall belongs to the planners of the depot.',
    'Planners write the tours with blue labels on a long board.',
    'The harbor opens the gates for trucks with round crates at six.',
  ]

  it('prefer outcomes to asides and to parts of sentences', () => {
    const outcome = 'We lose nine percent of the round crates in the depot hall without blue labels.'
    const aside = 'The planners of the depot had a sandwich on round crates with blue labels.'
    const part = 'When we had round crates with blue labels in the depot, in a hall with numbers.'
    const { paragraphs } = summarize([part, aside, outcome, ...filler])
    const text = paragraphs.map((one) => one.text).join(' ')
    expect(text).toContain(outcome)
    expect(text).not.toContain('sandwich')
    expect(text).not.toContain(part)
  })
})
