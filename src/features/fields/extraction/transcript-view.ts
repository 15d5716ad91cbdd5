/**
 * Conversation in the form that field extraction uses: speaker turns with their sentences and words, and the offsets of
 * all parts in the segments. Created once for all fields.
 */
import { fold } from '../../../core/fold.ts'
import { stemWord } from '../../../core/stems.ts'
import { detectStyle, findSentenceEnds } from '../../text/sentences/index.ts'
import { isSameSpeaker, type Speaker, segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { type FieldEvidence, QUOTE_MAX, type TalkGiven } from './model.ts'
import { createSentenceScopes, type SegmentRange, type SentenceScopes } from './sentence-scopes.ts'

export interface ViewToken {
  /** Offsets in the text of the turn. */
  readonly from: number
  readonly to: number
  /** Folded word. */
  readonly word: string
  readonly stem: string
  /** Whether the word starts with a capital letter. */
  readonly capital: boolean
}

export interface TurnSentence {
  readonly turn: number
  /** Index of the sentence in its turn. */
  readonly at: number
  readonly from: number
  readonly to: number
  /** Indexes of the first token and of the one after the last. */
  readonly first: number
  readonly last: number
  readonly asks: boolean
  readonly supposes: boolean
  readonly denies: boolean
  readonly stems: ReadonlySet<string>
}

export interface ViewTurn {
  readonly at: number
  readonly speaker: Speaker
  readonly text: string
  readonly tokens: readonly ViewToken[]
  readonly sentences: readonly TurnSentence[]
  /** Offsets of the segment texts in the text of the turn. */
  readonly pieces: readonly { readonly segment: number; readonly from: number; readonly to: number }[]
}

export interface TranscriptView {
  readonly turns: readonly ViewTurn[]
  readonly segments: readonly TranscriptSegment[]
  readonly saidOn: Date | null
  readonly scopes: SentenceScopes
  /** Number of turns that contain each stem. */
  readonly vocabulary: ReadonlyMap<string, number>
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu
const ASKING =
  /^(?:(?:and|so|but|ok|okay|alright|great|right|sure|well|hi|hello|also|perfect|thanks|thank you|now|then|no problem)[\s,.!-]+)*(?:who|whom|whose|what|which|when|where|why|how|can|could|may|might|will|would|shall|should|do|does|did|is|are|was|were|have|has|had|am|any|please (?:provide|tell|give|state|enter|confirm)|tell me|give me|provide|describe|(?:at|in|on|for|to|from|by) (?:what|which|how|whom))(?:['’]s)?\b/i
const REQUESTING =
  /\b(?:(?:may|can|could|might) (?:i|we|you)\b.{0,40}\b(?:have|get|give|tell|provide|describe|confirm)|i(?:['’]ll| will)? need your|let me know|what(?:['’]s| is| was| are)|please (?:provide|tell|give|state|confirm|describe))\b/i
const SUPPOSING =
  /\b(?:if|unless|suppose|assuming|maybe|perhaps|might|in case|for example|for instance|hypothetical\w*|would have|could have)\b/i
export const DENYING =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|can['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t|won['’]?t|wouldn['’]?t|haven['’]?t|hasn['’]?t|hadn['’]?t|shouldn['’]?t|couldn['’]?t|instead of|rather than)\b/i

export function toTranscriptView({ segments, saidOn }: TalkGiven): TranscriptView {
  const turns: ViewTurn[] = []
  const vocabulary = new Map<string, number>()
  const texts = segments.map((segment) => ({ text: segmentText(segment) }))
  const { cased } = detectStyle(texts.filter(({ text }) => text.trim() !== ''))
  let open: { speaker: Speaker; pieces: ViewTurn['pieces'][number][]; texts: string[]; length: number } | undefined
  const close = () => {
    if (open === undefined) return
    const turn = createTurn(turns.length, open.speaker, open.texts.join(' '), open.pieces, cased)
    for (const stem of new Set(turn.tokens.map((token) => token.stem))) {
      vocabulary.set(stem, (vocabulary.get(stem) ?? 0) + 1)
    }
    turns.push(turn)
    open = undefined
  }
  segments.forEach((segment, index) => {
    const text = texts[index]?.text ?? ''
    if (text.trim() === '') return
    if (open === undefined || !isSameSpeaker(open.speaker, segment.speaker) || segment.speaker.name === '') {
      close()
      open = { speaker: segment.speaker, pieces: [], texts: [], length: 0 }
    }
    const from = open.length === 0 ? 0 : open.length + 1
    open.pieces.push({ segment: index, from, to: from + text.length })
    open.texts.push(text)
    open.length = from + text.length
  })
  close()
  return { turns, segments, saidOn, vocabulary, scopes: createSentenceScopes(segments) }
}

function createTurn(at: number, speaker: Speaker, text: string, pieces: ViewTurn['pieces'], cased: boolean): ViewTurn {
  const tokens: ViewToken[] = []
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]).replaceAll('’', "'")
    tokens.push({
      from: match.index,
      to: match.index + match[0].length,
      word,
      stem: stemWord(word.replace(/'s$/, '').replaceAll("'", '')),
      capital: /^\p{Lu}/u.test(match[0]),
    })
  }
  return { at, speaker, text, tokens, sentences: splitTurnIntoSentences(at, text, tokens, cased), pieces }
}

/** Maximum number of words in a sentence. Longer sentences are split. */
const SENTENCE_WORDS = 60

function splitTurnIntoSentences(
  turn: number,
  text: string,
  tokens: readonly ViewToken[],
  cased: boolean,
): TurnSentence[] {
  const sentences: TurnSentence[] = []
  let first = 0
  const add = (from: number, to: number) => {
    let last = first
    while (last < tokens.length && (tokens[last] as ViewToken).from < to) last++
    for (let begin = from; first < last; ) {
      // Automatic transcripts can lack full stops.
      const next = Math.min(last, first + SENTENCE_WORDS)
      const end = next === last ? to : (tokens[next] as ViewToken).from
      sentences.push(
        createSentence({ turn, at: sentences.length, from: begin, to: end, first, last: next }, text, tokens),
      )
      ;[begin, first] = [end, next]
    }
  }
  let from = 0
  for (const to of findSentenceEnds(text, cased)) {
    add(from, to)
    from = to
  }
  return sentences
}

type SentenceBounds = Pick<TurnSentence, 'turn' | 'at' | 'from' | 'to' | 'first' | 'last'>

function createSentence(bounds: SentenceBounds, text: string, tokens: readonly ViewToken[]): TurnSentence {
  const said = text.slice(bounds.from, bounds.to).trim()
  const opening = said.slice(0, 200)
  return {
    ...bounds,
    asks: /\?["'”’»)\]]{0,3}$/.test(said) || ASKING.test(opening) || REQUESTING.test(opening),
    supposes: SUPPOSING.test(said),
    denies: DENYING.test(said),
    stems: new Set(tokens.slice(bounds.first, bounds.last).map(({ stem }) => stem)),
  }
}

/** Returns the sentence that contains the offset. */
export function sentenceAt({ sentences }: ViewTurn, offset: number): TurnSentence | undefined {
  let [low, high] = [0, sentences.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle] as TurnSentence).to <= offset) low = middle + 1
    else high = middle
  }
  return sentences[low]
}

