/** Transcripts of the files of a conversation. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  addTimes,
  type DecodedText,
  type ReadOutcome,
  readTranscriptFile,
  readTranscripts,
  type TranscriptDocument,
  TranscriptFault,
} from '../../text/transcripts/index.ts'
import { readDocument } from './pair-files.ts'
import type { ConversationFiles } from './read-folder.ts'
import { joinSlackDay } from './slack-export.ts'

/**
 * Reads the transcript of a conversation: with the names of an export of Slack, and with times of other transcripts of
 * the same words. JSON lines and responses of products can contain several conversations.
 * @returns outcomes. None if there is no transcript
 */
export async function* readConversations(files: ConversationFiles): AsyncGenerator<ReadOutcome, void, undefined> {
  const { transcript, others, users } = files
  if (transcript === undefined) return
  const source = await readText(transcript, users)
  if (source instanceof TranscriptFault) {
    yield { fault: source }
    return
  }
  const { text, encoding } = source
  for (const outcome of readTranscripts(text, { fileName: basename(transcript), requireSpeakers: true, encoding })) {
    const isOnly = outcome.line === undefined && outcome.pointer === undefined
    if ('fault' in outcome || !isOnly || others.length === 0) yield outcome
    else yield { document: await withTimes(outcome.document, others) }
  }
}

async function readText(path: string, users: string | undefined): Promise<DecodedText | TranscriptFault> {
  try {
    const read = await readTranscriptFile(await readFile(path))
    if (users === undefined) return read
    const names = await readTranscriptFile(await readFile(users))
    return { ...read, text: joinSlackDay(read.text, names.text, path) ?? read.text }
  } catch (error) {
    if (error instanceof TranscriptFault) return error
    throw error
  }
}

/** Adds times that the transcript lacks. */
async function withTimes(document: TranscriptDocument, others: readonly string[]): Promise<TranscriptDocument> {
  let timed = document
  for (const path of others) {
    if (timed.segments.every(({ start, end }) => start !== null && end !== null)) return timed
    const other = await readDocument(path)
    if (other !== undefined) timed = addTimes(timed, other)
  }
  return timed
}
