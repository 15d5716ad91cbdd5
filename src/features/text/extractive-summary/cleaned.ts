/**
 * Cleaning of spoken English by deletion only: removes hesitations, false starts, and fillers at the start and end of
 * sentences. It never adds or moves words. Texts in other languages don't change.
 */
import { isSmallWord } from '../../../core/terms.ts'

const HESITATION = /(?<![\p{L}\p{N}'’-])(?:u+[mh]+|e+r+m*|h+m+|m+h*m+|uh-huh|mm-hmm|ah+|eh)(?![\p{L}\p{N}'’-])[,.…]*/giu
const PHRASES = /(?:^|,)\s*(?:you know|i mean|like|sort of|kind of|basically|i guess)\s*,/giu
/** `the the`, `I I I`, `we can we can`. */
const REPEATED = /(?<![\p{L}\p{N}'’-])((?:[\p{L}'’]+[ ,]+){0,2}[\p{L}'’]+)(?:[ ,.…–-]+\1(?![\p{L}\p{N}'’-]))+/giu
/**
 * Clause that a speaker starts again with the same pronoun and verb: "We are going to sell we want to sell". A denied clause is
 * kept, because the second one can contrast with it.
 */
const FALSE_START =
  /^((?:yeah|yes|okay|so|well|and|but)[, ]+)*(i|we|you|they) (?:(?!not\b|never\b|no\b|cannot\b|hardly\b|barely\b|rarely\b|seldom\b)\p{L}+ ){0,4}?(\p{L}{2,}),?(?: (?:yeah|yes|well|okay))?,? (?=\2 (?:\p{L}+ ){0,4}?\3\b)/iu
/** Comma or dots that speech recognition writes for a pause inside a phrase: "based on, max safety decay". */
const PAUSE =
  /(?<![\p{L}\p{N}'’-])(the|an?|to|of|for|in|on|at|with|by|from|my|our|your|their|is|are|was|were|be|been|will|can|should|would|could|have|has|had|and|or|that|which|very|more|most)(?:,|…|\.\.\.) (?!however|therefore|of course|for example|in fact|like\b|you know|i mean|if\b|when\b|(?:i|we|you|they|he|she|it|there)(?:['’]|\b))(?=\p{Ll})/gu
/** Person in the chair whom a speaker addresses: "Mr. Chair, we support the bill". */
const ADDRESS =
  /^(?:(?:mr|mrs|ms|madame?)\.? ?(?:deputy )?(?:chair(?:man|woman|person)?|speaker|president)\b\s*,\s*)+(?=\S)/i
/** Words that break off in the middle. */
const BROKEN = /(?<![\p{L}\p{N}])\p{L}{1,4}- (?=\p{L})/gu
const BEGINNING =
  /^(?:(?:yeah|yes|yep|yup|ok|okay|alright|all right|right|so|well|and|but|oh|ah|now|then|sure|cool|great|like|i mean|you know|also|basically|anyway)\b[\s,.…–-]+)+(?=\S)/i
const ENDING = /[\s,]+(?:you know|right|okay|yeah|or something|or whatever|and stuff|and so on)(?=[.?!…]*$)/i
/** Fragments such as `th the` and `ge generation`, and single consonants. Real words are longer. */
const FRAGMENT = /(?<![\p{L}\p{N}'’-])(?:(\p{Ll}{2,3}) (?=\1\p{L})|[b-df-hj-np-tv-z] (?=\p{L}))/gu
/** Phrases that are meaningful at the start of a sentence. */
const MEANT =
  /^(?:right now|so far|just in|like this|now that|well[- ]\w+ed|then again|all right[- ]hand|right[- ]hand|just(?:ice|ify))/i

export function cleanSentence(text: string): string {
  let out = text.replace(HESITATION, ' ').replace(PHRASES, (all) => (all.startsWith(',') ? ',' : ' '))
  out = out.replace(BROKEN, '').replace(/\s+/g, ' ').trim()
  out = out.replace(FRAGMENT, (all, begun?: string) => (begun !== undefined && isSmallWord(begun) ? all : ''))
  out = out.replace(PAUSE, '$1 ').replace(REPEATED, '$1').replace(FALSE_START, '')
  if (!MEANT.test(out)) out = out.replace(/^[\s,.…–-]+/, '').replace(BEGINNING, '')
  out = out.replace(ADDRESS, '')
  out = out
    .replace(ENDING, '')
    .replace(/\s+([,.;:?!])(?!\d)/g, '$1')
    .replace(/([,;])[,;]+/g, '$1')
    .replace(/,([.?!])/g, '$1')
    .replace(/^[\s,.;:…–-]+/, '')
    .replace(/[\s,;:–-]+$/, '')
    .trim()
  return out.charAt(0).toLocaleUpperCase('en') + out.slice(1)
}
