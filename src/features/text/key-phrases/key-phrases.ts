/**
 * Key phrases: recurring phrases of a conversation, verbatim.
 *
 * A candidate has two to four consecutive content words: no stop words, no words of speaking, no names of people. Its
 * weight depends on its length and on its frequency outside longer candidates (C-value; K. Frantzi, S. Ananiadou and
 * H. Mima, "Automatic recognition of multi-word terms", 2000). Word forms of one phrase are merged; the most frequent
 * form is returned.
 */
import { MONTHS, WEEKDAYS } from '../../../core/calendar-words.ts'
import { SMALL_NUMBERS, TENS } from '../../../core/numbers.ts'
import { isSmallWord } from '../../../core/terms.ts'
import { isTalk } from './conversational-stopwords.ts'
import { countUses, isNoun } from './phrase-uses.ts'
import { type Token, tokenizer } from './tokens.ts'

/** Part of a conversation: the text of one segment or line, with its index. */
export interface KeyPhraseInput {
  readonly segment: number
  readonly text: string
}

interface Place {
  readonly segment: number
  /** Offsets in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

export interface KeyPhrase {
  readonly text: string
  /** Score, 0 to 1; the best phrase has 1. */
  readonly score: number
  readonly count: number
  /** The first occurrences. */
  readonly places: readonly Place[]
}

export const PHRASES_TOLD = 30
const PLACES_KEPT = 100
const WORDS_MAX = 4
/** Minimum frequency of a phrase, and of a single word if there are few phrases. */
const LEAST = { phrase: 2, word: 3 }
/** Number of phrases below which single words are included. */
const FEW = 5
/** Maximum number of distinct candidates. After that, only known candidates are counted. */
const CANDIDATES_MAX = 200_000

/** Words of counting, measuring and other common words without a subject of their own. */
const DULL = new Set([
  ...[...SMALL_NUMBERS, ...TENS].filter((word) => word.length > 3),
  ...[...WEEKDAYS, ...MONTHS],
  ...`send sends sent count counts counted listen listening wait waiting million billion thousand hundred percent dollar dollars euro euros cent cents year years quarter quarters month months week weeks
  mister ladies gentlemen morning afternoon evening slide point basis number folks everyone team regard term terms bunch
  happy glad able sense line level sort piece area side start stuff approximately roughly continue continued increase increased
  decrease decreased compared expect expected those these should cannot must having next super very due regarding related versus remember
  include includes included including excluding concerning according depending prefer likely possible various overall several certain current`.split(
    /\s+/,
  ),
])

/** @param word in lower case */
export const isCommonWord = (word: string): boolean => DULL.has(word)

interface PhraseCandidate {
  readonly words: number
  count: number
  /** Longer candidates that contain this one. */
  wider: Set<string> | undefined
  readonly places: Place[]
  readonly forms: Map<string, number>
}

/** @param names folded words of people's names */
export function extractKeyPhrases(texts: readonly KeyPhraseInput[], names: ReadonlySet<string>): KeyPhrase[] {
  const bySegment = new Map(texts.map((one) => [one.segment, one]))
  return rankPhrases(collectCandidates(texts, names), (segment) => bySegment.get(segment)?.text ?? '')
}

/**
 * Subjects that several texts share: nouns and phrases, those of the most texts first. A phrase of all texts that contain
 * its noun replaces the noun.
 * @param texts short texts such as requests, each with an index of its own
 * @param names folded words of people's names
 */
export function extractSharedSubjects(
  texts: readonly KeyPhraseInput[],
  names: ReadonlySet<string>,
): { readonly text: string; readonly segments: ReadonlySet<number> }[] {
  const bySegment = new Map(texts.map((one) => [one.segment, one.text]))
  const shared = [...collectCandidates(texts, names).values()].flatMap((candidate) => {
    const segments = new Set(candidate.places.map(({ segment }) => segment))
    const form = chooseUsualForm(candidate.forms)
    if (segments.size < LEAST.phrase) return []
    const uses = countUses(candidate.places, (segment) => bySegment.get(segment) ?? '')
    return isNoun(form, candidate.places.length, uses) ? [{ text: form, words: candidate.words, segments }] : []
  })
  return shared
    .toSorted((a, b) => b.segments.size - a.segments.size || b.words - a.words || (a.text < b.text ? -1 : 1))
    .map(({ text, segments }) => ({ text, segments }))
}

