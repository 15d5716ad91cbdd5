/** Providers by which people sign in: single sign-on by OpenID Connect. */
import {
  CALLBACK_PATH,
  createSignInProvider,
  deleteSignInProvider,
  getSignInProvider,
  listSignInProviders,
  testSignInProvider,
  updateSignInProvider,
} from '../../features/sign-in-providers/index.ts'
import { type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  areaField,
  type Choice,
  checkField,
  disclosure,
  type Fill,
  form,
  selectField,
  textField,
} from '../kit/form.ts'
import { badge, card, empty, facts, heading } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { teamChoices } from '../kit/teams.ts'
import { dayOf } from '../kit/times.ts'
import { adminPage, linesIn, plural } from './shared.ts'

const SIGN_IN = '/admin/sign-in'

type Provider = Awaited<ReturnType<typeof providersAsked>>['data'][number]
const providersAsked = (visit: Visit) => visit.ask(listSignInProviders, {})

export const signInProvidersPage = adminPage({
  path: SIGN_IN,
  navigation: { group: 'admin', label: 'Sign-in', icon: 'lock', role: 'ADMIN' },
  async show(visit) {
    const [{ data, meta }, teams] = await Promise.all([
      visit.ask(listSignInProviders, { page: pageAsked(visit) }),
      teamChoices(visit),
    ])
    const create = html`<p>Register Parley at the provider first. The address to come back to is <code>${visit.ctx.publicUrl()}${CALLBACK_PATH}</code>.</p>
${form(visit, { page: SIGN_IN, action: 'create', button: 'Add the provider' }, (fill) => providerFields(fill, teams))}`
    return {
      title: 'Sign-in',
      body: html`${heading('Sign-in', { words: 'People sign in by a link or a password, or by a provider of yours that speaks OpenID Connect.' })}
${disclosure('New provider', create, visit.attempt !== undefined)}
${data.length === 0 ? empty('No provider yet', 'With Okta, Entra ID, Google Workspace or any other that speaks OpenID Connect, people of your domains sign in as they do everywhere.') : table<Provider>(data, columns(visit), { caption: 'Providers' })}
${pager(visit, meta, ['Previous', 'Next'])}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { id } = await visit.ask(createSignInProvider, {
        ...providerIn(fields),
        client_secret: fields.given('client_secret') ?? null,
      })
      return goTo(`${SIGN_IN}/${id}`, 'The provider is there. Test whether it answers.')
    },
  },
})

const columns = (visit: Visit) => [
  {
    title: 'Provider',
    cell: ({ id, name, issuer }: Provider) =>
      html`<a href="${SIGN_IN}/${id}"><bdi>${name}</bdi></a><br><span class="soft"><bdi>${issuer}</bdi></span>`,
  },
  { title: 'Domains', cell: ({ domains }: Provider) => html`<bdi>${domains.join(', ')}</bdi>` },
  {
    title: 'State',
    cell: ({ required }: Provider) => (required ? badge('The only way in', 'open') : badge('Offered', 'good')),
  },
  { title: 'People', kind: 'number' as const, cell: ({ users }: Provider) => String(users) },
  { title: 'Since', cell: ({ created_at }: Provider) => dayOf(visit, created_at) },
]

const providerFields = (fill: Fill, teams: readonly Choice[], provider?: Provider): readonly Html[] => [
  textField(fill, {
    name: 'name',
    label: 'Name',
    value: provider?.name,
    required: true,
    max: 128,
    help: 'It stands on the button.',
  }),
  textField(fill, {
    name: 'issuer',
    label: 'Issuer',
    type: 'url',
    value: provider?.issuer,
    required: true,
    placeholder: 'https://',
    max: 2_048,
    help: 'The address of its discovery document does too.',
  }),
  textField(fill, { name: 'client_id', label: 'Client id', value: provider?.client_id, required: true, max: 512 }),
  textField(fill, {
    ...{ name: 'client_secret', label: 'Client secret', type: 'password' },
    help:
      provider?.has_client_secret === true
        ? 'One is kept. Leave this empty to keep it; another issuer needs it again.'
        : 'Empty, if the provider wants none.',
  }),
  areaField(fill, {
    name: 'domains',
    label: 'Domains',
    value: provider?.domains.join('\n'),
    rows: 3,
    help: 'Of your organization, one a line. Their people are led to this provider.',
  }),
  checkField(fill, {
    name: 'required',
    label: 'It is the only way in for these domains',
    on: provider?.required ?? false,
    help: 'Links and passwords end for them, but for links of the command line. The provider has to answer first.',
  }),
  checkField(fill, {
    name: 'makes_users',
    label: 'Who comes for the first time becomes a user',
    on: provider?.makes_users ?? true,
  }),
  selectField(fill, {
    ...{ name: 'default_role', label: 'With the role', value: provider?.default_role ?? 'SALES_REP' },
    choices: [
      { value: 'SALES_REP', label: 'Sales representative' },
      { value: 'MANAGER', label: 'Manager' },
    ],
  }),
  selectField(fill, {
    name: 'default_team_uuid',
    label: 'And in the team',
    value: provider?.default_team_uuid ?? undefined,
    choices: teams,
    none: 'None',
  }),
  checkField(fill, {
    name: 'vouches_for_addresses',
    label: 'Trust its addresses although it does not say that they are verified',
    on: provider?.vouches_for_addresses ?? false,
    help: 'Only for a provider that you run yourself.',
  }),
]

const providerIn = (fields: Fields) => ({
  ...{ name: fields.text('name'), issuer: fields.text('issuer').trim(), client_id: fields.text('client_id').trim() },
  ...{ domains: linesIn(fields.text('domains').replaceAll(',', '\n')), required: fields.has('required') },
  ...{ makes_users: fields.has('makes_users'), vouches_for_addresses: fields.has('vouches_for_addresses') },
  default_role: fields.text('default_role') as 'MANAGER',
  default_team_uuid: fields.given('default_team_uuid') ?? null,
})

export const signInProviderPage = adminPage({
  path: `${SIGN_IN}/:id`,
  async show(visit) {
    const { id } = visit.params
    const page = `${SIGN_IN}/${id}`
    const [provider, teams] = await Promise.all([visit.ask(getSignInProvider, { id }), teamChoices(visit)])
    return {
      title: provider.name,
      body: html`${heading(provider.name, {
        trail: [{ label: 'Sign-in', path: SIGN_IN }],
        actions: actionButton(visit, { page, action: 'test', button: 'Test' }),
      })}
<section class="card">${facts([
        ['Address to come back to', html`<code>${provider.callback_url}</code>`],
        ['Came by it so far', plural(provider.users, 'person', 'people')],
        ['Client secret', provider.has_client_secret ? 'Kept, sealed' : 'None'],
      ])}</section>
${card(
  'Settings',
  form(visit, { page, action: 'change', button: 'Save' }, (fill) => providerFields(fill, teams, provider)),
)}
${actionButton(visit, { page, action: 'delete', button: 'Delete this provider', kind: 'danger', confirm: `Delete ${provider.name}? Its people stay, and sign in by a link or a password.` })}`,
    }
  },
  actions: {
    test: async (visit) => {
      const { fault } = await visit.ask(testSignInProvider, { id: visit.params.id })
      return goTo(
        `${SIGN_IN}/${visit.params.id}`,
        fault === null ? 'It answers as it should.' : `It does not work: ${fault.detail}`,
      )
    },
    change: async (visit, fields) => {
      const { id } = visit.params
      const secret = fields.given('client_secret')
      await visit.ask(updateSignInProvider, {
        id,
        ...providerIn(fields),
        ...(secret === undefined ? {} : { client_secret: secret }),
      })
      return goTo(`${SIGN_IN}/${id}`, 'Saved.')
    },
    delete: async (visit) => {
      await visit.ask(deleteSignInProvider, { id: visit.params.id })
      return goTo(SIGN_IN, 'Nobody signs in by it any more.')
    },
  },
})
