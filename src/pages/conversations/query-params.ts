/**
 * Call filters in URLs, with short parameter names that are the same on all pages that list or search calls. Converts
 * them to the query or body of an operation, to a saved view, and back to a URL.
 */
import { periodDays, type ViewFilters, viewPeriods } from '../../features/conversations/saved-views/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { dayBegins } from '../components/times.ts'

/** Parameters with one value, and their names in operations. */
const SINGLE = {
  title: 'title',
  deal: 'external_opportunity.title',
  entity: 'crm_field.entity_code',
  field: 'crm_field.field_name',
  tracker: 'tracker.id',
  scorecard: 'scorecard.id',
} as const
/** Parameters with several values. */
const SEVERAL = {
  owner: 'owner.id',
  email: 'owner.email',
  participant: 'participants.email',
  team: 'team.id',
  opportunity: 'external_opportunity.id',
  stage: 'external_opportunity.stage',
  value: 'crm_field.values',
  source: 'application_name',
} as const
/** Parameters with a number, and how many units of the operation one unit of the parameter is. */
const NUMBERS = {
  min_minutes: ['duration.min', 60],
  max_minutes: ['duration.max', 60],
  min_score: ['score.min', 1],
  max_score: ['score.max', 1],
} as const
/** Parameters with a single valid value. */
const FLAGS = {
  internal: ['hide', 'hide_internal'],
  transcript: ['only', 'hide_transcript'],
  analyzed: ['only', 'hide_non_analyzed'],
  pending: ['hide', 'hide_pending'],
  failed: ['hide', 'hide_failed'],
  archived: ['show', 'archived'],
} as const
/** Parameters with a special format. */
const OTHERS = ['period', 'from', 'to', 'label'] as const

type Single = keyof typeof SINGLE
type Several = keyof typeof SEVERAL
type Flag = keyof typeof FLAGS
type NumberName = keyof typeof NUMBERS
export type Name = Single | Several | Flag | NumberName | (typeof OTHERS)[number]

const keys = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[]
/** All parameters in display order. */
export const NAMES: readonly Name[] = [...OTHERS, ...keys(SINGLE), ...keys(SEVERAL), ...keys(NUMBERS), ...keys(FLAGS)]
const LONGEST = 4_000

/** Map from parameters to their trimmed, non-empty values. */
export type ListQueryParams = ReadonlyMap<Name, readonly string[]>

export function parseListQuery(query: URLSearchParams): ListQueryParams {
  const asked = new Map<Name, string[]>()
  for (const name of NAMES) {
    const values = query.getAll(name).flatMap((value) => (isSeveral(name) ? value.split(',') : [value]))
    const given = [...new Set(values.map((value) => value.trim().slice(0, LONGEST)).filter((value) => value !== ''))]
    if (given.length > 0) asked.set(name, given)
  }
  return asked
}

const isSeveral = (name: Name): name is Several => name in SEVERAL

export const getParam = (asked: ListQueryParams, name: Name): string | undefined => asked.get(name)?.at(-1)

/** Converts filters to query parameters. @param without parameter, or one of its values, to omit */
export function toSearchParams(asked: ListQueryParams, without?: { name: Name; value?: string }): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, values] of asked) {
    for (const value of values) {
      const isLeftOut = without?.name === name && (without.value === undefined || without.value === value)
      if (!isLeftOut) params.append(name, value)
    }
  }
  return params
}

/** URL of a page with these filters and other parameters. */
export function addressWith(
  page: string,
  params: URLSearchParams,
  more: Readonly<Record<string, string>> = {},
): string {
  const all = new URLSearchParams(params)
  for (const [name, value] of Object.entries(more)) if (value !== '') all.set(name, value)
  const text = all.toString()
  return text === '' ? page : `${page}?${text}`
}

/** Encodes a label and its option as one value. Both can contain any characters. */
export const labelValue = (category: string, option: string): string =>
  `${encodeURIComponent(category)}=${encodeURIComponent(option)}`

