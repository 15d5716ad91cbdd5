/** What is wrong with an input, in our own words: the rule and the limit, never the rejected content. */
import type { z } from 'zod'
import { type AppError, invalid, type Problem } from './errors.ts'

/** Of one request; who mends these sends the rest again. */
export const PROBLEMS_TOLD = 20

/** RFC 6901. */
export const jsonPointer = (steps: readonly PropertyKey[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export function detailOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `This must be of type ${issue.expected}.`
    case 'too_small':
      return `This must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin)}.`
    case 'too_big':
      return `This must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin)}.`
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`
    case 'custom':
      return issue.message
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? `This is not a valid ${issue.format}.` : issue.message
    default:
      return 'This is not valid.'
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  if (origin === 'array' || origin === 'set') return ' entries'
  return ''
}

/**
 * Arguments of something with a name, such as a tool: all that is wrong at once, so that a model mends it in one try. What
 * it does not have is not repeated; what it has is told.
 */
export function badArguments(
  what: 'tool' | 'prompt',
  schema: z.ZodObject,
  issues: readonly z.core.$ZodIssue[],
): AppError {
  const names = Object.keys(schema.shape).join(', ')
  const taken = names === '' ? 'It takes none.' : `It takes: ${names}.`
  const problems = issues.slice(0, PROBLEMS_TOLD).map((issue): Problem => {
    const pointer = jsonPointer(issue.path)
    if (issue.code !== 'unrecognized_keys') return { pointer, detail: detailOf(issue) }
    const advice = pointer === '' ? taken : 'See its schema.'
    return { pointer, detail: `There are arguments here that this ${what} does not have. ${advice}` }
  })
  const [first = { pointer: '', detail: 'The arguments are not valid.' }, ...others] = problems
  return invalid(first, ...others)
}
