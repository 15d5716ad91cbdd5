/** Sentences that can be action items or decisions, from labelled dialogs and from calls with noted points. */

import { extractTerms } from '../src/core/terms.ts'
import { findActionSignals } from '../src/features/text/extractive-summary/action-signals.ts'
import { findDecisionSignals } from '../src/features/text/extractive-summary/decision-signals.ts'
import { readDialog } from '../src/features/text/extractive-summary/dialog.ts'
import {
  createPeopleLookup,
  splitTranscriptSentences,
  type TranscriptSentence,
} from '../src/features/text/extractive-summary/index.ts'
import type { Signals } from '../src/features/text/extractive-summary/logistic.ts'
import { cutTranscript } from '../src/features/text/passages/index.ts'
import type { LabelledDialog } from './labelled-items.ts'

export type ItemKind = 'action_item' | 'decision'

export interface Candidate {
  /** Series of calls, or domain of labelled dialogs. */
  readonly series: string
  readonly call: string
  readonly sentence: TranscriptSentence
  readonly signals: Signals
  /** Whether it is one. Undefined if it may be, or if only points are known. */
  readonly label: boolean | undefined
  readonly start: number | null
}

export interface NotedPoint {
  readonly meeting_id: string
  readonly kind: string
  readonly text: string
  readonly owner?: string
  readonly time: number
}

export interface NotedCall {
  readonly id: string
  readonly series: string
  readonly segments: readonly {
    readonly speaker: string
    readonly text: string
    readonly start?: number
    readonly end?: number
  }[]
}

function candidatesIn(sentences: readonly TranscriptSentence[], kind: ItemKind) {
  const dialog = readDialog(sentences)
  const people = createPeopleLookup(
    [...new Set(sentences.map(({ speaker }) => speaker))].map((name) => ({ name, email: null })),
  )
  return sentences.flatMap((sentence, at) => {
    const signals = kind === 'action_item' ? findActionSignals(dialog, at, people) : findDecisionSignals(dialog, at)
    return signals === undefined ? [] : [{ sentence, signals }]
  })
}

const toSegments = (lines: NotedCall['segments']) =>
  lines.map(({ speaker, text, start, end }) => ({
    speaker: { name: speaker },
    start: start ?? null,
    end: end ?? null,
    words: [{ text, startTimestamp: start ?? null, endTimestamp: end ?? null }],
  }))

export function candidatesOfDialog({ domain, lines }: LabelledDialog, kind: ItemKind, call: string): Candidate[] {
  const wanted = kind === 'action_item' ? 'a' : 'd'
  const sentences = splitTranscriptSentences(cutTranscript(toSegments(lines)))
  const longest = new Map<number, TranscriptSentence>()
  for (const sentence of sentences) {
    const segment = sentence.spans[0]?.segment ?? 0
    if (sentence.length >= (longest.get(segment)?.length ?? 0)) longest.set(segment, sentence)
  }
  return candidatesIn(sentences, kind).flatMap(({ sentence, signals }) => {
    const segment = sentence.spans[0]?.segment ?? 0
    const line = lines[segment]
    // A line is labelled as a whole: what it does is in its longest sentence.
    if (line === undefined || longest.get(segment) !== sentence) return []
    const label = line.label === '?' ? undefined : line.label === wanted
    return [{ series: domain, call, sentence, signals, label, start: null }]
  })
}

export function candidatesOfCall({ id, series, segments }: NotedCall, kind: ItemKind): Candidate[] {
  return candidatesIn(splitTranscriptSentences(cutTranscript(toSegments(segments))), kind).map(
    ({ sentence, signals }) => ({
      series,
      call: id,
      sentence,
      signals,
      label: undefined,
      start: sentence.spans[0]?.start ?? null,
    }),
  )
}

/** Number of terms that a sentence shares with a noted point. */
export function countSharedTerms({ sentence }: Candidate, { text, owner }: NotedPoint): number {
  const own = new Set([...sentence.terms, ...extractTerms(sentence.speaker)])
  return new Set(extractTerms(`${text} ${owner ?? ''}`).filter((term) => own.has(term))).size
}
