/** Active filters as removable chips, and the filter form. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { listOrganizationUsers } from '../../features/accounts/identity/index.ts'
import { listTeams } from '../../features/accounts/teams/index.ts'
import { listTrackers } from '../../features/analysis/trackers/index.ts'
import { listScorecards } from '../../features/coaching/scorecards/index.ts'
import { crmEntityCode } from '../../features/conversations/crm-records/index.ts'
import { listLabels } from '../../features/conversations/labels/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import { viewPeriods } from '../../features/conversations/saved-views/index.ts'
import { listDeals } from '../../features/deals/deal-overviews/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { type Choice, type Fill, selectField, textField } from '../components/form.ts'
import { chip, chips } from '../components/layout.ts'
import { formatPersonName } from '../components/people.ts'
import { problemBox } from '../components/problem.ts'
import { dayOf } from '../components/times.ts'
import {
  addressWith,
  getParam,
  type ListQueryParams,
  labelIn,
  labelValue,
  type Name,
  parseListQuery,
  toSearchParams,
} from './query-params.ts'

/** Maximum number of users offered as choices. In larger organizations, the form has an email field instead. */
const PEOPLE_MAX = 300
const TEAMS_MAX = '500'
const LABELS_MAX = '200'
const TRACKERS_MAX = '200'
const SCORECARDS_MAX = '200'
/** Number of deals whose stages are offered: those with the newest activity. */
const DEALS_MAX = '200'

export const PERIODS: Readonly<Record<(typeof viewPeriods)[number], Message>> = {
  last_day: t('Last 24 hours'),
  last_7_days: t('Last 7 days'),
  last_30_days: t('Last 30 days'),
  last_90_days: t('Last 90 days'),
  last_365_days: t('Last 365 days'),
}

const FLAG_WORDS: Readonly<Record<string, Message>> = {
  internal: t('Without internal calls'),
  transcript: t('With transcript'),
  analyzed: t('Analyzed'),
  pending: t('Without calls in analysis'),
  failed: t('Without failed calls'),
  archived: t('Including archived calls'),
}

export interface FilterPlace {
  /** Path of the page, without its query. */
  readonly page: string
  /** Other query parameters of the page, such as the search text. */
  readonly more?: Readonly<Record<string, string>>
  /** Parameters of `more` that stay when all filters are cleared. Defaults to all. */
  readonly kept?: Readonly<Record<string, string>>
}

/** Names and choices for the filters. Only those that are shown are loaded. */
interface FilterChoices {
  readonly people: ReadonlyMap<string, string> | undefined
  readonly teams: ReadonlyMap<string, string> | undefined
  readonly opportunities: ReadonlyMap<string, string>
  readonly trackers: ReadonlyMap<string, string> | undefined
  readonly scorecards: ReadonlyMap<string, string> | undefined
  readonly stages: readonly string[]
  readonly labels: readonly Choice[]
}

const isOpen = ({ query, attempt }: PageRequest) => attempt === undefined && query.get('filters') === 'open'

/** Element `#filters` with the chips, and the form if it is open. */
export async function filterBar(
  req: PageRequest,
  asked: ListQueryParams,
  place: FilterPlace,
  wrong?: Text | Html,
): Promise<Html> {
  const open = isOpen(req) || wrong !== undefined
  const known = await loadFilterChoices(req, asked, open)
  const shown = renderChips(req, asked, known, place)
  const { page, more = {} } = place
  const params = toSearchParams(asked)
  const count = shown.length === 0 ? '' : ` (${shown.length})`
  const toggle = open
    ? html`<a class="button" href="${addressWith(page, params, more)}">Close filters</a>`
    : html`<form class="inline" action="${page}" data-enhance="#filters">${renderHiddenFields(params, more)}<button class="plain" name="filters" value="open" aria-expanded="false">Filter calls${count}</button></form>`
  const clear =
    shown.length > 1 &&
    html`<a class="conversations-clear" href="${addressWith(page, new URLSearchParams(), place.kept ?? more)}">Clear all filters</a>`
  return html`<div id="filters" class="conversations-filters">
<div class="conversations-set">${toggle}${shown.length > 0 && chips(shown)}${clear}</div>
${wrong !== undefined && problemBox(wrong)}
${open && panel(req, asked, known, place)}
</div>`
}

