/** Client of the REST API of Parley. */
export { type FieldProblem, ParleyConnectionError, ParleyError, type Problem } from './errors.ts'
export type * from './generated/types.gen.ts'
export {
  type CursorPage,
  followChanges,
  type ListPage,
  type Page,
  pages,
  pagesByCursor,
  paginate,
  paginateByCursor,
  paginateScim,
  type ScimPage,
} from './paging.ts'
export { Parley, type ParleyOptions } from './parley.ts'
export type { RetryOptions } from './retries.ts'
export {
  type ImportResult,
  importArchiveFile,
  importFile,
  importMany,
  type Upload,
  uploadKnowledgeFile,
  uploadRecording,
  uploadRecordingPart,
  uploadTranscript,
} from './uploads.ts'
export { type VerifyWebhookOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhooks.ts'
