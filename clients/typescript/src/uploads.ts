import type {
  AddRecordingPartAnswer,
  CorrectTranscriptAnswer,
  ImportArchiveAnswer,
  ImportArchiveBody,
  ImportConversationAnswer,
  ImportConversationBody,
  PutConversationMediaAnswer,
  UploadKnowledgeSourceAnswer,
} from './generated/types.gen.ts'
import type { Parley } from './parley.ts'

/** A file to upload, and its name if the file has none. */
export type Upload = File | { readonly content: Blob; readonly name: string }

/** Imports a conversation with its recording or a transcript file. Fields of `metadata` are those of `importConversation`. */
export function importFile(parley: Parley, file: Upload, metadata: ImportConversationBody = {}) {
  return parley.sendForm<ImportConversationAnswer>('POST', '/conversations/import', toForm(file, metadata))
}

/** Imports the recordings and transcripts of a ZIP archive. `fields` are those of `importArchive`, without the file. */
export function importArchiveFile(parley: Parley, file: Upload, fields: Omit<ImportArchiveBody, 'file'> = {}) {
  return parley.sendForm<ImportArchiveAnswer>('POST', '/conversations/import/archive', toForm(file, fields))
}

/** Uploads or replaces the recording of a conversation. */
export function uploadRecording(parley: Parley, conversationId: string, file: Upload) {
  const path = `/conversations/${encodeURIComponent(conversationId)}/media`
  return parley.sendForm<PutConversationMediaAnswer>('PUT', path, toForm(file, {}))
}

/** Replaces the transcript of a conversation by the one in a file. */
export function uploadTranscript(parley: Parley, conversationId: string, file: Upload) {
  const path = `/conversations/${encodeURIComponent(conversationId)}/transcript`
  return parley.sendForm<CorrectTranscriptAnswer>('PUT', path, toForm(file, {}))
}

/** Stores a part of a recording session. `take` and `part` count from 0. */
export function uploadRecordingPart(
  parley: Parley,
  sessionId: string,
  file: Upload,
  place: { readonly take: number; readonly part: number },
) {
  const path = `/recording-sessions/${encodeURIComponent(sessionId)}/parts`
  return parley.sendForm<AddRecordingPartAnswer>('POST', path, toForm(file, place))
}

/** Uploads a file to the knowledge base. */
export function uploadKnowledgeFile(parley: Parley, file: Upload, title?: string) {
  const form = toForm(file, title === undefined ? {} : { title })
  return parley.sendForm<UploadKnowledgeSourceAnswer>('POST', '/knowledge-base/sources/upload', form)
}

/** The service reads fields up to the file, so the file is the last one. */
function toForm(file: Upload, fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file instanceof File) form.append('file', file)
  else form.append('file', file.content, file.name)
  return form
}

/** Result of one conversation of `importMany`. */
export type ImportResult =
  | ImportConversationAnswer
  | { readonly error: { readonly code: string; readonly detail: string } }

/**
 * Imports many conversations in one request, of up to 32 MiB for each of them.
 * @returns one result for each conversation, in the same order; a rejected conversation doesn't stop the others
 */
export async function importMany(
  parley: Parley,
  conversations: readonly ImportConversationBody[],
): Promise<readonly ImportResult[]> {
  const lines = conversations.map((conversation) => JSON.stringify(conversation)).join('\n')
  const text = await parley.sendText('POST', '/conversations/import', 'application/x-ndjson', lines)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ImportResult)
}
