import { z } from 'zod'
import { forWindows } from '../../../core/limits.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'

const windowLimitsSchema = (whose: string) =>
  z.object(
    forWindows(({ name }) => z.int().describe(`Maximum number of requests per ${name} ${whose}. Example: \`5000\`.`)),
  )

const rateLimits = windowLimitsSchema('to the tool server by one caller').extend({
  requests: z
    .object({
      key: windowLimitsSchema('with one API key').describe('Limits of requests with one API key.'),
      user: windowLimitsSchema('by one user, with all API keys and sessions of the user').describe(
        'Limits of requests by one user.',
      ),
      organization: windowLimitsSchema('by all callers of the organization').describe(
        'Limits of requests by the whole organization.',
      ),
    })
    .describe('Limits of requests to REST, SCIM and the app. A costly operation counts as several requests.'),
})

export const getRateLimits = defineOperation({
  id: 'getRateLimits',
  summary: 'Get the rate limits',
  description:
    'On the tool server, a user with all API keys and connected apps counts as one caller. All organization-level ' +
    'keys together count as one caller too. The operator of the installation sets the limits. The headers of each ' +
    'response state the remaining requests. Changes take up to 30 seconds to apply.',
  tag: 'Reports',
  input: z.object({}),
  output: rateLimits,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/rate-limits', ...inData(rateLimits) },
  async handle(_, { getLimits, org }) {
    const { tools, ...requests } = await getLimits(org)
    return { ...tools, requests }
  },
})
