/** The index of search over a few meetings, in memory, by the product's own arithmetic. */
import type { SpokenHit } from '../src/core/search.ts'
import { extractTerms } from '../src/core/terms.ts'
import { CANDIDATES } from '../src/features/search/conversation-search/prepare-query.ts'
import { passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { POSTING_BYTES, postingBytes, spokenText, wordRows } from '../src/outbound/search-index/postings.ts'
import { computeWeights, scoreDocument, scoresIn, type TermHolding } from '../src/outbound/search-index/words.ts'
import type { Meeting } from './eval-data.ts'
import type { Embed } from './kept-vectors.ts'
import { cutOf } from './reading-examples.ts'

export interface IndexedSet {
  /** What the search index would find: the best of both ways, united. */
  find(terms: readonly string[], vector: Float32Array): SpokenHit[]
}

interface Indexed {
  readonly id: string
  readonly passages: ReturnType<typeof passagesOfTranscript>
  readonly words: ReadonlyMap<string, Buffer>
  readonly vectors: readonly Float32Array[]
}

export async function indexMeetings(meetings: readonly Meeting[], embed: Embed): Promise<IndexedSet> {
  const texts: Indexed[] = []
  for (const meeting of meetings) texts.push(await indexed(meeting, embed))
  const holding = new Map<string, TermHolding>()
  for (const { words } of texts) {
    for (const [word, postings] of words) {
      const { passages = 0, texts = 0 } = holding.get(word) ?? {}
      holding.set(word, { passages: passages + postings.length / POSTING_BYTES, texts: texts + 1 })
    }
  }
  const passages = texts.reduce((sum, one) => sum + one.passages.length, 0)
  return {
    find(terms, vector) {
      const times = new Map<string, number>()
      for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
      const worth = computeWeights(times, holding, { passages, texts: texts.length })
      const all = texts.flatMap((text): SpokenHit[] => {
        const scores = scoresIn(text.words, worth.inPassage)
        const whole = scoreDocument(text.words, text.passages.length, worth)
        return text.passages.map(({ position, lines }) => ({
          ...{ id: `${text.id}/${position}`, conversationId: text.id, position, lines },
          ...{ held: [], lexical: scores[position] ?? 0, whole, semantic: cosine(vector, text.vectors[position]) },
        }))
      })
      const best = (of: (hit: SpokenHit) => number) => all.toSorted((a, b) => of(b) - of(a)).slice(0, CANDIDATES)
      return [
        ...new Set([
          ...best(({ lexical }) => lexical).filter(({ lexical }) => lexical > 0),
          ...best(({ semantic }) => semantic ?? -1),
        ]),
      ]
    },
  }
}

async function indexed(meeting: Meeting, embed: Embed): Promise<Indexed> {
  const passages = passagesOfTranscript(cutOf(meeting))
  const rows = wordRows(
    passages.map(({ position, lines }) => ({
      ...{ position, terms: lines.flatMap(({ text }) => extractTerms(text)), speakers: [] },
    })),
  )
  return {
    id: meeting.id,
    passages,
    words: new Map(rows.map((row) => [row.word, postingBytes([row])])),
    vectors: await embed(passages.map(({ lines }) => spokenText(lines))),
  }
}

const cosine = (one: Float32Array, other: Float32Array | undefined): number =>
  other === undefined ? -1 : one.reduce((sum, part, at) => sum + part * (other[at] ?? 0), 0)
