import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requireTeams } from '../identity/index.ts'
import { claimDomains, countProviders, PROVIDERS_MAX, replaceDomains, tooMany } from '../sign-in-providers/index.ts'
import { readCertificate } from './certificates.ts'
import { readMetadata } from './metadata.ts'
import { putSaml, type SamlProviderRow, selectSaml } from './queries.ts'
import { samlProviderFields, samlSettings } from './schema.ts'
import { loadSettings } from './serialize.ts'

const input = z.object(samlProviderFields)
type SettingsInput = z.output<typeof input>

interface Identity {
  readonly issuer: string
  readonly sso_url: string
  readonly certificates: readonly string[]
}

export const putSamlSettings = defineOperation({
  id: 'putSamlSettings',
  summary: 'Create or replace the SAML settings',
  description:
    'Users of the given domains can then sign in with SAML 2.0. Requires the admin role. Send `metadata`, or `entity_id`, ' +
    '`sso_url` and `certificates`. Returns 409 `sign_in_domain_taken` if another provider has one of the domains.',
  tag: 'Sign-in',
  input,
  output: samlSettings,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/saml-settings', refusals: [409], ...inData(samlSettings) },
  async handle(given, ctx) {
    const { issuer, sso_url, certificates } = readIdentity(given)
    if (given.required && !given.enabled)
      throw invalid({ pointer: '/required', detail: '`required` can only be set together with `enabled`.' })
    return ctx.transact(async (tx) => {
      // Locks the providers of the organization.
      const count = await countProviders(tx, ctx.org)
      const before = await selectSaml(tx, ctx.org)
      if (before === undefined && count >= PROVIDERS_MAX) throw tooMany()
      const verified = isSameProvider(before, { issuer, sso_url, certificates }) ? before?.verified_at : null
      const verified_at = verified ? new Date(verified) : null
      if (given.required && verified_at === null && before?.required !== true) {
        throw invalid({
          pointer: '/required',
          detail:
            '`required` can only be set after a sign-in or test succeeded with these settings. Save them without it and test them first.',
        })
      }
      const { default_team_uuid: teamId } = given
      if (teamId !== null) await requireTeams(tx, ctx.org, [teamId], '/default_team_uuid')
      const id = before?.id ?? newId()
      await claimDomains(tx, ctx.org, id, given.domains)
      const { name, email_attribute, enabled, required, allows_idp_initiated, makes_users, default_role } = given
      await putSaml(
        ...([tx, ctx.org, id] as const),
        {
          ...{ name, issuer, sso_url, certificates, email_attribute, enabled, required, allows_idp_initiated },
          ...{ makes_users, default_role, default_team_id: teamId, verified_at },
        },
        ctx.clock.now(),
      )
      await replaceDomains(tx, ctx.org, id, given.domains)
      ctx.addAuditTarget('sign-in provider', id)
      return loadSettings(tx, ctx.org, ctx.publicUrl())
    })
  },
})

/** @throws AppError `validation_failed` */
function readIdentity(given: SettingsInput): Identity {
  if (given.metadata !== null) {
    const read = readMetadata(given.metadata)
    if ('wrong' in read) throw invalid({ pointer: '/metadata', detail: read.wrong })
    const ssoUrl = samlProviderFields.sso_url.safeParse(read.ssoUrl)
    if (!ssoUrl.success || ssoUrl.data === null)
      throw invalid({ pointer: '/metadata', detail: "The sign-in address in the metadata isn't a valid https URL." })
    const certificates = read.certificates.map((one) => readOrRefuse(one, '/metadata'))
    checkAddress(ssoUrl.data, '/metadata')
    return { issuer: read.entityId, sso_url: ssoUrl.data, certificates }
  }
  const { entity_id: issuer, sso_url, certificates } = given
  const missing = (name: string) =>
    invalid({ pointer: `/${name}`, detail: `\`${name}\` is required if \`metadata\` isn't sent.` })
  if (issuer === null) throw missing('entity_id')
  if (sso_url === null) throw missing('sso_url')
  if (certificates === null || certificates.length === 0) throw missing('certificates')
  checkAddress(sso_url, '/sso_url')
  const read = certificates.map((one, at) => readOrRefuse(one, `/certificates/${at}`))
  return { issuer, sso_url, certificates: [...new Set(read)] }
}

function readOrRefuse(certificate: string, pointer: string): string {
  const read = readCertificate(certificate)
  if ('wrong' in read) throw invalid({ pointer, detail: read.wrong })
  return read.pem
}

/** Only browsers open the address, so private ones are accepted. Plain http is accepted on the same machine. */
function checkAddress(url: string, pointer: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1') return
  throw invalid({ pointer, detail: 'The sign-in address must start with https.' })
}

/** Whether an earlier test still holds: the same provider, with at least one of the certificates. */
const isSameProvider = (before: SamlProviderRow | undefined, after: Identity): boolean =>
  before?.issuer === after.issuer &&
  before.sso_url === after.sso_url &&
  before.certificates.some((one) => after.certificates.includes(one))