export const renderHiddenFields = (params: URLSearchParams, more: Readonly<Record<string, string>>): readonly Html[] =>
  [...params, ...Object.entries(more)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )

async function loadFilterChoices(req: PageRequest, asked: ListQueryParams, open: boolean): Promise<FilterChoices> {
  const [people, teams, labels, opportunities, trackers, scorecards, deals] = await Promise.all([
    open || asked.has('owner') ? req.run(listOrganizationUsers, {}) : undefined,
    open || asked.has('team') ? req.run(listTeams, { size: TEAMS_MAX }) : undefined,
    open ? req.run(listLabels, { size: LABELS_MAX }) : undefined,
    loadOpportunityNames(req, asked.get('opportunity') ?? []),
    open || asked.has('tracker') ? req.run(listTrackers, { size: TRACKERS_MAX }) : undefined,
    open || asked.has('scorecard') ? req.run(listScorecards, { size: SCORECARDS_MAX }) : undefined,
    open ? req.run(listDeals, { size: DEALS_MAX }) : undefined,
  ])
  return {
    people:
      people && new Map(people.data.map(({ uuid, email, ...name }) => [uuid, formatPersonName({ email, ...name })])),
    teams: teams && new Map(teams.data.map(({ uuid, name }) => [uuid, name])),
    opportunities,
    trackers: trackers && new Map(trackers.data.map(({ uuid, name }) => [uuid, name])),
    scorecards: scorecards && new Map(scorecards.data.map(({ id, title }) => [id, title])),
    stages: [...new Set((deals?.data ?? []).flatMap(({ stage }) => stage ?? []))].toSorted(),
    labels: (labels?.data ?? []).flatMap(({ name, options }) =>
      options.map(({ value }) => ({ value: labelValue(name, value), label: `${name}: ${value}` })),
    ),
  }
}

/** Maximum number of opportunities shown by name. Others are shown by ID. */
const OPPORTUNITIES_NAMED = 5

/** Opportunity names, read from a call of each opportunity. The URL can contain the CRM ID or Parley's ID. */
async function loadOpportunityNames(req: PageRequest, ids: readonly string[]): Promise<Map<string, string>> {
  const named = await Promise.all(
    ids.slice(0, OPPORTUNITIES_NAMED).map(async (id) => {
      const filter = { 'filter[external_opportunity.id]': id, 'filter[archived]': 'true', size: '1' }
      const { data } = await req.run(listConversationBriefs, filter)
      return [id, data[0]?.externalOpportunity?.title ?? id] as const
    }),
  )
  return new Map(named)
}

function renderChips(
  req: PageRequest,
  asked: ListQueryParams,
  known: FilterChoices,
  { page, more = {} }: FilterPlace,
): Html[] {
  const toAddressWithout = (name: Name, value?: string) =>
    addressWith(page, toSearchParams(asked, { name, ...(value === undefined ? {} : { value }) }), more)
  return [...asked].flatMap(([name, values]) => {
    if (name === 'entity' || name === 'value') return []
    if (name === 'field') {
      const rest = parseListQuery(
        new URLSearchParams([...toSearchParams(asked)].filter(([one]) => !/^(entity|field|value)$/.test(one))),
      )
      const words = `${values.at(-1)}: ${(asked.get('value') ?? []).join(` ${t('or')} `)}`
      return [removable(words, addressWith(page, toSearchParams(rest), more))]
    }
    return values.map((value) => removable(renderFilterValue(req, name, value, known), toAddressWithout(name, value)))
  })
}

