/**
 * Recordings: what people and players do with the recording of a conversation: send it, read what is known of it, play
 * it whole or in parts, remove it.
 *
 * Who sees a conversation plays its recording; its owner and admins give it one and take it away. A media element in a
 * browser sends no key, so there are addresses that stand for who asked for them (`link.ts`). For who may have no more
 * than a clip its part is cut out, as a file of its own (`cut.ts`); who that is, `snippets` decides.
 *
 * Where files lie in an object store a recording may be sent straight there: it is `awaited`, read by a job when it is
 * told to have come, or looked for when its form has ended.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
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

export const operations: readonly AnyOperation[] = [
  getConversationMedia,
  putConversationMedia,
  deleteConversationMedia,
  confirmConversationMediaUpload,
  getConversationMediaDetails,
  getConversationMediaLink,
]

export const jobs: readonly AnyJob[] = [readMedia]
