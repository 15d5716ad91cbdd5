import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { queryInstant, queryString, uuid } from '../../core/wire.ts'
import { selectEntries } from './queries.ts'

const auditEntry = z.object({
  uuid: z.string(),
  at: z.string(),
  operation: z.string(),
  user: z.object({ uuid: z.string(), email: z.string() }).nullable(),
  keyUUID: z.string().nullable(),
  via: z.string(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  entityType: z.string().nullable(),
  entityId: z.string().nullable(),
  entities: z.array(z.object({ type: z.string(), id: z.string() })),
})

export const listAuditEntries = defineOperation({
  id: 'listAuditEntries',
  summary: 'List who changed what, newest first.',
  description:
    'One entry for every operation that changed something. `user` is null for org-level keys and the command line; ' +
    '`entityType` and `entityId` tell what the entry is about, `entities` all things it names.',
  tag: 'Audit log',
  input: z.object({
    userUUID: uuid().optional(),
    operation: queryString(128).optional(),
    entityType: queryString(128).optional(),
    entityId: queryString(256).optional(),
    from: queryInstant().optional(),
    to: queryInstant().optional(),
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: pageOf(auditEntry),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/audit-log', ...paged(auditEntry) },
  async handle({ page, size, ...filter }, ctx) {
    const { from, to } = filter
    if (from !== undefined && to !== undefined && from > to) {
      throw invalid({ pointer: '/query/from', detail: 'This must not be after the end.' })
    }
    const { total, rows } = await selectEntries(ctx.db, ctx.org, filter, { limit: size, offset: (page - 1) * size })
    return {
      data: rows.map((row) => ({
        uuid: row.id,
        at: row.at,
        operation: row.operation,
        user: row.user_id === null ? null : { uuid: row.user_id, email: row.user_email ?? '' },
        keyUUID: row.key_id,
        via: row.via,
        requestId: row.request_id,
        address: row.address,
        entityType: row.entity_type,
        entityId: row.entity_id,
        entities: [...row.entities],
      })),
      meta: pageMeta(page, size, total),
    }
  },
})
