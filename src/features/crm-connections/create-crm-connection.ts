import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { CRM_KINDS } from '../../core/crm.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { checkOutsideAddress } from '../../core/outside-address.ts'
import { inData } from '../../core/page.ts'
import { requireTeams } from '../identity/index.ts'
import { sealCredentials } from './connection.ts'
import { addressOf, CONNECTIONS_MAX, credentialsOf, entitiesOf, syncMinutesOf, tooMany } from './model.ts'
import { countConnections, insertConnection, replaceEntities, selectConnection } from './queries.ts'
import { connectionFields, crmConnectionMade } from './schema.ts'
import { syncSoon } from './sync.ts'
import { connectionTold } from './told.ts'

const { name, url, credentials, teamUUID, entities, syncMinutes } = connectionFields

export const createCrmConnection = defineOperation({
  id: 'createCrmConnection',
  summary: 'Connect the organization to a CRM, and begin to read from it.',
  description:
    'kind is hubspot, salesforce, or http: any program that takes signed messages. Credentials are kept sealed and never told again. An address that is private is refused unless the operator allows it. The secret of an http connection that is made here is told this once.',
  tag: 'CRM',
  cost: COSTS.medium,
  input: z.object({
    kind: z.enum(CRM_KINDS),
    name,
    url: url.optional(),
    credentials: credentials.default({}),
    teamUUID: teamUUID.default(null),
    entities: entities.optional(),
    syncMinutes: syncMinutes.optional(),
  }),
  output: crmConnectionMade,
  requires: { scope: 'write', role: 'ADMIN' },
  // The name of the address is looked up.
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
    const { kept, made } = credentialsOf(kind, given.credentials)
    const url = addressOf(kind, given.url, given.credentials)
    const entities = entitiesOf(kind, given.entities)
    const syncMinutes = syncMinutesOf(kind, given.syncMinutes)
    await checkOutsideAddress(ctx.fetchPublic, url)
    const [id, at] = [newId(), ctx.clock.now()]
    return ctx.transact(async (tx) => {
      if ((await countConnections(tx, ctx.org)) >= CONNECTIONS_MAX) throw tooMany()
      if (teamId !== null) await requireTeams(tx, ctx.org, [teamId], '/teamUUID')
      const sealed = sealCredentials(ctx, id, kept)
      await insertConnection(tx, ctx.org, { id, name, kind, url, credentials: sealed, teamId, syncMinutes, at })
      await replaceEntities(tx, ctx.org, id, entities)
      if (syncMinutes > 0 && entities.length > 0) await syncSoon(tx, ctx, id)
      ctx.names('CRM connection', id)
      const row = await selectConnection(tx, ctx.org, id)
      if (row === undefined) throw new Error('A connection that was just made is gone.')
      return { ...connectionTold(row, at), ...(made === undefined ? {} : { secret: made }) }
    })
  },
})
