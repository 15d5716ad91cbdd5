/** Teams of the organization: the hierarchy, and one page per team with its members. */

import { t } from '../../core/languages/message.ts'
import {
  archiveTeam,
  createTeam,
  deleteTeamMember,
  getTeam,
  listTeamMembers,
  listTeams,
  putTeamMember,
  updateTeam,
} from '../../features/accounts/teams/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, type Choice, type Fill, form, formMenu, selectField, textField } from '../components/form.ts'
import { badge, card, empty, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { PEOPLE } from './people-tabs.ts'
import { adminPage, findUserByEmail, formatUserName, ROLES } from './shared.ts'

const TEAMS = '/admin/teams'
/** Page size. It is the maximum, because a hierarchy is hard to read across pages. */
const MOST = '500'

type Team = Awaited<ReturnType<typeof loadTeams>>['data'][number]
const loadTeams = (req: PageRequest) => req.run(listTeams, {})

export const teamsPage = adminPage({
  path: TEAMS,
  navigation: { group: 'workspace', label: t('Teams'), role: 'ADMIN', words: t('Teams, their managers and members') },
  async show(req) {
    const isAll = req.query.get('archived') === 'true'
    const [{ data, meta }, choices] = await Promise.all([
      req.run(listTeams, { size: MOST, page: pageAsked(req), includeArchived: isAll ? 'true' : 'false' }),
      teamChoices(req),
    ])
    const create = form(req, { page: TEAMS, action: 'create', button: t('Create team') }, (fill) =>
      teamFields(fill, choices),
    )
    return {
      title: t('Teams'),
      body: html`${heading(t('Teams'), { words: t('Members of a team see the calls of the team and its child teams.'), actions: formMenu(t('New team'), create, { open: req.attempt !== undefined }) })}
<p class="admin-toggle"><a href="${withQuery(TEAMS, { archived: isAll ? undefined : 'true' })}">${isAll ? t('Hide archived teams') : t('Show archived teams')}</a></p>
${data.length === 0 ? empty(t('No teams yet'), t('Create teams to share calls and compare results. Each call belongs to the team of its owner.')) : html`<section class="card admin-tree">${tree(data)}</section>`}
${pager(req, meta, [t('Previous'), t('Next')])}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { uuid, name } = await req.run(createTeam, {
        ...teamIn(fields),
        parentTeamUUID: fields.optional('parentTeamUUID'),
      })
      return redirectTo(`${TEAMS}/${uuid}`, t`Team ${name} created`)
    },
  },
})

/** Renders the hierarchy. Teams whose parent is on another page are at the top level. */
function tree(teams: readonly Team[]): Html {
  const known = new Set(teams.map(({ uuid }) => uuid))
  const below = Map.groupBy(teams, ({ parentTeamUUID }) =>
    parentTeamUUID !== undefined && known.has(parentTeamUUID) ? parentTeamUUID : '',
  )
  const list = (parent: string): Html => {
    const children = below.get(parent) ?? []
    if (children.length === 0) return html``
    return html`<ul>${children.map(
      ({ uuid, name, domain, archived }) =>
        html`<li><a href="${TEAMS}/${uuid}"><bdi>${name}</bdi></a>${domain !== '' && html` <span class="soft">${domain}</span>`}${archived && html` ${badge(t('Archived'))}`}${list(uuid)}</li>`,
    )}</ul>`
  }
  return list('')
}

const teamFields = (
  fill: Fill,
  choices: readonly Choice[],
  team?: { name: string; domain: string; parentTeamUUID?: string | undefined },
) => [
  textField(fill, { name: 'name', label: t('Name'), value: team?.name, required: true, max: 256 }),
  selectField(fill, {
    ...{
      name: 'parentTeamUUID',
      label: t('Parent team'),
      value: team?.parentTeamUUID,
      choices,
      none: t('No parent team'),
    },
  }),
  textField(fill, {
    name: 'domain',
    label: t('Domain'),
    value: team?.domain,
    help: t('Optional. Email domain of the team, if it has its own.'),
  }),
]

const teamIn = (fields: Fields) => ({ name: fields.text('name'), domain: fields.text('domain').trim() })

export const teamPage = adminPage({
  path: `${TEAMS}/:id`,
  async show(req) {
    const { id } = req.params
    const team = await req.run(getTeam, { id })
    return {
      title: team.name,
      body: html`${heading(team.name, {
        trail: [{ label: t('Teams'), path: TEAMS }],
        actions: [
          linkButton(`/conversations?team=${id}`, t('View calls')),
          linkButton(`/reports/team?team=${id}`, t('View report')),
        ],
      })}
${team.archived ? archived(req, id) : await renderTeamStatus(req, team)}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateTeam, {
        ...{ id, ...teamIn(fields) },
        parentTeamUUID: fields.optional('parentTeamUUID') ?? null,
      })
      return redirectTo(`${TEAMS}/${id}`, t('Team saved'))
    },
    add: async (req, fields) => {
      const { id } = req.params
      const { uuid } = await findUserByEmail(req, fields.text('email'))
      await req.run(putTeamMember, { id, userId: uuid })
      return redirectTo(`${TEAMS}/${id}#members`, t('Member added'))
    },
    remove: async (req, fields) => {
      const { id } = req.params
      await req.run(deleteTeamMember, { id, userId: fields.text('key') })
      return redirectTo(`${TEAMS}/${id}#members`, t('Member removed'))
    },
    archive: async (req) => {
      await req.run(archiveTeam, { id: req.params.id })
      return redirectTo(TEAMS, t('Team archived. Its calls stay.'))
    },
    restore: async (req) => {
      await req.run(updateTeam, { id: req.params.id, archived: false })
      return redirectTo(`${TEAMS}/${req.params.id}`, t('Team restored. It has no members yet.'))
    },
  },
})