export function labelIn(value: string): { category: string; option: string } {
  const [category = '', option = ''] = value.split('=', 2).map(decoded)
  return { category, option }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Filter = NonNullable<ViewFilters['filter']>

/** Converts filters to a request body. Invalid values are kept, so that the operation rejects them. */
export function toFilterBody(
  asked: ListQueryParams,
  req: Pick<PageRequest, 'zone' | 'ctx'>,
): Omit<ViewFilters, 'period'> {
  const { period, ...body } = toStoredFilters(asked, req)
  if (period === undefined) return body
  const from = new Date(req.ctx.clock.now().getTime() - periodDays(period) * 86_400_000)
  return { ...body, fromDateTime: from.toISOString() }
}

/** Converts filters for a saved view, which stores relative periods. */
export function toStoredFilters(asked: ListQueryParams, req: Pick<PageRequest, 'zone'>): ViewFilters {
  const filter: Record<string, unknown> = {}
  for (const name of keys(SINGLE)) if (asked.has(name)) filter[SINGLE[name]] = getParam(asked, name)
  for (const name of keys(SEVERAL)) if (asked.has(name)) filter[SEVERAL[name]] = asked.get(name)
  for (const name of keys(FLAGS)) if (getParam(asked, name) === FLAGS[name][0]) filter[FLAGS[name][1]] = true
  for (const name of keys(NUMBERS)) {
    const [target, factor] = NUMBERS[name]
    if (asked.has(name)) filter[target] = Math.round(Number(getParam(asked, name)) * factor)
  }
  const label = getParam(asked, 'label')
  if (label !== undefined) {
    const { category, option } = labelIn(label)
    filter['label.category'] = category
    filter['label.option'] = option
  }
  const period = viewPeriods.find((one) => one === getParam(asked, 'period'))
  const [from, to] = [getParam(asked, 'from'), getParam(asked, 'to')]
  return {
    ...(period === undefined ? {} : { period }),
    ...(period !== undefined || from === undefined ? {} : { fromDateTime: toFilterTime(req, from, 0) }),
    ...(period !== undefined || to === undefined ? {} : { toDateTime: toFilterTime(req, to, 1) }),
    ...(Object.keys(filter).length === 0 ? {} : { filter: filter as Filter }),
  }
}

/** Start or end of a day in the user's time zone. */
function toFilterTime(req: Pick<PageRequest, 'zone'>, given: string, daysLater: 0 | 1): string {
  const day = dayBegins(req, given, daysLater)
  return day === undefined ? given : new Date(day.getTime() - daysLater).toISOString()
}

/** Converts filters to the query of a list or search operation. */
export function toOperationQuery(
  asked: ListQueryParams,
  req: Pick<PageRequest, 'zone' | 'ctx'>,
): Record<string, string | string[]> {
  const { filter = {}, ...dates } = toFilterBody(asked, req)
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(dates)) if (value !== undefined) query[name] = value
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query[`filter[${name}]`] = Array.isArray(value) ? value : String(value)
  }
  return query
}

/** Converts the filters of a saved view. */
export function fromStoredFilters({ period, fromDateTime, toDateTime, filter = {} }: ViewFilters): ListQueryParams {
  const params = new URLSearchParams()
  const put = (name: Name, value: string | readonly string[] | undefined) => {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) params.append(name, one)
  }
  put('period', period)
  put('from', fromDateTime)
  put('to', toDateTime)
  const { 'label.category': category, 'label.option': option } = filter
  if (category !== undefined && option !== undefined) put('label', labelValue(category, option))
  for (const name of keys(SINGLE)) put(name, filter[SINGLE[name]])
  for (const name of keys(SEVERAL)) put(name, filter[SEVERAL[name]])
  for (const name of keys(FLAGS)) if (filter[FLAGS[name][1]] === true) put(name, FLAGS[name][0])
  for (const name of keys(NUMBERS)) {
    const [source, factor] = NUMBERS[name]
    const value = filter[source]
    if (value !== undefined) put(name, String(Math.round((value / factor) * 100) / 100))
  }
  return parseListQuery(params)
}
