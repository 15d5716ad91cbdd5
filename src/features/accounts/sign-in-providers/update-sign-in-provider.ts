import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { requireTeams } from '../identity/index.ts'
import { sealClientSecret } from './discover.ts'
import {
  deleteIdentities,
  lockProvider,
  type ProviderRow,
  type ProviderValues,
  replaceDomains,
  selectProvider,
  updateProvider,
} from './queries.ts'
import { checkAnswers, checkIssuer, claimDomains } from './rules.ts'
import { providerFields, signInProvider } from './schema.ts'
import { serializeProvider } from './serialize.ts'

export const updateSignInProvider = defineOperation({
  id: 'updateSignInProvider',
  summary: 'Update a sign-in provider',
  description:
    'Omitted fields keep their values. Requires the admin role. If a client secret is stored, a new `issuer` requires it ' +
    'again, because the secret is sent to the issuer. A new issuer also clears the links between users and the provider: users ' +
    'are matched by email address the next time they sign in.',
  tag: 'Sign-in',
  cost: COSTS.medium,
  input: z
    .object({
      id: pathId('sign-in provider'),
      name: providerFields.name.optional(),
      issuer: providerFields.issuer.optional(),
      client_id: providerFields.client_id.optional(),
      client_secret: providerFields.client_secret.optional(),
      domains: providerFields.domains.optional(),
      required: providerFields.required.optional(),
      vouches_for_addresses: providerFields.vouches_for_addresses.optional(),
      makes_users: providerFields.makes_users.optional(),
      default_role: providerFields.default_role.optional(),
      default_team_uuid: providerFields.default_team_uuid.optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: signInProvider,
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'PATCH', path: '/sign-in-providers/{id}', refusals: [409], ...inData(signInProvider) },
  async handle({ id, domains, client_secret, default_team_uuid: teamId, ...given }, ctx) {
    const before = await selectProvider(ctx.db, ctx.org, id)
    if (before === undefined) throw notFound('sign-in provider')
    if (given.issuer !== undefined) await checkIssuer(ctx, given.issuer)
    const change: Partial<ProviderValues> = {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(client_secret === undefined
        ? {}
        : { client_secret: client_secret && sealClientSecret(ctx.sealer, ctx.org, id, client_secret) }),
      ...(teamId === undefined ? {} : { default_team_id: teamId }),
    }
    checkSecret(before, change)
    const after = { ...before, ...change }
    const isAnother = after.issuer !== before.issuer || 'client_id' in change || 'client_secret' in change
    if (after.required && (!before.required || isAnother)) await checkAnswers(ctx, after)
    return ctx.transact(async (tx) => {
      const had = await lockProvider(tx, ctx.org, id)
      if (had === undefined) throw notFound('sign-in provider')
      checkSecret(had, change)
      if (teamId !== undefined && teamId !== null) await requireTeams(tx, ctx.org, [teamId], '/default_team_uuid')
      if (domains !== undefined) {
        await claimDomains(tx, ctx.org, id, domains)
        await replaceDomains(tx, ctx.org, id, domains)
      }
      if (change.issuer !== undefined && change.issuer !== had.issuer) await deleteIdentities(tx, ctx.org, id)
      await updateProvider(tx, ctx.org, id, change, ctx.clock.now())
      const row = await selectProvider(tx, ctx.org, id)
      if (row === undefined) throw new Error('The provider is missing although it is locked.')
      return serializeProvider(row, ctx.publicUrl())
    })
  },
})

/** @throws AppError `validation_failed` if the stored secret would be sent to another issuer */
function checkSecret(had: ProviderRow, change: Partial<ProviderValues>): void {
  if (change.issuer === undefined || change.issuer === had.issuer) return
  if (had.client_secret === null || 'client_secret' in change) return
  throw invalid({
    pointer: '/client_secret',
    detail: '`client_secret` is required when `issuer` changes. Send the secret again, or null for a public client.',
  })
}
