import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'

const count = z.number().int().min(0)

const part = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['set', 'built_in', 'off']).meta({
    description:
      '`set`: somebody has set it. `built_in`: it works by what comes with it. `off`: what it is for is not done.',
  }),
  is: z.string(),
  means: z.string(),
  settings: z.array(z.string()).meta({ description: 'Environment variables it is set by.' }),
})

const problem = z.object({
  id: z.enum(['work_waits', 'disk_nearly_full', 'several_servers']),
  title: z.string().meta({ description: 'Short name of the fault.' }),
  is: z.string().meta({ description: 'Description of the fault.' }),
  means: z.string().meta({ description: 'Effect of the fault, and how to fix it.' }),
  settings: z.array(z.string()).meta({ description: 'Environment variables that change it.' }),
})

const setup = z.object({
  problems: z.array(problem).meta({
    description: 'Faults of the whole installation that somebody has to fix. An empty list if there are none.',
  }),
  versions: z.object({ parley: z.string(), node: z.string(), database: z.string(), schema: z.string() }),
  parts: z.array(part),
  work: z.object({
    queue: z.object({
      waiting: count,
      later: count,
      running: count,
      failed: count.meta({ description: 'Given up within the last week.' }),
      waitingSince: z.string().nullable(),
      failedJobs: z.array(z.object({ job: z.string(), failed: count })),
    }),
    conversations: z.object({ pending: count, analyzed: count, failed: count }),
    search: z.object({ texts: count, missing: count, withoutVectors: count }),
    recordings: z.object({ waiting: count, failed: count }),
  }),
})

export const getSetup = defineOperation({
  id: 'getSetup',
  summary: 'Tell what is set up and what is not, and how the work of the organization stands.',
  description:
    'Each part of the installation with what is there, what follows from it and the settings it is made by, never with ' +
    'what is secret. `work` counts what belongs to the organization.',
  tag: 'Organization',
  input: z.object({}),
  output: setup,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    ...{ method: 'GET', path: '/setup' },
    answer: z.object({ data: setup }),
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
