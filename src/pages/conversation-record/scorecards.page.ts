/** Page with the scorecards panel of a call, and the scoring form. */

import { listConversationScorecards } from '../../features/coaching/automatic-scoring/index.ts'
import { deleteScorecardResult, putScorecardResult } from '../../features/coaching/scorecard-results/index.ts'
import { definePage, goTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { notAsSent, throwNotFound } from '../../inbound/web/mount-app.ts'
import { backTo, panelPage } from './record.ts'
import { judgedOf } from './scorecard-data.ts'
import { scorecardsPanel } from './scorecards-panel.ts'
import { scoresGiven, scoringForm } from './scoring-form.ts'

export const scorecardsPage = definePage({
  path: '/conversations/:id/scorecards',
  show: (visit) => {
    const scoring = visit.attempt?.fields.given('key') ?? visit.query.get('score') ?? undefined
    return panelPage(visit, 'scorecards', (conversation) => scorecardsPanel(visit, conversation, scoring))
  },
  pieces: {
    form: async (visit) => {
      const { judged, places } = await judgedOf(visit, visit.params.id)
      const wanted = judged.find((one) => one.id === visit.query.get('score') && one.template !== undefined)
      return wanted === undefined ? throwNotFound() : scoringForm(visit, visit.params.id, wanted, places)
    },
  },
  forms: { score: LONG_FORM },
  actions: {
    score: async (visit, fields) => {
      const { id } = visit.params
      const scorecardId = fields.text('key')
      const { data } = await visit.ask(listConversationScorecards, { id })
      const template = data.find((one) => one.id === scorecardId)
      if (template === undefined) throw notAsSent('key')
      const items = scoresGiven(
        fields,
        template.items.map((item) => item.id),
      )
      await visit.ask(putScorecardResult, { id, scorecardId, items, summaryText: fields.text('summary') })
      return goTo(backTo(id, 'scorecards'), 'Scores saved')
    },
    remove: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(deleteScorecardResult, { id, scorecardId: fields.text('scorecard') })
      return goTo(backTo(id, 'scorecards'), 'Score removed')
    },
  },
})
