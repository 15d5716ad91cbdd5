/** Ranks the topics that a contact speaks about, over several conversations. */
import { fold } from '../../../core/fold.ts'
import type { CallRecord } from '../../assistant/answers/index.ts'

/** Topics of a conversation as they are stored, with the names that the contact has there. */
export interface TopicsOfCall {
  readonly call: Pick<CallRecord, 'id' | 'title' | 'startedAt'>
  readonly speakerNames: readonly string[]
  /** JSON. */
  readonly keyPhrases: string
}

interface StoredPhrase {
  readonly text: string
  readonly score: number
  readonly occurrences: readonly { readonly segment: number; readonly speaker: string; readonly start: number | null }[]
}

export interface RankedTopic {
  readonly text: string
  /** Number of places where the contact says it. */
  readonly count: number
  readonly conversations_count: number
  /** Newest place. */
  readonly call: TopicsOfCall['call']
  readonly start: number | null
  readonly segment: number
}

/** Minimum length of a topic of one word, in UTF-16 units. */
const WORD_MIN = 4

/** Topics that the contact mentions at least twice, or in several words. @param calls newest first */
export function rankTopics(calls: readonly TopicsOfCall[], limit: number): RankedTopic[] {
  const byText = new Map<string, RankedTopic & { readonly score: number }>()
  for (const { call, speakerNames, keyPhrases } of calls) {
    const own = new Set(speakerNames.map(fold))
    for (const { text, score, occurrences } of JSON.parse(keyPhrases) as StoredPhrase[]) {
      const said = occurrences.filter(({ speaker }) => own.has(fold(speaker)))
      const [first] = said
      if (first === undefined) continue
      const known = byText.get(fold(text))
      byText.set(fold(text), {
        ...(known ?? { text, call, start: first.start, segment: first.segment }),
        count: (known?.count ?? 0) + said.length,
        conversations_count: (known?.conversations_count ?? 0) + 1,
        score: (known?.score ?? 0) + score * Math.sqrt(said.length),
      })
    }
  }
  return [...byText.values()]
    .filter(({ text, count }) => text.includes(' ') || (count > 1 && text.length >= WORD_MIN))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ score: _, ...topic }) => topic)
}