function collectCandidates(
  texts: readonly KeyPhraseInput[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, PhraseCandidate> {
  const cut = tokenizer()
  const known = new Map<string, boolean>()
  const means = ({ word, stem }: Token) => {
    let says = known.get(word)
    if (says === undefined) {
      says =
        /^\p{L}[\p{L}\p{M}+#'’-]+$/u.test(word) &&
        !isSmallWord(word) &&
        !isTalk(stem) &&
        !DULL.has(word) &&
        !names.has(word)
      known.set(word, says)
    }
    return says
  }
  const candidates = new Map<string, PhraseCandidate>()
  for (const { segment, text } of texts) {
    for (const run of splitContentRuns(text, cut(text), means)) count(run, text, segment, candidates)
  }
  return candidates
}

/** Runs of consecutive content words. */
function* splitContentRuns(
  text: string,
  tokens: readonly Token[],
  means: (token: Token) => boolean,
): Generator<Token[]> {
  let run: Token[] = []
  for (const token of tokens) {
    const last = run.at(-1)
    const isNext = last !== undefined && token.from - last.to === 1 && /[ -]/.test(text.charAt(last.to))
    if (!means(token)) {
      if (run.length > 0) yield run
      run = []
    } else if (isNext && last.stem !== token.stem) run.push(token)
    else {
      if (run.length > 0) yield run
      run = [token]
    }
  }
  if (run.length > 0) yield run
}

function count(run: readonly Token[], text: string, segment: number, candidates: Map<string, PhraseCandidate>): void {
  for (let at = 0; at < run.length; at++) {
    let key = ''
    for (let words = 1; words <= WORDS_MAX && at + words <= run.length; words++) {
      const [first, last] = [run[at], run[at + words - 1]]
      if (first === undefined || last === undefined) break
      key = words === 1 ? last.stem : `${key} ${last.stem}`
      let one = candidates.get(key)
      if (one === undefined) {
        if (candidates.size >= CANDIDATES_MAX) continue
        one = { words, count: 0, wider: undefined, places: [], forms: new Map() }
        candidates.set(key, one)
      }
      one.count++
      if (one.places.length < PLACES_KEPT) one.places.push({ segment, from: first.from, to: last.to })
      const form = text.slice(first.from, last.to)
      one.forms.set(form, (one.forms.get(form) ?? 0) + 1)
    }
  }
}

function rankPhrases(
  candidates: ReadonlyMap<string, PhraseCandidate>,
  textOf: (segment: number) => string,
): KeyPhrase[] {
  const often = [...candidates].filter(([, { words, count: n }]) => n >= (words === 1 ? LEAST.word : LEAST.phrase))
  for (const [key, { words }] of often) {
    if (words < 2) continue
    const parts = key.split(' ')
    for (let from = 0; from < words; from++) {
      for (let to = from + 1; to <= words; to++) {
        if (to - from === words) continue
        const part = candidates.get(parts.slice(from, to).join(' '))
        if (part === undefined) continue
        part.wider ??= new Set()
        part.wider.add(key)
      }
    }
  }
  const weighed = often
    .map(([key, one]) => ({ key, one, weight: computeWeight(one, candidates) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
  const phrases = weighed.filter(({ one }) => one.words > 1)
  const chosen = removeContained(phrases.length >= FEW ? phrases : removeVerbs(weighed, textOf))
  const most = chosen[0]?.weight ?? 1
  return chosen.map(({ one, weight }) => ({
    text: chooseUsualForm(one.forms),
    score: Math.round((weight / most) * 1_000) / 1_000,
    count: one.count,
    places: one.places,
  }))
}

/** Removes single words that aren't nouns: “read”, “new”. Keeps all of a text in another language than English. */
function removeVerbs<One extends { readonly one: PhraseCandidate }>(
  weighed: readonly One[],
  textOf: (segment: number) => string,
): readonly One[] {
  const used = weighed.map((phrase) => ({ phrase, uses: countUses(phrase.one.places, textOf) }))
  const isEnglish = used.some(({ uses }) => uses.noun > 0)
  const isKept = ({ one }: One, uses: (typeof used)[number]['uses']) =>
    one.words > 1 || isNoun(chooseUsualForm(one.forms), one.places.length, uses)
  return used.filter(({ phrase, uses }) => !isEnglish || isKept(phrase, uses)).map(({ phrase }) => phrase)
}

function computeWeight(
  { words, count: n, wider }: PhraseCandidate,
  candidates: ReadonlyMap<string, PhraseCandidate>,
): number {
  const length = Math.log2(words + 1)
  if (wider === undefined) return length * n
  let within = 0
  for (const key of wider) within += candidates.get(key)?.count ?? 0
  return length * (n - within / wider.size)
}

/** Removes phrases that are contained in one with a higher weight. */
function removeContained<One extends { key: string }>(weighed: readonly One[]): One[] {
  const chosen: One[] = []
  for (const one of weighed) {
    if (chosen.length === PHRASES_TOLD) break
    if (!chosen.some(({ key }) => ` ${key} `.includes(` ${one.key} `) || ` ${one.key} `.includes(` ${key} `)))
      chosen.push(one)
  }
  return chosen
}

function chooseUsualForm(forms: ReadonlyMap<string, number>): string {
  const [best] = [...forms].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return best?.[0] ?? ''
}
