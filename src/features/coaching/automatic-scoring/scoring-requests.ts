/**
 * Patterns of instructions to the scorer. A participant who knows that the conversation is scored can ask for a good
 * score. A language model could follow such words and quote them, so they're never accepted as evidence.
 */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override) (?:all |any |of |your |the |my |previous |prior |earlier |these |those |above )*(?:instructions?|rules?|prompts?|orders?|guidelines?|criteria)\b/i,
  /\b(?:give|award|assign|grant|rate|score|grade|mark) (?:me|us|this|it|him|her|them|every\w*|all|the \w+|our \w+|my \w+)\b(?:\W+\w+){0,4}?\W+(?:five|ten|hundred|\d+|max(?:imum)?|full|top|highest|perfect|best|excellent)\b/i,
  /\b(?:the|your|this) (?:scorer|grader|evaluator|judge|language model|ai model|scoring (?:system|model))\b/i,
  /\b(?:system|new) (?:prompt|instructions?|task)\b\s*:/i,
  /\b(?:scorecard|all (?:of )?the items|every item)\b.{0,200}\b(?:max(?:imum)?|full|top|highest|perfect|best)\b/i,
]

export const isOrder = (said: string): boolean => ORDERS.some((order) => order.test(said))
