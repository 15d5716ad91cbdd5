/** Page of a scorecard with its questions and settings. */
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
import { definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { conditionChoices } from '../components/criteria.ts'
import { actionButton, disclosure, form } from '../components/form.ts'
import { badge, card, heading } from '../components/layout.ts'
import { teamChoices } from '../components/teams.ts'
import { INTERACTIONS, itemFields, itemIn, scorecardFields, scorecardIn } from './scorecard-form.ts'

const ITEMS_SHOWN = '200'
const TRAIL = [{ label: 'Scorecards', path: '/scorecards' }]
const placeOf = (id: string, item?: string) => `/scorecards/${id}${item === undefined ? '' : `#item-${item}`}`

export const scorecardPage = definePage({
  path: '/scorecards/:id',
  async show(visit) {
    const { id } = visit.params
    const [scorecard, items, teams, choices] = await Promise.all([
      visit.ask(getScorecard, { id }),
      visit.ask(listScorecardItems, { id, size: ITEMS_SHOWN }),
      teamChoices(visit),
      conditionChoices(visit),
    ])
    const isAdmin = visit.person.role === 'ADMIN'
    const page = placeOf(id)
    const settings = (): Html =>
      html`${disclosure(
        'Settings',
        form(visit, { page, action: 'change', button: 'Save scorecard' }, (fill) =>
          scorecardFields(fill, { teams, choices }, scorecard),
        ),
        visit.attempt?.action === 'change',
      )}
${actionButton(visit, { page, action: 'delete', button: 'Delete scorecard', kind: 'danger', confirm: "Delete this scorecard? Results stay. You can't undo this." })}`
    return {
      title: scorecard.title,
      body: html`${heading(scorecard.title, {
        trail: TRAIL,
        words: html`${INTERACTIONS[scorecard.interactionType]}, ${scorecard.allTeams ? 'all teams' : (teams.find(({ value }) => value === scorecard.teamId)?.label ?? 'no team')} ${scorecard.enabled ? badge('On', 'good') : badge('Off')}`,
      })}
${card('Questions', items.data.length === 0 ? html`<p class="soft">No questions yet</p>` : html`<ol class="scorecards-items">${items.data.map((item) => itemOf(visit, item, items.data.length))}</ol>`)}
${
  isAdmin &&
  disclosure(
    'New question',
    form(visit, { page, action: 'add', button: 'Add question' }, (fill) => itemFields(fill)),
    visit.attempt?.action === 'add',
  )
}
${isAdmin && html`<p class="soft scorecards-version">Each change creates a new version. Existing results keep the version they were scored with.</p>${settings()}`}`,
    }
  },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(changeScorecard, { id, ...scorecardIn(fields) })
      return goTo(placeOf(id), 'Scorecard saved')
    },
    delete: async (visit) => {
      await visit.ask(deleteScorecard, { id: visit.params.id })
      return goTo('/scorecards', 'Scorecard deleted. Results stay.')
    },
    add: async (visit, fields) => {
      const { id } = visit.params
      const item = await visit.ask(createScorecardItem, { id, ...itemIn(fields) })
      return goTo(placeOf(id, item.id), 'Question added')
    },
    'change-item': async (visit, fields) => {
      const [id, itemId] = [visit.params.id, fields.text('key')]
      await visit.ask(updateScorecardItem, { id, itemId, ...itemIn(fields) })
      return goTo(placeOf(id, itemId), 'Question saved')
    },
    move: async (visit, fields) => {
      const [id, itemId] = [visit.params.id, fields.text('key')]
      await visit.ask(updateScorecardItem, { id, itemId, position: fields.number('position') })
      return goTo(placeOf(id, itemId))
    },
    remove: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(deleteScorecardItem, { id, itemId: fields.text('key') })
      return goTo(placeOf(id), 'Question deleted')
    },
  },
})

function itemOf(visit: Visit, item: ScorecardItem, count: number): Html {
  const { id, scorecardId, title, position, weight } = item
  const { min, middle, max, minCriteria, middleCriteria, maxCriteria } = item.metadata.numericMetadata
  const scale = [
    [min, minCriteria],
    [middle, middleCriteria],
    [max, maxCriteria],
  ] as const
  const page = placeOf(scorecardId)
  const moved = (to: number, label: string) =>
    to >= 1 && to <= count
      ? actionButton(visit, {
          page,
          action: 'move',
          key: id,
          button: label,
          enhance: '.scorecards-items',
          fields: { position: String(to) },
        })
      : html``
  const change = (): Html =>
    html`${disclosure(
      'Edit question',
      html`${form(visit, { page, action: 'change-item', key: id, button: 'Save question' }, (fill) => itemFields(fill, item))}<hr>
${actionButton(visit, { page, action: 'remove', key: id, button: 'Delete question', kind: 'danger', confirm: "Delete this question? Existing results stay. You can't undo this." })}`,
      visit.attempt?.action === 'change-item' && visit.attempt.fields.text('key') === id,
    )}`
  return html`<li id="item-${id}"><div class="scorecards-item"><h3 dir="auto">${title}</h3>${visit.person.role === 'ADMIN' && html`<div class="actions">${moved(position - 1, 'Move up')}${moved(position + 1, 'Move down')}</div>`}</div>
<p class="soft">Weight ${weight}</p>
<dl class="scorecards-levels">${scale.filter(([, words]) => words !== '').map(([score, words]) => html`<div><dt>${score}</dt><dd dir="auto">${words}</dd></div>`)}</dl>
${visit.person.role === 'ADMIN' && change()}</li>`
}
