/** Secrets of a sign-in request, which are stored encrypted until the browser returns. */
import type { OrganizationId } from '../../../core/principal.ts'
import type { Sealer } from '../../../core/sealed.ts'

export interface RequestSecrets {
  readonly nonce: string
  /** Code verifier (PKCE). */
  readonly verifier: string
}

const toPurpose = (stateHash: string) => `sign-in request ${stateHash}`

export const sealSecrets = (
  sealer: Sealer,
  org: OrganizationId,
  stateHash: string,
  { nonce, verifier }: RequestSecrets,
): string => sealer.seal(org, toPurpose(stateHash), JSON.stringify({ nonce, verifier }))

export const openSecrets = (sealer: Sealer, org: OrganizationId, stateHash: string, sealed: string): RequestSecrets =>
  JSON.parse(sealer.open(org, toPurpose(stateHash), sealed)) as RequestSecrets
