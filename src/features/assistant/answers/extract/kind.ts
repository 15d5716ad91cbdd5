/**
 * Detects the expected form of an answer from the words of the question. English only: questions in other languages are
 * `open`.
 */
import { DATE_WITH_MONTH, MONTH_EXCEPT_MAY, ORDINAL_WORD, WEEKDAY } from '../../../../core/calendar-words.ts'
import { NUMBER_WORD } from '../../../../core/numbers.ts'
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'

export type QuestionKind =
  /** About the complete conversation, nothing specific. */
  | 'whole'
  /** Several items, formatted as a list. */
  | 'list'
  | 'who'
  | 'when'
  | 'amount'
  | 'open'

/** Stems of questions that are about nothing specific. */
const NOTHING_IN_PARTICULAR: ReadonlySet<string> = new Set(
  `summarize summary summaries recap overview outline gist discuss discussion talk say said tell happen cover meeting call
  conversation chat whole entire full main key major general overall important topic subject point focus highlight
  takeaway theme agenda resolution outcome result conclusion brief briefly short please give me cover decide go there
  everything all today yesterday people they participant`
    .split(/\s+/)
    .map(stemWord),
)

export function classifyQuestion(question: string): QuestionKind {
  const words = splitWords(question)
  const telling = words.filter((word) => !isSmallWord(word)).map(stemWord)
  // “Who decides?” and “When do they decide?” ask for a person and a time.
  const isSpecific = /^\W*(?:who|whom|whose|when|where)\b/i.test(question)
  if (words.length > 0 && !isSpecific && telling.every((stem) => NOTHING_IN_PARTICULAR.has(stem))) return 'whole'
  if (
    /^\W*(?:please\s+)?(?:list|enumerate|name)\b|\bwhich (?:\w+ ){0,2}(?:\w+s) (?:were|are|did|do|have)\b/i.test(
      question,
    )
  )
    return 'list'
  if (/^\W*who(?:m|se)?\b/i.test(question)) return 'who'
  if (
    /^\W*(?:(?:by |since |until )?when (?:did|does|do|is|are|was|were|will|would|should|can|could|shall)|(?:on |at |by )?what (?:date|day|time))\b|\b(?:deadline|due date)\b/i.test(
      question,
    )
  )
    return 'when'
  if (
    /\bhow (?:much|many|often|frequently|regularly|long|old|big|large|high|far|quick|quickly|fast|soon|expensive)\b|\b(?:what|which)(?:['’]s)? (?:[\w'’-]+ ){0,3}(?:price|cost|fee|charge|discount|penalty|fine|compensation|refund|salary|amount|number|percentage|share|budget|rate|limit|quota|version)\b|\bwhat (?:do|does|did|will|would) [^?]{1,60} (?:cost|pay|charge)\b/i.test(
      question,
    ) ||
    namesValue(question)
  )
    return 'amount'
  return 'open'
}

/** Words of sentences. Without them, a question only names a thing: “discount for two years”. */
const OF_SENTENCES =
  /\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|must|may|has|have|had|anything|everything)\b/i
const ORDERS =
  /^\W*(?:please )?(?:summarize|summarise|describe|explain|list|show|compare|name|find|draft|write|review)\b/i
const VALUES =
  'price|cost|fee|charge|discount|rebate|amount|budget|rate|quota|limit|percentage|number|duration|length|size|speed|threshold|capacity'
const VALUE_AT_END = new RegExp(String.raw`\b(?:${VALUES})s?\W*$`, 'i')
/** Nouns whose answer is a figure: “the request limits”. */
export const VALUE_NOUN = new RegExp(String.raw`\b(?:${VALUES})s?\b`, 'i')
/** Words after the noun that a phrase is about: “discount” in “discount for two years”. */
const AFTER_NOUN = /\s(?:for|of|about|on|per|with|at|in|to|by|from|if|after|before|over|under|incl|including|each|a)\s/i
const NAMED_WORDS_MAX = 8

/** Whether a question only names a value: “final price per truck”, “request limit”. */
export const namesValue = (question: string): boolean =>
  !OF_SENTENCES.test(question) &&
  !ORDERS.test(question) &&
  splitWords(question).length <= NAMED_WORDS_MAX &&
  VALUE_AT_END.test(question.split(AFTER_NOUN, 1)[0] ?? '')

/** Whether a sentence contains the kind of value that the question requests: a number or a date. */
export function containsRequestedKind(kind: QuestionKind, text: string): boolean {
  if (kind === 'amount') return AMOUNT.test(text)
  if (kind === 'when') return TIME.test(text)
  return false
}

/** Whether a sentence names a day or a clock time, or a time from now: “Thursday in two weeks”, “at ten past six”. */
export const statesDate = (text: string): boolean => DATE.test(text)

const DATE = new RegExp(
  String.raw`\b(?:${WEEKDAY}|${MONTH_EXCEPT_MAY}|today|tonight|tomorrow|yesterday|o'clock|noon|midnight)\b|\b(?:next|last|this|following) (?:week|weekend|month|quarter|year|spring|summer|autumn|fall|winter)\b|\bin (?:about |around )?(?:\d+|a|an|the next|${NUMBER_WORD}) (?:days?|weeks?|months?|quarters?|years?)\b|\b(?:\d+|an?|${NUMBER_WORD}) (?:days?|weeks?|months?|years?) (?:ago|from now|to|until|till|before|after|later|left)\b|\b\d{1,2}(?::\d{2}| ?[ap]m|st|nd|rd|th)\b|\bat (?:half past |quarter to |ten past )?${NUMBER_WORD}\b|\b(?:19|20)\d{2}\b|\b(?:${DATE_WITH_MONTH})|\b(?:on|by|until|till|from|before|after|since) the (?:${ORDINAL_WORD})\b`,
  'i',
)
const AMOUNT = new RegExp(
  String.raw`\d|[$€£¥%]|\b(?:${NUMBER_WORD}|half|quarter|third|dozen|percent|per cent|euros?|dollars?|pounds?|cents?)\b`,
  'i',
)
const TIME = new RegExp(
  String.raw`\d{1,2}(?::\d{2}|(?:st|nd|rd|th)\b)|\b(?:19|20)\d{2}\b|\b${WEEKDAY}\b|\b${MONTH_EXCEPT_MAY}\b|\b(?:today|tomorrow|yesterday|tonight|next|last|this) ?(?:week|month|year|quarter|morning|afternoon|meeting|sprint)?\b|\b(?:deadline|o'clock|noon|midnight|week|month|quarter|year|day)s?\b`,
  'i',
)

/**
 * Questions about opinions and discussions. Several passages answer them together, so no single sentence has to. They are
 * .83 of the questions about meetings of QMSum, and .04 of the short questions about facts.
 */
const ASKS_STATEMENTS =
  /\b(?:think|thinks|thought|say|said|discuss\w*|talk\w*|opinions?|summari\w*|agree\w*|disagree\w*|deci\w*|mention\w*|suggest\w*|propos\w*|recommend\w*|conclu\w*|attitudes?|views?|ideas?|consider\w*|introduc\w*|explain\w*|explanations?|describ\w*|present\w*|feel|felt|believe\w*|argue\w*|debate\w*|respon\w*|react\w*|concern\w*|prefer\w*|solve\w*|solution\w*|topics?|point)\b/i

/** Whether a single sentence can answer the question. */
export const asksForFact = (question: string): boolean => !ASKS_STATEMENTS.test(question)
