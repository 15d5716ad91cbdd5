/** Account page of the signed-in user: name, sign-in methods, signed-in browsers and connected apps. */
import { getOrganizationUser, updateOrganizationUser } from '../../features/accounts/identity/index.ts'
import { deleteConnectedApp, listConnectedApps } from '../../features/accounts/oauth/index.ts'
import {
  deleteUserPassword,
  getSignInWays,
  PASSWORD_MAX,
  PASSWORD_MIN,
  setPassword,
} from '../../features/accounts/passwords/index.ts'
import { deleteSession, listSessions } from '../../features/accounts/sign-in/index.ts'
import { definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { signInFor } from '../../inbound/web/sign-in-pages.ts'
import { actionButton, form, textField } from '../components/form.ts'
import { badge, card, facts, heading, linkButton } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'

const PAGE = '/account'
/** Page size. Users have fewer browsers and apps than this, so the page needs no pager. */
const ALL = '200'

const ROLES: Readonly<Record<string, string>> = {
  ADMIN: 'Admin',
  MANAGER: 'Manager',
  SALES_REP: 'Rep',
}

export const accountPage = definePage({
  path: PAGE,
  async show(visit) {
    const [user, ways, sessions, apps] = await Promise.all([
      visit.ask(getOrganizationUser, { id: visit.person.id }),
      visit.ask(getSignInWays, {}),
      visit.ask(listSessions, { size: ALL }),
      visit.ask(listConnectedApps, { user_uuid: visit.person.id, size: ALL }),
    ])
    return {
      title: 'Your account',
      body: html`${heading('Your account')}
${card('Profile', you(visit, user), { id: 'you' })}
${card('Sign-in', signingIn(visit, ways), { id: 'signing-in' })}
${card('Signed-in browsers', browsers(visit, sessions.data), { id: 'browsers' })}
${card('Connected apps', programs(visit, apps.data), { id: 'apps' })}`,
    }
  },
  actions: {
    profile: async (visit, fields) => {
      const [firstName, lastName] = [fields.text('firstName'), fields.text('lastName')]
      await visit.ask(updateOrganizationUser, { id: visit.person.id, firstName, lastName })
      return goTo(PAGE, 'Name saved')
    },
    password: async (visit, fields) => {
      await visit.ask(setPassword, { password: fields.text('password') })
      return goTo(`${PAGE}#signing-in`, 'Password saved. All other browsers were signed out.')
    },
    'remove-password': async (visit) => {
      await visit.ask(deleteUserPassword, { id: visit.person.id })
      return goTo(`${PAGE}#signing-in`, 'Password removed. All other browsers were signed out.')
    },
    'end-session': async (visit, fields) => {
      await visit.ask(deleteSession, { id: fields.text('key') })
      return goTo(`${PAGE}#browsers`, 'Browser signed out')
    },
    'end-other-sessions': async (visit) => {
      const { data } = await visit.ask(listSessions, { size: ALL })
      const others = data.filter(({ current }) => !current)
      for (const { id } of others) await visit.ask(deleteSession, { id })
      return goTo(`${PAGE}#browsers`, 'All other browsers were signed out')
    },
    disconnect: async (visit, fields) => {
      await visit.ask(deleteConnectedApp, { id: fields.text('key') })
      return goTo(`${PAGE}#apps`, 'App disconnected')
    },
  },
})

function you(visit: Visit, user: { firstName: string; lastName: string }): Html {
  const { email, organizationName, role } = visit.person
  return html`${facts([
    ['Email address', html`<bdi>${email}</bdi>`],
    ['Organization', html`<bdi>${organizationName}</bdi>`],
    ['Role', ROLES[role] ?? role],
  ])}
<div class="account-part">${form(
    visit,
    { page: PAGE, action: 'profile', button: 'Save name', kind: 'plain' },
    (fill) => [
      textField(fill, {
        ...{ name: 'firstName', label: 'First name', value: user.firstName, max: 128, autocomplete: 'given-name' },
      }),
      textField(fill, {
        ...{ name: 'lastName', label: 'Last name', value: user.lastName, max: 128, autocomplete: 'family-name' },
      }),
    ],
  )}</div>`
}

interface Ways {
  readonly password_changed_at: string | null
  readonly provider: { readonly name: string; readonly required: boolean } | null
  readonly just_signed_in: boolean
}

function signingIn(visit: Visit, ways: Ways): Html {
  const { password_changed_at: changedAt, provider } = ways
  if (provider?.required === true) {
    return html`<p>Your organization requires sign-in with <bdi>${provider.name}</bdi>.</p>`
  }
  const byProvider = provider !== null && html`<p>You can sign in with <bdi>${provider.name}</bdi>.</p>`
  const state =
    changedAt === null
      ? html`<p>You don't have a password. You sign in with a link that Parley emails to you. Set a password to sign in faster.</p>`
      : html`<p>You set your password ${renderTimestamp(visit, changedAt)}. If you forget it, sign in with an email link and set a new one.</p>`
  return html`${byProvider}${state}
<div class="account-part">${ways.just_signed_in ? passwordForm(visit, changedAt !== null) : signInAgain(visit, changedAt !== null)}
${changedAt !== null && actionButton(visit, { page: PAGE, action: 'remove-password', button: 'Remove password', kind: 'link', confirm: 'Remove your password? All other browsers are signed out. You can set a new password later.' })}</div>`
}

/** Link to sign in again. Setting a password requires a recent sign-in. */
const signInAgain = ({ attempt }: Visit, has: boolean): Html => {
  const late =
    attempt?.action === 'password' && html`<div class="problem" role="alert"><p>${attempt.problems[0].detail}</p></div>`
  return html`${late}<p>${linkButton(`${signInFor(PAGE)}&again=1`, has ? 'Sign in again to change your password' : 'Sign in again to set a password')}</p>`
}

const passwordForm = (visit: Visit, has: boolean): Html =>
  form(
    visit,
    { page: PAGE, action: 'password', button: has ? 'Change password' : 'Set password', kind: 'plain' },
    (fill) => [
      // Password managers store the password with this user name.
      html`<input type="text" value="${visit.person.email}" autocomplete="username" readonly hidden>`,
      textField(fill, {
        ...{ name: 'password', label: has ? 'New password' : 'Password', type: 'password', required: true },
        help: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters of any kind. Several unrelated words work well. All other browsers are signed out.`,
        autocomplete: 'new-password',
      }),
    ],
  )

interface Session {
  readonly id: string
  readonly browser: string
  readonly way: 'link' | 'password' | 'single_sign_on' | 'invitation'
  readonly address_class: 'loopback' | 'private' | 'public' | null
  readonly network: string | null
  readonly created_at: string
  readonly last_used_at: string
  readonly current: boolean
}

const WAYS = {
  link: 'with an email link',
  password: 'with a password',
  single_sign_on: 'with single sign-on',
  invitation: 'with an invitation',
} as const

const PLACES = { loopback: 'This computer', private: 'Private network', public: 'Internet' } as const

function browsers(visit: Visit, sessions: readonly Session[]): Html {
  const others = sessions.some(({ current }) => !current)
  return html`${table<Session>(
    sessions,
    [
      {
        title: 'Browser',
        cell: ({ browser, current }) => html`${browser}${current && html` ${badge('This browser', 'good')}`}`,
      },
      {
        title: 'From',
        cell: ({ address_class: kind, network }) =>
          kind === null
            ? 'Unknown'
            : html`${PLACES[kind]}${kind !== 'loopback' && html`<br><span class="soft">${network ?? ''}</span>`}`,
      },
      {
        title: 'Signed in',
        cell: ({ created_at, way }) =>
          html`${renderTimestamp(visit, created_at)}<br><span class="soft">${WAYS[way]}</span>`,
      },
      { title: 'Last used', cell: ({ last_used_at }) => renderTimestamp(visit, last_used_at) },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ id, current }) =>
          current
            ? html``
            : actionButton(visit, {
                page: PAGE,
                action: 'end-session',
                key: id,
                button: 'Sign out',
                enhance: '#browsers',
              }),
      },
    ],
    { caption: 'Signed-in browsers' },
  )}
${others && html`<div class="account-part">${actionButton(visit, { page: PAGE, action: 'end-other-sessions', button: 'Sign out other browsers', confirm: 'Sign out all browsers except this one?' })}</div>`}`
}

interface App {
  readonly id: string
  readonly client_name: string
  readonly redirect_host: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly last_used_at: string | null
}

function programs(visit: Visit, apps: readonly App[]): Html {
  if (apps.length === 0) {
    return html`<p>No connected apps yet. <a href="/connect">Connect an assistant</a> to use Parley from your AI tools.</p>`
  }
  return table<App>(
    apps,
    [
      {
        title: 'App',
        cell: ({ client_name, redirect_host }) =>
          html`<bdi>${client_name}</bdi><br><span class="soft"><bdi>${redirect_host}</bdi></span>`,
      },
      {
        title: 'Access',
        cell: ({ scopes }) => (scopes.includes('mcp:write') ? 'Read and write' : 'Read only'),
      },
      { title: 'Connected', cell: ({ created_at }) => renderTimestamp(visit, created_at) },
      { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'Never' : renderTimestamp(visit, at)) },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ id, client_name }) =>
          actionButton(visit, {
            ...{ page: PAGE, action: 'disconnect', key: id, button: 'Disconnect', enhance: '#apps' },
            confirm: `Disconnect ${client_name}? It loses access to Parley immediately. You can connect it again later.`,
          }),
      },
    ],
    { caption: 'Connected apps' },
  )
}