const removable = (label: Html | Text, remove: string) => chip(label, { remove })

function renderFilterValue(
  req: PageRequest,
  name: Name,
  value: string,
  { people, teams, opportunities, trackers, scorecards }: FilterChoices,
): Html | Text {
  switch (name) {
    case 'period':
      return viewPeriods.find((one) => one === value) === undefined ? value : PERIODS[value as keyof typeof PERIODS]
    case 'from':
    case 'to':
      return html`${name === 'from' ? t('From', 'date') : t('Until')} ${dayShown(req, value)}`
    case 'label': {
      const { category, option } = labelIn(value)
      return `${category}: ${option}`
    }
    case 'title':
      return t`Title contains “${value}”`
    case 'owner':
      return t`Owner: ${people?.get(value) ?? t('deleted user')}`
    case 'email':
      return t`Owner: ${value}`
    case 'participant':
      return t`Participant: ${value}`
    case 'team':
      return t`Team: ${teams?.get(value) ?? t('deleted team')}`
    case 'opportunity':
      return html`Opportunity: <bdi>${opportunities.get(value) ?? value}</bdi>`
    case 'deal':
      return t`Deal title contains “${value}”`
    case 'stage':
      return t`Deal stage: ${value}`
    case 'source':
      return t`Source: ${value}`
    case 'tracker':
      return trackers?.has(value) === true ? t`Tracker: ${trackers.get(value) ?? ''}` : t('A deleted tracker')
    case 'scorecard':
      return scorecards?.has(value) === true ? t`Scored with: ${scorecards.get(value) ?? ''}` : t('A deleted scorecard')
    case 'min_minutes':
      return t`At least ${value} minutes`
    case 'max_minutes':
      return t`At most ${value} minutes`
    case 'min_score':
      return t`Score of at least ${value}`
    case 'max_score':
      return t`Score of at most ${value}`
    default:
      return FLAG_WORDS[name] ?? value
  }
}

/** Formats the date of the form, or the timestamp of a saved view. */
function dayShown(req: PageRequest, value: string): Html | Text {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  // A date without a time doesn't depend on the time zone.
  return dayOf(value.length === 10 ? { zone: 'UTC' } : req, date)
}

/** Value of a date field. */
function dayValue({ zone }: PageRequest, value: string | undefined): string {
  if (value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(value)) return value ?? ''
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(date)
}

