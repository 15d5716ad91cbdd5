/**
 * Subjects of a conversation: its key phrases that are nouns, in words that a reader understands without the transcript.
 *
 * The words around the mentions of a phrase show what it is, without a dictionary. A noun follows an article, a preposition
 * or a possessive. A verb follows a pronoun or a modal verb, or comes before an article. A phrase that mostly describes
 * the next word is a part of a longer one.
 */
import { isSmallWord } from '../../../core/terms.ts'
import { extractKeyPhrases, type KeyPhrase } from '../key-phrases/index.ts'
import type { EvidenceSpan } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface Subject {
  readonly text: string
  readonly terms: readonly string[]
  readonly spans: readonly EvidenceSpan[]
  /** Ratio of the conversation between the first and the last mention. In long ones, ratio of the parts with a mention. */
  readonly spread: number
}

/** Maximum number of subjects. */
const SUBJECTS_MAX = 3
/** Minimum score of a further subject, relative to the second one. */
const SUBJECT_MIN = 0.3
/** Number of parts of equal length, for the spread of a phrase over the conversation. */
const PARTS = 10
/** Number of parts with a mention from which a phrase is spread enough. */
const SPREAD = 4
/** Number of sentences from which the spread says something. */
const SPREAD_FROM = 200
/** Ratio of the score that a phrase keeps if only one speaker uses it, or if it is in one part only. */
const ONE_SPEAKER = 0.7
const ONE_PART = 0.6

/** UTF-16 units around a mention in which the words next to it are looked for. */
const NEIGHBOR_REACH = 40
/** Maximum ratio of the mentions of one word, and of a phrase of several words, before a further content word. */
const PARTIAL_MAX_WORD = 0.6
const PARTIAL_MAX = 0.9

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Words before a noun. */
const BEFORE_NOUN = words(
  `the a an this these those my your our their his her its no any some each every both all another other what which whose of for in with
  on without about from at by into per between against until during after before two three four five six seven eight nine ten more most
  fewer less many several new old same first second last next whole new`,
)
/** Words before a verb or an adjective. */
const BEFORE_VERB = words(
  `i you we they he she it who to can could will would should shall must may might cannot don't doesn't didn't won't can't couldn't
  wouldn't shouldn't please let's not never i'll we'll you'll they'll he'll she'll it'll i'd we'd you'd they'd is are was were be been being
  am i'm you're we're they're it's he's she's that's isn't aren't very so too really quite pretty just also always`,
)
/** Words after a verb: the start of its object. */
const AFTER_VERB = words(
  `the a an it them him her me us you my your our their his its this these those all everything something anything myself yourself`,
)
/** Words after a noun. */
const AFTER_NOUN = words(
  `of is are was were has have had will would can could should must isn't aren't and or which who`,
)

/**
 * Phrases that recur in calls of all subjects, and last words that a subject never has. A concrete thing, such as a car,
 * isn't listed: somebody's calls are about it.
 */
const DULL =
  /^(?:partially offset|single digits?|double digits?|prior year|kinda|th|(?:senior )?vice president|press star|good point|long term|short term|high level|honou?rable members?|member opposite|couple (?:weeks|days)|next steps?|goodbye|name|provide|days?|hours?|minutes?|seconds?|moments?|lists?|answers?|new|check|pages?|numbers?|halves|half(?: (?:hour|day|year|price)s?)?|past|future|stop|start|night|evening|yesterday|tomorrow|today|week|month|year|noon|test|print|write|leave|lost|message|mail|call|people|money|man|men|woman|women|guy|person|folks|north|south|east|west|full|open|big|small|high|low|clear|ready|free|help|customers?|clients?|members?|projects?|plans?|company|companies|boss|colleagues?|office|case|cases|end|rest|rate|amount|sir|madam|mister|names?|percent|points?|steps?|details?|information|information please|options?|choice|example|result|results|change|changes|difference|feedback|update|updates|discussion|conversation|comment|comments|opinion|favou?rite)$|(?:^|\s)(?:available|ready|able|possible|due|likely|compliant|interested|aware|sure|able|needed|required|called|named|based|going|coming|having|being|getting)$|^(?:entire|whole|particular|certain|various|similar|different|overall|actual|exact|previous|favou?rite) |(?:^|\s)(?:secretary|ministers?|government|committee|commissioner|party|amounts?|lots?|bunch|kinds?|sorts?|types?|ways?|things?|stuff|bit)$/i
const CAPITALIZED = /^\p{Lu}\p{Ll}/u

