/** Finds sentences about a topic in the calls of a question. Search chooses the calls. */
import { readQuestion, searchPassages } from '../../../search/conversation-search/index.ts'
import { type Loaded, loadCalls } from './compose-record.ts'
import { count } from './dates.ts'
import { PRICE, type RemarkFilter, type RemarkTopic, remarksTask, type SaidRemark } from './find-remarks.ts'
import type { CallRecord, RecordPorts, RecordQuestion } from './model.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Sentence about a topic, with its call. */
export interface Remark extends SaidRemark {
  readonly call: CallRecord
}

export interface RemarksOfTopic {
  /** Remarks by call, newest call first, and by score within a call. */
  readonly remarks: readonly Remark[]
  /** Number of calls that the question is about. */
  readonly looked: number
  /** Whether the topic occurs in a call, said by anybody. */
  readonly hasTerm: boolean
  /** Description of calls that weren't read. Null if all were. */
  readonly notice: string | null
}

/** Maximum number of calls whose transcripts are read. */
const READ_MAX = 40
const HITS_MAX = 200

export async function findRemarks(
  ports: RecordPorts,
  question: RecordQuestion,
  filter: RemarkFilter,
): Promise<RemarksOfTopic> {
  const isPrice = question.topic.length === 1 && PRICE.test(question.topicText)
  const { calls, total, notice } = isPrice
    ? await loadCalls(ports, question, READ_MAX)
    : await findCalls(ports, question)
  const reader = new TranscriptReader(ports, calls)
  const remarks: Remark[] = []
  const about: RemarkTopic = { topic: question.topic, isPrice }
  for (const call of calls) {
    const { id, title, startedAt, people } = call
    const found = await reader.run(remarksTask, call, { id, title, startedAt, people }, about, filter)
    remarks.push(...found.map((remark) => ({ ...remark, call })))
  }
  return { remarks, looked: total, hasTerm: calls.length > 0, notice }
}

/** Finds the calls that contain the topic, newest first. */
async function findCalls(ports: RecordPorts, question: RecordQuestion): Promise<Loaded> {
  const { data } = await searchPassages(ports, {
    question: readQuestion(question.topicText, { speakers: false }),
    within: question.within,
    mode: 'lexical',
    match: 'exact',
    limit: HITS_MAX,
  })
  const ids = [...new Set(data.map(({ conversation }) => conversation.id))]
  const { total } = await loadCalls(ports, question, 1)
  const kept = ids.slice(0, READ_MAX)
  if (kept.length === 0) return { calls: [], total, notice: null }
  const { calls } = await loadCalls(ports, { ...question, within: { ...question.within, conversationIds: kept } })
  const notice =
    ids.length > kept.length
      ? `The answer covers the best ${kept.length} of ${count(ids.length, 'call')} that contain “${question.topicText}”.`
      : null
  return { calls, total, notice }
}
