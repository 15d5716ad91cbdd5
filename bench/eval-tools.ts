/**
 * `npm run eval:tools`: 46 jobs that people have assistants do, done by a script that knows only the tools: over real calls,
 * over the demo, and with traps. There is no model in it. It shows that the tools lead from a question to its end, that each
 * returns what the next one needs, and that errors point to the right call. Prints the outcome, calls and tokens of each job.
 *
 *   --data FOLDER      evaluation data; else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --only demo        only the jobs over the demo and the traps, which need no data; or `calls`
 *   --program FOLDER   another version, whose outcome, calls and tokens are printed too
 *
 * EMBEDDING_* and MODEL_* of the environment reach the service; without them words alone are searched. Exit 1 if a job of
 * this version did not end right, 2 for wrong usage.
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolder, type EvaluationData, type Meeting, readData } from './eval-data.ts'
import { endOnSignals } from './processes.ts'
import { optionsOf, run } from './program.ts'
import { printTable, tell } from './report.ts'
import { importLines, type Service, settingsGiven, startServiceAt, untilQuiet } from './service.ts'
import { createToolClient } from './tool-client.ts'
import type { Job, ToolClients } from './tool-jobs.ts'
import { toCallJobs } from './tool-jobs-calls.ts'
import { demoJobs } from './tool-jobs-demo.ts'
import { trapJobs } from './tool-jobs-traps.ts'

endOnSignals()
const options = optionsOf('eval', readOptions)

interface Outcome {
  readonly job: Job
  readonly isRight: boolean
  /** What the job found, or why it failed. */
  readonly found: string
  readonly calls: number
  readonly tokens: number
}

await run('eval', main)

async function main(): Promise<void> {
  const outcomes = await runAll(undefined)
  const before = options.program === undefined ? undefined : await runAll(options.program)
  const earlier = new Map(before?.map((one) => [one.job.name, one]))
  const describe = (one: Outcome | undefined) =>
    one === undefined ? [] : [one.isRight ? 'done' : 'FAILED', String(one.calls), String(one.tokens)]
  printTable(
    'Jobs by tools alone',
    ['job', 'end', 'calls', 'tokens', ...(before === undefined ? [] : ['before', 'calls', 'tokens']), 'result'],
    outcomes.map((one) => [one.job.name, ...describe(one), ...describe(earlier.get(one.job.name)), one.found]),
  )
  const add = (all: readonly Outcome[]) => [
    ...[String(all.filter(({ isRight }) => isRight).length), String(all.length)],
    String(all.reduce((sum, { calls }) => sum + calls, 0)),
    String(all.reduce((sum, { tokens }) => sum + tokens, 0)),
  ]
  printTable(
    'All jobs',
    ['version', 'done', 'jobs', 'calls', 'tokens'],
    [['this one', ...add(outcomes)], ...(before === undefined ? [] : [['before', ...add(before)]])],
  )
  if (outcomes.some(({ isRight }) => !isRight)) process.exitCode = 1
}

async function runAll(program: string | undefined): Promise<Outcome[]> {
  return [
    ...(options.only === 'demo' ? [] : await onService(program, [], overCalls)),
    ...(options.only === 'calls' ? [] : await onService(program, ['--demo'], overDemo)),
  ]
}

async function onService(
  program: string | undefined,
  flags: readonly string[],
  work: (service: Service) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
  const settings = { EMBEDDING_PROVIDER: 'none', LIMIT_SECOND: '1000', ...settingsGiven(/^(EMBEDDING|MODEL)_/) }
  const service = await startServiceAt({ dataDir, settings, program }, ...flags)
  try {
    return await work(service)
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function overCalls(service: Service): Promise<Outcome[]> {
  const data: EvaluationData = await readData(dataFolder(options.data))
  tell(`${data.calls.length} calls: importing`)
  await importLines(service.baseUrl, service.said.api_key ?? '', data.calls.map(importLine))
  const clients = await createClients(service, undefined)
  return runJobs(toCallJobs(data, mcpOf(service)), clients)
}

async function overDemo(service: Service): Promise<Outcome[]> {
  if (!(await untilQuiet(service.baseUrl, service.said.api_key ?? '')))
    throw new Error('The analysis of the demo takes too long.')
  return runJobs([...demoJobs, ...trapJobs], await createClients(service, 'Priya Raman'))
}

function mcpOf({ baseUrl }: Service): string {
  return baseUrl.replace(/\/v2$/, '/mcp')
}

/** @param rep name of a user. The admin if undefined */
async function createClients(service: Service, rep: string | undefined): Promise<ToolClients> {
  const { api_key: key = '', admin_user_id: admin = '' } = service.said
  const bearer = async (user: string) => {
    const answer = await fetch(`${service.baseUrl}/api_keys`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'assistant', org_level: false, user_uuid: user }),
    })
    const { data } = (await answer.json()) as { data: { token: string } }
    return createToolClient(mcpOf(service), data.token)
  }
  const clients = await bearer(admin)
  if (rep === undefined) return { admin: clients, rep: clients }
  const { users } = await clients.call('list_reps', { query: rep })
  return { admin: clients, rep: await bearer(users[0].id) }
}

async function runJobs(jobs: readonly Job[], clients: ToolClients): Promise<Outcome[]> {
  const { admin, rep } = clients
  const used = () => (admin === rep ? [admin] : [admin, rep])
  const sum = (of: 'calls' | 'tokens') => used().reduce((total, client) => total + client[of], 0)
  const outcomes: Outcome[] = []
  for (const job of jobs) {
    tell(job.name)
    const [calls, tokens] = [sum('calls'), sum('tokens')]
    const ended = await job.run(clients).then(
      (found) => ({ isRight: true, found }),
      (error: Error) => ({ isRight: false, found: error.message }),
    )
    outcomes.push({ job, ...ended, calls: sum('calls') - calls, tokens: sum('tokens') - tokens })
  }
  return outcomes
}

function importLine({ id, title, segments }: Meeting): string {
  return JSON.stringify({
    ...{ conversationTitle: title, applicationName: 'evaluation', applicationExternalID: id },
    transcript: {
      final: segments.map(({ speaker, text, start, end }) => ({
        ...{ speaker: { name: speaker }, sentence: text },
        ...{ startTimestamp: start ?? null, endTimestamp: end ?? null },
      })),
    },
  })
}

function readOptions() {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, only: { type: 'string' }, program: { type: 'string' } },
  })
  if (values.only !== undefined && values.only !== 'demo' && values.only !== 'calls')
    throw new Error('--only is demo or calls')
  return values
}
