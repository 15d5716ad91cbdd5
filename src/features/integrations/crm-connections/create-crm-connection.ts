import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { CRM_KINDS } from '../../../core/crm.ts'
import { checkOutsideAddress } from '../../../core/external-url.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requireTeams } from '../../accounts/identity/index.ts'
import { sealCredentials } from './connection.ts'
import {
  CONNECTIONS_MAX,
  resolveCredentials,
  resolveEntities,
  resolveSyncMinutes,
  resolveUrl,
  tooMany,
} from './model.ts'
import { countConnections, insertConnection, replaceEntities, selectConnection } from './queries.ts'
import { connectionFields, crmConnectionMade } from './schema.ts'
import { serializeCrmConnection } from './serialize.ts'
import { syncSoon } from './sync.ts'

const { name, url, credentials, teamUUID, entities, syncMinutes } = connectionFields

export const createCrmConnection = defineOperation({
  id: 'createCrmConnection',
  summary: 'Create a CRM connection',
  description:
    'Connects the organization to a CRM. If the connection reads entities periodically, the first sync starts in ' +
    'the background. Private addresses are rejected unless the operator allows them. Credentials are stored ' +
    'encrypted and never returned. If Parley generates the signing secret of an `http` connection, only this ' +
    `response contains it. Maximum ${CONNECTIONS_MAX} connections per organization. Not idempotent. Requires the ` +
    'admin role.',
  tag: 'CRM',
  cost: COSTS.medium,
  input: z.object({
    kind: z
      .enum(CRM_KINDS)
      .describe(
        'Type of the CRM. `http` is any program that receives signed messages (Standard Webhooks). Example: `hubspot`.',
      ),
    name,
    url: url
      .optional()
      .describe(
        'Base URL of the CRM. Optional for HubSpot, and for Salesforce with a refresh token. ' +
          'Example: `https://acme.my.salesforce.com`.',
      ),
    credentials: credentials.default({}),
    teamUUID: teamUUID.default(null),
    entities: entities.optional(),
    syncMinutes: syncMinutes.optional(),
  }),
  output: crmConnectionMade,
  requires: { scope: 'write', role: 'ADMIN' },
  // The operation resolves the host name of the URL.
  takesLong: true,
  rest: {
    method: 'POST',
    derived: false,
    path: '/crm-connections',
    status: 201,
    refusals: [409],
    ...inData(crmConnectionMade),
  },
  async handle(given, ctx) {
    const { kind, name, teamUUID: teamId } = given
    const { stored, generatedSecret } = resolveCredentials(kind, given.credentials)
    const url = resolveUrl(kind, given.url, given.credentials)
    const entities = resolveEntities(kind, given.entities)
    const syncMinutes = resolveSyncMinutes(kind, given.syncMinutes)
    await checkOutsideAddress(ctx.fetchPublic, url)
    const [id, at] = [newId(), ctx.clock.now()]
    return ctx.transact(async (tx) => {
      if ((await countConnections(tx, ctx.org)) >= CONNECTIONS_MAX) throw tooMany()
      if (teamId !== null) await requireTeams(tx, ctx.org, [teamId], '/teamUUID')
      const sealed = sealCredentials(ctx, id, stored)
      await insertConnection(tx, ctx.org, { id, name, kind, url, credentials: sealed, teamId, syncMinutes, at })
      await replaceEntities(tx, ctx.org, id, entities)
      if (syncMinutes > 0 && entities.length > 0) await syncSoon(tx, ctx, id)
      ctx.addAuditTarget('CRM connection', id)
      const row = await selectConnection(tx, ctx.org, id)
      if (row === undefined) throw new Error('The connection that was just created does not exist.')
      return {
        ...serializeCrmConnection(row, at),
        ...(generatedSecret === undefined ? {} : { secret: generatedSecret }),
      }
    })
  },
})
