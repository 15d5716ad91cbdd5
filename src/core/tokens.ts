/** Signed content of API keys. */
import type { OrganizationId } from './principal.ts'

export interface KeyClaims {
  readonly keyId: string
  readonly organizationId: OrganizationId
  readonly userId: string | undefined
}

export interface KeySigner {
  sign(key: KeyClaims & { issuedAt: Date; expiresAt: Date | undefined }): Promise<string>
}
