import { z } from 'zod'
import { forWindows, WINDOWS } from '../../core/limits.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'

const rateLimits = z.object(
  forWindows(({ name }) => z.int().describe(`Most requests of one caller in ${name === 'hour' ? 'an' : 'a'} ${name}.`)),
)

export const getRateLimits = defineOperation({
  id: 'getRateLimits',
  summary: 'Tell how often one caller of the organization may ask the tool server.',
  description:
    'A user with all keys and programs of theirs is one caller, and so are all org-level keys together. The operator sets ' +
    'the limits; what is left of them is told in the headers of each answer. They were read half a minute ago at most.',
  tag: 'Reports',
  input: z.object({}),
  output: rateLimits,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/rate-limits', ...inData(rateLimits) },
  async handle(_, { limitsOf, org }) {
    const limits = await limitsOf(org)
    return Object.fromEntries(WINDOWS.map(({ name }) => [name, limits[name]])) as typeof limits
  },
})
