/**
 * Field schemas of requests, with their JSON Schema for the generated documents. Messages start with "The value", which
 * `formatIssue` replaces with the name of the field. Lengths are in Unicode code points (decisions, section 1), not in
 * UTF-16 units as in JavaScript.
 */
import { z } from 'zod'

/** Number of Unicode code points. */
export function codePoints(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next < 0xe000) {
        length--
        i++
      }
    }
  }
  return length
}

/** Truncates a text to `max` code points, and trims it if it was truncated. */
export const cutTo = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join('').trim()

/** A string that a text column can hold, of `min` to `max` code points. */
export function text(limits: { min?: number; max: number; trim?: boolean }) {
  const { min = 0, max, trim = false } = limits
  const base = trim ? z.string().trim() : z.string()
  return base
    .superRefine((value, issues) => {
      const length = codePoints(value)
      if (length < min || length > max) {
        issues.addIssue({ code: 'custom', message: `The value must have ${min} to ${max} characters.` })
      } else if (!isStorableText(value)) {
        issues.addIssue({ code: 'custom', message: 'The value must be well-formed Unicode without NUL characters.' })
      }
    })
    .meta({ minLength: min, maxLength: max })
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Any JSON value in a response. */
export const anyJson = z.unknown() as unknown as z.ZodType<Json, Json>

/** Maximum nesting depth of stored JSON. Deeper values could overflow the stack of a parser. */
const DEPTH_MAX = 64

export const UNSTORABLE = `The value must be well-formed Unicode without NUL characters, nested at most ${DEPTH_MAX} levels deep.`

/** Any JSON value that can be stored: well-formed Unicode without NUL, with limited nesting. */
export const givenJson = anyJson.refine(isStorable, { message: UNSTORABLE })

/** Whether a JSON value can be stored, at any depth. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  // An explicit stack instead of recursion, because deep nesting would overflow the call stack.
  const left: [value: unknown, depth: number][] = [[value, 0]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, depth] = next
    if (typeof one === 'string' && !isStorableText(one)) return false
    if (typeof one !== 'object' || one === null) continue
    if (depth >= DEPTH_MAX) return false
    for (const [key, inner] of Object.entries(one)) {
      if (!isStorableText(key)) return false
      left.push([inner, depth + 1])
    }
  }
  return true
}

const isStorableText = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** A UUID of any version, in any case. The output is lower case. */
export const uuid = () =>
  z
    .guid({ error: 'The value must be a UUID.' })
    .transform((value) => value.toLowerCase())
    .meta({ type: 'string', format: 'uuid' })

/** Endpoints that return the IDs, by kind of resource. */
const ID_SOURCES: Readonly<Record<string, string>> = {
  action: 'GET /actions',
  'api key': 'GET /api_keys',
  'connected app': 'GET /connected-apps',
  'coaching assignment': 'GET /coaching-assignments',
  comment: 'GET /conversations/{id}/comments',
  conversation: 'GET /conversations/list',
  'CRM connection': 'GET /crm-connections',
  deck: 'GET /decks',
  delivery: 'GET /webhooks/{id}/deliveries',
  'field assignment': 'GET /field-configurations/{id}/assignments',
  'field configuration': 'GET /field-configurations',
  'field configuration item': 'GET /field-configurations/{id}/items',
  folder: 'GET /library/folders',
  'glossary term': 'GET /glossary',
  insight: 'GET /gi/history',
  'integration run': 'GET /integration-runs',
  'integration workflow': 'GET /integration-workflows',
  invitation: 'GET /organizations/invitations',
  item: 'GET /library/items',
  'knowledge base source': 'GET /knowledge-base/sources',
  label: 'GET /labels',
  'legal hold': 'GET /legal-holds',
  notification: 'GET /notifications',
  opportunity: 'GET /opportunities',
  'person erasure': 'POST /privacy/erasures',
  rearrangement: 'GET /conversations/{id}/rearrangements',
  'redaction run': 'POST /privacy/redactions',
  'retention policy': 'GET /retention-policies',
  scorecard: 'GET /scorecards',
  'scorecard item': 'GET /scorecards/{id}/items',
  session: 'GET /sessions',
  share: 'GET /decks/{id}',
  'sign-in provider': 'GET /sign-in-providers',
  snippet: 'GET /snippets',
  source: 'GET /sources',
  'source delivery': 'GET /sources/{id}/deliveries',
  'source recording': 'GET /sources/{id}/recordings',
  target: 'GET /targets',
  team: 'GET /organizations/teams',
  task: 'GET /tasks',
  tracker: 'GET /trackers',
  user: 'GET /organizations/users',
  view: 'GET /views',
  webhook: 'GET /webhooks',
}

const EXAMPLE_ID = '7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47'

/** A path parameter with the ID of a resource. A malformed ID results in 404, like an unknown one. */
export const pathId = (noun: string) =>
  z
    .guid()
    .transform((value) => value.toLowerCase())
    .meta({ type: 'string', format: 'uuid', noun, description: describeId(noun) })

function describeId(noun: string): string {
  const source = ID_SOURCES[noun]
  return `ID of the ${noun}${source === undefined ? '' : `, from \`${source}\``}. Example: \`${EXAMPLE_ID}\`.`
}

