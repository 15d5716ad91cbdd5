/**
 * Field schemas for what arrives on the wire, each with its rule and its description for the generated documents.
 * Lengths are counted in Unicode code points (decisions, section 1), where JavaScript counts UTF-16 units.
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

/** The first so many code points of a text, without blanks at either end where some are left out. */
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
        issues.addIssue({ code: 'custom', message: `This must have ${min} to ${max} characters.` })
      } else if (!isStorableText(value)) {
        issues.addIssue({ code: 'custom', message: 'This must be well-formed Unicode without NUL.' })
      }
    })
    .meta({ minLength: min, maxLength: max })
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Any JSON value, as answers carry it. */
export const anyJson = z.unknown() as unknown as z.ZodType<Json, Json>

/** Deepest nesting that is stored: far beyond sense, far below what any parser's stack takes. */
const DEPTH_MAX = 64

/** Any JSON value that can be stored: no NUL, well-formed Unicode, not nested without end. */
export const givenJson = anyJson.refine(isStorable, {
  message: `This must be well-formed Unicode without NUL, nested at most ${DEPTH_MAX} deep.`,
})

function isStorable(value: unknown): boolean {
  // A list of what is left to look at, not recursion: what nests too deep must not end the stack either.
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

/** A UUID in any version and case; lower-case from here on. */
export const uuid = () =>
  z
    .guid({ error: 'This must be a UUID.' })
    .transform((value) => value.toLowerCase())
    .meta({ type: 'string', format: 'uuid' })

/** A path parameter that names one thing. A malformed one is a thing that does not exist: 404. */
export const pathId = (noun: string) =>
  z
    .guid()
    .transform((value) => value.toLowerCase())
    .meta({ type: 'string', format: 'uuid', noun, description: `Id of the ${noun}.` })

/** For a request that keeps what it omits: whether it gives anything beside the ids of its path. */
export const somethingGiven =
  (...pathNames: readonly string[]) =>
  (input: Readonly<Record<string, unknown>>) =>
    Object.entries(input).some(([name, value]) => value !== undefined && !pathNames.includes(name))

export const SOMETHING_GIVEN = { message: 'At least one field must be given.' }

/** A date-time, or a date alone. */
const INSTANT_META = {
  type: 'string',
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2}))?$/

/** ISO 8601 with offset or `Z`, or a date alone (midnight UTC). Gives a `Date`. */
export const instant = () =>
  z
    .string()
    .transform((value, issues) => {
      const date = INSTANT.test(value) ? new Date(value.length > 10 ? value : `${value}T00:00:00Z`) : undefined
      // 2026-02-30 rolls over in JavaScript; a calendar has no such day.
      if (date === undefined || !(date >= EARLIEST && date <= LATEST) || !existsInCalendar(value)) {
        issues.addIssue({
          code: 'custom',
          message: 'This must be an ISO 8601 date-time with offset or Z, or a date alone.',
        })
        return z.NEVER
      }
      return date
    })
    .meta(INSTANT_META)

/** Years of four digits in any time zone. */
const EARLIEST = new Date('0001-01-02T00:00:00Z')
const LATEST = new Date('9999-12-30T00:00:00Z')

function existsInCalendar(value: string): boolean {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() === day
}

const queryText = z.union([z.string(), z.array(z.string())], { error: 'This must be text.' })

/** The last one of a repeated key. */
const single = queryText.transform((value) => (typeof value === 'string' ? value : (value.at(-1) ?? '')))

/** `true`, `false`, `1`, `0`, in any case; false when absent. */
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
          issues.addIssue({ code: 'custom', message: 'This must be true, false, 1 or 0.' })
          return z.NEVER
      }
    })
    .prefault('false')
    .meta({ type: 'boolean', default: false })

/** A whole number from `min` to `max`. */
export const queryInteger = (limits: { min: number; max: number; default?: number }) => {
  const schema = single.transform((value, issues) => {
    const number = /^[+-]?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= limits.min && number <= limits.max)) {
      issues.addIssue({ code: 'custom', message: `This must be a whole number from ${limits.min} to ${limits.max}.` })
      return z.NEVER
    }
    return number
  })
  return schema
    .prefault(String(limits.default ?? limits.min))
    .meta({ type: 'integer', minimum: limits.min, maximum: limits.max, default: limits.default ?? limits.min })
}

export const queryString = (max: number) => single.pipe(text({ max })).meta({ type: 'string', maxLength: max })

export const queryInstant = () => single.pipe(instant()).meta(INSTANT_META)

/**
 * Comma separated, and the repeated key is accepted too; blanks are trimmed, empties ignored. An absent or wholly empty
 * parameter is `undefined`: no filter.
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
        message: `This takes at most ${limits.max} entries.`,
      }),
    )
    .transform((values) => (values.length === 0 ? undefined : values))
    .optional()
    .meta({ type: 'array', items: describedItem(item), maxItems: limits.max, style: 'form', explode: false })
}

/** What an entry of a list is, for the description. */
function describedItem(item: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' })
  return described
}
