import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'

const count = z.number().int().min(0)

const part = z.object({
  id: z.string().meta({ description: 'Stable identifier of the part in snake case.' }),
  title: z.string().meta({ description: 'Display name of the part.' }),
  state: z.enum(['set', 'built_in', 'off']).meta({
    description:
      '`set`: configured by the operator. `built_in`: works with the built-in default. `off`: not configured, and the ' +
      'feature is off.',
  }),
  is: z.string().meta({ description: 'Current configuration of the part.' }),
  means: z.string().meta({ description: 'Consequences of the configuration, and how to change them.' }),
  settings: z.array(z.string()).meta({
    description: 'Environment variables that configure the part; empty if it is configured in the app.',
  }),
})

const problem = z.object({
  id: z.enum(['work_waits', 'disk_nearly_full', 'several_servers']).describe('Stable identifier of the fault.'),
  title: z.string().meta({ description: 'Display name of the fault.' }),
  is: z.string().meta({ description: 'Description of the fault.' }),
  means: z.string().meta({ description: 'Effect of the fault, and how to fix it.' }),
  settings: z.array(z.string()).meta({ description: 'Environment variables that change it.' }),
})

const setup = z.object({
  problems: z.array(problem).meta({
    description: 'Faults of the whole installation that an operator must fix; empty if there are none.',
  }),
  versions: z
    .object({
      parley: z.string().describe('Version of Parley that is running.'),
      node: z.string().describe('Version of Node.js that runs Parley.'),
      database: z.string().meta({ description: 'Version that the database server reports.' }),
      schema: z.string().meta({ description: 'Latest migration of the database.' }),
    })
    .describe('Versions of the software and of the database.'),
  parts: z.array(part).meta({ description: 'Parts of the installation, in display order.' }),
  work: z
    .object({
      queue: z
        .object({
          waiting: count.meta({ description: 'Jobs that are due and have not started.' }),
          later: count.meta({ description: 'Jobs that are scheduled for later, such as retries and daily jobs.' }),
          running: count.meta({ description: 'Jobs that are running.' }),
          failed: count.meta({ description: 'Jobs that failed permanently within the last week.' }),
          waitingSince: z.string().nullable().meta({
            description: 'Time at which the oldest waiting job was due, ISO 8601; null if no job is waiting.',
          }),
          failedJobs: z
            .array(
              z.object({
                job: z.string().describe('Kind of the job.'),
                failed: count.describe('Number of failed jobs of this kind.'),
              }),
            )
            .meta({
              description: 'Up to ten kinds of jobs that failed within the last week, the most frequent first.',
            }),
        })
        .describe('Background jobs by their state.'),
      conversations: z
        .object({
          pending: count.describe('Conversations that are not analyzed yet.'),
          analyzed: count.describe('Conversations whose analysis is complete.'),
          failed: count.describe('Conversations whose analysis failed.'),
        })
        .meta({ description: 'Number of conversations by the state of their analysis.' }),
      search: z
        .object({
          texts: count.meta({ description: 'Conversations and knowledge sources in the search index.' }),
          missing: count.meta({ description: 'Transcripts that are not in the search index yet.' }),
          withoutVectors: count.meta({
            description: 'Texts that semantic search does not find yet; 0 if no embedding model is configured.',
          }),
        })
        .describe('Contents of the search index.'),
      recordings: z
        .object({
          waiting: count.describe('Recordings whose transcription is waiting, queued or running.'),
          failed: count.describe('Recordings whose transcription has failed.'),
        })
        .meta({ description: 'Recordings whose transcription is waiting or has failed.' }),
    })
    .describe('Background work for the data of the organization.'),
})

export const getSetup = defineOperation({
  id: 'getSetup',
  summary: 'Get setup and work status',
  description:
    'Returns the configuration of the installation, its faults, and the background work of the organization. Lists names ' +
    'of settings, never secrets or service addresses. Requires the admin role. `work` counts data of the organization only.',
  tag: 'Organization',
  input: z.object({}),
  output: setup,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    ...{ method: 'GET', path: '/setup' },
    answer: z.object({ data: setup.describe('Configuration, faults and background work.') }),
    present: (data) => ({ data }),
  },
  async handle(_input, { installation, org }) {
    const [versions, parts, work, problems] = await Promise.all([
      installation.versions(),
      installation.parts(org),
      installation.work(org),
      installation.problems(),
    ])
    return {
      problems: problems.map((one) => ({ ...one, settings: [...one.settings] })),
      versions: { ...versions },
      parts: parts.map((one) => ({ ...one, settings: [...one.settings] })),
      work: { ...work, queue: { ...work.queue, failedJobs: work.queue.failedJobs.map((one) => ({ ...one })) } },
    }
  },
})