/** @param isProcedure whether a phrase is about the call itself */
export function findSubjects(
  sentences: readonly TranscriptSentence[],
  isProcedure: (text: string) => boolean,
): Subject[] {
  const names = new Set(sentences.flatMap(({ speaker }) => speaker.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  const texts = sentences.map(({ text, position }) => ({ segment: position, text }))
  const usable = extractKeyPhrases(texts, names)
    .filter((phrase) => !isProcedure(phrase.text) && !DULL.test(phrase.text) && !isSmallTalk(phrase, sentences.length))
    .map((phrase) => ({ phrase, use: countUses(phrase, sentences) }))
  // Texts in other languages have none of the words around a noun.
  const isEnglish = usable.some(({ use }) => use.noun > 0)
  const weighed = usable
    .filter(({ phrase, use }) => !isEnglish || isNoun(phrase, use))
    .map(({ phrase }) => ({ phrase, weight: phrase.score * weighSpread(phrase, sentences) }))
    .toSorted((a, b) => b.weight - a.weight)
  // The word that the whole call is about can be far more frequent than everything that is said about it.
  const second = weighed[1]?.weight ?? 1
  return weighed
    .filter(({ weight }, rank) => rank === 0 || weight >= SUBJECT_MIN * second)
    .slice(0, SUBJECTS_MAX)
    .map(({ phrase: { text: said, places } }) => {
      // The capital letter of a word that is mostly said at the beginning of a sentence.
      const isCommon = !said.includes(' ') && texts.some(({ text }) => hasWord(text, said.toLowerCase()))
      const text = isCommon ? said.toLowerCase() : said
      const sentence = sentences[places[0]?.segment ?? 0]
      const spread =
        sentences.length >= SPREAD_FROM
          ? countParts(places, sentences.length) / PARTS
          : ((places.at(-1)?.segment ?? 0) - (places[0]?.segment ?? 0)) / sentences.length
      return { text, terms: text.toLowerCase().split(/\s+/), spans: sentence?.spans ?? [], spread }
    })
}

/** Ratio of a conversation at its beginning and end that is small talk, and the length from which it has an effect. */
const EDGE = 0.1
const EDGES_FROM = 40

/** Whether a phrase is only in the first and the last words of a conversation. */
const isSmallTalk = ({ places }: KeyPhrase, length: number): boolean =>
  length >= EDGES_FROM && places.every(({ segment }) => segment < length * EDGE || segment >= length * (1 - EDGE))

interface PhraseUses {
  noun: number
  verb: number
  /** Mentions before a content word, which the phrase describes. */
  partial: number
  /** Mentions with a capital letter inside a sentence. */
  capital: number
  /** Mentions inside a sentence. */
  inside: number
}

function countUses({ places }: KeyPhrase, sentences: readonly TranscriptSentence[]): PhraseUses {
  const uses: PhraseUses = { noun: 0, verb: 0, partial: 0, capital: 0, inside: 0 }
  for (const { segment, from, to } of places) {
    const text = sentences[segment]?.text ?? ''
    const near = (start: number, end: number) => text.slice(Math.max(0, start), end).replaceAll('’', "'")
    const before = /([\p{L}\p{N}']+)[ -]$/u.exec(near(from - NEIGHBOR_REACH, from))?.[1]?.toLowerCase()
    const after = /^[ -]([\p{L}\p{N}']+)/u.exec(near(to, to + NEIGHBOR_REACH))?.[1]?.toLowerCase()
    const isPartial =
      after !== undefined && !AFTER_VERB.has(after) && !AFTER_NOUN.has(after) && !isSmallWord(after) && !/'/.test(after)
    if (before !== undefined && BEFORE_VERB.has(before)) uses.verb++
    else if (!isPartial && before !== undefined && (BEFORE_NOUN.has(before) || /'s?$/.test(before))) uses.noun++
    if (after !== undefined && AFTER_VERB.has(after)) uses.verb++
    else if (after !== undefined && AFTER_NOUN.has(after)) uses.noun += 0.5
    if (isPartial) uses.partial++
    if (from > 0) {
      uses.inside++
      if (CAPITALIZED.test(text.slice(from, to))) uses.capital++
    }
  }
  return uses
}

function isNoun({ text, places }: KeyPhrase, { noun, verb, partial, capital, inside }: PhraseUses): boolean {
  if (/^\S+ed$/.test(text)) return false
  if (text.includes(' ')) return noun >= verb && partial <= places.length * PARTIAL_MAX
  // A single capitalized word is mostly the first name of a person who isn't in the call.
  if (inside > 0 && capital > inside / 2) return false
  return noun >= 1 && noun > verb && partial <= places.length * PARTIAL_MAX_WORD
}

/** Ratio of the score that remains, by the number of speakers who use the phrase and of the parts that contain it. */
function weighSpread({ places }: KeyPhrase, sentences: readonly TranscriptSentence[]): number {
  const speakers = new Set(places.map(({ segment }) => sentences[segment]?.speaker))
  const shared = speakers.size > 1 ? 1 : ONE_SPEAKER
  if (sentences.length < SPREAD_FROM) return shared
  const parts = countParts(places, sentences.length)
  return shared * (ONE_PART + (1 - ONE_PART) * Math.min(1, (parts - 1) / (SPREAD - 1)))
}

/** Number of parts of equal length in which a phrase is mentioned. */
const countParts = (places: KeyPhrase['places'], length: number): number =>
  new Set(places.map(({ segment }) => Math.floor((segment * PARTS) / length))).size

const hasWord = (text: string, word: string): boolean =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].some(([one]) => one === word)

/** Whether a subject says by itself what it is: a phrase of several words, or a name. */
export const isSpecific = ({ text }: Subject): boolean => /\S \S|-|\p{Lu}/u.test(text)

/** Joins subjects to “Pricing, single sign-on and the rollout”. */
export function joinSubjects(subjects: readonly Subject[]): string {
  const texts = subjects.map(({ text }) => text)
  const last = texts.at(-1) ?? ''
  const all = texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
  return all.charAt(0).toLocaleUpperCase('en') + all.slice(1)
}
