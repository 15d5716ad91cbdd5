/**
 * Numbers that measure something other than a field requests. One is the difference of two quantities: "four vans less".
 * Another is the price of one thing if the field requests a total: "thirty-six dollars a vehicle" isn't a budget.
 */
import { stemWord } from '../../../core/stems.ts'
import { splitWords } from '../../../core/terms.ts'
import type { FieldCandidate } from './candidate.ts'
import type { ExtractionField } from './model.ts'

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stemWord))

/** Words of fields that request a difference. */
const DIFFERENCE_FIELD = stems(
  'increase decrease growth grow change difference reduction reduce discount saving save more less fewer additional extra gap shortfall upsell expansion overrun',
)
/** Words of fields that request an amount for all things together. */
const TOTAL_FIELD = stems('budget total revenue funding turnover sum')
/** Words of fields that request an amount for one thing. */
const UNIT_FIELD = stems('price per each fee rate unit cost')

const FURTHER = /\b(?:another|an? (?:extra|additional)) $/i
const BY =
  /\b(?:increas|decreas|reduc|cut|rais|ris|rose|grow|grew|fell|fall|drop|lower|shrink|shrank|shrunk|gain|lost)\w* (?:\w{1,20} ){0,3}by (?:about |around |roughly )?$/i
/** A comparison directly after the number: "four more", "four fewer vans". */
const AFTER = /^(?: of them)? (?:more|less|fewer|additional|extra)\b(?! or less| often| likely)/i
/** A comparison after what is counted, at the end of its clause: "four vans less", "two seats too many". */
const AFTER_NOUN =
  /^ \p{L}{2,20}(?: (?!or )\p{L}{2,20})? (?:less|more|fewer|extra|too many|too few|on top)(?= than\b| a\b| per\b|\s*[.,;:!?]|\s*$)/iu
const PER_UNIT =
  /^,? (?:a|an|per|each|every|for each|for every|apiece)\b(?! (?:(?:financial |calendar |fiscal )?(?:year|quarter|month|week|day|hour)|bit|lot)\b)/i

/** The thing that a price is for, before it: "A cart's two hundred dollars", "one license costs". */
const OF_UNIT =
  /\b(?:an?|one|each|every) (?:\p{L}{2,20} )?(?!(?:year|quarter|month|week|day|budget|total|sum|amount|investment|project|contract|deal)\b)\p{L}{2,20}(?:['’]s| is| costs?| would be| would cost| will cost) (?:about |around |roughly |only )?$/iu

/** Longest text that is read on a side of a number, in UTF-16 units. */
const WINDOW = 60

const hasAny = ({ title, prompt }: ExtractionField, words: ReadonlySet<string>): boolean =>
  splitWords(`${title} ${prompt}`).some((word) => words.has(stemWord(word)))

/** Whether a number of the transcript measures something other than the field requests. */
export function isUnlikeValue(field: ExtractionField, { turn, sentence, kind, from, to }: FieldCandidate): boolean {
  if (kind !== 'number' && kind !== 'money') return false
  const before = turn.text.slice(Math.max(sentence.from, from - WINDOW), from)
  const after = turn.text.slice(to, Math.min(sentence.to, to + WINDOW))
  if (isDifference(before, after)) return !hasAny(field, DIFFERENCE_FIELD)
  return (
    kind === 'money' &&
    (PER_UNIT.test(after) || OF_UNIT.test(before)) &&
    hasAny(field, TOTAL_FIELD) &&
    !hasAny(field, UNIT_FIELD)
  )
}

const isDifference = (before: string, after: string): boolean =>
  FURTHER.test(before) || BY.test(before) || AFTER.test(after) || AFTER_NOUN.test(after)
