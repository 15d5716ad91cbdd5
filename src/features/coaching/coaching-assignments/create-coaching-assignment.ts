import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { requireUserId } from '../../collaboration/comments/index.ts'
import { lockForClip } from '../../conversations/records/index.ts'
import { announceAssignment, notifyOfAssignment } from './announce.ts'
import { checkFolderReader, findFolderClip } from './folder.ts'
import { checkDueDate } from './mutate.ts'
import { lockClip, selectAccess } from './queries.ts'
import { insertAssignment, lockCounts } from './queries-write.ts'
import {
  coachingAssignment,
  dueDate,
  OPEN_MAX,
  PER_CONVERSATION_MAX,
  questionText,
  type TimeInput,
  timeInput,
} from './schema.ts'
import { loadAssignmentRow, serializeAssignment } from './serialize.ts'

export const createCoachingAssignment = defineOperation({
  id: 'createCoachingAssignment',
  summary: 'Create a coaching assignment',
  description:
    'Assigns a conversation, a part of it, a clip or a library folder to a colleague, with a question. Requires access to the ' +
    'conversation, or to the folder and a clip in it. The assignee must have access too; otherwise the request fails and names ' +
    'the user. A folder is one assignment, about the first clip that both see. The assignee is notified. A user has at ' +
    `most ${OPEN_MAX} assignments that aren't done, and a conversation ${PER_CONVERSATION_MAX}. Requires a user.`,
  tag: 'Coaching',
  input: z.object({
    conversationUUID: uuid()
      .optional()
      .describe(
        'ID of the conversation, from `GET /conversations/list`. Required without `snippetUUID` and `folderUUID`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
    snippetUUID: uuid()
      .optional()
      .describe(
        "ID of a clip, from `GET /snippets`. It can't be combined with `conversationUUID` and `time`. Example: `0b8e5c2a-2b5d-4f6a-9a63-7f0c4c1e1d47`.",
      ),
    folderUUID: uuid()
      .optional()
      .describe(
        "ID of a library folder, from `GET /library/folders`. It can't be combined with `conversationUUID`, `snippetUUID` and `time`. Example: `3f1d6f0c-4c86-4f0e-9a53-7b1f9d52e811`.",
      ),
    assigneeUUID: uuid().describe(
      'ID of the colleague, from `GET /conversations/{id}/viewers`. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
    question: questionText,
    time: timeInput.optional(),
    dueOn: dueDate.nullish().describe('Day by which it is due, `YYYY-MM-DD`. Defaults to none. Example: `2026-12-01`.'),
  }),
  output: coachingAssignment,
  requires: { scope: 'write', level: 'user' },
  rest: {
    ...{ method: 'POST', derived: true, path: '/coaching-assignments', status: 201 },
    ...inData(coachingAssignment),
  },
  async handle(given, ctx) {
    const assignerId = requireUserId(ctx)
    checkDueDate(ctx, given.dueOn)
    return ctx.transact(async (tx) => {
      const part = await findPart(tx, ctx, given)
      await checkAssignee(tx, ctx, part, given.assigneeUUID)
      await checkRoom(tx, ctx, part.conversationId, given.assigneeUUID)
      const row = {
        ...{ id: newId(), assignee_id: given.assigneeUUID, assigner_id: assignerId },
        anchor_id: part.conversationId,
      }
      await insertAssignment(tx, ctx.org, {
        ...{ id: row.id, assigneeId: row.assignee_id, assignerId, question: given.question },
        ...{ ...part, dueOn: given.dueOn ?? null, at: ctx.clock.now() },
      })
      ctx.addAuditTarget('coaching assignment', row.id)
      ctx.addAuditTarget('user', row.assignee_id)
      if (part.folderId !== null) ctx.addAuditTarget('folder', part.folderId)
      await announceAssignment(tx, ctx, 'created', row)
      await notifyOfAssignment(tx, ctx, 'coaching', row)
      return serializeAssignment(await loadAssignmentRow(ctx, tx, row.id), ctx)
    })
  },
})

interface PartInput {
  readonly conversationUUID?: string | undefined
  readonly snippetUUID?: string | undefined
  readonly folderUUID?: string | undefined
  readonly assigneeUUID: string
  readonly time?: TimeInput | undefined
}

interface AssignedPart {
  readonly conversationId: string
  readonly snippetId: string | null
  readonly folderId: string | null
  readonly start: number | null
  readonly end: number | null
}

/** @throws AppError `validation_failed` for a field that can't be combined with another one */
function refuse(
  given: PartInput,
  names: readonly ('conversationUUID' | 'snippetUUID' | 'time')[],
  detail: string,
): void {
  const name = names.find((one) => given[one] !== undefined)
  if (name !== undefined) throw invalid({ pointer: `/${name}`, detail: `\`${name}\` ${detail} Omit \`${name}\`.` })
}

/** Conversation, clip or folder to assign, which is locked. */
async function findPart(tx: Writer, ctx: Context, given: PartInput): Promise<AssignedPart> {
  const visibility = toVisibility(ctx.principal)
  if (given.folderUUID !== undefined) {
    refuse(
      given,
      ['conversationUUID', 'snippetUUID', 'time'],
      "can't be combined with `folderUUID`. The clips of a folder have their own calls and times.",
    )
    return findFolderClip(tx, ctx, given.folderUUID, given.assigneeUUID)
  }
  if (given.snippetUUID !== undefined) {
    refuse(
      given,
      ['conversationUUID', 'time'],
      "can't be combined with `snippetUUID`. A clip has its own call and times.",
    )
    const clip = await lockClip(tx, ctx.org, visibility, given.snippetUUID)
    if (clip === undefined) throw notFound('snippet', '/snippetUUID')
    return {
      ...{ conversationId: clip.conversation_id, snippetId: given.snippetUUID, folderId: null },
      ...{ start: clip.start_time, end: clip.end_time },
    }
  }
  const { conversationUUID: id, time } = given
  if (id === undefined) {
    const detail =
      '`conversationUUID`, `snippetUUID` or `folderUUID` is required. Send the ID of a conversation, a clip or a folder.'
    throw invalid({ pointer: '/conversationUUID', detail })
  }
  const conversation = await lockForClip(tx, ctx.org, visibility, id)
  if (conversation === undefined) throw notFound('conversation', '/conversationUUID')
  if (time !== undefined) checkTime(time, conversation.length)
  return { conversationId: id, snippetId: null, folderId: null, start: time?.start ?? null, end: time?.end ?? null }
}

function checkTime({ start, end }: TimeInput, length: number | null): void {
  if (end !== undefined && end < start) {
    throw invalid({ pointer: '/time/end', detail: "`end` can't be less than `start`." })
  }
  if (length !== null && start > length) {
    const detail = `\`start\` must not be after the end of the call, at ${length} seconds.`
    throw invalid({ pointer: '/time/start', detail })
  }
}

/** @throws AppError `validation_failed`, which names a user without access */
async function checkAssignee(tx: Writer, ctx: Context, part: AssignedPart, userId: string): Promise<void> {
  const user = await selectAccess(tx, ctx.org, part.conversationId, userId)
  if (user === undefined) {
    const detail = 'No active user has this ID. Use the ID of a user from `GET /conversations/{id}/viewers`.'
    throw invalid({ pointer: '/assigneeUUID', detail })
  }
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  if (part.folderId !== null)
    return checkFolderReader(tx, ctx, part.folderId, { id: userId, name, isFit: user.can_see })
  if (user.can_see) return
  throw invalid({
    pointer: '/assigneeUUID',
    detail: `You can't assign the call to ${name}, who has no access to it. Choose another colleague, or ask an admin to give access.`,
  })
}

/** @throws AppError `too_many_coaching_assignments` */
async function checkRoom(tx: Writer, ctx: Context, conversationId: string, userId: string): Promise<void> {
  const { conversation, open } = await lockCounts(tx, ctx.org, conversationId, userId)
  const code = 'too_many_coaching_assignments'
  if (open >= OPEN_MAX) {
    throw conflict(code, `The user already has ${OPEN_MAX} assignments that aren't done. Wait until some of them are.`)
  }
  if (conversation >= PER_CONVERSATION_MAX) {
    throw conflict(code, `The call already has ${PER_CONVERSATION_MAX} assignments. Delete some of them first.`)
  }
}
