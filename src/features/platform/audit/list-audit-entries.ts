import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryInstant, queryString, uuid } from '../../../core/wire.ts'
import { selectEntries } from './queries.ts'

const auditEntry = z.object({
  uuid: z.string().describe('ID of the entry.'),
  at: z.string().describe('When the change was made.'),
  operation: z
    .string()
    .describe('Operation ID in this API, such as `createApiKey`, or the name of another recorded change.'),
  user: z
    .object({ uuid: z.string().describe('ID of the user.'), email: z.string().describe('Email address of the user.') })
    .nullable()
    .describe('User who made the change. Null for organization-level keys, the command line and background work.'),
  keyUUID: z.string().nullable().describe('ID of the API key that was used. Null if the caller used no key.'),
  via: z.string().describe('How the caller authenticated, such as `api_key`, `session` or `command_line`.'),
  requestId: z.string().nullable().describe('ID of the HTTP request. Null if the change came from no request.'),
  address: z.string().nullable().describe('IP address of the client. Null if the change came from no request.'),
  entityType: z.string().nullable().describe('Type of the changed resource, such as `team`. Null if it has no ID.'),
  entityId: z.string().nullable().describe('ID of the changed resource. Null if it has none.'),
  entities: z
    .array(
      z.object({ type: z.string().describe('Type of the resource.'), id: z.string().describe('ID of the resource.') }),
    )
    .describe('All resources of the change, from the outermost to the changed resource itself.'),
})

export const listAuditEntries = defineOperation({
  id: 'listAuditEntries',
  summary: 'List audit log entries',
  description:
    'Returns one entry for every operation that changed something, from newest to oldest. Entries contain IDs and ' +
    'operation names, never contents. Requires the admin role.',
  tag: 'Audit log',
  input: z.object({
    userUUID: uuid()
      .optional()
      .describe(
        'ID of the user who made the change, from `GET /organizations/users`. Example: ' +
          '`7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
      ),
    operation: queryString(128)
      .optional()
      .describe('Exact operation ID, maximum 128 characters. Example: `deleteConversation`.'),
    entityType: queryString(128)
      .optional()
      .describe('Type of the changed resource, maximum 128 characters. Example: `conversation`.'),
    entityId: queryString(256)
      .optional()
      .describe('ID of the changed resource, maximum 256 characters. Example: `3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233`.'),
    from: queryInstant()
      .optional()
      .describe('Earliest time of the change: a date or an ISO 8601 date-time with offset. Example: `2026-11-01`.'),
    to: queryInstant()
      .optional()
      .describe(
        'Latest time of the change: a date or an ISO 8601 date-time with offset. A date means 00:00 UTC. Example: ' +
          '`2026-11-21`.',
      ),
    ...listFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(auditEntry),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/audit-log', ...paged(auditEntry) },
  async handle({ page, size, cursor, ...filter }, ctx) {
    const { from, to } = filter
    if (from !== undefined && to !== undefined && from > to) {
      throw invalid({ pointer: '/query/from', detail: '`from` must not be later than `to`. Swap them or change one.' })
    }
    const { rows, meta } = await selectEntries(ctx.db, ctx.org, filter, toWindow({ page, size, cursor }))
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
      meta,
    }
  },
})
