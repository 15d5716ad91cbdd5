/**
 * Arguments that mean one thing only, although their type is wrong: models write "10" for 10, "5:00" for 300 seconds,
 * and one value for a list with one entry. Parley converts them where the schema rejects them. REST doesn't: programs
 * have types.
 */
import type { z } from 'zod'
import { WITH_INPUT } from './problems.ts'
import type { Arguments } from './tool.ts'

/** Rounds of conversion: a list, its entries, and the fields of an entry. */
const ROUNDS = 3

/** Arguments after conversion. Arguments without an unambiguous meaning stay as they are, and validation rejects them. */
export function coerceArguments(schema: z.ZodObject, given: unknown): unknown {
  let current = given
  for (let round = 0; round < ROUNDS; round++) {
    const parsed = schema.safeParse(current, WITH_INPUT)
    if (parsed.success) return current
    const next = parsed.error.issues.reduce(convertAt, current)
    if (next === current) return current
    current = next
  }
  return current
}

/** The arguments with the value of one issue converted. */
function convertAt(args: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.path.length === 0 || issue.input === undefined) return args
  const converted = convert(issue)
  return converted === undefined ? args : replaceAt(args, issue.path, converted)
}

/** @returns undefined if the value has no unambiguous meaning */
function convert(issue: z.core.$ZodIssue): unknown {
  const { input } = issue
  if (issue.code === 'invalid_value') {
    const same = issue.values.filter((value) => String(value).toLowerCase() === String(input).trim().toLowerCase())
    return same.length === 1 ? same[0] : undefined
  }
  if (issue.code !== 'invalid_type') return undefined
  switch (issue.expected) {
    case 'number':
    case 'int':
      return typeof input === 'string' ? parseNumber(input) : undefined
    case 'boolean':
      return typeof input === 'string' ? BOOLEANS[input.trim().toLowerCase()] : undefined
    case 'string':
      // In a list or map, a number is more likely a mistake than an ID.
      return typeof input === 'number' && issue.path.length === 1 ? String(input) : undefined
    case 'array':
      return typeof input === 'string' ? (parseJson(input, Array.isArray) ?? splitList(input)) : undefined
    case 'object':
    case 'record':
      return typeof input === 'string' ? parseJson(input, isPlainObject) : undefined
    default:
      return undefined
  }
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** A number, or a time in a recording as `m:ss` or `h:mm:ss`, in seconds. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  if (/^[+-]?\d{1,15}(\.\d{1,9})?$/.test(trimmed)) return Number(trimmed)
  const [, hours = '0', minutes = '', seconds = ''] =
    /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d(?:\.\d{1,3})?)$/.exec(trimmed) ?? []
  return minutes === '' ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function parseJson<T>(text: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRight(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names and IDs that are separated by commas, or one text, which can contain commas. */
const splitList = (text: string): string[] =>
  /^[\w@.+-]+(\s*,\s*[\w@.+-]+)+$/.test(text.trim()) ? text.split(',').map((one) => one.trim()) : [text]

function replaceAt(value: unknown, path: readonly PropertyKey[], replacement: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return replacement
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? replaceAt(one, rest, replacement) : one))
  const object = value as Arguments
  return { ...object, [step]: replaceAt(object[String(step)], rest, replacement) }
}
