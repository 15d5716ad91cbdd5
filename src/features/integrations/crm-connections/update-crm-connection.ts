import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { checkOutsideAddress } from '../../../core/external-url.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { requireTeams } from '../../accounts/identity/index.ts'
import { sealCredentials } from './connection.ts'
import { resolveCredentials, resolveEntities, resolveSyncMinutes, sendsCredentials } from './model.ts'
import { lockConnection, replaceEntities, selectConnection, updateConnection } from './queries.ts'
import { resetSync } from './queries-sync.ts'
import { connectionFields, crmConnectionMade } from './schema.ts'
import { serializeCrmConnection } from './serialize.ts'
import { isReading, syncSoon } from './sync.ts'

const { name, url, credentials, teamUUID, entities, syncMinutes } = connectionFields

export const updateCrmConnection = defineOperation({
  id: 'updateCrmConnection',
  summary: 'Update a CRM connection',
  description:
    'Omitted fields keep their values. `credentials` and `entities` replace all existing values. Empty credentials ' +
    'of an `http` connection generate a new secret, which only this response contains. A new URL of HubSpot or ' +
    'Salesforce requires the credentials, because they would be sent there. New entities, and those with other ' +
    'fields, are read from the beginning. A new URL restarts all entities. Requires the admin role.',
  tag: 'CRM',
  cost: COSTS.medium,
  input: z
    .object({
      id: pathId('CRM connection'),
      name: name.optional(),
      url: url.optional().describe('New base URL of the CRM. Example: `https://acme.my.salesforce.com`.'),
      credentials: credentials.optional(),
      teamUUID: teamUUID.optional(),
      entities: entities.optional(),
      syncMinutes: syncMinutes.optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: crmConnectionMade,
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'PATCH', path: '/crm-connections/{id}', ...inData(crmConnectionMade) },
  async handle({ id, name, url, credentials: given, teamUUID: teamId, ...reading }, ctx) {
    if (url !== undefined) await checkOutsideAddress(ctx.fetchPublic, url)
    const at = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const had = await lockConnection(tx, ctx.org, id)
      if (had === undefined) throw notFound('CRM connection')
      if (url !== undefined && url !== had.url && given === undefined && sendsCredentials(had.kind)) {
        throw invalid({
          pointer: '/credentials',
          detail: '`credentials` are required when `url` changes. Send them again with the new URL.',
        })
      }
      const entities = reading.entities === undefined ? undefined : resolveEntities(had.kind, reading.entities)
      const syncMinutes =
        reading.syncMinutes === undefined ? had.sync_minutes : resolveSyncMinutes(had.kind, reading.syncMinutes)
      if (teamId !== undefined && teamId !== null) await requireTeams(tx, ctx.org, [teamId], '/teamUUID')
      const { stored, generatedSecret } = given === undefined ? {} : resolveCredentials(had.kind, given)
      const asked = stored !== undefined || url !== undefined
      await updateConnection(
        tx,
        ctx.org,
        id,
        {
          ...(name === undefined ? {} : { name }),
          ...(url === undefined ? {} : { url }),
          ...(stored === undefined
            ? {}
            : { credentials: sealCredentials(ctx, id, stored), credentials_changed_at: at }),
          ...(teamId === undefined ? {} : { team_id: teamId }),
          ...(asked ? { paused_until: null, paused_for: null } : {}),
          sync_minutes: syncMinutes,
        },
        at,
      )
      if (entities !== undefined) await replaceEntities(tx, ctx.org, id, entities)
      if (url !== undefined && url !== had.url) await resetSync(tx, ctx.org, id)
      const isReplacing = asked || entities !== undefined
      const reads = (entities ?? had.entities).length > 0 && (syncMinutes > 0 || isReading(had))
      if (reads && (isReplacing || had.sync_minutes !== syncMinutes)) await syncSoon(tx, ctx, id, { isReplacing })
      const row = await selectConnection(tx, ctx.org, id)
      if (row === undefined) throw notFound('CRM connection')
      return {
        ...serializeCrmConnection(row, at),
        ...(generatedSecret === undefined ? {} : { secret: generatedSecret }),
      }
    })
  },
})
