/**
 * Formats a quote with speaker, reporting verb and verbatim words. Text between quotation marks is verbatim. “…”
 * replaces omitted fillers.
 */
import type { Sentence } from './sentences.ts'

export interface Said {
  readonly verb: string
  /** Verbatim pieces, in order. */
  readonly pieces: readonly string[]
}

const THOUGHT =
  /^(?:i )?(?:just |also )?(?:i )?(?:think|thought|guess|feel|believe|suppose|reckon) (?:that |like )?(?=\S)/i
const SUGGESTED =
  /\b(?:we|you) (?:should|could|might|can|need|have to)\b|\blet's\b|\bhow about\b|\bwhat about\b|\bmaybe we\b/i

/** Fillers with the whitespace and commas around them, and repeated words. */
const FILLER =
  /[\s,]*(?<![\p{L}\p{N}'’-])(?:um+|uh+|hmm+|mm+|erm|you know|i mean|sort of|kind of|like i said)(?![\p{L}\p{N}'’-])[\s,]*/giu
const TWICE = /(?<![\p{L}\p{N}'’-])(\p{L}+)(?:,?\s+\1)+(?![\p{L}\p{N}'’-])/giu
/** Words whose repetition can be intended. */
const MEANT_TWICE = new Set(['very', 'really', 'no', 'yes', 'much', 'many', 'had', 'that', 'so', 'far', 'long', 'more'])

export function saidOf({ text, asks }: Pick<Sentence, 'text' | 'asks'>): Said {
  if (asks) return { verb: 'asked', pieces: piecesOf(text) }
  const opinion = THOUGHT.exec(text)
  if (opinion !== null) return { verb: 'thought that', pieces: piecesOf(text.slice(opinion[0].length)) }
  return { verb: SUGGESTED.test(text) ? 'suggested that' : 'said that', pieces: piecesOf(text) }
}

function piecesOf(text: string): string[] {
  const holes = [
    ...[...text.matchAll(FILLER)].map(({ index, 0: hole }) => [index, index + hole.length] as const),
    // Of a repeated word, the last occurrence stays.
    ...[...text.matchAll(TWICE)].flatMap(({ index, 0: run, 1: word = '' }) =>
      MEANT_TWICE.has(word.toLowerCase()) ? [] : [[index, index + run.length - word.length] as const],
    ),
  ].sort(([a], [b]) => a - b)
  const pieces: string[] = []
  let from = 0
  for (const [start, end] of holes) {
    if (start < from) continue
    pieces.push(text.slice(from, start).trim())
    from = end
  }
  pieces.push(text.slice(from).trim())
  const kept = pieces.filter((piece) => piece !== '')
  return kept.length > 0 ? kept : [text]
}

/** Joins the pieces with “…” and removes the final full stop, which the caller adds. */
export const shown = ({ pieces }: Said): string => pieces.join(' … ').replace(/(?<![.…])\.$/, '')
