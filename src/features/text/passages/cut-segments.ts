/**
 * Lines and blocks of shared segments. The thread keeps the last ones, because one question reads a transcript in
 * several tasks, and people ask several questions about the same calls.
 */
import { areShared, loadSegments, type SegmentsInput } from '../transcripts/index.ts'
import { type CutTranscript, cutTranscript } from './cut-transcript.ts'

/**
 * Maximum size of the JSON of the kept transcripts in bytes: about twenty hours of speech. Lines, sentences and
 * terms take twenty times as much memory.
 */
const KEPT_BYTES_MAX = 2 * 1024 * 1024

interface CutEntry {
  readonly cut: CutTranscript
  readonly bytes: number
}

/** Split transcripts by digest of the content, least recently used first. */
const kept = new Map<string, CutEntry>()
let keptBytes = 0

export function cutSegments(input: SegmentsInput): CutTranscript {
  if (!areShared(input)) return cutTranscript(loadSegments(input))
  const { digest, json } = input
  const known = kept.get(digest)
  if (known !== undefined) {
    kept.delete(digest)
    kept.set(digest, known)
    return known.cut
  }
  const cut = cutTranscript(loadSegments(input))
  kept.set(digest, { cut, bytes: json.length })
  keptBytes += json.length
  for (const [oldest, { bytes }] of kept) {
    if (keptBytes <= KEPT_BYTES_MAX) break
    kept.delete(oldest)
    keptBytes -= bytes
  }
  return cut
}
