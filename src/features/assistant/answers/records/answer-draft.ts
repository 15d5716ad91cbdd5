/**
 * Answers requests to write a text by the points of the newest call that the text needs. A language model, which can write
 * the text itself, is preferred.
 */
import type { SummaryLine } from '../../../text/extractive-summary/index.ts'
import { describeTask, speakerIn } from './answer-summary.ts'
import { type Fact, listFacts, nameCall, nameQuestionScope } from './compose-record.ts'
import type { AnswerKind } from './model.ts'
import { type CallSummary, selectSummarizedCalls } from './summarized-calls.ts'
import { TranscriptReader } from './transcript-reader.ts'
import { isWritingRequest } from './writing-request.ts'

/** Notice of answers to requests for a text if no language model is connected. */
export const NEEDS_MODEL = 'Parley writes texts only with a language model, and none is connected.'
const DRAFTS = 'The suggested actions of a call have drafts from templates.'
/** Number of the newest calls among which one with a summary is looked for. */
const READ_MAX = 5

export const answerDraft: AnswerKind = async (ports, question) => {
  const { prompt, isOneCall, isNarrowed, isMine, range, pick } = question
  if (!isWritingRequest(prompt)) return undefined
  // Without a call or an account, it isn't known what the text is about.
  if (!isOneCall && !isNarrowed && !isMine && range === undefined && pick === undefined) return undefined
  const { calls } = await selectSummarizedCalls(ports.db, ports.org, question.within, READ_MAX)
  ports.derivesFrom(calls.map(({ call }) => call.id))
  const newest = calls.find(({ summary }) => summary !== undefined)
  if (newest?.summary === undefined) return undefined
  const reader = new TranscriptReader(ports, [newest.call])
  const facts: Fact[] = []
  for (const { text, line } of listPoints(newest.summary)) {
    const proofs = await reader.findQuotes(newest.call, line.spans)
    if (proofs.length > 0) facts.push({ text, proofs, calls: [newest.call.id] })
  }
  if (facts.length === 0) return undefined
  const which = isOneCall ? '' : `newest call${nameQuestionScope(question)}, `
  const answer = listFacts(`Points for the text, from the ${which || 'call '}${nameCall(newest.call)}`, facts, {
    notice: `${NEEDS_MODEL} ${DRAFTS}`,
  })
  return { ...answer, yieldsToModel: true }
}

interface Point {
  readonly text: string
  readonly line: SummaryLine
}

/** Headline, decisions, tasks and open questions of a call. */
function listPoints({ headline, decisions, actionItems, openQuestions }: CallSummary): Point[] {
  const label = (name: string, lines: readonly SummaryLine[], describe: (line: SummaryLine) => string): Point[] =>
    lines.map((line) => ({ text: `${name}: ${describe(line)}`, line }))
  const quote = (line: SummaryLine) => `${speakerIn(line)}${line.text}`
  return [
    ...(headline === null ? [] : label('About', [headline], ({ text }) => text)),
    ...label('Decision', decisions, quote),
    ...label(
      'Next step',
      actionItems.filter(({ task }) => task?.status !== 'done'),
      describeTask,
    ),
    ...label('Open question', openQuestions, quote),
  ]
}