/** Checks that a partial update has at least one field in addition to the IDs in its path. */
export const requireAnyField =
  (...pathNames: readonly string[]) =>
  (input: Readonly<Record<string, unknown>>) =>
    Object.entries(input).some(([name, value]) => value !== undefined && !pathNames.includes(name))

export const SOMETHING_GIVEN = { message: 'The request changes nothing. Send at least one field to change.' }

/** A date-time, or a date alone. */
const INSTANT_META = {
  type: 'string',
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2}))?$/

/** An ISO 8601 date-time with offset or `Z`, or a date (midnight UTC). The output is a `Date`. */
export const instant = () =>
  timeText((value) => INSTANT.test(value), 'an ISO 8601 date-time with an offset or Z, or a date').meta(INSTANT_META)

/** An ISO 8601 date-time with offset or `Z`, which can't be a date alone. The output is a `Date`. */
export const dateTime = () =>
  timeText((value) => value.length > 10 && INSTANT.test(value), 'an ISO 8601 date-time with an offset or Z').meta({
    ...{ type: 'string', format: 'date-time' },
  })

const timeText = (isTime: (value: string) => boolean, kind: string) =>
  z.string().transform((value, issues) => {
    const date = isTime(value) ? new Date(value.length > 10 ? value : `${value}T00:00:00Z`) : undefined
    // JavaScript accepts 2026-02-30 and returns March 2.
    if (date === undefined || !(date >= EARLIEST && date <= LATEST) || !existsInCalendar(value)) {
      issues.addIssue({ code: 'custom', message: `The value must be ${kind}. Example: \`2026-11-21T09:30:00Z\`.` })
      return z.NEVER
    }
    return date
  })

/** Range of times whose year has four digits in every time zone. */
const EARLIEST = new Date('0001-01-02T00:00:00Z')
const LATEST = new Date('9999-12-30T00:00:00Z')

function existsInCalendar(value: string): boolean {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() === day
}

const queryText = z.union([z.string(), z.array(z.string())], { error: 'The value must be text.' })

/** Value of a query parameter; if the key is repeated, the last value. */
const single = queryText.transform((value) => (typeof value === 'string' ? value : (value.at(-1) ?? '')))

/** A Boolean query parameter: `true`, `false`, `1` or `0`, ignoring case. Defaults to false. */
export const queryBoolean = () =>
  single
    .transform((value, issues) => {
      switch (value.toLowerCase()) {
        case 'true':
        case '1':
          return true
        case 'false':
        case '0':
          return false
        default:
          issues.addIssue({ code: 'custom', message: 'The value must be true, false, 1 or 0.' })
          return z.NEVER
      }
    })
    .prefault('false')
    .meta({ type: 'boolean', default: false })

interface Limits {
  readonly min: number
  readonly max: number
}

const integerText = ({ min, max }: Limits) =>
  single.transform((value, issues) => {
    const number = /^[+-]?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= min && number <= max)) {
      issues.addIssue({ code: 'custom', message: `The value must be a whole number from ${min} to ${max}.` })
      return z.NEVER
    }
    return number
  })

/** A whole number from `min` to `max`. Defaults to `default`, or to `min`. */
export const queryInteger = ({ min, max, default: fallback = min }: Limits & { readonly default?: number }) =>
  integerText({ min, max })
    .prefault(String(fallback))
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })

/** A whole number from `min` to `max`, or undefined. */
export const optionalQueryInteger = ({ min, max }: Limits) =>
  integerText({ min, max }).meta({ type: 'integer', minimum: min, maximum: max }).optional()

export const queryString = (max: number) => single.pipe(text({ max })).meta({ type: 'string', maxLength: max })

export const queryInstant = () => single.pipe(instant()).meta(INSTANT_META)

/**
 * A list in a query parameter: comma-separated values, or a repeated key. Values are trimmed and empty ones ignored.
 * The output of an absent or empty parameter is `undefined`, which means no filter.
 */
export function queryList<T extends z.ZodType<unknown, string>>(item: T, limits: { max: number }) {
  return queryText
    .transform((value) =>
      (typeof value === 'string' ? [value] : value)
        .flatMap((one) => one.split(','))
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(
      z.array(item).refine((values) => values.length <= limits.max, {
        message: `The value must have at most ${limits.max} entries.`,
      }),
    )
    .transform((values) => (values.length === 0 ? undefined : values))
    .optional()
    .meta({ type: 'array', items: describedItem(item), maxItems: limits.max, style: 'form', explode: false })
}

/** JSON Schema of a list entry. */
function describedItem(item: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' })
  return described
}
