/**
 * Snippets: marked clips of conversations, to be shown to others.
 *
 * A **snippet** belongs to its **creator**, an active user who sees the conversation, and names a time in it in seconds.
 * It is seen by whoever sees the conversation, and changed by its creator and admins. A creator from whom the
 * conversation is hidden later loses the snippet with it. It may also carry a **reference** to the transcript, checked
 * against the transcript of the form it names.
 *
 * Its **share code**, random and never made twice, opens a page outside the API. An **internal** snippet is shown in
 * the app, to who has signed in and sees its conversation; any other shows title, date, time and the words of the clip to
 * everyone who has the link, and plays its part of the recording, unless something of the conversation has been masked;
 * for as long as the creator could see the same. Notes stay inside. With **notify_views** the creator gets a mail at the
 * first view by somebody else, once.
 *
 * Where snippets are kept is the library's business.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createSnippet } from './create-snippet.ts'
import { deleteSnippet } from './delete-snippet.ts'
import { getSnippet } from './get-snippet.ts'
import { listSnippets } from './list-snippets.ts'
import { updateSnippet } from './update-snippet.ts'

export { lockSnippet } from './queries.ts'
export { snippet as snippetSchema } from './schema.ts'
export { createSharing, type SharedSnippet, type Sharing } from './share.ts'
export { snippetsSeen } from './told.ts'
export { tools } from './tools.ts'
export { createSnippet, deleteSnippet, getSnippet, listSnippets, updateSnippet }

export const operations: readonly AnyOperation[] = [
  listSnippets,
  createSnippet,
  getSnippet,
  updateSnippet,
  deleteSnippet,
]
