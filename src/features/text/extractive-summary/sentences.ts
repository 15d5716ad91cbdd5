/**
 * Splits a transcript into sentences by punctuation. Subtitles break sentences over several cues, so a sentence can
 * continue in the next cue of the same speaker. Each span of a sentence is verbatim from its segment.
 */
import { termsOf, wordsOf } from '../../../core/terms.ts'
import type { CutTranscript, Line } from '../passages/index.ts'
import { cleaned } from './cleaned.ts'
import { isTalk } from './conversational-stopwords.ts'
import type { Span } from './model.ts'

export interface Sentence {
  readonly position: number
  /** Lines in which the sentence starts and ends. */
  readonly firstLine: number
  readonly lastLine: number
  readonly speaker: string
  readonly spans: readonly Span[]
  /** Text without hesitations. */
  readonly text: string
  /** Terms without conversational stopwords. */
  readonly terms: readonly string[]
  /** Number of words, including stopwords. */
  readonly length: number
}

/** End of a sentence, except after a title (Mr., Dr.) or a single letter. */
const SENTENCE_END =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|\p{Lu}))[.!?…]+["'”’»)\]]{0,3}\s+|[?!…。！？｡]["'”’»)\]」』）]{0,3}\s*(?=[^\s"'”’»)\]」』）.?!…])|[。｡]/gu
const ENDS = /[.!?…。！？｡]["'”’»)\]」』）]{0,3}$/
/** Maximum length of a sentence that is continued over cues, in characters. */
const RUN_MAX = 240
/** Maximum seconds between two cues of one sentence. */
const GAP_MAX = 1.5

export function sentencesOf({ lines }: Pick<CutTranscript, 'lines'>): Sentence[] {
  const sentences: Sentence[] = []
  let open: { first: number; last: number; spans: Span[] } | undefined
  const close = () => {
    if (open === undefined) return
    const said = open.spans.map(({ quote }) => quote).join(' ')
    const text = cleaned(said)
    sentences.push({
      position: sentences.length,
      firstLine: open.first,
      lastLine: open.last,
      speaker: open.spans[0]?.speaker ?? '',
      spans: open.spans,
      text,
      terms: termsOf(text).filter((term) => !isTalk(term)),
      length: wordsOf(text).length,
    })
    open = undefined
  }
  lines.forEach((line, at) => {
    for (const piece of piecesOf(line.text)) {
      const span = { segment: line.segment, speaker: line.speaker, start: line.start, end: line.end, quote: piece }
      if (open === undefined || !goesOn(open.spans, span)) {
        close()
        open = { first: at, last: at, spans: [span] }
      } else {
        open.spans.push(span)
        open.last = at
      }
    }
  })
  close()
  return sentences
}

function piecesOf(text: Line['text']): string[] {
  const pieces: string[] = []
  let from = 0
  for (const match of text.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length
    pieces.push(text.slice(from, to).trim())
    from = to
  }
  pieces.push(text.slice(from).trim())
  return pieces.filter((piece) => piece !== '')
}

/** Whether the sentence continues in the next cue. Requires times without a gap. */
function goesOn(spans: readonly Span[], next: Span): boolean {
  const last = spans.at(-1)
  if (last === undefined || last.segment === next.segment || last.speaker !== next.speaker) return false
  if (ENDS.test(last.quote) || last.end === null || next.start === null) return false
  const length = spans.reduce((sum, { quote }) => sum + quote.length, next.quote.length)
  return next.start - last.end <= GAP_MAX && length <= RUN_MAX
}
