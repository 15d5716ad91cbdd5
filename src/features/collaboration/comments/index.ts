/**
 * Comments: discussions about conversations, in threads.
 *
 * A **thread** is about a whole conversation, a part of its recording, or words of its transcript. Its first comment carries
 * the place, the other comments are **replies**. A thread can be resolved and reopened. Comments have **mentions** and
 * **reactions**. Only users who see the conversation can be mentioned.
 *
 * Whoever sees a conversation sees its comments, at the time of each read. A **private** thread is a note that only its author
 * ever sees, not even admins, and that no event announces.
 *
 * A thread about words stores them with their place in one version of the transcript. Each read computes their place in the
 * current version (`anchor.ts`), so corrections need no changes of comments.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { deleteCommentReaction } from './delete-comment-reaction.ts'
import { getComment } from './get-comment.ts'
import { listComments } from './list-comments.ts'
import { type ConversationViewer, listConversationViewers } from './list-conversation-viewers.ts'
import { putCommentReaction } from './put-comment-reaction.ts'
import { updateComment } from './update-comment.ts'
import { updateCommentResolution } from './update-comment-resolution.ts'

export { requireUserId } from './create-comment.ts'
export { renderMentions } from './mentions.ts'
export { type CommentViewer, nameIn, shownTo } from './queries.ts'
export { deletePrivateComments } from './queries-write.ts'
export {
  type Comment,
  type CommentAnchor,
  type CommentThread,
  QUOTE_MAX,
  type Reaction,
  reactions,
  TEXT_MAX,
} from './schema.ts'
export { toViewer } from './serialize.ts'
export { type MovedComment, storeMovedComment } from './store-moved-comment.ts'
export { tools } from './tools.ts'
export type { ConversationViewer }
export {
  createComment,
  deleteComment,
  deleteCommentReaction,
  getComment,
  listComments,
  listConversationViewers,
  putCommentReaction,
  updateComment,
  updateCommentResolution,
}

export const operations: readonly AnyOperation[] = [
  listComments,
  createComment,
  listConversationViewers,
  getComment,
  updateComment,
  deleteComment,
  updateCommentResolution,
  putCommentReaction,
  deleteCommentReaction,
]
