/**
 * Detects the phrases of trackers in a transcript. The words of a phrase must be whole and consecutive, within one
 * sentence; punctuation between them is ignored. A stemmed tracker matches other word forms ("pricing" matches
 * "price"). Amounts match in digits and in words ("24 vehicles", "twenty-four vehicles"). Of overlapping phrases of one
 * tracker, the longest counts. A phrase that is a glossary term matches all spellings of the term.
 */

import { formatAmountForms } from '../../../core/numbers.ts'
import { SENTENCE_END } from '../../../core/sentence-marks.ts'
import { codePoints } from '../../../core/wire.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { type Token, tokenizer } from '../../text/extractive-summary/index.ts'
import {
  type GlossaryEntry,
  isAbbreviation,
  listSpellings,
  toSpellingKey,
} from '../../text/glossary-spellings/index.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import { quoteAround } from './quote-around.ts'
import type { Speakers } from './schema.ts'

/** Properties of a tracker that determine its hits. */
export interface WatchedTracker {
  readonly id: string
  readonly version: number
  readonly phrases: readonly string[]
  readonly stemmed: boolean
  readonly caseSensitive: boolean
  readonly speakers: Speakers
}

export interface TrackerHit {
  /** Position in the transcript, from 0. */
  readonly segment: number
  /** Offsets of the words in the segment, in UTF-16 units; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly phrase: string
  /** Name of the speaker; empty if unknown. */
  readonly speaker: string
  /** Seconds from the start of the recording; null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
  /** The words with their context, verbatim. */
  readonly quote: string
}

export interface TrackerMatches {
  readonly trackerId: string
  readonly trackerVersion: number
  readonly count: number
  /** The first hits, at most `HITS_KEPT`. */
  readonly hits: readonly TrackerHit[]
}

/** Maximum number of stored hits per tracker and conversation. */
export const HITS_KEPT = 100

interface Phrase {
  readonly tracker: WatchedTracker
  readonly said: string
  readonly tokens: readonly Token[]
  /** For each word, whether the phrase itself has the end of a sentence before it. */
  readonly parted: readonly boolean[]
  /** Whether case must match although the tracker ignores it: in abbreviations of the glossary. */
  readonly isCaseSensitive: boolean
}

export function findPhrases(
  segments: readonly TranscriptSegment[],
  trackers: readonly WatchedTracker[],
  glossary: readonly GlossaryEntry[] = [],
): TrackerMatches[] {
  if (trackers.length === 0) return []
  const cut = tokenizer()
  const trees = buildPhraseTrees(trackers, cut, createFormLists(glossary))
  const found = new Map<string, { count: number; hits: TrackerHit[] }>()
  segments.forEach((segment, index) => {
    const text = segmentText(segment)
    const tokens = cut(text)
    let ends: readonly number[] | undefined
    /** Position of the token after the last hit, by tracker. */
    const behind = new Map<string, number>()
    for (let at = 0; at < tokens.length; at++) {
      for (const phrase of phrasesAt(trees, tokens, at)) {
        const { id, speakers } = phrase.tracker
        // Skips phrases that overlap a longer hit of the same tracker.
        if (at < (behind.get(id) ?? 0) || !counts(speakers, segment)) continue
        ends ??= endsBefore(text, tokens)
        if (!matchesAt(phrase, tokens, at, ends)) continue
        behind.set(id, at + phrase.tokens.length)
        const of = found.get(id) ?? { count: 0, hits: [] }
        found.set(id, of)
        of.count++
        if (of.hits.length < HITS_KEPT) of.hits.push(toTrackerHit(segment, index, text, phrase, tokens, at))
      }
    }
  })
  return trackers.flatMap(({ id, version }) => {
    const of = found.get(id)
    return of === undefined ? [] : [{ trackerId: id, trackerVersion: version, ...of }]
  })
}

export function findPhrasesIn(
  segments: SegmentsInput,
  trackers: readonly WatchedTracker[],
  glossary: readonly GlossaryEntry[],
): TrackerMatches[] {
  return trackers.length === 0 ? [] : findPhrases(loadSegments(segments), trackers, glossary)
}

export const phrasesTask = defineWorkerTask(
  import.meta.url,
  findPhrasesIn,
  (segments, trackers) => trackers.length === 0 || isShortInput(segments),
)

/**
 * Prefix tree of phrases by word, so that the text is read once for all phrases. Stemmed and exact phrases have
 * separate trees; each tracker uses one of them.
 */
interface PhraseTree {
  readonly next: Map<string, PhraseTree>
  /** Phrases that end at this node. */
  readonly phrases: Phrase[]
}

const WAYS = ['stem', 'word'] as const
type PhraseTrees = Readonly<Record<(typeof WAYS)[number], PhraseTree>>

