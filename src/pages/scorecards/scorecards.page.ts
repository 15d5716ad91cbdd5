/** What conversations are judged by: the scorecards, and a new one. */
import { createScorecard, listScorecards, type Scorecard } from '../../features/scorecards/index.ts'
import { definePage, goTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { conditionChoices } from '../kit/criteria.ts'
import { disclosure, form } from '../kit/form.ts'
import { badge, empty, heading } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { teamChoices } from '../kit/teams.ts'
import { dayOf } from '../kit/times.ts'
import { INTERACTIONS, scorecardFields, scorecardIn } from './scorecard-form.ts'

export const scorecardsPage = definePage({
  path: '/scorecards',
  navigation: { group: 'setup', label: 'Scorecards', icon: 'scorecard' },
  async show(visit) {
    const [{ data, meta }, teams, choices] = await Promise.all([
      visit.ask(listScorecards, { page: pageAsked(visit) }),
      teamChoices(visit),
      conditionChoices(visit),
    ])
    const teamOf = ({ allTeams, teamId }: Scorecard) =>
      allTeams ? 'All teams' : (teams.find(({ value }) => value === teamId)?.label ?? 'None')
    const columns = [
      {
        title: 'Scorecard',
        cell: ({ id, title }: Scorecard) => html`<a href="/scorecards/${id}"><bdi>${title}</bdi></a>`,
      },
      { title: 'Judges', cell: ({ interactionType }: Scorecard) => INTERACTIONS[interactionType] },
      { title: 'Of', cell: teamOf },
      { title: 'State', cell: ({ enabled }: Scorecard) => (enabled ? badge('In use', 'good') : badge('Off')) },
      { title: 'Made', cell: ({ createdAt }: Scorecard) => dayOf(visit, createdAt) },
    ]
    const create =
      visit.person.role === 'ADMIN' &&
      disclosure(
        'New scorecard',
        form(visit, { page: '/scorecards', action: 'create', button: 'Create' }, (fill) =>
          scorecardFields(fill, { teams, choices }),
        ),
        visit.attempt !== undefined,
      )
    return {
      title: 'Scorecards',
      body: html`${heading('Scorecards', { words: 'What a good conversation has. Each question is answered from what was said, with the words it rests on.' })}
${create}
${data.length === 0 ? empty('No scorecards yet', 'A scorecard asks a few questions of each conversation, such as “Did we agree on a next step?”, and keeps the evidence.') : table(data, columns, { caption: 'Scorecards' })}
${pager(visit, meta)}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { id } = await visit.ask(createScorecard, scorecardIn(fields))
      return goTo(`/scorecards/${id}`, 'The scorecard is there. Add what it asks.')
    },
  },
})
