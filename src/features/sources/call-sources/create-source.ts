import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requestLook } from './look.ts'
import { addressPurpose, requireKind, resolveFields, resolveLookMinutes, SOURCES_MAX, tooManySources } from './model.ts'
import { sealCredentials } from './open.ts'
import { requireOwnerAndTeam } from './owner-and-team.ts'
import { countSources, insertSource, selectCountedSource } from './queries.ts'
import { callSource, sourceFields, sourceKindId } from './schema.ts'
import { serializeSource } from './serialize.ts'

export const createSource = defineOperation({
  id: 'createSource',
  summary: 'Create a call source',
  description:
    'Connects a system from which calls arrive by themselves. The response contains the address for its deliveries. ' +
    'If Parley looks at the source regularly, the first look starts in the background. Credentials are stored ' +
    `encrypted and never returned. Maximum ${SOURCES_MAX} sources per organization. Not idempotent. Requires the ` +
    'admin role.',
  tag: 'Sources',
  cost: COSTS.medium,
  input: z.object({
    kind: sourceKindId,
    name: sourceFields.name,
    settings: sourceFields.settings.default({}),
    credentials: sourceFields.credentials.default({}),
    applicationName: sourceFields.applicationName.optional(),
    ownerUUID: sourceFields.ownerUUID.default(null),
    teamUUID: sourceFields.teamUUID.default(null),
    private: sourceFields.private.default(false),
    insideDomains: sourceFields.insideDomains.default([]),
    lookMinutes: sourceFields.lookMinutes.optional(),
    enabled: sourceFields.enabled.default(true),
  }),
  output: callSource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/sources', status: 201, refusals: [409], ...inData(callSource) },
  async handle(input, ctx) {
    const kind = requireKind(input.kind)
    const settings = resolveFields(kind, 'settings', input.settings)
    const credentials = resolveFields(kind, 'credentials', input.credentials)
    const lookMinutes = resolveLookMinutes(kind, input.lookMinutes)
    const [id, token, at] = [newId(), newOpaqueToken(ctx.org), ctx.clock.now()]
    return ctx.transact(async (tx) => {
      if ((await countSources(tx, ctx.org)) >= SOURCES_MAX) throw tooManySources()
      await requireOwnerAndTeam(tx, ctx.org, { ownerId: input.ownerUUID, teamId: input.teamUUID })
      await insertSource(tx, ctx.org, {
        ...{ id, kind: kind.id, name: input.name, enabled: input.enabled, at, lookMinutes },
        settings: JSON.stringify(settings),
        credentials: sealCredentials(ctx, id, credentials),
        addressToken: ctx.sealer.seal(ctx.org, addressPurpose(id), token),
        addressHash: hashOfToken(token),
        application: input.applicationName ?? kind.id,
        ...{ ownerId: input.ownerUUID, teamId: input.teamUUID, isPrivate: input.private },
        insideDomains: input.insideDomains,
      })
      if (lookMinutes > 0) await requestLook(tx, ctx, id)
      ctx.addAuditTarget('source', id)
      const row = await selectCountedSource(tx, ctx.org, id)
      if (row === undefined) throw new Error('The source that was just created does not exist.')
      return serializeSource(ctx, row)
    })
  },
})
