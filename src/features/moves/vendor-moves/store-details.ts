/** Comments, clips and scores of a call, which belong to its transaction in the ledger. */
import type { Writer } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { storeScorecardResult } from '../../coaching/scorecard-results/index.ts'
import { storeMovedComment } from '../../collaboration/comments/index.ts'
import { storeMovedTask } from '../../collaboration/tasks/index.ts'
import { isVisible, lockForClip, selectUserVisibility } from '../../conversations/records/index.ts'
import { createSnippet } from '../../library/snippets/index.ts'
import type { CallLedger } from './call-ledger.ts'
import type { CallTarget } from './call-target.ts'
import { selectConversationFacts } from './queries.ts'
import type { VendorCall, VendorClip, VendorComment, VendorScoring } from './vendor.ts'

interface Details {
  readonly target: CallTarget
  readonly call: VendorCall
  readonly conversationId: string
  readonly ledger: CallLedger
}

export interface ConversationFacts {
  readonly ownerId: string
  readonly startedAt: Date | null
  /** Length in seconds. Null if unknown. */
  readonly length: number | null
}

/** @param ctx context within `tx` */
export async function storeDetails(ctx: Context, tx: Writer, details: Details): Promise<ConversationFacts> {
  const { call, conversationId } = details
  const locked = await lockForClip(tx, ctx.org, 'everything', conversationId)
  const stored = await selectConversationFacts(tx, ctx.org, conversationId)
  if (locked === undefined || stored === undefined) throw new Error('The imported conversation does not exist.')
  const startedAt = stored.started_at === null ? (call.startedAt ?? null) : new Date(stored.started_at)
  const facts = { ownerId: stored.owner_id, startedAt, length: locked.length ?? call.durationSeconds ?? null }
  await storeComments(ctx, tx, details, facts)
  for (const clip of call.clips ?? []) {
    if (await storeClip(ctx, { conversationId, clip, facts })) details.ledger.came('clip')
    else details.ledger.lacks('clip', 'without_times')
  }
  await storeActionItems(ctx, tx, details, facts)
  await storeScorings(ctx, tx, details)
  return facts
}

const OLD_MS = 30 * 86_400_000

/** Whether action items of a call stay in its metadata. As tasks, those of years would hide the present ones. */
export const isOld = ({ moveCreatedAt }: Pick<CallTarget, 'moveCreatedAt'>, { startedAt }: VendorCall): boolean =>
  startedAt !== undefined && moveCreatedAt.getTime() - startedAt.getTime() > OLD_MS

async function storeActionItems(ctx: Context, tx: Writer, details: Details, facts: ConversationFacts): Promise<void> {
  const { target, call, conversationId, ledger } = details
  const items = (call.actionItems ?? []).filter(({ text }) => text.trim() !== '')
  if (isOld(target, call)) return ledger.lacks('action_item', 'old', items.length)
  for (const { text, name, email, isDone, start } of items) {
    const user = email === undefined ? undefined : await findUser(tx, ctx.org, { email })
    try {
      await storeMovedTask(tx, ctx, {
        ...{
          conversationId,
          text,
          name: name ?? null,
          email: email ?? null,
          side: user === undefined ? null : 'internal',
        },
        ...{ assigneeId: user?.id, ownerId: facts.ownerId, isDone: isDone === true },
        start: start === undefined || start < 0 ? null : start,
      })
      ledger.came('action_item')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      ledger.lacks('action_item', 'limit')
    }
  }
}

async function storeComments(ctx: Context, tx: Writer, details: Details, facts: ConversationFacts): Promise<void> {
  const { call, conversationId, ledger } = details
  const threads = new Map<string, string>()
  for (const comment of inThreadOrder(call.comments ?? [])) {
    const author =
      comment.authorEmail === undefined ? undefined : await findUser(tx, ctx.org, { email: comment.authorEmail })
    if (author === undefined || comment.text.trim() === '') {
      ledger.lacks('comment', author === undefined ? 'unknown_user' : 'rejected')
      continue
    }
    const threadId = comment.replyTo === undefined ? undefined : threads.get(comment.replyTo)
    try {
      const id = await storeMovedComment(tx, ctx, {
        ...{ conversationId, length: facts.length, authorId: author.id, text: comment.text, threadId },
        time: toTime(comment),
        at: comment.at ?? facts.startedAt ?? ctx.clock.now(),
      })
      threads.set(comment.externalId, threadId ?? id)
      ledger.came('comment')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      ledger.lacks('comment', error.code.startsWith('too_many') ? 'limit' : 'rejected')
    }
  }
}

