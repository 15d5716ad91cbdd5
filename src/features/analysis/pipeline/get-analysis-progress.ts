import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectProgress } from './queries-look-back.ts'

const progress = z.object({
  conversations: z.int().describe('Number of conversations with an analysis.'),
  queued: z.int().describe('Number of conversations whose analysis has not started.'),
  running: z.int().describe('Number of conversations that are being analyzed.'),
  lookBack: z
    .object({
      state: z
        .enum(['scheduled', 'requesting', 'analyzing', 'done'])
        .describe(
          '`scheduled`: starts after a minute without further changes. `requesting`: conversations are being queued. ' +
            '`analyzing`: all conversations are queued, and some are not analyzed yet.',
        ),
      requestedAt: z.iso.datetime({ offset: true }).describe('Time of the newest change.'),
      requested: z.int().describe('Number of conversations that were queued since the change.'),
    })
    .nullable()
    .describe(
      'Re-evaluation of earlier conversations after the newest change of a tracker, label, field or scorecard. Null if ' +
        'nothing was changed.',
    ),
})

export const getAnalysisProgress = defineOperation({
  id: 'getAnalysisProgress',
  summary: 'Get the progress of analyses',
  description:
    'Returns how many analyses of the organization are queued and running. After a change of a tracker, label, field ' +
    'or scorecard, earlier conversations are evaluated again in the background; `lookBack` returns how far this is. ' +
    'Requires the admin role.',
  tag: 'Conversations',
  input: z.object({}),
  output: progress,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/analysis/progress', ...inData(progress) },
  async handle(_, ctx) {
    const { total, queued, running, ...row } = await selectProgress(ctx.db, ctx.org)
    const state = (): 'scheduled' | 'requesting' | 'analyzing' | 'done' => {
      if (row.started_at === null) return 'scheduled'
      if (row.completed_at === null) return 'requesting'
      return queued + running > 0 ? 'analyzing' : 'done'
    }
    return {
      ...{ conversations: total, queued, running },
      lookBack:
        row.requested_at === null
          ? null
          : { state: state(), requestedAt: row.requested_at, requested: row.requested_count ?? 0 },
    }
  },
})
