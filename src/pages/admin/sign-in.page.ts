/** Identity providers for single sign-on with OpenID Connect. */

import { formatNumber } from '../../core/languages/formats.ts'
import { known } from '../../core/languages/known.ts'
import { t } from '../../core/languages/message.ts'
import {
  getSecondFactorRequirement,
  replaceSecondFactorRequirement,
} from '../../features/accounts/second-factor-settings/index.ts'
import {
  CALLBACK_PATH,
  createSignInProvider,
  deleteSignInProvider,
  getSignInProvider,
  listSignInProviders,
  testSignInProvider,
  updateSignInProvider,
} from '../../features/accounts/sign-in-providers/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  type Choice,
  checkField,
  type Fill,
  form,
  formMenu,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, empty, facts, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf } from '../components/times.ts'
import { adminPage, linesIn, plural, roleField } from './shared.ts'

const SIGN_IN = '/admin/sign-in'

type Provider = Awaited<ReturnType<typeof loadProviders>>['data'][number]
const loadProviders = (req: PageRequest) => req.run(listSignInProviders, {})

export const signInProvidersPage = adminPage({
  path: SIGN_IN,
  navigation: {
    group: 'workspace',
    label: t('Sign-in'),
    role: 'ADMIN',
    words: t('Second factor, single sign-on and its providers'),
  },
  async show(req) {
    const [{ data, meta }, teams, { required }] = await Promise.all([
      req.run(listSignInProviders, { page: pageAsked(req) }),
      teamChoices(req),
      req.run(getSecondFactorRequirement, {}),
    ])
    const create = html`<p>Register Parley with your identity provider first. Use this redirect URL: <code>${req.ctx.publicUrl()}${CALLBACK_PATH}</code></p>
${form(req, { page: SIGN_IN, action: 'create', button: t('Add provider') }, (fill) => providerFields(fill, teams))}`
    return {
      title: t('Sign-in'),
      body: html`${heading(t('Sign-in'), { words: t('People sign in with a passkey, an email link, a password, or your identity provider (OpenID Connect).'), actions: formMenu(t('New identity provider'), create, { open: req.attempt?.action === 'create' }) })}
${card(t('Second factor'), secondFactor(req, required), { id: 'second-factor' })}
${data.length === 0 ? empty(t('No identity providers yet'), t('Add Okta, Microsoft Entra ID, Google Workspace or another OpenID Connect provider, so that people sign in with their work account.')) : table<Provider>(data, columns(req), { caption: t('Providers') })}
${pager(req, meta, [t('Previous'), t('Next')])}`,
    }
  },
  actions: {
    'second-factor': async (req, fields) => {
      const { required } = await req.run(replaceSecondFactorRequirement, { required: fields.has('required') })
      return redirectTo(
        SIGN_IN,
        required
          ? t('A second factor is required. Users without one set it up at their next visit.')
          : t('A second factor is optional'),
      )
    },
    create: async (req, fields) => {
      const { id } = await req.run(createSignInProvider, {
        ...providerIn(fields),
        client_secret: fields.optional('client_secret') ?? null,
      })
      return redirectTo(`${SIGN_IN}/${id}`, t('Identity provider added. Test it to check that it works.'))
    },
  },
})

const secondFactor = (req: PageRequest, required: boolean): Html =>
  form(req, { page: SIGN_IN, action: 'second-factor', button: t('Save setting'), kind: 'plain' }, (fill) => [
    checkField(fill, {
      ...{ name: 'required', label: t('Require a second factor of all users'), on: required },
      help: t(
        'Users without an authenticator app or a passkey must set one up before they see anything else. For users who sign in with an identity provider, the provider decides. API keys and connected apps keep working.',
      ),
    }),
  ])

const columns = (req: PageRequest) => [
  {
    title: t('Provider'),
    cell: ({ id, name, issuer }: Provider) =>
      html`<a href="${SIGN_IN}/${id}"><bdi>${name}</bdi></a><br><span class="soft"><bdi>${issuer}</bdi></span>`,
  },
  { title: t('Domains'), cell: ({ domains }: Provider) => html`<bdi>${domains.join(', ')}</bdi>` },
  {
    title: t('Status'),
    cell: ({ required }: Provider) => (required ? badge(t('Required'), 'open') : badge(t('Optional'), 'good')),
  },
  { title: t('Users'), kind: 'number' as const, cell: ({ users }: Provider) => String(users) },
  { title: t('Added'), cell: ({ created_at }: Provider) => dayOf(req, created_at) },
]

