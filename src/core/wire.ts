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

/** A string that a text column can hold, of `min` to `max` code points. */
export function text(limits: { min?: number; max: number; trim?: boolean }) {
  const { min = 0, max, trim = false } = limits
  const base = trim ? z.string().trim() : z.string()
  return base
    .superRefine((value, issues) => {
      const length = codePoints(value)
      if (length < min || length > max) {
        issues.addIssue({ code: 'custom', message: `This must have ${min} to ${max} characters.` })
      } else if (value.includes('\u0000') || !value.isWellFormed()) {
        issues.addIssue({ code: 'custom', message: 'This must be well-formed Unicode without NUL.' })
      }
    })
    .meta({ minLength: min, maxLength: max })
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Any JSON value. Bodies are parsed JSON before a schema sees them, so there is nothing left to check. */
export const anyJson = z.unknown() as unknown as z.ZodType<Json, Json>

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

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2}))?$/

/** ISO 8601 with offset or `Z`, or a date alone (midnight UTC). Gives a `Date`. */
export const instant = () =>
  z
    .string()
    .transform((value, issues) => {
      const date = INSTANT.test(value) ? new Date(value.length > 10 ? value : `${value}T00:00:00Z`) : undefined
      // 2026-02-30 rolls over in JavaScript; a calendar has no such day.
      if (date === undefined || Number.isNaN(date.getTime()) || !existsInCalendar(value)) {
        issues.addIssue({
          code: 'custom',
          message: 'This must be an ISO 8601 date-time with offset or Z, or a date alone.',
        })
        return z.NEVER
      }
      return date
    })
    .meta({ type: 'string', format: 'date-time' })

function existsInCalendar(value: string): boolean {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
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

export const queryInstant = () => single.pipe(instant()).meta({ type: 'string', format: 'date-time' })

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
    .meta({ type: 'array', items: { type: 'string' }, maxItems: limits.max, style: 'form', explode: false })
}
