/** Validation of a provider before it is stored. */

import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { PRIVATE_TARGETS_HINT } from '../../../core/external-url.ts'
import type { Context } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { domainsOf } from '../identity/index.ts'
import { discover, ProviderFault } from './discover.ts'
import { lockDomains, type ProviderRow, selectRoute } from './queries.ts'

/** Maximum number of providers per organization. */
export const PROVIDERS_MAX = 20

export const tooMany = () =>
  conflict(
    'too_many_sign_in_providers',
    `An organization can have at most ${PROVIDERS_MAX} sign-in providers. Delete one first.`,
  )

const REFUSALS = {
  not_https: '`issuer` must start with https. Plain http works only for private addresses that the operator allows.',
  not_public: `\`issuer\` must have a public address. ${PRIVATE_TARGETS_HINT}`,
} as const

/** @throws AppError `validation_failed` if requests to the issuer aren't allowed */
export async function checkIssuer({ fetchPublic }: Pick<Context, 'fetchPublic'>, issuer: string): Promise<void> {
  const refusal = await fetchPublic.refusalOf(issuer)
  // The host name may not resolve yet. Requests report that when they are sent.
  if (refusal === undefined || refusal === 'unknown_name') return
  throw invalid({ pointer: '/issuer', detail: REFUSALS[refusal] })
}

/**
 * Checks that a provider responds before it can be required, because users then have no other way to sign in.
 * @throws AppError `validation_failed` with the fault of the provider
 */
export async function checkAnswers(
  ctx: Pick<Context, 'fetchPublic' | 'sealer' | 'org'>,
  provider: Pick<ProviderRow, 'id' | 'issuer' | 'client_id' | 'client_secret'>,
): Promise<void> {
  try {
    await discover(ctx, provider)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    throw invalid({
      pointer: '/required',
      detail: `\`required\` can't be set, because the provider isn't working. ${error.message}`,
    })
  }
}

/**
 * Checks that each domain belongs to the organization and to no other provider. Locks the domains against concurrent
 * claims.
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
      throw invalid({
        pointer: `/domains/${at}`,
        detail: "The domain doesn't belong to the organization. Ask the operator to assign it.",
      })
    }
    const taken = await selectRoute(tx, domain)
    if (taken !== undefined && (taken.organizationId !== org || taken.providerId !== providerId)) {
      throw conflict(
        'sign_in_domain_taken',
        'Another provider already has this domain. Remove it there, or leave it out here.',
        `/domains/${at}`,
      )
    }
  }
}
