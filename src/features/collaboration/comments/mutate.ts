/** Writes comments: resolves mentions and anchors, and locks what exists. */
import type { Writer } from '../../../core/db.ts'
import { conflict, forbidden, invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { codePoints } from '../../../core/wire.ts'
import { selectSegments, selectTranscriptVersion } from '../../conversations/records/index.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { type QuotedWords, readWords, wordsAt, wordsBetween } from './anchor.ts'
import { markedIds, parseMentions } from './mentions.ts'
import { selectMentionable } from './queries.ts'
import { type LockedComment, lockComment, lockCounts } from './queries-write.ts'
import { COMMENTS_MAX, MENTIONS_MAX, QUOTE_MAX, REPLIES_MAX, type TimeInput, type WordsInput } from './schema.ts'
import { commentNotFound, toViewer } from './serialize.ts'

/** Locks a comment of the caller's view. @throws AppError `comment_not_found`, also for deleted ones */
export async function requireComment(tx: Writer, ctx: Context, id: string): Promise<LockedComment & { body: string }> {
  const comment = await lockComment(tx, ctx.org, toViewer(ctx), id)
  if (comment === undefined || comment.body === null) throw commentNotFound()
  return { ...comment, body: comment.body }
}

export interface MentioningText {
  readonly text: string
  readonly conversationId: string
  readonly isPrivate: boolean
  /** Users that the comment already mentions. */
  readonly mentioned: readonly string[]
}

/**
 * Resolves the mentions of a text. Only users who see the conversation can be mentioned.
 * @throws AppError `validation_failed`, which names the users
 */
export async function resolveMentions(
  tx: Writer,
  ctx: Context,
  { text, conversationId, isPrivate, mentioned }: MentioningText,
): Promise<{ body: string; userIds: readonly string[] }> {
  if (!text.includes('@')) return { body: text, userIds: [] }
  const rows = await selectMentionable(tx, ctx.org, conversationId, text, [...markedIds(text), ...mentioned])
  const candidates = rows.map((row) => ({
    ...{ id: row.id, email: row.email, canSee: row.can_see },
    name: `${row.first_name} ${row.last_name}`.trim(),
  }))
  const parsed = parseMentions(text, candidates, new Set(mentioned))
  const { body, userIds, withoutAccess, ambiguous, unknownIds } = parsed
  const reject = (detail: string) => invalid({ pointer: '/text', detail })
  if (unknownIds.length > 0) {
    throw reject(`No active user of the organization has the ID ${unknownIds.join(', ')}. Remove the mention.`)
  }
  if (withoutAccess.length > 0) {
    const names = withoutAccess.map(({ name, email }) => name || email)
    throw reject(
      `You can't mention ${names.join(', ')}: no access to this call. Remove the mention, or ask an admin to give access.`,
    )
  }
  if (ambiguous.length > 0) {
    throw reject(`Several users have the name ${ambiguous.join(', ')}. Mention the user by email address instead.`)
  }
  if (userIds.length > MENTIONS_MAX) {
    throw reject(`The text mentions ${userIds.length} users. Maximum ${MENTIONS_MAX}.`)
  }
  if (isPrivate && userIds.some((id) => id !== ctx.principal.user?.id)) {
    throw reject("A private note can't mention other users, because only you see it. Remove the mentions.")
  }
  return { body, userIds }
}

export interface ResolvedAnchor {
  readonly start: number | null
  readonly end: number | null
  readonly words: (QuotedWords & { readonly version: number }) | undefined
}

export const WHOLE_CONVERSATION: ResolvedAnchor = { start: null, end: null, words: undefined }

/** @throws AppError `validation_failed` */
export async function resolveAnchor(
  tx: Writer,
  ctx: Context,
  conversation: { readonly id: string; readonly length: number | null },
  { time, words }: { readonly time?: TimeInput | undefined; readonly words?: WordsInput | undefined },
): Promise<ResolvedAnchor> {
  if (time !== undefined && words !== undefined) {
    throw invalid({ pointer: '/words', detail: "`words` can't be combined with `time`. Send only one of them." })
  }
  if (words !== undefined) return resolveWords(tx, ctx, conversation.id, words)
  if (time === undefined) return WHOLE_CONVERSATION
  const { start, end = start } = time
  if (end < start) throw invalid({ pointer: '/time/end', detail: "`end` can't be less than `start`." })
  if (conversation.length !== null && start > conversation.length) {
    const detail = `\`start\` must not be after the end of the call, at ${conversation.length} seconds.`
    throw invalid({ pointer: '/time/start', detail })
  }
  const version = await selectTranscriptVersion(tx, ctx.org, conversation.id)
  if (version === null) return { start, end, words: undefined }
  const segments = await selectSegments(tx, ctx.org, conversation.id, version)
  // A single point in time is about the whole sentence, unless that is too long to quote.
  const sentence = time.end === undefined ? wordsAt(segments, start) : undefined
  const isShort = sentence !== undefined && codePoints(sentence.quote) <= QUOTE_MAX
  const found = isShort ? sentence : wordsBetween(segments, start, end)
  if (found === undefined) return { start, end, words: undefined }
  checkLength(found, '/time')
  return {
    start,
    end: time.end === undefined ? Math.max(start, found.end ?? start) : end,
    words: { ...found, version },
  }
}

async function resolveWords(
  tx: Writer,
  ctx: Context,
  conversationId: string,
  given: WordsInput,
): Promise<ResolvedAnchor> {
  const version = given.transcriptVersion ?? (await selectTranscriptVersion(tx, ctx.org, conversationId))
  const segments = version === null ? [] : await selectSegments(tx, ctx.org, conversationId, version)
  if (version === null || segments.length === 0) {
    throw invalid({
      pointer: given.transcriptVersion === undefined ? '/words' : '/words/transcriptVersion',
      detail: 'The call has no transcript of this version. Omit `words`, or use a version from the list of versions.',
    })
  }
  const found = readWords(segments, toRange(segments, given))
  if (found === undefined) {
    const detail = 'The positions contain no words of the transcript. Check the segments and offsets.'
    throw invalid({ pointer: '/words', detail })
  }
  checkLength(found, '/words')
  return { start: found.start, end: found.end, words: { ...found, version } }
}

function toRange(segments: readonly TranscriptSegment[], given: WordsInput) {
  const { firstSegment, firstOffset = 0, lastSegment = firstSegment } = given
  const last = segments[lastSegment]
  const lastOffset = given.lastOffset ?? (last === undefined ? 0 : codePoints(segmentText(last)))
  return { firstSegment, firstOffset, lastSegment, lastOffset }
}

function checkLength({ quote }: QuotedWords, pointer: string): void {
  if (codePoints(quote) <= QUOTE_MAX) return
  const detail = `The range has more than ${QUOTE_MAX} characters of words. Choose a shorter range.`
  throw invalid({ pointer, detail })
}

/** @throws AppError `too_many_comments`, `too_many_replies` */
export async function checkRoom(tx: Writer, ctx: Context, conversationId: string, threadId: string): Promise<void> {
  const { comments, replies } = await lockCounts(tx, ctx.org, conversationId, threadId)
  if (comments >= COMMENTS_MAX) {
    throw conflict('too_many_comments', `The call already has ${COMMENTS_MAX} comments. Delete some of them first.`)
  }
  if (replies >= REPLIES_MAX) {
    throw conflict('too_many_replies', `The thread already has ${REPLIES_MAX} replies. Start another thread.`)
  }
}

/** @throws AppError `author_required` */
export function requireAuthor(ctx: Context, comment: LockedComment, orAdmin: boolean): void {
  const { role, user } = ctx.principal
  if (comment.author_id === user?.id || (orAdmin && role === 'ADMIN')) return
  throw forbidden(
    'author_required',
    orAdmin
      ? 'Only the author of the comment and admins can delete it.'
      : 'Only the author of the comment can change its text.',
  )
}
