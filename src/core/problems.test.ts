import { expect, it } from 'vitest'
import { z } from 'zod'
import { badArguments, formatIssue, jsonPointer, WITH_INPUT, withoutConsequences } from './problems.ts'
import { queryString } from './wire.ts'

const schema = z.object({ kinds: z.array(z.string()).min(1).max(2), done: z.boolean() })
const messages = (input: unknown) =>
  withoutConsequences(schema.safeParse(input, WITH_INPUT).error?.issues ?? []).map((issue) =>
    formatIssue(issue, jsonPointer(issue.path)),
  )

it('distinguishes missing values from wrong types', () => {
  expect(messages({})).toEqual(['`kinds` is required.', '`done` is required.'])
  expect(messages({ kinds: ['a'], done: 'yes' })).toEqual(['`done` must be true or false, not text.'])
  expect(messages({ kinds: null, done: null })).toEqual([
    '`kinds` must be a list, such as `[…]`, not null.',
    '`done` must be true or false, not null.',
  ])
})

it('names a wrong type without the limits of the right one', () => {
  expect(messages({ kinds: 'mention', done: true })).toEqual(['`kinds` must be a list, such as `[…]`, not text.'])
  expect(messages({ kinds: ['a', 'b', 'c'], done: true })).toEqual(['`kinds` must have at most 2 entries.'])
})

it('does the same for arguments of tools', () => {
  const issues = schema.safeParse({ kinds: 'mention', done: true }, WITH_INPUT).error?.issues ?? []
  const { message } = badArguments('tool', schema, issues)
  expect(message).toContain('`kinds` must be a list, such as `[…]`, not text.')
  expect(message).not.toContain('characters')
})

it('distinguishes missing values from wrong types in query parameters too', () => {
  const query = z.object({ q: queryString(10) })
  const describeQuery = (input: unknown) =>
    (query.safeParse(input, WITH_INPUT).error?.issues ?? []).map((issue) => formatIssue(issue, jsonPointer(issue.path)))
  expect(describeQuery({})).toEqual(['`q` is required.'])
  expect(describeQuery({ q: 5 })).toEqual(['`q` must be text.'])
})
