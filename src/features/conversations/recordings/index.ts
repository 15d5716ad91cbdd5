/**
 * Recordings: upload, inspect, play and delete the recording of a conversation.
 *
 * Users who can read a conversation can play its recording. Its owner and admins can upload and delete it. Media
 * elements in browsers can't send API keys, so temporary URLs act for the user who requested them (`link.ts`). For
 * viewers who can only see a clip, its part is extracted into a separate file (`cut.ts`); `snippets` decides who they
 * are.
 *
 * With an object store, clients can upload directly to the store. The recording is `awaited` until a job reads it,
 * after the client confirms the upload or when the upload form expires.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { confirmConversationMediaUpload } from './confirm-conversation-media-upload.ts'
import { deleteConversationMedia } from './delete-conversation-media.ts'
import { getConversationMedia } from './get-conversation-media.ts'
import { getConversationMediaDetails } from './get-conversation-media-details.ts'
import { getConversationMediaLink } from './get-conversation-media-link.ts'
import { putConversationMedia } from './put-conversation-media.ts'
import { readMedia } from './read-media.job.ts'

export { cutRecording } from './cut.ts'
export { getConversationMediaDetails } from './get-conversation-media-details.ts'
export { getConversationMediaLink } from './get-conversation-media-link.ts'
export { createMediaLinks, type OpenLinked } from './link.ts'
export { putConversationMedia } from './put-conversation-media.ts'

export const operations: readonly AnyOperation[] = [
  getConversationMedia,
  putConversationMedia,
  deleteConversationMedia,
  confirmConversationMediaUpload,
  getConversationMediaDetails,
  getConversationMediaLink,
]

export const jobs: readonly AnyJob[] = [readMedia]
