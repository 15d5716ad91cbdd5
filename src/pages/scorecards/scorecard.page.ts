/** Page of a scorecard with its questions and settings. */

import { t } from '../../core/languages/message.ts'
import {
  changeScorecard,
  createScorecardItem,
  deleteScorecard,
  deleteScorecardItem,
  getScorecard,
  listScorecardItems,
  type ScorecardItem,
  updateScorecardItem,
} from '../../features/coaching/scorecards/index.ts'
import { definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { conditionChoices } from '../components/criteria.ts'
import { actionButton, disclosure, form } from '../components/form.ts'
import { badge, card, heading } from '../components/layout.ts'
import { moveButtons } from '../components/order.ts'
import { teamChoices } from '../components/teams.ts'
import { INTERACTIONS, itemFields, itemIn, scorecardFields, scorecardIn } from './scorecard-form.ts'

const ITEMS_SHOWN = '200'
const TRAIL = [{ label: t('Scorecards'), path: '/scorecards' }]
const toScorecardPath = (id: string, item?: string) => `/scorecards/${id}${item === undefined ? '' : `#item-${item}`}`

export const scorecardPage = definePage({
  path: '/scorecards/:id',
  async show(req) {
    const { id } = req.params
    const [scorecard, items, teams, choices] = await Promise.all([
      req.run(getScorecard, { id }),
      req.run(listScorecardItems, { id, size: ITEMS_SHOWN }),
      teamChoices(req),
      conditionChoices(req),
    ])
    const isAdmin = req.user.role === 'ADMIN'
    const page = toScorecardPath(id)
    const settings = (): Html =>
      html`${disclosure(
        t('Settings'),
        form(req, { page, action: 'change', button: t('Save scorecard') }, (fill) =>
          scorecardFields(fill, { teams, choices }, scorecard),
        ),
        req.attempt?.action === 'change',
      )}
${actionButton(req, { page, action: 'delete', button: t('Delete scorecard'), kind: 'danger', confirm: t("Delete this scorecard? Results stay. You can't undo this.") })}`
    return {
      title: scorecard.title,
      body: html`${heading(scorecard.title, {
        trail: TRAIL,
        words: html`${INTERACTIONS[scorecard.interactionType]}, ${scorecard.allTeams ? t('all teams') : (teams.find(({ value }) => value === scorecard.teamId)?.label ?? t('no team'))} ${scorecard.enabled ? badge(t('On'), 'good') : badge(t('Off'))}`,
      })}
${card(t('Questions'), items.data.length === 0 ? html`<p class="soft">No questions yet</p>` : html`<ol class="scorecards-items">${items.data.map((item) => renderItem(req, item, items.data.length))}</ol>`)}
${
  isAdmin &&
  disclosure(
    t('New question'),
    form(req, { page, action: 'add', button: t('Add question') }, (fill) => itemFields(fill)),
    req.attempt?.action === 'add',
  )
}
${isAdmin && html`<p class="soft scorecards-version">Each change creates a new version. Existing results keep the version they were scored with.</p>${settings()}`}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(changeScorecard, { id, ...scorecardIn(fields) })
      return redirectTo(toScorecardPath(id), t('Scorecard saved'))
    },
    delete: async (req) => {
      await req.run(deleteScorecard, { id: req.params.id })
      return redirectTo('/scorecards', t('Scorecard deleted. Results stay.'))
    },
    add: async (req, fields) => {
      const { id } = req.params
      const item = await req.run(createScorecardItem, { id, ...itemIn(fields) })
      return redirectTo(toScorecardPath(id, item.id), t('Question added'))
    },
    'change-item': async (req, fields) => {
      const [id, itemId] = [req.params.id, fields.text('key')]
      await req.run(updateScorecardItem, { id, itemId, ...itemIn(fields) })
      return redirectTo(toScorecardPath(id, itemId), t('Question saved'))
    },
    move: async (req, fields) => {
      const [id, itemId] = [req.params.id, fields.text('key')]
      await req.run(updateScorecardItem, { id, itemId, position: fields.number('position') })
      return redirectTo(toScorecardPath(id, itemId))
    },
    remove: async (req, fields) => {
      const { id } = req.params
      await req.run(deleteScorecardItem, { id, itemId: fields.text('key') })
      return redirectTo(toScorecardPath(id), t('Question deleted'))
    },
  },
})

function renderItem(req: PageRequest, item: ScorecardItem, count: number): Html {
  const { id, scorecardId, title, position, weight } = item
  const { min, middle, max, minCriteria, middleCriteria, maxCriteria } = item.metadata.numericMetadata
  const scale = [
    [min, minCriteria],
    [middle, middleCriteria],
    [max, maxCriteria],
  ] as const
  const page = toScorecardPath(scorecardId)
  const change = (): Html =>
    html`${disclosure(
      t('Edit question'),
      html`${form(req, { page, action: 'change-item', key: id, button: t('Save question') }, (fill) => itemFields(fill, item))}<hr>
${actionButton(req, { page, action: 'remove', key: id, button: t('Delete question'), kind: 'danger', confirm: t("Delete this question? Existing results stay. You can't undo this.") })}`,
      req.attempt?.action === 'change-item' && req.attempt.fields.text('key') === id,
    )}`
  return html`<li id="item-${id}"><div class="scorecards-item"><h3 dir="auto">${title}</h3>${req.user.role === 'ADMIN' && moveButtons(req, { page, key: id, title, position, count, field: 'position', list: '.scorecards-items' })}</div>
<p class="soft">Weight ${weight}</p>
<dl class="scorecards-levels">${scale.filter(([, words]) => words !== '').map(([score, words]) => html`<div><dt>${score}</dt><dd dir="auto">${words}</dd></div>`)}</dl>
${req.user.role === 'ADMIN' && change()}</li>`
}
