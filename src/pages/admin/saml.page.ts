/** Single sign-on with SAML 2.0: addresses of Parley, settings of the identity provider, and the last attempts. */

import { known } from '../../core/languages/known.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { deleteSamlSettings, getSamlSettings, putSamlSettings } from '../../features/accounts/saml/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COPY_SCRIPT, copyButton } from '../components/copy.ts'
import {
  actionButton,
  type Choice,
  checkField,
  type Fill,
  form,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, empty, facts, heading, linkButton } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { adminPage, linesIn, roleField } from './shared.ts'

const SAML = '/admin/saml'
const TEST = '/sign-in/saml-test'

type Settings = Awaited<ReturnType<typeof loadSettings>>
type Provider = NonNullable<Settings['provider']>
type Attempt = Settings['last_attempts'][number]
const loadSettings = (req: PageRequest) => req.run(getSamlSettings, {})

/** Address with a button that copies it. */
const copiedFact = (id: string, label: Text, text: string): Html =>
  html`<code id="${id}">${text}</code> ${copyButton(id, label)}`

export const samlPage = adminPage({
  path: SAML,
  navigation: {
    group: 'workspace',
    label: t('Single sign-on (SAML)'),
    role: 'ADMIN',
    words: t('SAML 2.0 identity provider, such as Okta, Entra ID, Google Workspace and Keycloak'),
  },
  async show(req) {
    const [settings, teams] = await Promise.all([loadSettings(req), teamChoices(req)])
    const { provider } = settings
    return {
      title: t('Single sign-on (SAML)'),
      scripts: [COPY_SCRIPT],
      body: html`${heading(t('Single sign-on (SAML)'), {
        words: t('People sign in with the SAML 2.0 identity provider of your organization.'),
        ...(provider === null ? {} : { actions: linkButton(TEST, t('Test sign-in')) }),
      })}
${card(
  t('1. Enter these addresses at your identity provider'),
  facts([
    [t('Entity ID (audience)'), copiedFact('saml-entity-id', t('Entity ID (audience)'), settings.entity_id)],
    [t('ACS URL (reply URL)'), copiedFact('saml-acs-url', t('ACS URL (reply URL)'), settings.acs_url)],
    [
      t('Metadata'),
      html`<a href="${new URL(settings.metadata_url).pathname}"><code>${settings.metadata_url}</code></a>`,
    ],
  ]),
)}
${provider !== null && card(t('Identity provider'), summary(req, provider), { id: 'provider' })}
${card(
  t('2. Enter the settings of your identity provider'),
  form(req, { page: SAML, action: 'save', button: t('Save settings') }, (fill) => fields(fill, teams, provider)),
)}
${card(t('3. Test it, then turn it on'), attempts(req, settings))}
${provider !== null && actionButton(req, { page: SAML, action: 'delete', button: t('Delete SAML settings'), kind: 'danger', confirm: t("Delete the SAML settings? Users can still sign in with an email link or a password. You can't undo this.") })}`,
    }
  },
  forms: { save: LONG_FORM },
  actions: {
    save: async (req, fields) => {
      await req.run(putSamlSettings, settingsIn(fields))
      return redirectTo(SAML, t('SAML settings saved. Test the sign-in.'))
    },
    delete: async (req) => {
      await req.run(deleteSamlSettings, {})
      return redirectTo(SAML, t('SAML settings deleted'))
    },
  },
})

const summary = (req: PageRequest, provider: Provider): Html =>
  facts([
    [t('Status'), status(provider)],
    [
      t('Last successful sign-in or test'),
      provider.verified_at === null ? t('None with these settings') : renderTimestamp(req, provider.verified_at),
    ],
    [
      t('Signing certificates'),
      html`${provider.certificates.map(
        ({ fingerprint, expires_at }) =>
          html`<p><code>${fingerprint}</code><br><span class="soft">Valid until ${dayOf(req, expires_at)}</span></p>`,
      )}`,
    ],
  ])

const status = ({ enabled, required }: Provider): Html =>
  required ? badge(t('Required'), 'open') : enabled ? badge(t('On'), 'good') : badge(t('Off'))

const attempts = (req: PageRequest, { provider, last_attempts }: Settings): Html => {
  if (provider === null) return html`<p class="soft">Save the settings first.</p>`
  const note = html`<p class="soft">The test works before the sign-in is on, and signs nobody in.</p>`
  if (last_attempts.length === 0)
    return html`${note}${empty(t('No sign-ins yet'), t('The last 20 sign-ins and tests appear here, with the reason if one failed.'))}`
  return html`${note}${table<Attempt>(
    last_attempts,
    [
      { title: t('Time'), cell: ({ at }: Attempt) => renderTimestamp(req, at) },
      { title: t('Kind'), cell: ({ is_test }: Attempt) => (is_test ? t('Test') : t('Sign-in')) },
      {
        title: t('Result'),
        cell: ({ outcome, words, detail }: Attempt) =>
          html`${outcome === 'ok' ? badge(t('Succeeded'), 'good') : known(words)}${detail !== null && html`<br><span class="soft">Received: <bdi>${detail}</bdi></span>`}`,
      },
    ],
    { caption: t('Last sign-ins and tests') },
  )}`
}