function buildPhraseTrees(
  trackers: readonly WatchedTracker[],
  cut: (text: string) => Token[],
  listForms: FormLists,
): PhraseTrees {
  const newTree = (): PhraseTree => ({ next: new Map(), phrases: [] })
  const trees: PhraseTrees = { stem: newTree(), word: newTree() }
  for (const tracker of trackers) {
    const way = tracker.stemmed ? 'stem' : 'word'
    for (const { said, form, isAbbreviation } of tracker.phrases.flatMap((said) => listForms(tracker, said))) {
      const tokens = cut(form)
      const parted = tokens.map(({ from }, at) => at > 0 && SENTENCE_END.test(form.slice(tokens[at - 1]?.to, from)))
      let tree = trees[way]
      for (const token of tokens) {
        const next = tree.next.get(token[way]) ?? newTree()
        tree.next.set(token[way], next)
        tree = next
      }
      const isCaseSensitive = tracker.caseSensitive || isAbbreviation
      tree.phrases.push({ tracker, said, tokens, parted, isCaseSensitive })
    }
  }
  return trees
}

interface PhraseForm {
  readonly said: string
  readonly form: string
  /** Whether the form is an abbreviation of the glossary. */
  readonly isAbbreviation: boolean
}
type FormLists = (tracker: WatchedTracker, said: string) => PhraseForm[]

/**
 * Forms of phrases. An amount can be said in digits or in words, unless case matters. A glossary term can be said in all
 * of its spellings.
 */
function createFormLists(glossary: readonly GlossaryEntry[]): FormLists {
  const byKey = new Map(
    glossary.flatMap((entry) => listSpellings(entry).map(({ text }) => [toSpellingKey(text), entry] as const)),
  )
  return ({ caseSensitive }, said) => {
    const own = (caseSensitive ? [said] : formatAmountForms(said)).map((form) => ({
      said,
      form,
      isAbbreviation: false,
    }))
    const key = toSpellingKey(said)
    const entry = byKey.get(key)
    const others = entry === undefined ? [] : listSpellings(entry).filter(({ text }) => toSpellingKey(text) !== key)
    return [...own, ...others.map(({ text }) => ({ said, form: text, isAbbreviation: isAbbreviation(text) }))]
  }
}

/** Phrases that match the tokens at a position, longest first. */
function phrasesAt(trees: PhraseTrees, tokens: readonly Token[], at: number): Phrase[] {
  const there: Phrase[][] = []
  for (const way of WAYS) {
    let tree: PhraseTree | undefined = trees[way]
    for (let i = at; i < tokens.length; i++) {
      tree = tree.next.get(tokens[i]?.[way] ?? '')
      if (tree === undefined) break
      if (tree.phrases.length > 0) there.push(tree.phrases)
    }
  }
  return there.reverse().flat()
}

const counts = (speakers: Speakers, { speaker }: TranscriptSegment) =>
  speakers === 'all' || speaker.internal === (speakers === 'internal')

/** For each token, the number of sentence ends before it. */
function endsBefore(text: string, tokens: readonly Token[]): number[] {
  let ends = 0
  return tokens.map(({ from }, at) => {
    if (at > 0 && SENTENCE_END.test(text.slice(tokens[at - 1]?.to, from))) ends++
    return ends
  })
}

function matchesAt(
  { tokens, parted, isCaseSensitive }: Phrase,
  said: readonly Token[],
  at: number,
  ends: readonly number[],
): boolean {
  const isWhole =
    ends[at] === ends[at + tokens.length - 1] ||
    tokens.every((_, i) => i === 0 || parted[i] === true || ends[at + i] === ends[at + i - 1])
  if (!isWhole || !isCaseSensitive) return isWhole
  return tokens.every((wanted, i) => hasSameCase(said[at + i]?.raw ?? '', wanted.raw))
}

/** Whether two forms of a word have the same case, as far as their letters are equal. */
function hasSameCase(one: string, other: string): boolean {
  const [a, b] = [one.normalize('NFC'), other.normalize('NFC')]
  for (let at = 0; at < a.length && at < b.length; at++) {
    const [x, y] = [a.charAt(at), b.charAt(at)]
    if (x.toLowerCase() !== y.toLowerCase()) return true
    if (x !== y) return false
  }
  return true
}

function toTrackerHit(
  segment: TranscriptSegment,
  index: number,
  text: string,
  { said, tokens }: Phrase,
  all: readonly Token[],
  at: number,
): TrackerHit {
  const [from, to] = [all[at]?.from ?? 0, all[at + tokens.length - 1]?.to ?? 0]
  return {
    segment: index,
    from: codePoints(text.slice(0, from)),
    to: codePoints(text.slice(0, to)),
    phrase: said,
    speaker: segment.speaker.name,
    ...findMatchTimes(segment, from, to),
    quote: quoteAround(text, from, to),
  }
}

/** Times of the matching words if they have times, otherwise of the segment. */
function findMatchTimes({ words, start, end }: TranscriptSegment, from: number, to: number) {
  let place = 0
  let [first, last]: [number | null, number | null] = [null, null]
  for (const word of words) {
    const behind = place + word.text.length
    if (behind > from && place < to) {
      first ??= word.startTimestamp
      last = word.endTimestamp
    }
    if (place >= to) break
    place = behind + 1
  }
  return { start: first ?? start, end: last ?? end }
}
