/** Reads “Who signs at Acme?” as the question for the field that records the decision maker. */

const ASKS_DECIDER =
  /^(\W*)who (?:(?:can |will |would |has to |gets to )?(?:decides?|signs?|approves?)|makes the (?:final )?decisions?|has the (?:final say|last word))(?: (?:the|this|that|their|our) (?:contract|deal|order|purchase))?(?=\s*[?.!]*$| (?:at|for|with|in|of|there|here)\b)/i

/** Words of sentences that ask for more than the person stay. */
export const nameDecider = (question: string): string => question.replace(ASKS_DECIDER, '$1Who is the decision maker')
