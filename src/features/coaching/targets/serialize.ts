/** Serialization and events shared by the operations of targets. */
import type { Writer } from '../../../core/db.ts'
import type { Context } from '../../../core/operation.ts'
import { announce } from '../../platform/webhooks/index.ts'
import type { TargetRow } from './queries.ts'
import type { Target } from './schema.ts'

export const serializeTarget = (row: TargetRow): Target => ({
  uuid: row.id,
  figure: row.figure,
  scorecardUUID: row.scorecard_id,
  scorecardTitle: row.scorecard_title,
  teamUUID: row.team_id,
  teamName: row.team_name,
  minimum: row.minimum,
  maximum: row.maximum,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const announceTarget = (
  tx: Writer,
  ctx: Context,
  event: 'created' | 'updated' | 'deleted',
  row: Pick<TargetRow, 'id' | 'figure' | 'team_id' | 'scorecard_id'>,
): Promise<void> =>
  announce(tx, ctx, {
    type: `target.${event}`,
    data: { target_id: row.id, figure: row.figure, team_id: row.team_id, scorecard_id: row.scorecard_id },
  })
