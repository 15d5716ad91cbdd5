/** Users of the organization: the list and one page per user. */

import { formatLanguage, formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import {
  deleteOrganizationUser,
  getOrganizationUser,
  listReps,
  reactivateOrganizationUser,
  replaceOrganizationUserTeams,
  updateOrganizationUser,
} from '../../features/accounts/identity/index.ts'
import { deleteConnectedApp, listConnectedApps } from '../../features/accounts/oauth/index.ts'
import { deleteUserPassword } from '../../features/accounts/passwords/index.ts'
import { listUserSecondFactors, resetUserSecondFactor } from '../../features/accounts/second-factor-settings/index.ts'
import { deleteSession, listSessions } from '../../features/accounts/sign-in/index.ts'
import { listPublicLinks, takeOverPublicLinks } from '../../features/library/public-links/index.ts'
import { type AnswerOf, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, checkField, checksField, form, selectField, textField } from '../components/form.ts'
import { badge, card, chip, chips, empty, facts, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import { connectedApps } from './apps.page.ts'
import { INVITATIONS, PEOPLE, peopleTabs } from './people-tabs.ts'
import {
  adminPage,
  catchListRefusal,
  filterForm,
  formatUserName,
  NO_ATTEMPT,
  plural,
  ROLES,
  roleField,
} from './shared.ts'

export const peoplePage = adminPage({
  path: PEOPLE,
  navigation: { group: 'workspace', label: t('People'), role: 'ADMIN', words: t('Users, roles and invitations') },
  async show(req) {
    const query = req.query.get('q')?.trim() ?? ''
    const team = req.query.get('team') || undefined
    const includeDeactivated = req.query.get('all') === 'true'
    const [teams, answer] = await Promise.all([
      teamChoices(req),
      catchListRefusal(
        req.run(listReps, {
          ...{ query, includeDeactivated, page: pageAsked(req) },
          ...(team === undefined ? {} : { teamUUID: team }),
        }),
      ),
    ])
    const factors = 'refused' in answer ? [] : await loadFactors(req, answer.data)
    return {
      title: t('People'),
      body: html`${heading(t('People'), {
        actions: linkButton(`${INVITATIONS}?new`, t('Invite people'), { icon: 'plus', kind: 'primary' }),
      })}
${peopleTabs(PEOPLE)}
${filterForm(PEOPLE, [
  textField(NO_ATTEMPT, { name: 'q', label: t('Name or email'), type: 'search', value: query, max: 200 }),
  selectField(NO_ATTEMPT, { name: 'team', label: t('Team'), value: team, choices: teams, none: t('All teams') }),
  checkField(NO_ATTEMPT, { name: 'all', label: t('Include deactivated users'), on: includeDeactivated }),
])}
${'refused' in answer ? answer.refused : renderPeople(req, answer, factors)}`,
    }
  },
})

type RepsData = Awaited<ReturnType<typeof reps>>
const reps = (req: PageRequest) => req.run(listReps, {})
type Rep = RepsData['data'][number]

type Factors = AnswerOf<typeof listUserSecondFactors>['data'][number]

const loadFactors = async (req: PageRequest, users: readonly { readonly uuid: string }[]) =>
  (await req.run(listUserSecondFactors, { user_uuids: users.map(({ uuid }) => uuid) })).data

/** Second factors in words, such as `App, 2 passkeys`. */
const formatFactors = (factors: Factors | undefined): Text => {
  if (factors === undefined) return t('None')
  const { app, passkeys } = factors
  const keys = plural(passkeys, t('1 passkey'), t`${formatNumber(passkeys)} passkeys`)
  if (passkeys === 0) return app ? t('App') : ''
  return app ? t`App, ${keys}` : keys
}

const renderPeople = (req: PageRequest, { data, meta }: RepsData, factors: readonly Factors[]): Html =>
  data.length === 0
    ? empty(t('No people found'), t('No name or email address contains all of these words. Change or remove a filter.'))
    : html`${table<Rep>(data, columns(factors), { caption: t('People') })}${pager(req, meta, [t('Previous'), t('Next')])}`

const columns = (factors: readonly Factors[]) => [
  {
    title: t('Name'),
    cell: (user: Rep) =>
      html`<a class="admin-name" href="${PEOPLE}/${user.uuid}"><bdi>${formatUserName(user)}</bdi></a>${!user.active && html` ${badge(t('Deactivated'))}`}`,
  },
  { title: t('Email'), cell: ({ email }: Rep) => html`<bdi>${email}</bdi>` },
  { title: t('Role'), cell: ({ roles }: Rep) => roles.map(({ type }) => ROLES[type] ?? type).join(', ') },
  {
    title: t('Second factor'),
    cell: ({ uuid }: Rep) => formatFactors(factors.find(({ user_uuid }) => user_uuid === uuid)),
  },
  {
    title: t('Teams'),
    cell: ({ teams }: Rep) => chips(teams.map(({ uuid, name }) => chip(name, { path: `/admin/teams/${uuid}` }))),
  },
]

const ALL = '200'
const ACTIVE_AGAIN = t('User reactivated. They can sign in again, but earlier API keys and sessions stay revoked.')

const RESET = t('Second factor reset. The user was signed out, and gets an email.')

interface LinkOwner {
  readonly uuid: string
  readonly active: boolean
}

/** Public links that the user is responsible for. They stop working when the user is deactivated. */
const publicLinks = (req: PageRequest, page: string, { uuid: id, active }: LinkOwner, count: number): Html =>
  html`<p>${plural(count, t('1 link to clips and presentations can be opened without signing in.'), t`${formatNumber(count)} links to clips and presentations can be opened without signing in.`)} ${active ? t('They work while this user is active.') : t("They don't work, because this user is deactivated.")}</p>
<p class="actions">${linkButton(`/links?user=${id}`, t('View links'))}</p>
${actionButton(req, {
  ...{ page, action: 'take-over-links', button: t('Take over links'), kind: 'plain' },
  confirm: t(
    'Take over these links? Their URLs stay the same, and they show what you have access to. You become responsible for them.',
  ),
})}`

export const personPage = adminPage({
  path: `${PEOPLE}/:id`,
  async show(req) {
    const { id } = req.params
    const [user, teams, sessions, apps, links, [factors]] = await Promise.all([
      req.run(getOrganizationUser, { id }),
      teamChoices(req),
      req.run(listSessions, { user_uuid: id, size: ALL }),
      req.run(listConnectedApps, { user_uuid: id, size: ALL }),
      req.run(listPublicLinks, { user_uuid: id, size: '1' }),
      loadFactors(req, [{ uuid: id }]),
    ])
    const name = formatUserName(user)
    const page = `${PEOPLE}/${id}`
    return {
      title: name,
      body: html`${heading(name, {
        trail: [{ label: t('People'), path: PEOPLE }],
        words: html`<bdi>${user.email}</bdi>`,
        actions: [
          linkButton(`/conversations?owner=${id}`, t('View calls')),
          linkButton(`/reports/team?rep=${id}`, t('View report')),
          linkButton(`/admin/audit?user=${id}`, t('View audit log')),
        ],
      })}
${!user.active && html`<p class="admin-state">${badge(t('Deactivated'), 'bad')} This user can't sign in, and their API keys are revoked. Their content stays.</p>`}
${card(t('Profile'), about(req, page, user))}
${card(t('Teams'), teamsForm(req, page, user, teams), { id: 'teams' })}
${user.active ? html`${card(t('Signed-in browsers'), browsers(req, page, sessions.data), { id: 'browsers' })}${card(t('Connected apps'), connectedApps(req, page, apps.data), { id: 'apps' })}` : html``}
${links.meta.totalRecords > 0 && id !== req.user.id && card(t('Public links'), publicLinks(req, page, user, links.meta.totalRecords), { id: 'links' })}
${card(t('Access'), access(req, page, user, factors))}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateOrganizationUser, {
        ...{ id, firstName: fields.text('firstName'), lastName: fields.text('lastName') },
        role: fields.text('role') as 'ADMIN',
      })
      return redirectTo(`${PEOPLE}/${id}`, t('Profile saved'))
    },
    teams: async (req, fields) => {
      const { id } = req.params
      const user = await req.run(replaceOrganizationUserTeams, { id, teamUUIDs: fields.all('teamUUIDs') })
      const primary = fields.optional('primary')
      const isOne = user.teams.some(({ uuid }) => uuid === primary)
      if (primary !== undefined && isOne) await req.run(updateOrganizationUser, { id, primaryTeamUUID: primary })
      return redirectTo(`${PEOPLE}/${id}#teams`, t('Teams saved'))
    },
    'take-over-links': async (req) => {
      const { taken_over: count } = await req.run(takeOverPublicLinks, { user_uuid: req.params.id })
      return redirectTo(
        `${PEOPLE}/${req.params.id}`,
        plural(count, t('1 link taken over.'), t`${formatNumber(count)} links taken over.`),
      )
    },
    'end-session': async (req, fields) => {
      await req.run(deleteSession, { id: fields.text('key') })
      return redirectTo(`${PEOPLE}/${req.params.id}#browsers`, t('Browser signed out'))
    },
    disconnect: async (req, fields) => {
      await req.run(deleteConnectedApp, { id: fields.text('key') })
      return redirectTo(`${PEOPLE}/${req.params.id}#apps`, t('App disconnected'))
    },
    'remove-password': async (req) => {
      await req.run(deleteUserPassword, { id: req.params.id })
      return redirectTo(
        `${PEOPLE}/${req.params.id}`,
        t('Password removed. The user can sign in with an email link or your identity provider.'),
      )
    },
    'reset-second-factor': async (req) => {
      const { id } = req.params
      const { had_second_factor: had } = await req.run(resetUserSecondFactor, { id })
      return redirectTo(`${PEOPLE}/${id}`, had ? RESET : t('The user had no second factor. They were signed out.'))
    },
    deactivate: async (req) => {
      await req.run(deleteOrganizationUser, { id: req.params.id })
      return redirectTo(
        `${PEOPLE}/${req.params.id}`,
        t('User deactivated. Their API keys, sessions and connected apps no longer have access.'),
      )
    },
    reactivate: async (req) => {
      await req.run(reactivateOrganizationUser, { id: req.params.id })
      return redirectTo(`${PEOPLE}/${req.params.id}`, ACTIVE_AGAIN)
    },
  },
})

type User = Awaited<ReturnType<typeof loadUser>>
const loadUser = (req: PageRequest, id: string) => req.run(getOrganizationUser, { id })

const about = (req: PageRequest, page: string, user: User): Html =>
  form(req, { page, action: 'change', button: t('Save profile') }, (fill) => [
    textField(fill, { name: 'firstName', label: t('First name'), value: user.firstName, max: 128 }),
    textField(fill, { name: 'lastName', label: t('Last name'), value: user.lastName, max: 128 }),
    roleField(fill, { name: 'role', label: t('Role'), value: user.roles[0]?.type }),
  ])

function teamsForm(req: PageRequest, page: string, user: User, teams: Awaited<ReturnType<typeof teamChoices>>): Html {
  if (teams.length === 0) return html`<p class="soft">No teams yet. <a href="/admin/teams">Create a team</a>.</p>`
  const own = user.teams.map(({ uuid }) => uuid)
  const primary = teams.filter(({ value }) => own.includes(value))
  return form(req, { page, action: 'teams', button: t('Save teams'), kind: 'plain' }, (fill) => [
    checksField(fill, { name: 'teamUUIDs', label: t('Member of'), choices: teams, chosen: own }),
    primary.length > 1
      ? selectField(fill, {
          ...{ name: 'primary', label: t('Primary team'), value: user.primaryTeamUUID, choices: primary },
          help: t('New calls of this user belong to this team.'),
        })
      : html``,
  ])
}

type Session = Awaited<ReturnType<typeof loadSessions>>['data'][number]
const loadSessions = (req: PageRequest) => req.run(listSessions, {})

const browsers = (req: PageRequest, page: string, sessions: readonly Session[]): Html =>
  sessions.length === 0
    ? html`<p class="soft">Not signed in</p>`
    : table<Session>(
        sessions,
        [
          {
            title: t('Browser'),
            cell: ({ browser, current }) => html`${browser}${current && html` ${badge(t('This browser'), 'good')}`}`,
          },
          { title: t('Network'), cell: ({ network }) => network ?? t('This computer or unknown') },
          { title: t('Signed in'), cell: ({ created_at }) => renderTimestamp(req, created_at) },
          { title: t('Last used'), cell: ({ last_used_at }) => renderTimestamp(req, last_used_at) },
          {
            title: t('Actions', 'column'),
            kind: 'actions',
            cell: ({ id, current }) =>
              current
                ? html``
                : actionButton(req, {
                    page,
                    action: 'end-session',
                    key: id,
                    button: t('Sign out'),
                    enhance: '#browsers',
                  }),
          },
        ],
        { caption: t('Signed-in browsers') },
      )

/** Name of a language code: `en` → `English`. Returns unknown codes unchanged. */
function nameLanguage(code: string): string {
  try {
    return formatLanguage(code)
  } catch {
    return code
  }
}

const access = (req: PageRequest, page: string, user: User, factors: Factors | undefined): Html =>
  user.active
    ? html`${facts([
        [t('Second factor'), formatFactors(factors)],
        [t('Primary team'), user.teams.find(({ uuid }) => uuid === user.primaryTeamUUID)?.name ?? t('None')],
        [t('Transcript language'), user.transcriptLang === '' ? t('Not set') : nameLanguage(user.transcriptLang)],
      ])}
<div class="actions admin-more">
${factors !== undefined && actionButton(req, { page, action: 'reset-second-factor', button: t('Reset second factor'), confirm: t`Reset the second factor of ${formatUserName(user)}? Their authenticator app, passkeys and recovery codes stop working, they are signed out of all browsers, and they get an email. You can't undo this.` })}
${actionButton(req, { page, action: 'remove-password', button: t('Remove password'), confirm: t('Remove the password of this user? They are signed out of all browsers and can set a new password later.') })}
${actionButton(req, { page, action: 'deactivate', button: t('Deactivate user'), kind: 'danger', confirm: t`Deactivate ${formatUserName(user)}? Their API keys, sessions and connected apps lose access immediately. You can reactivate the user later.` })}
</div>`
    : actionButton(req, { page, action: 'reactivate', button: t('Reactivate user') })