const archived = (req: PageRequest, id: string): Html =>
  html`<p class="admin-state">${badge(t('Archived'))} An archived team has no members and gets no new calls. Its existing calls stay.</p>
${actionButton(req, { page: `${TEAMS}/${id}`, action: 'restore', button: t('Restore team') })}`

type OneTeam = Awaited<ReturnType<typeof loadTeam>>
const loadTeam = (req: PageRequest) => req.run(getTeam, { id: '' })

async function renderTeamStatus(req: PageRequest, team: OneTeam): Promise<Html> {
  const { uuid: id, name, children } = team
  const page = `${TEAMS}/${id}`
  const [{ data, meta }, choices] = await Promise.all([
    req.run(listTeamMembers, { id, page: pageAsked(req), size: '50' }),
    teamChoices(req),
  ])
  const others = choices.filter(({ value }) => value !== id)
  const change = form(req, { page, action: 'change', button: t('Save team') }, (fill) => teamFields(fill, others, team))
  const below = children.map(({ uuid, name }) => html`<li><a href="${TEAMS}/${uuid}"><bdi>${name}</bdi></a></li>`)
  return html`${card(t('Settings'), change)}
${card(t('Members'), html`${addMember(req, page)}${memberTable(req, page, data)}${pager(req, meta, [t('Previous'), t('Next')])}`, { id: 'members' })}
${below.length > 0 && card(t('Child teams'), html`<ul>${below}</ul>`)}
${actionButton(req, { page, action: 'archive', button: t('Archive team'), kind: 'danger', confirm: t`Archive ${name}? Its members are removed from the team. Its calls stay. You can restore the team later, without its members.` })}`
}

const addMember = (req: PageRequest, page: string): Html =>
  form(req, { page, action: 'add', button: t('Add member'), kind: 'plain', inline: true }, (fill) =>
    textField(fill, { name: 'email', label: t('Email address of a user'), type: 'email', required: true }),
  )

type Member = Awaited<ReturnType<typeof loadMembers>>['data'][number]
const loadMembers = (req: PageRequest) => req.run(listTeamMembers, { id: '' })

const memberTable = (req: PageRequest, page: string, members: readonly Member[]): Html =>
  members.length === 0
    ? html`<p class="soft">No members yet</p>`
    : table<Member>(
        members,
        [
          {
            title: t('Name'),
            cell: (member) =>
              html`<a href="${PEOPLE}/${member.uuid}"><bdi>${formatUserName(member)}</bdi></a>${member.primary && html` ${badge(t('Primary team'))}`}`,
          },
          { title: t('Email'), cell: ({ email }) => html`<bdi>${email}</bdi>` },
          { title: t('Role'), cell: ({ roles }) => roles.map(({ type }) => ROLES[type] ?? type).join(', ') },
          {
            title: t('Actions', 'column'),
            kind: 'actions',
            cell: ({ uuid, email }) =>
              actionButton(req, {
                ...{ page, action: 'remove', key: uuid, button: t('Remove') },
                confirm: t`Remove ${email} from this team? You can add the user again later.`,
              }),
          },
        ],
        { caption: t('Members') },
      )
