/** Page with the scorecards panel of a call, and the scoring form. */

import { t } from '../../core/languages/message.ts'
import { listConversationScorecards } from '../../features/coaching/automatic-scoring/index.ts'
import { deleteScorecardResult, putScorecardResult } from '../../features/coaching/scorecard-results/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { notAsSent, throwNotFound } from '../../inbound/web/page-errors.ts'
import { panelPage, toPanelPath } from './record.ts'
import { loadScorecardViews } from './scorecard-data.ts'
import { scorecardsPanel } from './scorecards-panel.ts'
import { scoresGiven, scoringForm } from './scoring-form.ts'

export const scorecardsPage = definePage({
  path: '/conversations/:id/scorecards',
  show: (req) => {
    const scoring = req.attempt?.fields.optional('key') ?? req.query.get('score') ?? undefined
    return panelPage(req, 'scorecards', (conversation) => scorecardsPanel(req, conversation, scoring))
  },
  fragments: {
    form: async (req) => {
      const { views, places } = await loadScorecardViews(req, req.params.id)
      const wanted = views.find((one) => one.id === req.query.get('score') && one.template !== undefined)
      return wanted === undefined ? throwNotFound() : scoringForm(req, req.params.id, wanted, places)
    },
  },
  forms: { score: LONG_FORM },
  actions: {
    score: async (req, fields) => {
      const { id } = req.params
      const scorecardId = fields.text('key')
      const { data } = await req.run(listConversationScorecards, { id })
      const template = data.find((one) => one.id === scorecardId)
      if (template === undefined) throw notAsSent('key')
      const items = scoresGiven(
        fields,
        template.items.map((item) => item.id),
      )
      await req.run(putScorecardResult, { id, scorecardId, items, summaryText: fields.text('summary') })
      return redirectTo(toPanelPath(id, 'scorecards'), t('Scores saved'))
    },
    remove: async (req, fields) => {
      const { id } = req.params
      await req.run(deleteScorecardResult, { id, scorecardId: fields.text('scorecard') })
      return redirectTo(toPanelPath(id, 'scorecards'), t('Score removed'))
    },
  },
})
