import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import type { FieldValues, SourceKind } from '../source-kinds/index.ts'
import { requestLook, stopLooking } from './look.ts'
import { requireKind, resolveFields, resolveLookMinutes } from './model.ts'
import { sealCredentials } from './open.ts'
import { requireOwnerAndTeam } from './owner-and-team.ts'
import { lockSource, type SourceRow, selectCountedSource, updateSourceFault, updateSourceRow } from './queries.ts'
import { callSource, sourceFields } from './schema.ts'
import { serializeSource } from './serialize.ts'

export const updateSource = defineOperation({
  id: 'updateSource',
  summary: 'Update a call source',
  description:
    'Omitted fields keep their values. `settings`, `credentials` and `insideDomains` replace all existing values. A ' +
    'new address that credentials are sent to requires the credentials. The address for deliveries stays the same. ' +
    'Changes apply to calls that are imported later. Requires the admin role.',
  tag: 'Sources',
  cost: COSTS.medium,
  input: z
    .object({
      id: pathId('source'),
      name: sourceFields.name.optional(),
      settings: sourceFields.settings.optional(),
      credentials: sourceFields.credentials.optional(),
      applicationName: sourceFields.applicationName.optional(),
      ownerUUID: sourceFields.ownerUUID.optional(),
      teamUUID: sourceFields.teamUUID.optional(),
      private: sourceFields.private.optional(),
      insideDomains: sourceFields.insideDomains.optional(),
      lookMinutes: sourceFields.lookMinutes.optional(),
      enabled: sourceFields.enabled.optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: callSource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/sources/{id}', refusals: [409], ...inData(callSource) },
  async handle({ id, ...input }, ctx) {
    const at = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const source = await lockSource(tx, ctx.org, id)
      if (source === undefined) throw notFound('source')
      const kind = requireKind(source.kind)
      const settings = input.settings && resolveFields(kind, 'settings', input.settings)
      const credentials = input.credentials && resolveFields(kind, 'credentials', input.credentials)
      if (settings !== undefined && credentials === undefined) refuseNewDestination(kind, source, settings)
      const lookMinutes =
        input.lookMinutes === undefined ? source.look_minutes : resolveLookMinutes(kind, input.lookMinutes)
      await requireOwnerAndTeam(tx, ctx.org, { ownerId: input.ownerUUID, teamId: input.teamUUID })
      await updateSourceRow(
        tx,
        ctx.org,
        id,
        {
          ...omitUndefined({
            ...{ name: input.name, enabled: input.enabled, application: input.applicationName },
            ...{ owner_id: input.ownerUUID, team_id: input.teamUUID, private: input.private },
            inside_domains: input.insideDomains,
          }),
          ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
          ...(credentials === undefined
            ? {}
            : { credentials: sealCredentials(ctx, id, credentials), credentials_changed_at: at }),
          look_minutes: lookMinutes,
        },
        at,
      )
      if (settings !== undefined || credentials !== undefined) await updateSourceFault(tx, ctx.org, id, null, at)
      const looks = lookMinutes > 0 && (input.enabled ?? source.enabled)
      if (looks) await requestLook(tx, ctx, id)
      else await stopLooking(tx, ctx, id)
      const row = await selectCountedSource(tx, ctx.org, id)
      if (row === undefined) throw notFound('source')
      return serializeSource(ctx, row)
    })
  },
})

/** @throws AppError `validation_failed` if stored credentials would be sent to another address */
function refuseNewDestination(kind: SourceKind, source: SourceRow, settings: FieldValues): void {
  if (!kind.fields.some(({ secret }) => secret)) return
  const before = JSON.parse(source.settings) as FieldValues
  const moved = kind.fields.find(({ name, isDestination }) => isDestination && before[name] !== settings[name])
  if (moved === undefined) return
  throw invalid({
    pointer: '/credentials',
    detail: `\`credentials\` are required when \`settings.${moved.name}\` changes. Send them again with the new value.`,
  })
}
