/**
 * Closeness of the question's terms in a text. Words of a question that are said far from each other are about different
 * subjects: “weather the storm” and “Paris” don't answer a question about the weather in Paris.
 */
import { fold } from '../../../../core/fold.ts'
import { extractTerms, splitWords } from '../../../../core/terms.ts'
import type { RankingQuestion, ReadLines } from '../../../text/passage-ranking/index.ts'
import { hasMeaning, isContentTerm } from './answerable.ts'

/** Number of lines in both directions within which terms are close. */
const REACH = 12
/** Minimum number of close terms in a question of several terms. */
const CLOSE_MIN = 2

/** Whether two terms of the question are said close to each other, if the question has several. */
export function hasCloseTerms(read: ReadLines, { terms }: Pick<RankingQuestion, 'terms'>): boolean {
  const content = [...new Set(terms.filter(isContentTerm))]
  if (content.length < CLOSE_MIN) return true
  const holding = read.getColumns(content).map(({ counts }) => counts)
  if (holding.length < CLOSE_MIN) return false
  const last = new Array<number>(holding.length).fill(Number.NEGATIVE_INFINITY)
  for (let line = 0; line < read.count; line++) {
    holding.forEach((counts, term) => {
      if ((counts[line] ?? 0) > 0) last[term] = line
    })
    if (last.filter((at) => line - at <= 2 * REACH).length >= CLOSE_MIN) return true
  }
  return false
}

/**
 * Removes names from a question that occur in the title of a conversation, and that nobody says. In the call with an
 * account, nobody mentions the account.
 */
export function omitTitleNames(question: string, title: string, said: readonly string[]): string {
  const titled = new Set(splitWords(title))
  const names = question
    .split(/[^\p{L}\p{N}'’&-]+/u)
    .filter((word) => /^\p{Lu}/u.test(word) && word.length > 2 && splitWords(word).every((part) => titled.has(part)))
    .map((word) => word.replace(/['’]s$/u, ''))
  const unsaid = [...new Set(names)].filter((name) => {
    const folded = fold(name)
    return !said.some((text) => fold(text).includes(folded))
  })
  return unsaid.reduce((text, name) => text.replaceAll(name, ' '), question)
}

/** Number of lines, and of UTF-16 units of their text, in which somebody announces what a call is about. */
const OPENING_LINES = 12
const OPENING_MAX = 1_500
/** “Welcome to the Quagga earnings call”, “Thank you for calling Quagga support” */
const ANNOUNCES =
  /\b(?:welcome to|(?:conference|earnings|results) (?:call|webcast)|for calling|you['’]ve reached|you have reached)\b/i

/**
 * Removes the names that the opening of a call announces as its subject. They select the call, and few of its sentences
 * repeat them: the cash of Quagga is stated as “our cash”. A question that consists of such names only stays.
 * @param said lines in order
 * @param speakers names of the speakers, which a question can be about
 */
export function omitAnnouncedNames(question: string, said: readonly string[], speakers: readonly string[]): string {
  const opening = said.slice(0, OPENING_LINES).join('\n').slice(0, OPENING_MAX)
  const announced = new Set(
    opening
      .split(/[.,;:!?\n]/)
      .filter((clause) => ANNOUNCES.test(clause))
      .flatMap((clause) => clause.match(/\p{Lu}[\p{L}\p{N}&-]+/gu) ?? [])
      .flatMap(splitWords),
  )
  // “What did Ann say?” is about Ann also in a call that begins with “Welcome to Ann's podcast”.
  for (const name of speakers) for (const word of splitWords(name)) announced.delete(word)
  if (announced.size === 0) return question
  let isFirst = true
  const omitted = question.replace(/\p{L}[\p{L}\p{N}\p{M}&-]*(?:['’]s?)?/gu, (written) => {
    const words = splitWords(written.replace(/['’]s?$/u, ''))
    const isName = !isFirst && /^\p{Lu}/u.test(written) && words.every((word) => announced.has(word))
    isFirst = false
    return isName ? '' : written
  })
  return extractTerms(omitted).some(hasMeaning) ? omitted : question
}

/** “Which customers use Acme?”: the customers are what the answer lists, not what they say. */
const LISTED =
  /^(\W*)(?:which|what)(?: of (?:our|the|my))? (?:customers?|clients?|prospects?|buyers?|accounts?|companies|people|persons?|reps?|calls?|conversations?|meetings?|deals?)(?= \p{L})/iu
export const omitListed = (question: string): string => question.replace(LISTED, '$1Who')

/**
 * Removes the names of accounts from a question about the calls with them. Names of people stay, because a question can be
 * about their words. So does a question that consists of names only.
 *
 * @param typed names that the question contains in lower case
 */
export function omitAccountNames(
  question: string,
  names: readonly string[],
  people: readonly string[],
  typed: ReadonlySet<string> = new Set(),
): string {
  const personal = new Set(people.flatMap(splitWords))
  const own = new Set(names.flatMap(splitWords).filter((word) => !personal.has(word)))
  const omitted = question.replace(/\p{L}[\p{L}\p{N}\p{M}]*(?:['’]s)?/gu, (written) => {
    const words = splitWords(written.replace(/['’]s$/u, ''))
    const isName = /^\p{Lu}/u.test(written) || words.every((word) => typed.has(word))
    return isName && words.every((word) => own.has(word)) ? '' : written
  })
  return extractTerms(omitted).some(hasMeaning) ? omitted : question
}

/** Forms of companies that nobody says. */
const LEGAL_FORM = /[,\s]+(?:inc|llc|ltd|limited|gmbh|ag|corp|corporation|co|plc|sa|srl|bv|oy|ab)\.?$/i

/** Minimum length of a name that people type in lower case. */
const NAME_MIN = 4

/** Number of UTF-16 units before a name that are read. */
const BEFORE_MAX = 20
const BEFORE_SUBJECT =
  /(?:^|\b(?:did|does|do|is|was|has|had|have|will|would|can|could|should|may|might|if|when|that|because|why|what))\W*$/i

/**
 * Replaces the name of the user's own organization by “we” or “us”. In its calls, speakers say “we” and “you”: “What happens
 * if Brennwick loses a proof?” is answered by “If you lose a proof, …”. A name of common words is replaced only as written:
 * “the sales team” isn't the organization “Sales Team”.
 */
export function omitOwnName(
  question: string,
  organization: string,
  isCommon: (word: string) => boolean = () => false,
): string {
  const name = organization.trim().replace(LEGAL_FORM, '')
  const own = splitWords(name)
  if (own.length === 0) return question
  const isNamed = own.some((word) => word.length < NAME_MIN || isCommon(word))
  const pattern = (name.match(/[\p{L}\p{N}]+/gu) ?? []).join('[^\\p{L}\\p{N}]{1,9}')
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(['’]s)?(?![\\p{L}\\p{N}])`, isNamed ? 'gu' : 'giu')
  const omitted = question.replace(found, (_, possessive, at) =>
    possessive !== undefined
      ? 'our'
      : BEFORE_SUBJECT.test(question.slice(Math.max(0, at - BEFORE_MAX), at))
        ? 'we'
        : 'us',
  )
  return extractTerms(omitted).some(isContentTerm) ? omitted : question
}
