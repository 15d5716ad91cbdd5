import { z } from 'zod'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { SOURCES_MAX } from './model.ts'
import { type SourceStateRow, selectSourceStates } from './queries-states.ts'

/** Number of the newest calls of a source whose failures are counted. Older ones have had their attention. */
const CALLS_COUNTED = 100

/**
 * Sources with their newest delivery and their failures, failing ones first. Contains no addresses, settings or credentials.
 * It has no route: the start page of admins uses it, and `listSources` returns everything.
 */
export const listSourceStates = defineToolOperation({
  id: 'listSourceStates',
  summary: 'List the states of call sources',
  tag: 'Sources',
  input: z.object(pageFields({ default: 10, max: SOURCES_MAX })),
  output: pageSchema(
    z.object({
      ...{ uuid: z.string(), kind: z.string(), name: z.string(), enabled: z.boolean() },
      isFailing: z.boolean().describe('Whether the source is enabled and its look, newest delivery or calls failed.'),
      fault: z.string().nullable().describe('Why the last look or test failed. Null if it worked.'),
      lastCallAt: z.string().nullable().describe('When the last call was imported. Null if none was.'),
      lastDelivery: z
        .object({ receivedAt: z.string(), status: z.string(), reason: z.string().nullable() })
        .nullable()
        .describe('Newest delivery, authentic or not. Null if none is stored.'),
      failedCalls: z.int().describe(`Failed calls among the newest ${CALLS_COUNTED} calls of the source.`),
    }),
  ),
  requires: { scope: 'read', role: 'ADMIN' },
  async handle({ page, size }, { db, org }) {
    const rows = await selectSourceStates(db, org, { calls: CALLS_COUNTED, limit: SOURCES_MAX })
    const shown = rows.slice((page - 1) * size, page * size)
    return { data: shown.map(serializeState), meta: pageMeta(page, size, rows.length) }
  },
})

const serializeState = (row: SourceStateRow) => ({
  uuid: row.id,
  kind: row.kind,
  name: row.name,
  enabled: row.enabled,
  isFailing: row.is_failing,
  fault: row.fault,
  lastCallAt: row.last_call_at,
  lastDelivery:
    row.delivery_at === null || row.delivery_state === null
      ? null
      : { receivedAt: row.delivery_at, status: row.delivery_state, reason: row.delivery_reason },
  failedCalls: row.failed,
})