function panel(req: PageRequest, asked: ListQueryParams, known: FilterChoices, { page, more = {} }: FilterPlace): Html {
  const values = (name: string) => asked.get(name as Name) ?? []
  const fill: Fill = {
    value: (name, present) =>
      name === 'from' || name === 'to'
        ? dayValue(req, getParam(asked, name))
        : values(name).join(', ') || (present ?? ''),
    values: (name) => values(name),
    isWrong: () => false,
  }
  const teams = [...(known.teams ?? [])].map(([value, label]) => ({ value, label }))
  const people = [...(known.people ?? [])].map(([value, label]) => ({ value, label }))
  const stages = known.stages.map((stage) => ({ value: stage, label: stage }))
  const linked = values('opportunity')
  return html`<form class="conversations-panel card" action="${page}" data-clean>
${renderHiddenFields(new URLSearchParams(linked.map((id): [string, string] => ['opportunity', id])), more)}
<div class="conversations-fields">
${selectField(fill, { name: 'period', label: t('Period'), none: t('Any time'), choices: viewPeriods.map((value) => ({ value, label: PERIODS[value] })) })}
${textField(fill, { name: 'from', label: t('Or from'), type: 'date' })}
${textField(fill, { name: 'to', label: t('Until'), type: 'date' })}
${people.length <= PEOPLE_MAX ? choice(fill, 'owner', t('Owner'), t('Any owner'), people) : textField(fill, { name: 'email', label: t('Owner'), placeholder: t('Email address') })}
${choice(fill, 'team', t('Team, including child teams'), t('Any team'), teams)}
${textField(fill, { name: 'participant', label: t('Participant email'), placeholder: 'ann@customer.example' })}
${textField(fill, { name: 'title', label: t('Title'), max: 512 })}
${choice(fill, 'label', t('Label'), t('Any label'), known.labels)}
${textField(fill, { name: 'deal', label: t('Deal title'), max: 512 })}
${choice(fill, 'stage', t('Deal stage'), t('Any stage'), stages)}
${textField(fill, { name: 'min_minutes', label: t('At least (minutes)'), type: 'number' })}
${textField(fill, { name: 'max_minutes', label: t('At most (minutes)'), type: 'number' })}
</div>
<details class="conversations-more"${flag(
    'open',
    [...asked.keys()].some((name) => MORE.test(name)),
  )}><summary>Tracker, score, source</summary>
<div class="conversations-fields">
${choice(fill, 'tracker', t('Tracker with hits'), t('Any tracker'), toChoices(known.trackers))}
${choice(fill, 'scorecard', t('Scored with'), t('Any scorecard'), toChoices(known.scorecards))}
${textField(fill, { name: 'min_score', label: t('Score of at least'), type: 'number' })}
${textField(fill, { name: 'max_score', label: t('Score of at most'), type: 'number' })}
${textField(fill, { name: 'source', label: t('Source'), placeholder: t('zoom, gong') })}
</div></details>
<details class="conversations-more"${flag('open', asked.has('field') || asked.has('entity'))}><summary>CRM field</summary>
<div class="conversations-fields">
${selectField(fill, { name: 'entity', label: t('Record type'), none: t('Any record type'), choices: crmEntityCode.options.map((value) => ({ value, label: value })) })}
${textField(fill, { name: 'field', label: t('Field'), max: 100, placeholder: t('Industry') })}
${textField(fill, { name: 'value', label: t('Values, separated by commas'), placeholder: t('Retail, Logistics') })}
</div></details>
<fieldset class="field conversations-flags"><legend class="unseen">Call status</legend>
${checks(asked)}
</fieldset>
<button>Apply filters</button>
</form>`
}

const MORE = /^(?:tracker|scorecard|(?:min|max)_score|source)$/

const toChoices = (names: ReadonlyMap<string, string> = new Map()): readonly Choice[] =>
  [...names].map(([value, label]) => ({ value, label }))

const CHECKS = [
  ['internal', 'hide', t('Hide internal calls')],
  ['transcript', 'only', t('Only calls with a transcript')],
  ['analyzed', 'only', t('Only analyzed calls')],
  ['pending', 'hide', t('Hide calls in analysis')],
  ['failed', 'hide', t('Hide failed calls')],
  ['archived', 'show', t('Include archived calls')],
] as const

const checks = (asked: ListQueryParams): readonly Html[] =>
  CHECKS.map(
    ([name, value, label]) =>
      html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${flag('checked', getParam(asked, name) === value)}><span>${label}</span></label>`,
  )

/** Single selection, or a multiple selection if a view or URL sets several values. */
function choice(fill: Fill, name: Name, label: Text, none: Text, choices: readonly Choice[]): Html {
  const chosen = fill.values(name)
  // Selected values that are no longer offered, such as a deleted option, stay selected.
  const gone = chosen.filter((value) => choices.every((one) => one.value !== value))
  const offered = [...choices, ...gone.map((value) => ({ value, label: name === 'label' ? labelWords(value) : value }))]
  if (chosen.length < 2) return selectField(fill, { name, label, none, choices: offered })
  const id = `field-${name}`
  return html`<div class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}" multiple size="4">${offered.map(
    ({ value, label }) => html`<option value="${value}"${flag('selected', chosen.includes(value))}>${label}</option>`,
  )}</select></div>`
}

const labelWords = (value: string) => Object.values(labelIn(value)).join(': ')