const fields = (fill: Fill, teams: readonly Choice[], provider: Provider | null): readonly Html[] => [
  textField(fill, {
    ...{ name: 'name', label: t('Name'), value: provider?.name, required: true, max: 128 },
    help: t('Shown on the sign-in button, such as Okta.'),
  }),
  textAreaField(fill, {
    ...{ name: 'metadata', label: t('Metadata of the identity provider'), rows: 4 },
    help: t('Paste the XML document. It replaces the next three fields. Leave it empty to enter them yourself.'),
  }),
  textField(fill, { name: 'entity_id', label: t('Entity ID (issuer)'), value: provider?.entity_id, max: 1_024 }),
  textField(fill, {
    ...{ name: 'sso_url', label: t('Sign-in URL'), type: 'url', value: provider?.sso_url, placeholder: 'https://' },
    ...{ max: 2_048, help: t('Address of the HTTP-Redirect binding.') },
  }),
  textAreaField(fill, {
    ...{ name: 'certificates', label: t('Signing certificates'), rows: 4 },
    value: provider?.certificates.map(({ pem }) => pem.trim()).join('\n'),
    help: t('PEM. While the provider replaces its certificate, enter the old and the new one.'),
  }),
  textField(fill, {
    ...{
      name: 'email_attribute',
      label: t('Attribute with the email address'),
      value: provider?.email_attribute ?? undefined,
    },
    ...{ max: 256, help: t('Leave this empty for a NameID with an email address, or the usual attributes.') },
  }),
  textAreaField(fill, {
    ...{ name: 'domains', label: t('Domains'), value: provider?.domains.join('\n'), rows: 3 },
    help: t('Email domains of your organization, one per line. Only people with these domains can sign in with SAML.'),
  }),
  checkField(fill, {
    ...{ name: 'enabled', label: t('Offer this sign-in to people of these domains'), on: provider?.enabled ?? false },
  }),
  checkField(fill, {
    ...{ name: 'required', label: t('Require this sign-in for these domains'), on: provider?.required ?? false },
    help: t(
      'Passwords, email links and passkeys stop working for these domains. Admins keep them, so that a broken provider locks nobody out. A sign-in or test must have succeeded before.',
    ),
  }),
  checkField(fill, {
    ...{ name: 'allows_idp_initiated', label: t('Allow sign-in to start at the identity provider') },
    on: provider?.allows_idp_initiated ?? false,
    help: t(
      'For tiles on the start page of the provider. Somebody could then sign a person in to an account that is not theirs.',
    ),
  }),
  checkField(fill, {
    ...{ name: 'makes_users', label: t('Create a user at the first sign-in'), on: provider?.makes_users ?? false },
    help: t('Without it, only people who were invited or provisioned can sign in.'),
  }),
  roleField(fill, {
    ...{ name: 'default_role', label: t('Role of new users'), value: provider?.default_role ?? 'SALES_REP' },
    roles: ['SALES_REP', 'MANAGER'],
  }),
  selectField(fill, {
    ...{ name: 'default_team_uuid', label: t('Team of new users'), value: provider?.default_team_uuid ?? undefined },
    ...{ choices: teams, none: t('No team') },
  }),
]

/** Certificates one after the other, each from its first line to its last one. */
const certificatesIn = (given: string): string[] =>
  given.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ??
  (given.trim() === '' ? [] : [given.trim()])

const settingsIn = (fields: Fields) => ({
  ...{ name: fields.text('name'), metadata: fields.optional('metadata') ?? null },
  ...{ entity_id: fields.optional('entity_id') ?? null, sso_url: fields.optional('sso_url')?.trim() ?? null },
  certificates: certificatesIn(fields.text('certificates')),
  email_attribute: fields.optional('email_attribute') ?? null,
  domains: linesIn(fields.text('domains').replaceAll(',', '\n')),
  ...{ enabled: fields.has('enabled'), required: fields.has('required') },
  ...{ allows_idp_initiated: fields.has('allows_idp_initiated'), makes_users: fields.has('makes_users') },
  default_role: fields.text('default_role') as 'MANAGER',
  default_team_uuid: fields.optional('default_team_uuid') ?? null,
})
