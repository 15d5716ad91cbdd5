import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'

const count = z.int()

/**
 * Problems of the installation and background work of the organization, as far as they are cheap to count. `getSetup` also
 * returns the configuration and the state of the search index. It has no route: the start page of admins uses it.
 */
export const getHealth = defineToolOperation({
  id: 'getHealth',
  summary: 'Get the health of the organization',
  tag: 'Organization',
  input: z.object({}),
  output: z.object({
    problems: z.array(z.object({ title: z.string(), is: z.string() })),
    queue: z.object({
      waiting: count,
      waitingSince: z.string().nullable().describe('When the oldest waiting task was due. Null if none waits.'),
      failed: count.describe('Number of tasks that failed permanently within the last seven days.'),
      failedJobs: z
        .array(z.object({ job: z.string(), failed: count }))
        .describe('Failed tasks by kind, most frequent first.'),
    }),
    conversations: z.object({ pending: count, failed: count }),
    recordings: z.object({ failed: count }),
  }),
  requires: { scope: 'read', role: 'ADMIN' },
  async handle(_input, { installation, org }) {
    const [problems, backlog] = await Promise.all([installation.problems(), installation.backlog(org)])
    const { queue, ...rest } = backlog
    return { problems: [...problems], queue: { ...queue, failedJobs: [...queue.failedJobs] }, ...rest }
  },
})
