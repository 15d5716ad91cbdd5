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
  const headlines = calls.flatMap(({ call, summary }) => {
    const headline = summary?.headline
    return headline === undefined || headline === null ? [] : [{ call, headline }]
  })
  const reader = new TranscriptReader(
    ports,
    headlines.map(({ call }) => call),
  )
  const parts: AnswerPart[] = []
  for (const { call, headline } of headlines) {
    const proofs = await reader.findQuotes(call, headline.spans)
    const passage = parts.length
    if (proofs.length > 0) parts.push({ text: headline.text, proofs: proofs.map((proof) => ({ ...proof, passage })) })
  }
  return parts
}
