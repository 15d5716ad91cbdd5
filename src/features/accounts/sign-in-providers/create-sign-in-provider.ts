import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requireTeams } from '../identity/index.ts'
import { sealClientSecret } from './discover.ts'
import { countProviders, insertProvider, replaceDomains, selectProvider } from './queries.ts'
import { checkAnswers, checkIssuer, claimDomains, PROVIDERS_MAX, tooMany } from './rules.ts'
import { providerFields, signInProvider } from './schema.ts'
import { serializeProvider } from './serialize.ts'

export const createSignInProvider = defineOperation({
  id: 'createSignInProvider',
  summary: 'Create a sign-in provider',
  description:
    'Users of the given domains can then sign in with an OpenID Connect provider. Requires the admin role. Register ' +
    'Parley at the provider first, with the redirect URI `{PUBLIC_URL}/sign-in/callback`. Returns 409 ' +
    '`sign_in_domain_taken` if another provider has one of the domains.',
  tag: 'Sign-in',
  cost: COSTS.medium,
  input: z.object({
    name: providerFields.name,
    issuer: providerFields.issuer,
    client_id: providerFields.client_id,
    client_secret: providerFields.client_secret.default(null),
    domains: providerFields.domains,
    required: providerFields.required.default(false),
    vouches_for_addresses: providerFields.vouches_for_addresses.default(false),
    makes_users: providerFields.makes_users.default(true),
    default_role: providerFields.default_role.default('SALES_REP'),
    default_team_uuid: providerFields.default_team_uuid.default(null),
  }),
  output: signInProvider,
  requires: { scope: 'write', role: 'ADMIN' },
  // Resolves the host name, and calls the provider if it's required.
  takesLong: true,
  rest: {
    method: 'POST',
    derived: false,
    path: '/sign-in-providers',
    status: 201,
    refusals: [409],
    ...inData(signInProvider),
  },
  async handle({ domains, client_secret, default_team_uuid: teamId, ...given }, ctx) {
    await checkIssuer(ctx, given.issuer)
    const [id, at] = [newId(), ctx.clock.now()]
    const sealed = client_secret === null ? null : sealClientSecret(ctx.sealer, ctx.org, id, client_secret)
    const values = { ...given, client_secret: sealed, default_team_id: teamId }
    if (given.required) await checkAnswers(ctx, { id, ...values })
    return ctx.transact(async (tx) => {
      if ((await countProviders(tx, ctx.org)) >= PROVIDERS_MAX) throw tooMany()
      if (teamId !== null) await requireTeams(tx, ctx.org, [teamId], '/default_team_uuid')
      await claimDomains(tx, ctx.org, id, domains)
      await insertProvider(tx, ctx.org, id, values, at)
      await replaceDomains(tx, ctx.org, id, domains)
      ctx.addAuditTarget('sign-in provider', id)
      const row = await selectProvider(tx, ctx.org, id)
      if (row === undefined) throw new Error('The provider is missing after its creation.')
      return serializeProvider(row, ctx.publicUrl())
    })
  },
})
