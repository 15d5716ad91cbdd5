/** What has to hold of a provider before it is kept. */
import type { Writer } from '../../core/db.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { domainsOf } from '../identity/index.ts'
import { discover, ProviderFault } from './discover.ts'
import { lockDomains, type ProviderRow, selectRoute } from './queries.ts'

/** Of one organization. */
export const PROVIDERS_MAX = 20

export const tooMany = () =>
  conflict(
    'too_many_sign_in_providers',
    `An organization has at most ${PROVIDERS_MAX} sign-in providers; delete one first.`,
  )

const REFUSALS = {
  not_https: 'This must be an https address. Plain http is for private addresses that the operator allows.',
  not_public: 'This must be a public address. Private and loopback ones are for the operator to allow.',
} as const

/** @throws AppError `validation_failed`: it may not be asked, by what is known of it now */
export async function checkIssuer({ fetchPublic }: Pick<Context, 'fetchPublic'>, issuer: string): Promise<void> {
  const refusal = await fetchPublic.refusalOf(issuer)
  // That a name is not known at this moment is told by whatever asks it.
  if (refusal === undefined || refusal === 'unknown_name') return
  throw invalid({ pointer: '/issuer', detail: REFUSALS[refusal] })
}

/**
 * Nobody else gets in once it is required, so it has to be there first.
 * @throws AppError `validation_failed`, in the words of what is wrong with it
 */
export async function checkAnswers(
  ctx: Pick<Context, 'fetchPublic' | 'sealer' | 'org'>,
  provider: Pick<ProviderRow, 'id' | 'issuer' | 'client_id' | 'client_secret'>,
): Promise<void> {
  try {
    await discover(ctx, provider)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    throw invalid({ pointer: '/required', detail: `The provider cannot be required. ${error.message}` })
  }
}

/**
 * Each is a domain of the organization, and of no other provider, whoever claims one at the same moment.
 * @throws AppError `validation_failed`, `sign_in_domain_taken`
 */
export async function claimDomains(
  tx: Writer,
  org: OrganizationId,
  providerId: string,
  domains: readonly string[],
): Promise<void> {
  const own = new Set(await domainsOf(tx, org))
  await lockDomains(tx, domains)
  for (const [at, domain] of domains.entries()) {
    if (!own.has(domain)) {
      throw invalid({ pointer: `/domains/${at}`, detail: 'This is no domain of the organization.' })
    }
    const taken = await selectRoute(tx, domain)
    if (taken !== undefined && (taken.organizationId !== org || taken.providerId !== providerId)) {
      throw conflict('sign_in_domain_taken', 'Another provider signs in the people of this domain.', `/domains/${at}`)
    }
  }
}
