/** Questions to many meetings at once, as answers see them: the signs of the texts that the search chooses. */
import { chooseConversations } from '../src/features/assistant/answers/evidence.ts'
import { computeAnswerFeatures } from '../src/features/assistant/answers/extract/answerable.ts'
import { findMaxSimilarity } from '../src/features/assistant/answers/read-text.ts'
import { readQuestion } from '../src/features/search/conversation-search/question.ts'
import { rankHits } from '../src/features/search/conversation-search/rank-moments.ts'
import {
  parseQuestion,
  type ReadLines,
  rankLines,
  readLines,
  vectorsOfLines,
} from '../src/features/text/passage-ranking/index.ts'
import { type CutTranscript, passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { spokenText } from '../src/outbound/search-index/postings.ts'
import { type Distance, drawMeetingSet } from './among-questions.ts'
import { type EvaluationData, type Meeting, type Query, seriesOf } from './eval-data.ts'
import { indexMeetings } from './ranking-index.ts'
import { cutOf } from './reading-examples.ts'
import type { Vectors } from './training.ts'

/** Sets that are drawn: two without each domain. */
const SEEDS = [1, 2, 3, 4, 5, 6]
const COUNT = 30
const EACH = 90

export interface AmongExample {
  /** Series of the meeting that the question is about. */
  readonly series: string
  readonly distance: Distance
  /** Values of `SIGNS` for each text that the search chooses. */
  readonly texts: readonly Float64Array[]
}

interface ReadMeeting {
  readonly cut: CutTranscript
  readonly read: ReadLines
  readonly vectors: readonly (Float32Array | undefined)[]
}

/** @param readingOf weights of the ranking, learned without a series */
export async function amongExamples(
  { meetings, queries }: EvaluationData,
  { embed, asked }: Vectors,
  readingOf: (series: string) => ArrayLike<number> | undefined,
): Promise<AmongExample[]> {
  const byId = new Map(meetings.map((meeting) => [meeting.id, meeting]))
  const known = new Map<string, Promise<ReadMeeting>>()
  async function readMeeting(meeting: Meeting): Promise<ReadMeeting> {
    const cut = cutOf(meeting)
    const passages = await embed(passagesOfTranscript(cut).map(({ lines }) => spokenText(lines)))
    return { cut, read: readLines(cut.lines), vectors: vectorsOfLines(cut, new Map(passages.entries())) }
  }
  async function signsIn(id: string, { query }: Query, series: string): Promise<Float64Array[]> {
    const meeting = byId.get(id)
    if (meeting === undefined) return []
    const reading = known.get(id) ?? readMeeting(meeting)
    known.set(id, reading)
    const { cut, read, vectors } = await reading
    const question = parseQuestion(
      query,
      read.lines.map(({ speaker }) => speaker),
    )
    const [core] = await asked([question.core], series)
    if (core === undefined) return []
    const meaning = { question: core, core, lines: vectors }
    const { spans } = rankLines(cut, question, meaning, read, readingOf(seriesOf(meeting)))
    const probabilities = spans.map(({ probability }) => probability)
    return [computeAnswerFeatures(read, question, { likeness: findMaxSimilarity(meaning), probabilities })]
  }
  const examples: AmongExample[] = []
  for (const seed of SEEDS) {
    const { stored, questions } = drawMeetingSet(meetings, queries, { count: COUNT, each: EACH, seed })
    const index = await indexMeetings(stored, embed)
    for (const { query, distance } of questions) {
      const meeting = byId.get(query.meeting_id)
      if (meeting === undefined) continue
      const series = seriesOf(meeting)
      const question = readQuestion(query.query)
      const [vector] = await asked([question.core], series)
      if (vector === undefined) continue
      const criteria = {
        ...{ terms: question.terms, phrases: [], without: [], speakers: [] },
        vector: { model: 'local', values: vector },
      }
      const { moments } = rankHits({ question, criteria }, index.find(question.terms, vector))
      const chosen = chooseConversations(moments.map(({ hit, score }) => ({ id: hit.conversationId, score })))
      const texts: Float64Array[] = []
      for (const { id } of chosen) texts.push(...(await signsIn(id, query, series)))
      examples.push({ series, distance, texts })
    }
  }
  return examples
}
