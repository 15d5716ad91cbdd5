/** Users of the organization: the list and one page per user. */
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
  roleChoices,
} from './shared.ts'

export const peoplePage = adminPage({
  path: PEOPLE,
  navigation: { group: 'workspace', label: 'People', role: 'ADMIN', words: 'Users, roles and invitations' },
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
      title: 'People',
      body: html`${heading('People', {
        actions: linkButton(INVITATIONS, 'Invite people', { icon: 'plus', kind: 'primary' }),
      })}
${peopleTabs(PEOPLE)}
${filterForm(PEOPLE, [
  textField(NO_ATTEMPT, { name: 'q', label: 'Name or email', type: 'search', value: query, max: 200 }),
  selectField(NO_ATTEMPT, { name: 'team', label: 'Team', value: team, choices: teams, none: 'All teams' }),
  checkField(NO_ATTEMPT, { name: 'all', label: 'Include deactivated users', on: includeDeactivated }),
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
const formatFactors = (factors: Factors | undefined): string => {
  if (factors === undefined) return 'None'
  const { app, passkeys } = factors
  const words = [...(app ? ['app'] : []), ...(passkeys === 0 ? [] : [plural(passkeys, 'passkey', 'passkeys')])].join(
    ', ',
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const renderPeople = (req: PageRequest, { data, meta }: RepsData, factors: readonly Factors[]): Html =>
  data.length === 0
    ? empty('No people found', 'No name or email address contains all of these words. Change or remove a filter.')
    : html`${table<Rep>(data, columns(factors), { caption: 'People' })}${pager(req, meta, ['Previous', 'Next'])}`

const columns = (factors: readonly Factors[]) => [
  {
    title: 'Name',
    cell: (user: Rep) =>
      html`<a href="${PEOPLE}/${user.uuid}"><bdi>${formatUserName(user)}</bdi></a>${!user.active && html` ${badge('Deactivated')}`}`,
  },
  { title: 'Email', cell: ({ email }: Rep) => html`<bdi>${email}</bdi>` },
  { title: 'Role', cell: ({ roles }: Rep) => roles.map(({ type }) => ROLES[type] ?? type).join(', ') },
  {
    title: 'Second factor',
    cell: ({ uuid }: Rep) => formatFactors(factors.find(({ user_uuid }) => user_uuid === uuid)),
  },
  {
    title: 'Teams',
    cell: ({ teams }: Rep) => chips(teams.map(({ uuid, name }) => chip(name, { path: `/admin/teams/${uuid}` }))),
  },
]

const ALL = '200'
const ACTIVE_AGAIN = 'User reactivated. They can sign in again, but earlier API keys and sessions stay revoked.'

const RESET = 'Second factor reset. The user was signed out, and gets an email.'

/** Public links that the user is responsible for. They stop working when the user is deactivated. */
const publicLinks = (req: PageRequest, page: string, { active }: { readonly active: boolean }, count: number): Html =>
  html`<p>${count === 1 ? '1 link' : `${count} links`} to clips and presentations can be opened without signing in. ${active ? 'They work while this user is active.' : "They don't work, because this user is deactivated."}</p>
${actionButton(req, {
  ...{ page, action: 'take-over-links', button: 'Take over links', kind: 'plain' },
  confirm:
    'Take over these links? Their URLs stay the same, and they show what you have access to. You become responsible for them.',
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
        trail: [{ label: 'People', path: PEOPLE }],
        words: html`<bdi>${user.email}</bdi>`,
        actions: [
          linkButton(`/conversations?owner=${id}`, 'View calls'),
          linkButton(`/reports/team?rep=${id}`, 'View report'),
          linkButton(`/admin/audit?user=${id}`, 'View audit log'),
        ],
      })}
${!user.active && html`<p class="admin-state">${badge('Deactivated', 'bad')} This user can't sign in, and their API keys are revoked. Their content stays.</p>`}
${card('Profile', about(req, page, user))}
${card('Teams', teamsForm(req, page, user, teams), { id: 'teams' })}
${user.active ? html`${card('Signed-in browsers', browsers(req, page, sessions.data), { id: 'browsers' })}${card('Connected apps', connectedApps(req, page, apps.data), { id: 'apps' })}` : html``}
${links.meta.totalRecords > 0 && id !== req.user.id && card('Public links', publicLinks(req, page, user, links.meta.totalRecords), { id: 'links' })}
${card('Access', access(req, page, user, factors))}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateOrganizationUser, {
        ...{ id, firstName: fields.text('firstName'), lastName: fields.text('lastName') },
        role: fields.text('role') as 'ADMIN',
      })
      return redirectTo(`${PEOPLE}/${id}`, 'Profile saved')
    },
    teams: async (req, fields) => {
      const { id } = req.params
      const user = await req.run(replaceOrganizationUserTeams, { id, teamUUIDs: fields.all('teamUUIDs') })
      const primary = fields.optional('primary')
      const isOne = user.teams.some(({ uuid }) => uuid === primary)
      if (primary !== undefined && isOne) await req.run(updateOrganizationUser, { id, primaryTeamUUID: primary })
      return redirectTo(`${PEOPLE}/${id}#teams`, 'Teams saved')
    },
    'take-over-links': async (req) => {
      const { taken_over: count } = await req.run(takeOverPublicLinks, { user_uuid: req.params.id })
      return redirectTo(`${PEOPLE}/${req.params.id}`, `${count === 1 ? '1 link' : `${count} links`} taken over.`)
    },
    'end-session': async (req, fields) => {
      await req.run(deleteSession, { id: fields.text('key') })
      return redirectTo(`${PEOPLE}/${req.params.id}#browsers`, 'Browser signed out')
    },
    disconnect: async (req, fields) => {
      await req.run(deleteConnectedApp, { id: fields.text('key') })
      return redirectTo(`${PEOPLE}/${req.params.id}#apps`, 'App disconnected')
    },
    'remove-password': async (req) => {
      await req.run(deleteUserPassword, { id: req.params.id })
      return redirectTo(
        `${PEOPLE}/${req.params.id}`,
        'Password removed. The user can sign in with an email link or your identity provider.',
      )
    },
    'reset-second-factor': async (req) => {
      const { id } = req.params
      const { had_second_factor: had } = await req.run(resetUserSecondFactor, { id })
      return redirectTo(`${PEOPLE}/${id}`, had ? RESET : 'The user had no second factor. They were signed out.')
    },
    deactivate: async (req) => {
      await req.run(deleteOrganizationUser, { id: req.params.id })
      return redirectTo(
        `${PEOPLE}/${req.params.id}`,
        'User deactivated. Their API keys, sessions and connected apps no longer have access.',
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
  form(req, { page, action: 'change', button: 'Save profile' }, (fill) => [
    textField(fill, { name: 'firstName', label: 'First name', value: user.firstName, max: 128 }),
    textField(fill, { name: 'lastName', label: 'Last name', value: user.lastName, max: 128 }),
    selectField(fill, { name: 'role', label: 'Role', value: user.roles[0]?.type, choices: roleChoices }),
  ])

function teamsForm(req: PageRequest, page: string, user: User, teams: Awaited<ReturnType<typeof teamChoices>>): Html {
  if (teams.length === 0) return html`<p class="soft">No teams yet. <a href="/admin/teams">Create a team</a>.</p>`
  const own = user.teams.map(({ uuid }) => uuid)
  const primary = teams.filter(({ value }) => own.includes(value))
  return form(req, { page, action: 'teams', button: 'Save teams', kind: 'plain' }, (fill) => [
    checksField(fill, { name: 'teamUUIDs', label: 'Member of', choices: teams, chosen: own }),
    primary.length > 1
      ? selectField(fill, {
          ...{ name: 'primary', label: 'Primary team', value: user.primaryTeamUUID, choices: primary },
          help: 'New calls of this user belong to this team.',
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
            title: 'Browser',
            cell: ({ browser, current }) => html`${browser}${current && html` ${badge('This browser', 'good')}`}`,
          },
          { title: 'Network', cell: ({ network }) => network ?? 'This computer or unknown' },
          { title: 'Signed in', cell: ({ created_at }) => renderTimestamp(req, created_at) },
          { title: 'Last used', cell: ({ last_used_at }) => renderTimestamp(req, last_used_at) },
          {
            title: 'Actions',
            kind: 'actions',
            cell: ({ id, current }) =>
              current
                ? html``
                : actionButton(req, {
                    page,
                    action: 'end-session',
                    key: id,
                    button: 'Sign out',
                    enhance: '#browsers',
                  }),
          },
        ],
        { caption: 'Signed-in browsers' },
      )

/** English name of a language code: `en` → `English`. Returns unknown codes unchanged. */
function formatLanguage(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

const access = (req: PageRequest, page: string, user: User, factors: Factors | undefined): Html =>
  user.active
    ? html`${facts([
        ['Second factor', formatFactors(factors)],
        ['Primary team', user.teams.find(({ uuid }) => uuid === user.primaryTeamUUID)?.name ?? 'None'],
        ['Transcript language', user.transcriptLang === '' ? 'Not set' : formatLanguage(user.transcriptLang)],
      ])}
<div class="actions admin-more">
${factors !== undefined && actionButton(req, { page, action: 'reset-second-factor', button: 'Reset second factor', confirm: `Reset the second factor of ${formatUserName(user)}? Their authenticator app, passkeys and recovery codes stop working, they are signed out of all browsers, and they get an email. You can't undo this.` })}
${actionButton(req, { page, action: 'remove-password', button: 'Remove password', confirm: 'Remove the password of this user? They are signed out of all browsers and can set a new password later.' })}
${actionButton(req, { page, action: 'deactivate', button: 'Deactivate user', kind: 'danger', confirm: `Deactivate ${formatUserName(user)}? Their API keys, sessions and connected apps lose access immediately. You can reactivate the user later.` })}
</div>`
    : actionButton(req, { page, action: 'reactivate', button: 'Reactivate user' })