/** First comments of threads before their replies, each in order of time. */
const inThreadOrder = (comments: readonly VendorComment[]): VendorComment[] =>
  comments.toSorted(
    (a, b) =>
      Number(a.replyTo !== undefined) - Number(b.replyTo !== undefined) ||
      (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0),
  )

function toTime({ start, end }: VendorComment): { start: number; end?: number } | undefined {
  if (start === undefined || !(start >= 0)) return undefined
  return end === undefined || end < start ? { start } : { start, end }
}

const TITLE_MAX = 200
const NOTES_MAX = 8_000
const cut = (text: string, max: number) => [...text.trim()].slice(0, max).join('')

/** A clip with its place in a library folder. */
interface PlacedClip {
  readonly conversationId: string
  readonly clip: VendorClip
  readonly facts: ConversationFacts
  /** Names of the folders. Undefined if the clip isn't in the library. */
  readonly folderPath?: readonly string[]
}

/**
 * Creates a clip with the operation of the API. Its creator is the user at the vendor, if that user sees the call,
 * otherwise the owner of the call.
 * @param ctx context within a transaction @returns its ID; undefined if its times aren't within the call
 */
export async function storeClip(ctx: Context, placed: PlacedClip): Promise<string | undefined> {
  const { conversationId, clip, facts, folderPath } = placed
  const [start, end] = [Math.max(0, clip.start), facts.length === null ? clip.end : Math.min(clip.end, facts.length)]
  if (!(end > start)) return undefined
  const created = (await runOperation(
    createSnippet,
    {
      user_uuid: await findCreator(ctx, placed),
      conversation_id: conversationId,
      ...(clip.title?.trim() ? { title: cut(clip.title, TITLE_MAX) } : {}),
      notes: cut(clip.notes ?? '', NOTES_MAX),
      video: { start_time: start, end_time: end },
      ...(folderPath === undefined ? {} : { in_library: { folder_path: folderPath.join('/') } }),
    },
    ctx,
  )) as { id: string }
  return created.id
}

async function findCreator(ctx: Context, { conversationId, clip, facts }: PlacedClip): Promise<string> {
  if (clip.ownerEmail === undefined) return facts.ownerId
  const user = await findUser(ctx.db, ctx.org, { email: clip.ownerEmail })
  const visibility = user === undefined ? undefined : await selectUserVisibility(ctx.db, ctx.org, user.id)
  if (user === undefined || visibility === undefined) return facts.ownerId
  return (await isVisible(ctx.db, ctx.org, visibility, conversationId)) ? user.id : facts.ownerId
}

async function storeScorings(
  ctx: Context,
  tx: Writer,
  { target, call, conversationId, ledger }: Details,
): Promise<void> {
  const scored = new Set<string>()
  for (const scoring of newestFirst(call.scorings ?? [])) {
    const scorecardId = target.scorecards.get(scoring.scorecardId)
    const items = toItems(target, scoring)
    if (scorecardId === undefined || items.length === 0 || scored.has(scorecardId)) {
      const reason = scorecardId === undefined ? 'unknown_scorecard' : items.length === 0 ? 'no_score' : 'second_result'
      ledger.lacks('scorecard_result', reason)
      continue
    }
    const reviewer =
      scoring.reviewerEmail === undefined ? undefined : await findUser(tx, ctx.org, { email: scoring.reviewerEmail })
    try {
      await storeScorecardResult(tx, ctx, {
        ...{ conversationId, scorecardId, items, summaryText: '', source: 'human' },
        ...{ scoredBy: reviewer?.id ?? null, at: scoring.at ?? ctx.clock.now() },
      })
      scored.add(scorecardId)
      ledger.came('scorecard_result')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      ledger.lacks('scorecard_result', 'rejected')
    }
  }
}

const newestFirst = (scorings: readonly VendorScoring[]): VendorScoring[] =>
  scorings.toSorted((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0))

const ANSWER_MAX = 2_000

function toItems(target: CallTarget, { answers, scorecardId }: VendorScoring) {
  return answers.flatMap(({ questionId, score, text }) => {
    const uuid = target.questions.get(`${scorecardId}/${questionId}`)
    return uuid === undefined ? [] : [{ uuid, score, description: cut(text, ANSWER_MAX), evidences: [], confidence: 1 }]
  })
}
