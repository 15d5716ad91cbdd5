/**
 * Snippets: marked clips of conversations, for sharing.
 *
 * A **snippet** belongs to its **creator**, an active user with access to the conversation, and has a start and end in
 * seconds. Everybody with access to the conversation can see it; its creator and admins can change it. A creator who
 * loses access to the conversation loses the snippet too. An optional **reference** points into the transcript and is
 * validated against the transcript version it names.
 *
 * The **share code** is random and unique. It opens a page outside the API. The link of an **internal** snippet opens
 * it in the app, for signed-in users with access to the conversation. Any other link shows title, date, time and text
 * of the clip to anyone, for as long as the creator has access. It plays the recording unless parts of the conversation
 * were redacted. Notes are never shared. The link can expire, and its views are counted (`shared-links`). With **notify_views**, the creator gets one email at the first view by
 * somebody else.
 *
 * The library feature organizes snippets in folders.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createSnippet } from './create-snippet.ts'
import { deleteSnippet } from './delete-snippet.ts'
import { getSnippet } from './get-snippet.ts'
import { listSnippets } from './list-snippets.ts'
import { updateSnippet } from './update-snippet.ts'

export { lockSnippet } from './queries.ts'
export { addSnippetViews } from './queries-share.ts'
export { snippet as snippetSchema } from './schema.ts'
export { loadVisibleSnippets } from './serialize.ts'
export { createSharing, type SharedSnippet, type Sharing } from './share.ts'
export { tools } from './tools.ts'
export { createSnippet, deleteSnippet, getSnippet, listSnippets, updateSnippet }

export const operations: readonly AnyOperation[] = [
  listSnippets,
  createSnippet,
  getSnippet,
  updateSnippet,
  deleteSnippet,
]
