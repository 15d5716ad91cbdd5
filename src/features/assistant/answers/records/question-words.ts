/** Words of a question, in the form that patterns compare: lower case, without punctuation and contractions. */
import { type NameRun, placeWords, readNameRuns } from '../../../../core/name-runs.ts'

export interface Word {
  /** Normalized word. */
  readonly word: string
  /** Word as written, without punctuation. */
  readonly written: string
  /** Run of capitalized words that contains this one. */
  readonly run?: NameRun
}

/** Contractions, and spellings of terms that are one word here. The longest alternatives come first. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  // Quick typing: “whats”, “dont”, “r”, “u”, “rn”.
  [/\b(what|who|when|where|how|that|there)s\b/gi, '$1 is'],
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should|wo)nt\b/gi, '$1 not'],
  [/(?<![\p{L}\p{N}&.])r(?![\p{L}\p{N}&.'’])/gu, 'are'],
  [/(?<![\p{L}\p{N}&.])u(?![\p{L}\p{N}&.'’])/gu, 'you'],
  [/(?<![\p{L}\p{N}])rn(?![\p{L}\p{N}])/gu, 'now'],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/\b(?:wich|whcih|wihch)\b/gi, 'which'],
  [/\b(?:bc|cuz|becuase|becasue)\b/gi, 'because'],
  [/\bloose (?=(?:any|a|the|this|our|customers?|deals?)\b)/gi, 'lose '],
  [/\b(what|who|when|where|how|which|that|there|it|here)['’]s\b/gi, '$1 is'],
  [/\bcan['’]?t\b/gi, 'can not'],
  [/\b(\w+)n['’]t\b/gi, '$1 not'],
  [/\b(i|we|they|you)['’](?:d|ll|ve)\b/gi, '$1'],
  [/\b(they|we|you|what|who)['’]re\b/gi, '$1 are'],
  [/\bi['’]m\b/gi, 'i am'],
  // A possessive ends a name: “Anna's Ottermoor deal”.
  [/['’]s\b/gi, ','],
  [/\bfollow[- ]?up(s?)\b/gi, 'followup$1'],
  [/\bto[- ]dos?\b(?=\s*(?:$|\p{P}|list|items?|from|for|after|out))/giu, 'todos'],
  [/\bto-do(s?)\b/gi, 'todo$1'],
  [/\bkick[- ]off\b/gi, 'kickoff'],
  [/\bcheck[- ]in\b/gi, 'checkin'],
  [/\bwrap[- ]up\b/gi, 'wrapup'],
  // “What does he bring to the warehouse?” is about a thing.
  [/\bbr(?:ings?|inging|ought) (?:it |that |this |them )?up\b/gi, 'mentioned'],
  [/\bask(?:s|ed|ing)? (us|me) for\b/gi, 'requested $1'],
  [/\bask(s|ed|ing)? (?:us |me )?(for|about)\b/gi, 'ask$1-$2'],
  [/\bask(?:s|ed|ing)?-about\b/gi, 'asked about'],
  [/\bask(?:s|ed|ing)?-for\b/gi, 'requested'],
  [/\bone[- ]on[- ]one\b|\b1[:-]1\b/gi, 'oneonone'],
]

const RUN = /[\p{L}\p{N}\p{M}]+(?:[.,:]\d+)*/gu

export function readWords(question: string): Word[] {
  const plain = REPLACED.reduce((text, [form, by]) => text.replace(form, by), question.normalize('NFKC'))
  const words = placeWords(plain, RUN)
  const runs = readNameRuns(words, ({ word }) => !NEUTRAL.has(word) && !INTERROGATIVES.has(word))
  return words.map(({ word, written }, at) => {
    const run = runs[at]
    return run === undefined ? { word, written } : { word, written, run }
  })
}

/** Words that occur in questions about anything, and restrict nothing. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  `a an the this that these those my our your their his her its is are was were be been being am do does did done have has
  had having i me we us you they them it he she there here of in on at to from for with by during about as and but so then
  also just please thanks thank tell show give list let know remind see get got want like find display name quick quickly
  hi hello hey ok okay all any some each every both one ones only overall exactly actually really currently now what which
  today's anything something everything kind out up down over so far ever again any whole entire complete full specific
  particular various different us everyone everybody anyone anybody across people person somebody someone can could still lately recently`.split(
    /\s+/,
  ),
)

/** Question words that change the meaning. A pattern must contain them, or its kind must allow them. */
export const INTERROGATIVES: ReadonlySet<string> = new Set(['who', 'whom', 'whose', 'when', 'where', 'why', 'how'])
