/** Account page of the signed-in user: name, sign-in methods, signed-in browsers and connected apps. */

import { currentLanguage, isLanguage, LANGUAGES, runInLanguage } from '../../core/languages/current.ts'
import { formatList } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { getOrganizationUser, updateOrganizationUser } from '../../features/accounts/identity/index.ts'
import { deleteConnectedApp, listConnectedApps } from '../../features/accounts/oauth/index.ts'
import {
  deleteUserPassword,
  getSignInWays,
  PASSWORD_MAX,
  PASSWORD_MIN,
  setPassword,
} from '../../features/accounts/passwords/index.ts'
import { getSecondFactor } from '../../features/accounts/second-factor-settings/index.ts'
import { deleteSession, listSessions } from '../../features/accounts/sign-in/index.ts'
import { type AnswerOf, definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { SECOND_FACTOR_PATH } from '../../inbound/web/navigation.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { signInFor } from '../../inbound/web/sign-in-pages.ts'
import { actionButton, form, selectField, textField } from '../components/form.ts'
import { badge, card, facts, heading, linkButton } from '../components/layout.ts'
import { attemptProblem } from '../components/problem.ts'
import { table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'

const PAGE = '/account'
/** Page size. Users have fewer browsers and apps than this, so the page needs no pager. */
const ALL = '200'

const ROLES: Readonly<Record<string, Message>> = {
  ADMIN: t('Admin'),
  MANAGER: t('Manager'),
  SALES_REP: t('Member'),
}

export const accountPage = definePage({
  path: PAGE,
  navigation: {
    group: 'you',
    label: t('Profile'),
    words: t('Name, language, sign-in methods, signed-in browsers and connected apps'),
  },
  async show(req) {
    const [user, ways, factor, sessions, apps] = await Promise.all([
      req.run(getOrganizationUser, { id: req.user.id }),
      req.run(getSignInWays, {}),
      req.run(getSecondFactor, {}),
      req.run(listSessions, { size: ALL }),
      req.run(listConnectedApps, { user_uuid: req.user.id, size: ALL }),
    ])
    return {
      title: t('Profile'),
      body: html`${heading(t('Profile'))}
${card(t('Name'), you(req, user), { id: 'you' })}
${card(t('Language'), language(req), { id: 'language' })}
${card(t('Sign-in'), renderSignInMethods(req, ways), { id: 'signing-in' })}
${card(t('Second factor'), renderSecondFactor(factor), { id: 'second-factor' })}
${card(t('Signed-in browsers'), browsers(req, sessions.data), { id: 'browsers' })}
${card(t('Connected apps'), programs(req, apps.data), { id: 'apps' })}`,
    }
  },
  actions: {
    profile: async (req, fields) => {
      const [firstName, lastName] = [fields.text('firstName'), fields.text('lastName')]
      await req.run(updateOrganizationUser, { id: req.user.id, firstName, lastName })
      return redirectTo(PAGE, t('Name saved'))
    },
    language: async (req, fields) => {
      const chosen = fields.text('language')
      if (!isLanguage(chosen)) throw notAsSent('language')
      await req.run(updateOrganizationUser, { id: req.user.id, language: chosen })
      // The confirmation has the new language already.
      const confirmation = runInLanguage(chosen, () => String(t('Language saved')))
      return { to: `${PAGE}#language`, confirmation, language: chosen }
    },
    password: async (req, fields) => {
      await req.run(setPassword, { password: fields.text('password') })
      return redirectTo(`${PAGE}#signing-in`, t('Password saved. All other browsers were signed out.'))
    },
    'remove-password': async (req) => {
      await req.run(deleteUserPassword, { id: req.user.id })
      return redirectTo(`${PAGE}#signing-in`, t('Password removed. All other browsers were signed out.'))
    },
    'end-session': async (req, fields) => {
      await req.run(deleteSession, { id: fields.text('key') })
      return redirectTo(`${PAGE}#browsers`, t('Browser signed out'))
    },
    'end-other-sessions': async (req) => {
      const { data } = await req.run(listSessions, { size: ALL })
      const others = data.filter(({ current }) => !current)
      for (const { id } of others) await req.run(deleteSession, { id })
      return redirectTo(`${PAGE}#browsers`, t('All other browsers were signed out'))
    },
    disconnect: async (req, fields) => {
      await req.run(deleteConnectedApp, { id: fields.text('key') })
      return redirectTo(`${PAGE}#apps`, t('App disconnected'))
    },
  },
})

function you(req: PageRequest, user: { firstName: string; lastName: string }): Html {
  const { email, organizationName, role } = req.user
  return html`${facts([
    [t('Email address'), html`<bdi>${email}</bdi>`],
    [t('Organization'), html`<bdi>${organizationName}</bdi>`],
    [t('Role'), ROLES[role] ?? role],
  ])}
${form(req, { page: PAGE, action: 'profile', button: t('Save name'), kind: 'plain' }, (fill) => [
  textField(fill, {
    ...{ name: 'firstName', label: t('First name'), value: user.firstName, max: 128, autocomplete: 'given-name' },
  }),
  textField(fill, {
    ...{ name: 'lastName', label: t('Last name'), value: user.lastName, max: 128, autocomplete: 'family-name' },
  }),
])}`
}

/** The cookie keeps the language for pages before the sign-in. Names of languages are the same in every language. */
const language = (req: PageRequest): Html =>
  form(req, { page: PAGE, action: 'language', button: t('Save language'), kind: 'plain' }, (fill) =>
    selectField(fill, {
      ...{ name: 'language', label: t('Language of the app and of emails'), value: currentLanguage() },
      help: t('It applies in all your browsers. Answers about calls and the API stay in their language.'),
      choices: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
    }),
  )

interface Ways {
  readonly password_changed_at: string | null
  readonly provider: { readonly name: string; readonly required: boolean } | null
  readonly just_signed_in: boolean
}

function renderSignInMethods(req: PageRequest, ways: Ways): Html {
  const { password_changed_at: changedAt, provider } = ways
  if (provider?.required === true) {
    return html`<p>Your organization requires sign-in with <bdi>${provider.name}</bdi>.</p>`
  }
  const byProvider = provider !== null && html`<p>You can sign in with <bdi>${provider.name}</bdi>.</p>`
  const state =
    changedAt === null
      ? html`<p>You don't have a password. You sign in with a link that Parley emails to you. Set a password to sign in faster.</p>`
      : html`<p>You set your password ${renderTimestamp(req, changedAt)}. If you forget it, sign in with an email link and set a new one.</p>`
  return html`${byProvider}${state}
${ways.just_signed_in ? passwordForm(req, changedAt !== null) : signInAgain(req, changedAt !== null)}
${changedAt !== null && actionButton(req, { page: PAGE, action: 'remove-password', button: t('Remove password'), kind: 'link', confirm: t('Remove your password? All other browsers are signed out. You can set a new password later.') })}`
}

function renderSecondFactor({ app_since, passkeys }: AnswerOf<typeof getSecondFactor>): Html {
  const factors = [
    ...(app_since === null ? [] : [t('an authenticator app')]),
    ...(passkeys === 0 ? [] : [passkeys === 1 ? t('1 passkey') : t`${passkeys} passkeys`]),
  ]
  const words =
    factors.length === 0
      ? t("You don't have a second factor. With one, a stolen password isn't enough to sign in as you.")
      : t`You have ${formatList(factors)}.`
  return html`<p>${words}</p>
<p>${linkButton(SECOND_FACTOR_PATH, factors.length === 0 ? t('Set up a second factor') : t('Change second factor'))}</p>`
}

/** Link to sign in again. Setting a password requires a recent sign-in. */
const signInAgain = ({ attempt }: PageRequest, has: boolean): Html => {
  const late = attempt?.action === 'password' && attemptProblem(attempt)
  return html`${late}<p>${linkButton(`${signInFor(PAGE)}&again=1`, has ? t('Sign in again to change your password') : t('Sign in again to set a password'))}</p>`
}

const passwordForm = (req: PageRequest, has: boolean): Html =>
  form(
    req,
    { page: PAGE, action: 'password', button: has ? t('Change password') : t('Set password'), kind: 'plain' },
    (fill) => [
      // Password managers store the password with this user name.
      html`<input type="text" value="${req.user.email}" autocomplete="username" readonly hidden>`,
      textField(fill, {
        ...{ name: 'password', label: has ? t('New password') : t('Password'), type: 'password', required: true },
        help: t`${PASSWORD_MIN} to ${PASSWORD_MAX} characters of any kind. Several unrelated words work well. All other browsers are signed out.`,
        autocomplete: 'new-password',
      }),
    ],
  )

interface Session {
  readonly id: string
  readonly browser: string
  readonly way: keyof typeof WAYS
  readonly address_class: 'loopback' | 'private' | 'public' | null
  readonly network: string | null
  readonly created_at: string
  readonly last_used_at: string
  readonly current: boolean
}

const WAYS = {
  link: t('with an email link'),
  password: t('with a password'),
  single_sign_on: t('with single sign-on'),
  invitation: t('with an invitation'),
  passkey: t('with a passkey'),
} as const

const PLACES = { loopback: t('This computer'), private: t('Private network'), public: t('Internet') } as const

function browsers(req: PageRequest, sessions: readonly Session[]): Html {
  const others = sessions.some(({ current }) => !current)
  return html`${table<Session>(
    sessions,
    [
      {
        title: t('Browser'),
        cell: ({ browser, current }) => html`${browser}${current && html` ${badge(t('This browser'), 'good')}`}`,
      },
      {
        title: t('From', 'network'),
        cell: ({ address_class: kind, network }) =>
          kind === null
            ? t('Unknown')
            : html`${PLACES[kind]}${kind !== 'loopback' && html`<br><span class="soft">${network ?? ''}</span>`}`,
      },
      {
        title: t('Signed in'),
        cell: ({ created_at, way }) =>
          html`${renderTimestamp(req, created_at)}<br><span class="soft">${WAYS[way]}</span>`,
      },
      { title: t('Last used'), cell: ({ last_used_at }) => renderTimestamp(req, last_used_at) },
      {
        title: t('Actions', 'column'),
        kind: 'actions',
        cell: ({ id, current }) =>
          current
            ? html``
            : actionButton(req, {
                page: PAGE,
                action: 'end-session',
                key: id,
                button: t('Sign out'),
                enhance: '#browsers',
              }),
      },
    ],
    { caption: t('Signed-in browsers') },
  )}
${others && html`<div class="account-part">${actionButton(req, { page: PAGE, action: 'end-other-sessions', button: t('Sign out other browsers'), confirm: t('Sign out all browsers except this one?') })}</div>`}`
}

interface ConnectedApp {
  readonly id: string
  readonly client_name: string
  readonly redirect_host: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly last_used_at: string | null
}

function programs(req: PageRequest, apps: readonly ConnectedApp[]): Html {
  if (apps.length === 0) {
    return html`<p>No connected apps yet. <a href="/connect">Connect an assistant</a> to use Parley from your AI tools.</p>`
  }
  return table<ConnectedApp>(
    apps,
    [
      {
        title: t('App'),
        cell: ({ client_name, redirect_host }) =>
          html`<bdi>${client_name}</bdi><br><span class="soft"><bdi>${redirect_host}</bdi></span>`,
      },
      {
        title: t('Access'),
        cell: ({ scopes }) => (scopes.includes('mcp:write') ? t('Read and write') : t('Read only')),
      },
      { title: t('Connected'), cell: ({ created_at }) => renderTimestamp(req, created_at) },
      { title: t('Last used'), cell: ({ last_used_at: at }) => (at === null ? t('Never') : renderTimestamp(req, at)) },
      {
        title: t('Actions', 'column'),
        kind: 'actions',
        cell: ({ id, client_name }) =>
          actionButton(req, {
            ...{ page: PAGE, action: 'disconnect', key: id, button: t('Disconnect'), enhance: '#apps' },
            confirm: t`Disconnect ${client_name}? It loses access to Parley immediately. You can connect it again later.`,
          }),
      },
    ],
    { caption: t('Connected apps') },
  )
}