const providerFields = (fill: Fill, teams: readonly Choice[], provider?: Provider): readonly Html[] => [
  textField(fill, {
    name: 'name',
    label: t('Name'),
    value: provider?.name,
    required: true,
    max: 128,
    help: t('Shown on the sign-in button.'),
  }),
  textField(fill, {
    name: 'issuer',
    label: t('Issuer'),
    type: 'url',
    value: provider?.issuer,
    required: true,
    placeholder: 'https://',
    max: 2_048,
    help: t('Issuer URL of the provider, or the URL of its discovery document.'),
  }),
  textField(fill, { name: 'client_id', label: t('Client ID'), value: provider?.client_id, required: true, max: 512 }),
  textField(fill, {
    ...{ name: 'client_secret', label: t('Client secret'), type: 'password' },
    help:
      provider?.has_client_secret === true
        ? t('Leave this empty to keep the stored secret. If you change the issuer, enter the secret again.')
        : t("Leave this empty if the provider doesn't require a secret."),
  }),
  textAreaField(fill, {
    name: 'domains',
    label: t('Domains'),
    value: provider?.domains.join('\n'),
    rows: 3,
    help: t('Email domains of your organization, one per line. People with these domains are offered this provider.'),
  }),
  checkField(fill, {
    name: 'required',
    label: t('Require this provider for these domains'),
    on: provider?.required ?? false,
    help: t(
      'Email links and passwords stop working for these domains, except sign-in links from the command line. The provider must respond before you can require it.',
    ),
  }),
  checkField(fill, {
    name: 'makes_users',
    label: t('Create a user at the first sign-in'),
    on: provider?.makes_users ?? true,
  }),
  roleField(fill, {
    ...{ name: 'default_role', label: t('Role of new users'), value: provider?.default_role ?? 'SALES_REP' },
    roles: ['SALES_REP', 'MANAGER'],
  }),
  selectField(fill, {
    name: 'default_team_uuid',
    label: t('Team of new users'),
    value: provider?.default_team_uuid ?? undefined,
    choices: teams,
    none: t('No team'),
  }),
  checkField(fill, {
    name: 'vouches_for_addresses',
    label: t("Trust email addresses that the provider doesn't mark as verified"),
    on: provider?.vouches_for_addresses ?? false,
    help: t('Use this only for a provider that your organization runs.'),
  }),
]

const providerIn = (fields: Fields) => ({
  ...{ name: fields.text('name'), issuer: fields.text('issuer').trim(), client_id: fields.text('client_id').trim() },
  ...{ domains: linesIn(fields.text('domains').replaceAll(',', '\n')), required: fields.has('required') },
  ...{ makes_users: fields.has('makes_users'), vouches_for_addresses: fields.has('vouches_for_addresses') },
  default_role: fields.text('default_role') as 'MANAGER',
  default_team_uuid: fields.optional('default_team_uuid') ?? null,
})

export const signInProviderPage = adminPage({
  path: `${SIGN_IN}/:id`,
  async show(req) {
    const { id } = req.params
    const page = `${SIGN_IN}/${id}`
    const [provider, teams] = await Promise.all([req.run(getSignInProvider, { id }), teamChoices(req)])
    return {
      title: provider.name,
      body: html`${heading(provider.name, {
        trail: [{ label: t('Sign-in'), path: SIGN_IN }],
        actions: actionButton(req, { page, action: 'test', button: t('Test provider') }),
      })}
<section class="card">${facts([
        [t('Redirect URL'), html`<code>${provider.callback_url}</code>`],
        [t('Used by'), plural(provider.users, t('1 user'), t`${formatNumber(provider.users)} users`)],
        [t('Client secret'), provider.has_client_secret ? t('Stored, encrypted') : t('None')],
      ])}</section>
${card(
  t('Settings'),
  form(req, { page, action: 'change', button: t('Save provider') }, (fill) => providerFields(fill, teams, provider)),
)}
${actionButton(req, { page, action: 'delete', button: t('Delete provider'), kind: 'danger', confirm: t`Delete ${provider.name}? Users can still sign in with an email link or a password. You can't undo this.` })}`,
    }
  },
  actions: {
    test: async (req) => {
      const { fault } = await req.run(testSignInProvider, { id: req.params.id })
      return redirectTo(
        `${SIGN_IN}/${req.params.id}`,
        fault === null ? t('Provider test succeeded') : t`Provider test failed. ${known(fault.detail)}`,
      )
    },
    change: async (req, fields) => {
      const { id } = req.params
      const secret = fields.optional('client_secret')
      await req.run(updateSignInProvider, {
        id,
        ...providerIn(fields),
        ...(secret === undefined ? {} : { client_secret: secret }),
      })
      return redirectTo(`${SIGN_IN}/${id}`, t('Provider saved'))
    },
    delete: async (req) => {
      await req.run(deleteSignInProvider, { id: req.params.id })
      return redirectTo(SIGN_IN, t('Identity provider deleted'))
    },
  },
})
