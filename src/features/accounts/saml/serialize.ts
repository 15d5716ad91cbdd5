/** Serializes the settings, with the last attempts. */
import type { z } from 'zod'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { toServiceProvider } from './addresses.ts'
import { describeCertificate } from './certificates.ts'
import { SAML_FAULTS } from './faults.ts'
import { type SamlProviderRow, selectAttempts, selectSaml } from './queries.ts'
import type { samlSettings } from './schema.ts'

type Settings = z.input<typeof samlSettings>

/** Outcomes other than faults of the response. */
const OUTCOMES: Readonly<Record<string, string>> = {
  ...SAML_FAULTS,
  ok: 'Succeeded.',
  no_address: 'The assertion has no email address. Check the attribute with the email address.',
  address_elsewhere: "The domain of the email address isn't in the list of domains.",
  not_a_user: 'Nobody has this email address in Parley, and the settings create no users. Invite the person.',
  deactivated: 'The user is deactivated in Parley.',
}

export async function loadSettings(db: Reader | Writer, org: OrganizationId, publicUrl: string): Promise<Settings> {
  const service = toServiceProvider(publicUrl, org)
  const [provider, attempts] = [await selectSaml(db, org), await selectAttempts(db, org)]
  return {
    entity_id: service.entityId,
    acs_url: service.acsUrl,
    metadata_url: service.metadataUrl,
    provider: provider === undefined ? null : serializeProvider(provider),
    last_attempts: attempts.map((one) => ({ ...one, words: OUTCOMES[one.outcome] ?? one.outcome })),
  }
}

const serializeProvider = (row: SamlProviderRow): NonNullable<Settings['provider']> => ({
  name: row.name,
  entity_id: row.issuer,
  sso_url: row.sso_url,
  certificates: row.certificates.map(describeCertificate),
  email_attribute: row.email_attribute,
  domains: row.domains,
  enabled: row.enabled,
  required: row.required,
  allows_idp_initiated: row.allows_idp_initiated,
  makes_users: row.makes_users,
  default_role: row.default_role,
  default_team_uuid: row.default_team_id,
  verified_at: row.verified_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
