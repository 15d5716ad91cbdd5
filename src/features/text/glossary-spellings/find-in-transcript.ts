/** Finds glossary terms in transcripts, in worker threads. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { tokenizer } from '../key-phrases/index.ts'
import { isShortInput, loadSegments, type SegmentsInput, segmentText } from '../transcripts/index.ts'
import { toCorrection } from './correction.ts'
import { createSpellingMatcher, type SpellingMatcher } from './matcher.ts'
import type { GlossaryEntry } from './model.ts'

/** All terms of a glossary. They stay JSON, because only the thread that searches parses them. */
export interface GlossaryInput {
  /** Names the content: organization and version of its glossary. */
  readonly key: string
  /** JSON of a list of `GlossaryEntry`. */
  readonly json: string
}

/** Number of glossaries that a thread keeps prepared. */
const PREPARED_MAX = 4
const prepared = new Map<string, SpellingMatcher>()

function prepareGlossary({ key, json }: GlossaryInput): SpellingMatcher {
  const known = prepared.get(key)
  prepared.delete(key)
  const matcher = known ?? createSpellingMatcher(JSON.parse(json) as GlossaryEntry[])
  prepared.set(key, matcher)
  for (const oldest of prepared.keys()) {
    if (prepared.size <= PREPARED_MAX) break
    prepared.delete(oldest)
  }
  return matcher
}

/** Terms with a spelling in the transcript, in order of their IDs. */
export function findSpokenTerms(segments: SegmentsInput, glossary: GlossaryInput): GlossaryEntry[] {
  const find = prepareGlossary(glossary)
  const cut = tokenizer()
  const spoken = new Map<string, GlossaryEntry>()
  for (const segment of loadSegments(segments)) {
    const text = segmentText(segment)
    for (const { entry } of find(text, cut(text))) spoken.set(entry.id, entry)
  }
  return [...spoken.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** A misheard form in a transcript, and its replacement. */
export interface MisheardForm {
  /** Position in the transcript, from 0. */
  readonly segment: number
  /** Offsets in the text of the segment, in UTF-16 units; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly replacement: string
  readonly termId: string
}

export function findMisheardForms(segments: SegmentsInput, glossary: GlossaryInput): MisheardForm[] {
  const find = prepareGlossary(glossary)
  const cut = tokenizer()
  return loadSegments(segments).flatMap((segment, index) => {
    const text = segmentText(segment)
    return find(text, cut(text)).flatMap((match): MisheardForm[] => {
      if (match.spelling.role !== 'misheard') return []
      const { from, to, entry } = match
      return [{ segment: index, from, to, replacement: toCorrection(text.slice(from, to), match), termId: entry.id }]
    })
  })
}

export const spokenTermsTask = defineWorkerTask(import.meta.url, findSpokenTerms, isShortInput)
export const misheardFormsTask = defineWorkerTask(import.meta.url, findMisheardForms, isShortInput)
