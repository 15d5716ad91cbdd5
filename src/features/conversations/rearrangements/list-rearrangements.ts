import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible } from '../records/index.ts'
import { selectRearrangements } from './queries.ts'
import { serializedRearrangement } from './schema.ts'

/** Maximum number of rearrangements in a response. */
const LIMIT = 100

export const listRearrangements = defineOperation({
  id: 'listRearrangements',
  summary: 'List merges and splits of a conversation',
  description:
    'Returns merges and splits in which the conversation took part, newest first, up to 100. Changes ' +
    'that involve a conversation which the caller can’t see are left out.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(serializedRearrangement) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/rearrangements' },
  async handle({ id }, ctx) {
    const visibility = toVisibility(ctx.principal)
    if (!(await isVisible(ctx.db, ctx.org, visibility, id))) throw notFound('conversation')
    const rows = await selectRearrangements(ctx.db, ctx.org, visibility, id, LIMIT)
    return {
      data: rows.map((row) => ({
        uuid: row.id,
        kind: row.kind,
        conversationUUID: row.conversation_id,
        conversationTitle: row.conversation_title,
        otherUUID: row.other_id,
        otherTitle: row.other_title,
        transcriptVersion: row.version_after,
        createdAt: row.created_at,
        undoneAt: row.undone_at,
      })),
    }
  },
})
