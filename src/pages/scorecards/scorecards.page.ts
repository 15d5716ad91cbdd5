/** List of scorecards, and the form to create one. */

import { t } from '../../core/languages/message.ts'
import { createScorecard, listScorecards, type Scorecard } from '../../features/coaching/scorecards/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { conditionChoices } from '../components/criteria.ts'
import { form, formMenu } from '../components/form.ts'
import { badge, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf } from '../components/times.ts'
import { INTERACTIONS, scorecardFields, scorecardIn } from './scorecard-form.ts'

export const scorecardsPage = definePage({
  path: '/scorecards',
  navigation: { group: 'analysis', label: t('Scorecards'), words: t('Questions that evaluate a call') },
  async show(req) {
    const [{ data, meta }, teams, choices] = await Promise.all([
      req.run(listScorecards, { page: pageAsked(req) }),
      teamChoices(req),
      conditionChoices(req),
    ])
    const formatTeam = ({ allTeams, teamId }: Scorecard) =>
      allTeams ? t('All teams') : (teams.find(({ value }) => value === teamId)?.label ?? t('None'))
    const columns = [
      {
        title: t('Scorecard'),
        cell: ({ id, title }: Scorecard) => html`<a href="/scorecards/${id}"><bdi>${title}</bdi></a>`,
      },
      { title: t('Interaction type'), cell: ({ interactionType }: Scorecard) => INTERACTIONS[interactionType] },
      { title: t('Team'), cell: formatTeam },
      { title: t('Status'), cell: ({ enabled }: Scorecard) => (enabled ? badge(t('On'), 'good') : badge(t('Off'))) },
      { title: t('Created'), cell: ({ createdAt }: Scorecard) => dayOf(req, createdAt) },
    ]
    const create =
      req.user.role === 'ADMIN' &&
      formMenu(
        t('New scorecard'),
        form(req, { page: '/scorecards', action: 'create', button: t('Create scorecard') }, (fill) =>
          scorecardFields(fill, { teams, choices }),
        ),
        { open: req.attempt !== undefined },
      )
    return {
      title: t('Scorecards'),
      body: html`${heading(t('Scorecards'), { words: t('Scorecards evaluate calls with the same questions. Parley scores each question with quotes as evidence, and reviewers can change the scores.'), actions: create })}
${data.length === 0 ? empty(t('No scorecards yet'), t('Coach your team with consistent scores. A scorecard asks the same questions about each call, such as “Did we agree on a next step?”.')) : table(data, columns, { caption: t('Scorecards') })}
${pager(req, meta)}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { id } = await req.run(createScorecard, scorecardIn(fields))
      return redirectTo(`/scorecards/${id}`, t('Scorecard created. Now add its questions.'))
    },
  },
})
