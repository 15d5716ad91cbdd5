/**
 * Opinion of a sentence, by words and rules for English. A sentence is `positive`, `negative` or, if it has no clear
 * opinion, nothing. Pure functions.
 */
import { splitWords } from '../../../core/terms.ts'
import { ANNOYANCE, BLAME, JOY, NEGATIONS, PRAISE, SPEAKER, UNREAL } from './lexicon.ts'

export type Opinion = 'positive' | 'negative'

export interface SentenceOpinion {
  readonly opinion: Opinion
  /** Words that decided, in order, each with its negation. */
  readonly words: readonly string[]
}

/** Number of words in which a negation reverses an opinion. */
const REACH = 3
/** Number of words in which the speaker is looked for before a feeling. */
const SUBJECT = 5
/** Minimum number of words of a sentence. Shorter ones are acknowledgments: "Awesome." */
const WORDS_MIN = 4

/** Formulas whose words state no opinion. */
const FORMULAS =
  /\b(?:(?:happy|glad|pleased) to|(?:sounds?|looks?|that'?s|that is|is|it'?s) (?:good|great|awesome|excellent|fantastic|perfect|wonderful|amazing|fine)\b(?=[.,!]|$)|would love|'d love|love to|best (?:practices?|way|regards|case|guess|of luck|effort|interests?)|at best|worst case|(?:not|no) worse|slow(?:er)? down|i'?m afraid|poor(?:er)? (?:people|countries|children|families)|sad to say|loved ones?|awful lot|have an? (?:wonderful|excellent|awesome|fantastic)|thanks for your \p{L}+|be concerned with|see how|far as .{0,20}concerned|are concerned|more expensive than|easier said)\b/giu

export function measureSentence(sentence: string): SentenceOpinion | undefined {
  // A question asks for an opinion, and quoted speech belongs to somebody else.
  if (/\?\s*["'”’]?\s*$/.test(sentence) || /["“”]/.test(sentence)) return undefined
  // After a contrast, the second part counts: "It's nice, but it's too slow".
  const [, contrast] = /,?\s+(?:but|however|yet|although)\s+(.+)$/iu.exec(sentence) ?? []
  // A first word on its own acknowledges: "Excellent, the viewing is scheduled".
  const said = (contrast ?? sentence).replace(/^\s*(?:oh,?\s+)?\p{L}+[,.!]\s+/iu, '').replace(FORMULAS, ' ')
  const all = splitWords(said.replace(/['’]/g, ''))
  if (all.length < WORDS_MIN || all.some((word) => UNREAL.has(word))) return undefined
  const words: string[] = []
  const opinions = new Set<Opinion>()
  all.forEach((word, at) => {
    const own = classifyWord(word, all.slice(Math.max(0, at - SUBJECT), at))
    if (own === undefined) return
    const negation = all.slice(Math.max(0, at - REACH), at).find((one) => NEGATIONS.has(one))
    // "Not happy" is an opinion. "Not terrible" is a weak one, which doesn't count.
    if (negation !== undefined && own === 'negative') return
    opinions.add(negation === undefined ? own : 'negative')
    words.push(negation === undefined ? word : `${negation} ${word}`)
  })
  // Mixed sentences have no clear opinion.
  const [opinion, ...others] = opinions
  return opinion === undefined || others.length > 0 ? undefined : { opinion, words }
}

/** @param before words before it, which can name the speaker */
function classifyWord(word: string, before: readonly string[]): Opinion | undefined {
  if (PRAISE.has(word)) return 'positive'
  if (BLAME.has(word)) return 'negative'
  if (!before.some((one) => SPEAKER.has(one))) return undefined
  return JOY.has(word) ? 'positive' : ANNOYANCE.has(word) ? 'negative' : undefined
}
