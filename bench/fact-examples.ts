/**
 * Short questions about facts, as people type them over all calls (`fact-questions.json`): the candidate sentences that
 * the product finds for them, and which ones answer. The questions were written for Parley. Their answers are positions in
 * the conversations of PARLEY_DATA.
 */
import { join } from 'node:path'
import { chooseConversations } from '../src/features/assistant/answers/evidence.ts'
import {
  type CandidateSentence,
  featuredSentences,
  weighSentence,
} from '../src/features/assistant/answers/extract/candidates.ts'
import { classifyQuestion } from '../src/features/assistant/answers/extract/kind.ts'
import { parseForText, rateText } from '../src/features/assistant/answers/read-text.ts'
import type { TextReading } from '../src/features/assistant/answers/text.ts'
import { selectAnswering, weighByAnswerability } from '../src/features/assistant/answers/threshold.ts'
import { readQuestion } from '../src/features/search/conversation-search/question.ts'
import { rankHits } from '../src/features/search/conversation-search/rank-moments.ts'
import { type CutTranscript, passagesOfTranscript } from '../src/features/text/passages/index.ts'
import { spokenText } from '../src/outbound/search-index/postings.ts'
import { type EvaluationData, type Meeting, readLines, seriesOf } from './eval-data.ts'
import sets from './fact-questions.json' with { type: 'json' }
import { indexMeetings } from './ranking-index.ts'
import { cutOf } from './reading-examples.ts'
import type { Vectors } from './training.ts'

/** Place of an answer: conversation, segment, and range of characters in it. */
type AnswerPlace = readonly [conversation: string, segment: number, from: number, to: number]

interface FactQuestion {
  readonly question: string
  readonly evidence: readonly AnswerPlace[]
}

interface QuestionSet {
  /** Conversations over which people ask. All of the set if absent. */
  readonly conversations?: readonly string[]
  readonly questions: readonly FactQuestion[]
}

export interface FactCandidate extends CandidateSentence {
  /** Weight of the conversation relative to the best one, 0 to 1. */
  readonly weight: number
  /** The same, lower if the conversation answers less probably than the best one. 0 if it probably doesn't answer. */
  readonly heldWeight: number
  readonly isAnswer: boolean
}

export interface FactExample {
  readonly set: string
  /** Series of the conversation with the answer. Nothing is learned from it when it is measured. */
  readonly series: string
  readonly question: string
  /** Whether the conversations with the answer are hidden from the person who asks. */
  readonly isHidden: boolean
  readonly candidates: readonly FactCandidate[]
}

export async function factExamples(data: EvaluationData, vectors: Vectors): Promise<FactExample[]> {
  const earnings = await readLines<Meeting>(join(data.folder, 'earnings21/calls.jsonl'))
  return [
    ...(await examplesOf('earnings21', sets.earnings21 as unknown as QuestionSet, earnings, vectors)),
    ...(await examplesOf('zoom', sets.zoom as unknown as QuestionSet, data.calls, vectors)),
    ...(await examplesOf('qmsum', sets.qmsum as unknown as QuestionSet, data.meetings, vectors)),
  ]
}

async function examplesOf(
  set: string,
  { conversations, questions }: QuestionSet,
  meetings: readonly Meeting[],
  vectors: Vectors,
): Promise<FactExample[]> {
  const asked = new Set(conversations)
  const own = conversations === undefined ? meetings : meetings.filter(({ id }) => asked.has(id))
  const byId = new Map(own.map((meeting) => [meeting.id, meeting]))
  const index = await indexMeetings(own, vectors.embed)
  const examples: FactExample[] = []
  for (const { question, evidence } of questions) {
    const meeting = byId.get(evidence[0]?.[0] ?? '')
    if (meeting === undefined) continue
    const series = set === 'qmsum' ? seriesOf(meeting) : meeting.id
    const parsed = readQuestion(question)
    const [core, whole] = await vectors.asked([parsed.core, question], series)
    if (core === undefined || whole === undefined) continue
    const criteria = {
      ...{ terms: parsed.terms, phrases: [], without: [], speakers: [] },
      vector: { model: 'local', values: core },
    }
    const { moments } = rankHits({ question: parsed, criteria }, index.find(parsed.terms, core))
    const answering = new Set(evidence.map(([id]) => id))
    for (const isHidden of [false, true]) {
      const hits = moments
        .map(({ hit, score }) => ({ id: hit.conversationId, score }))
        .filter(({ id }) => !isHidden || !answering.has(id))
      const read: ReadConversation[] = []
      for (const { id, weight } of chooseConversations(hits)) {
        const text = byId.get(id)
        if (text === undefined) continue
        read.push({ id, weight, ...(await readConversation(text, { question, evidence }, { core, whole }, vectors)) })
      }
      const held = new Map(weighByAnswerability(selectAnswering(read)).map(({ id, weight }) => [id, weight]))
      const candidates = read.flatMap(({ id, weight, sentences }) =>
        sentences.map((sentence) => ({
          ...sentence,
          weight: weighSentence(sentence, weight),
          heldWeight: weighSentence(sentence, held.get(id) ?? 0),
        })),
      )
      examples.push({ set, series, question, isHidden, candidates })
    }
  }
  return examples
}

interface ReadConversation extends TextReading {
  readonly id: string
  readonly weight: number
  readonly lineCount: number
  readonly sentences: readonly Omit<FactCandidate, 'weight' | 'heldWeight'>[]
}

async function readConversation(
  meeting: Meeting,
  { question: asked, evidence }: FactQuestion,
  { core, whole }: { readonly core: Float32Array; readonly whole: Float32Array },
  { embed }: Vectors,
): Promise<Omit<ReadConversation, 'id' | 'weight'>> {
  const cut = cutOf(meeting)
  const question = parseForText(cut, { asked, terms: [], title: undefined })
  const passages = await embed(passagesOfTranscript(cut).map(({ lines }) => spokenText(lines)))
  const meaning = { question: whole, core, passages: new Map(passages.entries()) }
  const reading = rateText(cut, question, meaning, false)
  const sentences = featuredSentences(
    { kind: 'conversation', lines: cut.lines, place: reading.place },
    question,
    classifyQuestion(asked),
  )
  const places = evidence
    .filter(([id]) => id === meeting.id)
    .map(([, segment, from, to]) => ({ segment, answer: meeting.segments[segment]?.text.slice(from, to) ?? '' }))
  return {
    ...reading,
    lineCount: cut.lines.length,
    sentences: sentences.map((sentence) => ({
      ...sentence,
      isAnswer: places.some(({ segment, answer }) => answers(sentence, cut, segment, answer)),
    })),
  }
}

/** Whether most of the answer is in the sentence, or most of the sentence in the answer. */
function answers({ pieces }: CandidateSentence, { lines }: CutTranscript, segment: number, answer: string): boolean {
  return pieces.some(({ line: at, from, to }) => {
    const line = lines[at]
    if (line?.segment !== segment) return false
    const start = line.text.indexOf(answer)
    // A long segment is cut into several lines, and an answer can continue in the next one.
    if (start === -1) return answer.includes(line.text.slice(from, to).trim())
    const shared = Math.min(to, start + answer.length) - Math.max(from, start)
    return shared > 0.5 * Math.min(to - from, answer.length)
  })
}
