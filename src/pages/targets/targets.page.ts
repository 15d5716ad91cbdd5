/** Targets of figures: the list, and one page per target. */

import { invalid } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { listScorecards } from '../../features/coaching/scorecards/index.ts'
import {
  createTarget,
  deleteTarget,
  fitsFigure,
  getTarget,
  listTargets,
  maySet,
  type Target,
  type TargetFigure,
  updateTarget,
} from '../../features/coaching/targets/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, type Fill, form, formMenu, selectField, textField } from '../components/form.ts'
import { card, empty, facts, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { formatBounds, TARGET_LABELS } from '../components/targets.ts'
import { teamChoices } from '../components/teams.ts'

const PAGE = '/targets'
const SCORECARDS_MAX = '200'
/** Prefix of the choice of a scorecard. */
const SCORECARD = 'scorecard:'

export const targetsPage = definePage({
  path: PAGE,
  navigation: { group: 'analysis', label: t('Targets'), words: t('Desired talk share, questions, scores and calls') },
  async show(req) {
    const { data, meta } = await req.run(listTargets, { page: pageAsked(req) })
    const { role, teamIds } = describeSetter(req)
    const create =
      (role === 'ADMIN' || (role === 'MANAGER' && teamIds.length > 0)) &&
      formMenu(
        t('New target'),
        form(
          req,
          { page: PAGE, action: 'create', button: t('Create target'), pointers: POINTERS },
          await newFields(req),
        ),
        { open: req.attempt !== undefined || req.query.has('new') },
      )
    return {
      title: t('Targets'),
      body: html`${heading(t('Targets'), { words: t('Reports compare figures with targets, and say whether they are within, above or below. The target of a team wins over that of the organization.'), actions: create })}
${data.length === 0 ? empty(t('No targets yet'), t('See in every report which figures need attention. A target is a range, a lower or an upper bound, such as a talk share of 45–55%.'), linkButton('/reports/team', t('View team report'))) : table(data, COLUMNS, { caption: t('Targets') })}
${pager(req, meta, [t('Previous'), t('Next')])}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { figure, scorecardUUID } = parseFigure(fields.text('figure'))
      const teamUUID = fields.optional('teamUUID')
      const { uuid } = await req.run(createTarget, {
        ...{ figure, ...boundsIn(figure, fields) },
        ...(scorecardUUID === undefined ? {} : { scorecardUUID }),
        ...(teamUUID === undefined ? {} : { teamUUID }),
      })
      return redirectTo(`${PAGE}/${uuid}`, t('Target created'))
    },
  },
})

export const targetPage = definePage({
  path: `${PAGE}/:id`,
  async show(req) {
    const target = await req.run(getTarget, { id: req.params.id })
    const { figure, minimum, maximum } = target
    const page = `${PAGE}/${target.uuid}`
    const toInput = (value: number | null) =>
      value === null ? '' : String(figure === 'talkShare' ? Math.round(value * 100) : value)
    return {
      title: describeFigure(target),
      body: html`${heading(html`<bdi>${describeFigure(target)}</bdi>`, { trail: [{ label: t('Targets'), path: PAGE }] })}
<section class="card">${facts([
        [t('Target'), formatBounds(target)],
        [t('Applies to'), describeScope(target)],
      ])}</section>
${
  maySet(req.ctx.principal, target.teamUUID) &&
  card(
    t('Edit target'),
    html`${form(req, { page, action: 'change', button: t('Save target'), pointers: POINTERS }, (fill) => boundFields(fill, UNIT_HELP[figure], { minimum: toInput(minimum), maximum: toInput(maximum) }))}<hr>
${actionButton(req, { page, action: 'delete', button: t('Delete target'), kind: 'danger', confirm: t("Delete this target? Calls and scores stay. You can't undo this.") })}`,
  )
}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      const { figure } = await req.run(getTarget, { id })
      await req.run(updateTarget, { id, ...boundsIn(figure, fields) })
      return redirectTo(`${PAGE}/${id}`, t('Target saved'))
    },
    delete: async (req) => {
      await req.run(deleteTarget, { id: req.params.id })
      return redirectTo(PAGE, t('Target deleted'))
    },
  },
})

/** Problems of the scorecard are about the field of the figure. */
const POINTERS = { '/scorecardUUID': 'figure' }

const describeFigure = ({ figure, scorecardTitle }: Target): Text =>
  scorecardTitle === null ? TARGET_LABELS[figure] : t`Score of ${scorecardTitle}`

const describeScope = ({ teamName }: Target): Html =>
  teamName === null ? html`Whole organization` : html`<bdi>${teamName}</bdi>`

const COLUMNS = [
  {
    title: t('Figure'),
    cell: (target: Target) => html`<a href="${PAGE}/${target.uuid}"><bdi>${describeFigure(target)}</bdi></a>`,
  },
  { title: t('Applies to'), cell: describeScope },
  { title: t('Target'), cell: (target: Target) => formatBounds(target) },
]

function describeSetter(req: PageRequest) {
  const { role, user } = req.ctx.principal
  return { role, teamIds: user?.teamIds ?? [] }
}

/** Figures of the reports. Each scorecard is a choice of its own. */
const REPORT_FIGURES = ['talkShare', 'questionsAsked', 'longestMonologue', 'callsPerWeek', 'averageScore'] as const

const UNIT_HELP: Readonly<Record<TargetFigure, Text>> = {
  talkShare: t('In percent, without decimals'),
  questionsAsked: t('Mean number of questions of our side in a call'),
  longestMonologue: t('In seconds'),
  callsPerWeek: t('Mean number of calls of a person in a week'),
  averageScore: t('0 to 100'),
  scorecardScore: t('0 to 100'),
}

async function newFields(req: PageRequest): Promise<(fill: Fill) => Html> {
  const [teams, scorecards] = await Promise.all([teamChoices(req), req.run(listScorecards, { size: SCORECARDS_MAX })])
  const { role, teamIds } = describeSetter(req)
  const own = role === 'ADMIN' ? teams : teams.filter(({ value }) => teamIds.includes(value))
  const figures = [
    ...REPORT_FIGURES.map((figure) => ({ value: figure, label: TARGET_LABELS[figure] })),
    ...scorecards.data.map(({ id, title }) => ({ value: `${SCORECARD}${id}`, label: t`Score of ${title}` })),
  ]
  return (fill) => html`${selectField(fill, { name: 'figure', label: t('Figure'), choices: figures })}
${selectField(fill, { name: 'teamUUID', label: t('Applies to'), choices: own, ...(role === 'ADMIN' ? { none: t('Whole organization') } : {}), help: t('The target of a team also applies to its child teams.') })}
${boundFields(fill, t('Talk share in percent, the longest monologue in seconds, scores from 0 to 100.'))}`
}

const boundFields = (fill: Fill, help: Text, present: { minimum?: string; maximum?: string } = {}): Html =>
  html`<div class="target-bounds">${textField(fill, { name: 'minimum', label: t('At least'), type: 'number', value: present.minimum, help })}
${textField(fill, { name: 'maximum', label: t('At most'), type: 'number', value: present.maximum, help: t('Leave one of them empty for a single bound.') })}</div>`

function parseFigure(chosen: string): { figure: TargetFigure; scorecardUUID?: string } {
  return chosen.startsWith(SCORECARD)
    ? { figure: 'scorecardScore', scorecardUUID: chosen.slice(SCORECARD.length) }
    : { figure: chosen as TargetFigure }
}

/** Reads both bounds in the unit of the operation, and checks them with words for people. */
function boundsIn(figure: TargetFigure, fields: Fields) {
  const [minimum, maximum] = [boundIn(figure, fields, 'minimum'), boundIn(figure, fields, 'maximum')]
  if (minimum === null && maximum === null) {
    throw invalid({ pointer: '/minimum', detail: 'Enter a lower bound, an upper bound or both.' })
  }
  if (minimum !== null && maximum !== null && minimum > maximum) {
    throw invalid({ pointer: '/maximum', detail: 'The upper bound must not be lower than the lower bound.' })
  }
  return { minimum, maximum }
}

/** @returns null if the field is empty */
function boundIn(figure: TargetFigure, fields: Fields, name: 'minimum' | 'maximum'): number | null {
  const given = fields.text(name).trim()
  if (given === '') return null
  const value = figure === 'talkShare' ? Number(given) / 100 : Number(given)
  if (fitsFigure(figure, value)) return value
  throw invalid({ pointer: `/${name}`, ...describeUnit(figure) })
}

function describeUnit(figure: TargetFigure): { detail: string } {
  switch (figure) {
    case 'talkShare':
      return { detail: 'Enter a whole percentage from 0 to 100.' }
    case 'questionsAsked':
      return { detail: 'Enter a number of questions from 0 to 1,000, with at most one decimal.' }
    case 'longestMonologue':
      return { detail: 'Enter whole seconds from 0 to 36,000.' }
    case 'callsPerWeek':
      return { detail: 'Enter a number of calls from 0 to 10,000, with at most one decimal.' }
    case 'averageScore':
    case 'scorecardScore':
      return { detail: 'Enter a score from 0 to 100, with at most one decimal.' }
  }
}
