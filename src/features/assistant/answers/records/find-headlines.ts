/** Finds the headlines of the newest calls of a scope, which are related to a question that nothing answers. */
import type { ScopedConversations } from '../queries.ts'
import type { AnswerPart } from '../text.ts'
import type { RecordPorts } from './model.ts'
import { selectSummarizedCalls } from './summarized-calls.ts'
import { TranscriptReader } from './transcript-reader.ts'

const HEADLINES_MAX = 3

export async function findHeadlines(ports: RecordPorts, within: ScopedConversations): Promise<AnswerPart[]> {
  const { calls } = await selectSummarizedCalls(ports.db, ports.org, within, HEADLINES_MAX)
  ports.derivesFrom(calls.map(({ call }) => call.id))
  const reader = new TranscriptReader(ports)
  const parts: AnswerPart[] = []
  for (const { call, summary } of calls) {
    const headline = summary?.headline
    if (headline === undefined || headline === null) continue
    const proofs = await reader.findQuotes(call, headline.spans)
    const passage = parts.length
    if (proofs.length > 0) parts.push({ text: headline.text, proofs: proofs.map((proof) => ({ ...proof, passage })) })
  }
  return parts
}
