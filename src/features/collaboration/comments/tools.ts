/** Tools for comments. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { clock, lines, quoteLines } from '../../../core/tool-text.ts'
import { uuid } from '../../../core/wire.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { deleteCommentReaction } from './delete-comment-reaction.ts'
import { listComments } from './list-comments.ts'
import { putCommentReaction } from './put-comment-reaction.ts'
import { type Comment, type CommentThread, reaction } from './schema.ts'
import { updateComment } from './update-comment.ts'
import { updateCommentResolution } from './update-comment-resolution.ts'

const toToolComment = (comment: Comment) => ({
  ...{ id: comment.uuid, author: comment.author.name, text: comment.text },
  ...{ private: comment.private, created_at: comment.createdAt },
  reactions: Object.fromEntries(comment.reactions.map((one) => [one.reaction, one.count])),
})

const toToolThread = (thread: CommentThread) => ({
  ...toToolComment(thread),
  ...{ resolved: thread.resolved, start: thread.anchor?.start ?? null, end: thread.anchor?.end ?? null },
  ...{ quote: thread.anchor?.quote ?? null, words_status: thread.anchor?.wordsStatus ?? null },
  replies: thread.replies.map(toToolComment),
})

const toolThread = z.looseObject({
  ...{ id: z.string(), author: z.string(), text: z.string(), resolved: z.boolean() },
  ...{ start: z.number().nullable(), quote: z.string().nullable() },
})

function threadText(thread: ReturnType<typeof toToolThread>): string {
  const time = thread.start === null ? 'whole call' : clock(thread.start)
  const state = [thread.resolved ? 'resolved' : 'open', ...(thread.private ? ['private'] : [])].join(', ')
  const quote = thread.quote === null ? [] : [quoteLines(thread.quote)]
  const said = [thread, ...thread.replies].map(({ author, text }) => `${author}: ${text || '(deleted)'}`)
  return [`Thread ${thread.id} (${time}, ${state})`, ...quote, ...said].join('\n')
}

const threadId = idArgument('comment', 'list_comments')
const commentId = idArgument('comment or reply', 'list_comments')
const callId = uuid().describe('ID of the call, from search_calls.')

export const tools: readonly Tool[] = [
  defineTool(listComments, {
    name: 'list_comments',
    title: 'List comments',
    description: 'Lists the comment threads of a call with their replies, in the order of the call.',
    args: {
      call_id: callId,
      state: z.enum(['open', 'resolved', 'all']).optional().describe('Defaults to all threads.'),
    },
    names: { call_id: 'id' },
    paged: { max: 50 },
    data: { threads: z.array(toolThread) },
    present: ({ data }) => {
      const threads = data.map(toToolThread)
      return { text: threads.map(threadText).join('\n\n') || 'No comments.', data: { threads } }
    },
  }),
  defineTool(createComment, {
    name: 'add_comment',
    title: 'Add a comment',
    hints: { effect: 'adds', idempotent: false, openWorld: true },
    description:
      'Comments on a call or a part of it, or replies to a thread. Colleagues with access to the call see the comment, and mentioned ones are notified.',
    args: {
      call_id: callId,
      text: z
        .string()
        .describe(
          'Text. Mention a colleague with @ and the full name or email address. Example: `@Ana Lee, well done`.',
        ),
      start: z.number().min(0).optional().describe('Start in seconds into the call. Omit it for the whole call.'),
      end: z.number().min(0).optional().describe('End in seconds into the call. Defaults to the end of the sentence.'),
      thread_id: threadId.optional().describe('ID of the thread to reply to, from list_comments.'),
      private: z.boolean().optional().describe('Whether only you see the comment. Defaults to false.'),
    },
    names: { call_id: 'id', thread_id: 'threadUUID' },
    input: ({ call_id, start, end, thread_id, ...given }) => ({
      ...{ id: call_id, text: given.text },
      ...(thread_id === undefined ? {} : { threadUUID: thread_id }),
      ...(start === undefined ? {} : { time: { start, ...(end === undefined ? {} : { end }) } }),
      ...(given.private === undefined ? {} : { private: given.private }),
    }),
    data: { id: z.string(), thread_id: z.string(), text: z.string() },
    present: (comment) => ({
      text: `Added the comment.\n${lines({ Id: comment.uuid, Thread: comment.threadUUID })}`,
      data: { id: comment.uuid, thread_id: comment.threadUUID, text: comment.text },
    }),
  }),
  defineTool(updateCommentResolution, {
    name: 'resolve_comment',
    title: 'Resolve a comment thread',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Resolves a comment thread of a call, or reopens it. Everybody with access to the call sees the change.',
    args: {
      thread_id: threadId,
      resolved: z.boolean().default(true).describe('Set it to false to reopen it.'),
    },
    names: { thread_id: 'id' },
    data: { id: z.string(), resolved: z.boolean() },
    present: ({ uuid, resolved }) => ({
      text: resolved ? 'Resolved the thread.' : 'Reopened the thread.',
      data: { id: uuid, resolved },
    }),
  }),
  defineTool(updateComment, {
    name: 'update_comment',
    title: 'Edit a comment',
    hints: { effect: 'changes', idempotent: true, openWorld: true },
    description: 'Replaces the text of your comment. Newly mentioned colleagues are notified.',
    args: {
      comment_id: commentId,
      text: z.string().describe('New text, with mentions as in add_comment. Example: `@Ana Lee, please look again`.'),
    },
    names: { comment_id: 'id' },
    data: { id: z.string(), text: z.string() },
    present: ({ uuid, text }) => ({ text: 'Changed the comment.', data: { id: uuid, text } }),
  }),
  defineTool(deleteComment, {
    name: 'delete_comment',
    title: 'Delete a comment',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: 'Deletes a comment permanently. Replies stay. Requires its author or an admin.',
    args: { comment_id: commentId },
    names: { comment_id: 'id' },
    data: { comment_id: z.string(), deleted: z.boolean() },
    present: (_, { comment_id }) => ({ text: 'Deleted the comment.', data: { comment_id, deleted: true } }),
  }),
  defineTool(putCommentReaction, {
    name: 'add_comment_reaction',
    title: 'React to a comment',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Adds your reaction to a comment.',
    args: { comment_id: commentId, reaction: reaction.describe('Name of the reaction.') },
    names: { comment_id: 'id' },
    data: { id: z.string(), reaction: z.string() },
    present: ({ uuid }, { reaction: added }) => ({
      text: 'Added the reaction.',
      data: { id: uuid, reaction: added },
    }),
  }),
  defineTool(deleteCommentReaction, {
    name: 'remove_comment_reaction',
    title: 'Remove a reaction',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Removes your reaction from a comment.',
    args: { comment_id: commentId, reaction: reaction.describe('Name of the reaction.') },
    names: { comment_id: 'id' },
    data: { id: z.string(), reaction: z.string() },
    present: (_, { comment_id, reaction: removed }) => ({
      text: 'Removed the reaction.',
      data: { id: comment_id, reaction: removed },
    }),
  }),
]
