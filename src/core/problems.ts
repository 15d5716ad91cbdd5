/** Messages for invalid input: the field, the rule and the limit, never the rejected content. */
import type { z } from 'zod'
import { type AppError, invalid, type Problem } from './errors.ts'
import { findNearestName } from './nearest-name.ts'

/** Maximum number of problems in one error response. */
export const PROBLEMS_TOLD = 20

/** Options of every parse whose issues become messages: with the input, a missing value differs from a wrong type. */
export const WITH_INPUT = { reportInput: true } as const

/** Issues without the ones that follow from a wrong type: text in place of a list isn't too long as well. */
export function withoutConsequences(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => jsonPointer(path)))
  return issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(jsonPointer(path)))
}

/** Formats a path as a JSON pointer (RFC 6901). */
export const jsonPointer = (steps: readonly PropertyKey[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * Message for a schema issue, such as: `title` must have 1 to 200 characters. Messages of schemas start with "The
 * value"; this function replaces that with the name of the field.
 * @param pointer location of the value; its last step names the field
 */
export function formatIssue(issue: z.core.$ZodIssue, pointer: string): string {
  return describeIssue(issue).replace(/^The value\b/, () => fieldAt(pointer))
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'The value is required.'
        : `The value must be ${nameType(issue.expected)}, not ${describeType(issue.input)}.`
    case 'too_small': {
      const limit = `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
      return `The value must ${chooseVerb(issue.origin)} ${limit}${getSizeUnit(issue.origin)}.`
    }
    case 'too_big': {
      const limit = `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
      return `The value must ${chooseVerb(issue.origin)} ${limit}${getSizeUnit(issue.origin)}.`
    }
    case 'invalid_value':
      return `The value must be one of: ${issue.values.map(String).join(', ')}.`
    case 'custom':
      return issue.message
    // Also of query parameters, which are a text or a list of texts until they are read.
    case 'invalid_union':
      if (issue.input === undefined) return 'The value is required.'
      return issue.message.startsWith('The value') ? issue.message : "The value isn't valid."
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? `The value isn't a valid ${issue.format}.` : issue.message
    default:
      return "The value isn't valid."
  }
}

/** Types of JSON with an article, and an example where the notation isn't obvious. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number, such as 10',
  int: 'a whole number, such as 10',
  boolean: 'true or false',
  array: 'a list, such as `[…]`',
  object: 'an object, such as `{"…": "…"}`',
  record: 'an object, such as `{"…": "…"}`',
  null: 'null',
}

const nameType = (type: string): string => TYPE_NAMES[type] ?? `of type ${type}`

/** Type of a rejected value. The value itself isn't repeated. */
function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'a number'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

/** Name of the field at a pointer, as the subject of a sentence: `title`, or entry 2 of `phrases`. */
function fieldAt(pointer: string): string {
  const steps = pointer.split('/').slice(1)
  const [list = '', last = ''] = [steps.at(-2), steps.at(-1)]
  if (/^\d+$/.test(last) && isName(list)) return `Entry ${Number(last) + 1} of \`${list}\``
  return isName(last) ? `\`${last}\`` : 'The value'
}

/** Whether a pointer step looks like a field name. Keys of maps can hold any text, which messages don't repeat. */
const isName = (step: string) => /^[A-Za-z][\w.[\]-]{0,63}$/.test(step)

const chooseVerb = (origin: string) => (getSizeUnit(origin) === '' ? 'be' : 'have')

function getSizeUnit(origin: string): string {
  if (origin === 'string') return ' characters'
  if (origin === 'array' || origin === 'set') return ' entries'
  return ''
}

/**
 * Error for invalid arguments of a tool or prompt. It lists all problems, so that a model can correct them in one
 * attempt. It names unknown arguments, with the nearest supported one.
 */
export function badArguments(
  what: 'tool' | 'prompt',
  schema: z.ZodObject,
  issues: readonly z.core.$ZodIssue[],
): AppError {
  const names = Object.keys(schema.shape)
  const problems = withoutConsequences(issues)
    .flatMap((issue): Problem[] => {
      const pointer = jsonPointer(issue.path)
      if (issue.code !== 'unrecognized_keys') return [{ pointer, detail: formatIssue(issue, pointer) }]
      if (pointer !== '') {
        const keys = issue.keys.filter(isName).map((key) => `\`${key}\``)
        const detail = `The value has unknown fields${keys.length === 0 ? '' : `: ${keys.join(', ')}`}. See the schema.`
        return [{ pointer, detail: detail.replace(/^The value\b/, () => fieldAt(pointer)) }]
      }
      return issue.keys.map((key) => describeUnknownArgument(what, key, names))
    })
    .slice(0, PROBLEMS_TOLD)
  const [first = { pointer: '', detail: "The arguments aren't valid." }, ...others] = problems
  return invalid(first, ...others)
}

/** Problem of an unknown argument. A name that no argument could have may be content, so it isn't repeated. */
function describeUnknownArgument(what: 'tool' | 'prompt', key: string, names: readonly string[]): Problem {
  const nearest = findNearestName(key, names)
  const supported = names.length === 0 ? `The ${what} has no arguments.` : `Supported arguments: ${names.join(', ')}.`
  return {
    pointer: isName(key) ? jsonPointer([key]) : '',
    detail: [
      `${isName(key) ? `\`${key}\`` : 'The name'} isn't an argument of this ${what}.`,
      ...(nearest === undefined ? [] : [`Did you mean \`${nearest}\`?`]),
      supported,
    ].join(' '),
  }
}