/**
 * Converts a text range of a turn to verbatim quotes of its segments. Whole sentences are quoted as far as they fit, over
 * all segments that they continue in, with the neighbors that turn their meaning.
 */
export function toEvidence(talk: TranscriptView, turn: ViewTurn, from: number, to: number): FieldEvidence[] {
  const sentences = turn.sentences.filter((one) => one.from < to && one.to > from)
  const low = sentences[0]?.from ?? from
  const high = sentences.at(-1)?.to ?? to
  const [start, end] = high - low <= QUOTE_MAX ? [low, high] : around(turn, from, to)
  const own = turn.pieces.flatMap((piece): SegmentRange[] => {
    const [first, last] = [Math.max(start, piece.from), Math.min(end, piece.to)]
    return first < last ? [{ segment: piece.segment, from: first - piece.from, to: last - piece.from }] : []
  })
  const needed = turn.pieces
    .filter((piece) => piece.from < to && piece.to > from)
    .flatMap((piece) => talk.scopes.neededWith(piece.segment, Math.max(from, piece.from) - piece.from))
  return mergeRanges([...own, ...needed]).flatMap((range) => {
    const segment = talk.segments[range.segment]
    if (segment === undefined) return []
    const quote = segmentText(segment).slice(range.from, range.to).trim()
    if (quote === '') return []
    return [{ quote, speaker: segment.speaker.name, start: segment.start, end: segment.end, segment: range.segment }]
  })
}

/** Whether the speaker doesn't assert the range, so that no value can be taken from it. */
export const isDisclaimedIn = ({ scopes }: TranscriptView, { pieces }: ViewTurn, from: number, to: number): boolean =>
  pieces.some(
    (piece) =>
      piece.from < to &&
      piece.to > from &&
      scopes.isDisclaimed(piece.segment, Math.max(from, piece.from) - piece.from, Math.min(to, piece.to) - piece.from),
  )

/** One range for each segment, in the order of the transcript. */
function mergeRanges(ranges: readonly SegmentRange[]): SegmentRange[] {
  return [...Map.groupBy(ranges, ({ segment }) => segment)]
    .map(([segment, own]) => ({
      segment,
      from: Math.min(...own.map(({ from }) => from)),
      to: Math.max(...own.map(({ to }) => to)),
    }))
    .toSorted((a, b) => a.segment - b.segment)
}

/** Returns a range of whole words around a position in a long sentence. */
function around(turn: ViewTurn, from: number, to: number): [number, number] {
  const half = Math.max(0, (QUOTE_MAX - (to - from)) >> 1)
  const inside = turn.tokens.filter((token) => token.from >= from - half && token.to <= to + half)
  return [Math.min(from, inside[0]?.from ?? from), Math.max(to, inside.at(-1)?.to ?? to)]
}
