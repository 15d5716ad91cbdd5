/**
 * What operators watch: `/metrics` counts what happened, its labels take few values whatever callers send, and every metric
 * and label that the shipped alert rules and dashboard name exists in it.
 */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations, tools } from '../src/catalog.ts'
import { createLog } from '../src/core/log.ts'
import { createStore } from '../src/outbound/database/postgres-store.ts'
import { createMetrics } from '../src/outbound/tracing/metrics.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { createModelServer } from '../src/testing/model-server.ts'
import { programNamed } from '../src/testing/programs.ts'
import { RECEIVERS } from '../src/testing/receiver.ts'
import { testEnvironment } from '../src/testing/test-database.ts'
import { receiverFor } from '../src/testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { routesOf } from './router-routes.ts'

/** Repetitions of requests with values that the program doesn't have. */
const ROUNDS = 20
const FOLDER = fileURLToPath(new URL('../deploy/monitoring/', import.meta.url))
const promtool = programNamed('TEST_PROMTOOL', 'promtool')
const run = promisify(execFile)

interface Series {
  readonly metric: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const seriesIn = (text: string): Series[] =>
  text.split('\n').flatMap((line) => {
    const [, metric, labels = '', value] = /^([a-z_:]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (metric === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, name = '', of = '']) => [name, of] as const,
    )
    return [{ metric, labels: Object.fromEntries(pairs), value: Number(value) }]
  })

let app: TestApp
let world: World
beforeAll(async () => {
  const model = await createModelServer()
  app = await createTestApp({ model: model.url, allowed: RECEIVERS })
  world = await createWorld(app)
  const { receiver } = await receiverFor(world)
  const segments = [{ speaker: 'Bob', text: 'We agreed on nine hundred a month.', start: 0, end: 9 }]
  const body = { transcript: { segments }, userID: world.bob.userId, conversationTitle: 'Pricing' }
  const imported = await call(app, world.org, 'POST', '/conversations/import', { body })
  expect(imported.status).toBe(202)
  await call(app, world.alice, 'POST', '/organizations/invitations', { body: { email: 'new@acme.example' } })
  await app.drain(world.acme)
  receiver.answer = () => ({ status: 500 })
  await call(app, world.org, 'POST', '/conversations/import', { body: { ...body, conversationTitle: 'Again' } })
  await app.drain(world.acme)
  await callTool('get_me')
})

const callTool = (name: string, args: object = {}) =>
  app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: world.bob.key, 'content-type': 'application/json', host: 'parley.test' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })

/** Metrics that only an app with read replicas has. */
const scrapeReplicas = async () =>
  createMetrics({
    ...{ owner: app.store.owner, pool: app.store.pool, dataDir: '/', queues: [] },
    replicas: () => ({
      replicas: [
        { name: 'db2:5432/parley', state: 'ok', detail: undefined, lagBytes: 120, lagSeconds: 0.5 },
        { name: 'db3:5432/parley', state: 'unavailable', detail: 'Away.', lagBytes: undefined, lagSeconds: undefined },
      ],
      reads: { replica: 90, behind: 5, lost: 1, busy: 0, unknown: 3, repeated: 1 },
    }),
  }).render()

const scrape = async () => (await app.server.inject({ url: '/metrics' })).body

/** Sum of the series that have all these labels. */
async function sumOf(metric: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const found = seriesIn(await scrape()).filter(
    (one) => one.metric === metric && Object.entries(labels).every(([name, of]) => one.labels[name] === of),
  )
  expect(found.length, `${metric} ${JSON.stringify(labels)}`).toBeGreaterThan(0)
  return found.reduce((sum, { value }) => sum + value, 0)
}

describe('/metrics', () => {
  it.each([
    ['http_request_duration_seconds_count', { route: '/v2/conversations/import', status: '202' }, 2],
    ['tool_call_duration_seconds_count', { tool: 'get_me', outcome: 'ok' }, 1],
    ['parley_operations_total', { operation: 'importConversation', outcome: 'ok' }, 2],
    ['parley_job_duration_seconds_count', { queue: 'analyze_conversation', outcome: 'ok' }, 2],
    ['parley_mail_total', { outcome: 'sent' }, 1],
    ['parley_webhook_attempts_total', { outcome: 'delivered' }, 1],
    ['parley_webhook_attempts_total', { outcome: 'failed' }, 1],
    ['parley_rate_limit_total', { outcome: 'allowed' }, 1],
    ['parley_model_call_duration_seconds_count', {}, 1],
    ['parley_model_requests_total', {}, 1],
    ['parley_model_tokens_total', { direction: 'input' }, 10],
    ['parley_database_up', {}, 1],
    ['parley_database_connections', {}, 1],
    ['parley_database_connections_max', {}, 2],
    ['parley_database_bytes', {}, 1_000_000],
    ['parley_disk_size_bytes', {}, 1_000_000],
    ['parley_disk_free_bytes', {}, 1],
    ['process_resident_memory_bytes', {}, 10_000_000],
  ] as const)('counts: %s %o is %i or more', async (metric, labels, least) => {
    expect(await sumOf(metric, labels)).toBeGreaterThanOrEqual(least)
  })

  it('tells how many jobs wait, and since when', async () => {
    const jobs = createMetrics({
      ...{ owner: app.store.owner, pool: app.store.pool, dataDir: '/' },
      queues: ['analyze_conversation', 'send_mail'],
    })
    const state = async () => {
      const all = seriesIn(await jobs.render())
      const find = (metric: string, more = {}) =>
        all.find(
          (one) =>
            one.metric === metric &&
            one.labels.queue === 'analyze_conversation' &&
            Object.entries(more).every(([name, of]) => one.labels[name] === of),
        )?.value
      return [find('parley_queue_jobs', { state: 'waiting' }), find('parley_queue_oldest_seconds')] as const
    }
    const rows = "name = 'analyze_conversation' and state < 'active' and not blocked"
    const segments = [{ speaker: 'Bob', text: 'Hello.', start: 0, end: 9 }]
    const body = { transcript: { segments }, userID: world.bob.userId, conversationTitle: 'Waits' }
    await call(app, world.org, 'POST', '/conversations/import', { body })
    await app.store.owner.query(
      `update pgboss.job set start_after = now() - interval '300000 hours' where ${rows} and group_id = $1`,
      [world.acme],
    )
    const [waiting, oldest] = await state()
    // Other tests add jobs and take them meanwhile: exact counts are compared where the database is the test's own.
    expect(waiting).toBeGreaterThanOrEqual(1)
    // Longer than those of any other test: some have clocks that are decades in the past.
    expect(oldest).toBeGreaterThanOrEqual(1_080_000_000)
    // What `parley doctor` and the setup page read.
    const problems = async () => (await call(app, world.org, 'GET', '/setup')).body.data.problems
    const late = {
      id: 'work_waits',
      is: expect.stringContaining('analyze_conversation has waited for 18000000 minutes'),
    }
    expect(await problems()).toContainEqual(expect.objectContaining(late))
    await app.drain(world.acme)
    expect(await problems()).not.toContainEqual(expect.objectContaining(late))
  })

  it('tells where operations read, and the state of each replica', async () => {
    const found = seriesIn(await scrapeReplicas()).filter(({ metric }) => /^parley_(replica|reads)_/.test(metric))
    const values = found.map(({ metric, labels, value }) => [metric, Object.values(labels).join(), value])
    expect(values).toEqual([
      ['parley_replica_up', 'db2:5432/parley', 1],
      ['parley_replica_up', 'db3:5432/parley', 0],
      // What is not known is not shown as nothing.
      ['parley_replica_lag_bytes', 'db2:5432/parley', 120],
      ['parley_replica_lag_seconds', 'db2:5432/parley', 0.5],
      ...Object.entries({ replica: 90, behind: 5, lost: 1, busy: 0, unknown: 3, repeated: 1 }).map(
        ([outcome, count]) => ['parley_reads_total', outcome, count],
      ),
    ])
    expect(await scrape()).not.toContain('parley_replica')
  })

  it('answers while the database is away, and says so', async () => {
    const store = createStore({ host: '127.0.0.1', port: 1, max: 1 }, createLog('silent'))
    const away = createMetrics({ owner: store.owner, pool: store.pool, dataDir: '/', queues: ['send_mail'] })
    const found = seriesIn(await away.render())
    expect(found.find(({ metric }) => metric === 'parley_database_up')?.value).toBe(0)
    // What is not known is not shown as nothing.
    expect(found.filter(({ metric }) => metric === 'parley_queue_oldest_seconds')).toEqual([])
    expect(found.find(({ metric }) => metric === 'parley_disk_size_bytes')?.value).toBeGreaterThan(0)
    await store.close()
  })
})

const { DATABASE_URL: databaseUrl } = await testEnvironment()

it.skipIf(databaseUrl === undefined)('several machines on one database need settings that they share', async () => {
  const ids = async () => (await app.installation.problems()).map(({ id }) => id)
  expect(await ids()).not.toContain('several_servers')
  const other = new pg.Client({ connectionString: databaseUrl, application_name: 'parley@elsewhere' })
  await other.connect()
  expect(await ids()).toContain('several_servers')
  await other.end()
})

describe('labels', () => {
  it('take the values that the program has, and none of what a caller sends', async () => {
    const marked = `planted${randomUUID().replaceAll('-', '')}`
    const junk = async () => {
      const one = `${marked}${randomUUID()}`
      await app.server.inject({ url: `/${one}` })
      await app.server.inject({ url: `/v2/conversations/${one}?a=${one}`, headers: { authorization: world.bob.key } })
      await app.server.inject({ url: `/v2/${one}`, headers: { authorization: one } })
      await app.server.inject({ method: 'PROPFIND' as 'GET', url: '/v2/conversations' })
      await app.server.inject({ method: 'POST', url: `/s/${one}`, payload: one, headers: { 'content-type': 'a/b' } })
      await callTool(one, { [one]: one })
    }
    /** Label sets of each metric, without the buckets of histograms. */
    const labelSets = async () => {
      const sets = new Map<string, Set<string>>()
      for (const { metric, labels } of seriesIn(await scrape())) {
        const { le: _, ...others } = labels
        sets.set(metric, (sets.get(metric) ?? new Set<string>()).add(JSON.stringify(others)))
      }
      return sets
    }
    await junk()
    const first = await labelSets()
    for (let round = 0; round < ROUNDS; round++) await junk()
    const last = await labelSets()
    // A label with what a caller sends adds a set in each round. A busy machine can add a few, such as a status of 503.
    const added = [...last].map(([metric, sets]) => ({
      metric,
      sets: [...sets.difference(first.get(metric) ?? new Set())],
    }))
    expect(added.filter(({ sets }) => sets.length >= ROUNDS / 4)).toEqual([])
    expect([...last.values()].flatMap((sets) => [...sets]).join()).not.toContain(marked)

    const routes = new Set(['none', ...routesOf(app.server).map(({ path }) => path)])
    const ids = new Set([...operations.map(({ id }) => id), ...tools.map(({ operation }) => operation.id)])
    const names = new Set(['unknown', ...tools.map(({ name }) => name)])
    for (const { metric, labels } of seriesIn(await scrape())) {
      if (labels.route !== undefined) expect(routes).toContain(labels.route)
      if (labels.operation !== undefined) expect(ids).toContain(labels.operation)
      if (labels.tool !== undefined) expect(names).toContain(labels.tool)
      if (labels.method !== undefined) expect(labels.method).toMatch(/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|OTHER)$/)
      if (labels.status !== undefined) expect(labels.status).toMatch(/^[1-5]\d\d$/)
      for (const name of ['outcome', 'state', 'direction', 'purpose', 'queue']) {
        expect(labels[name] ?? 'ok', `${metric} ${name}`).toMatch(/^[a-z][a-z_.]{1,50}$/)
      }
    }
  })
})

/** Names of functions and words of PromQL that the files use, and the one metric that Prometheus itself makes. */
const PROMQL = new Set(
  (
    'sum max rate increase histogram_quantile topk changes by and on label_values up job parley ' +
    'label_replace humanizePercentage'
  ).split(' '),
)

interface Used {
  readonly metric: string
  readonly labels: readonly { readonly name: string; readonly value: string | undefined }[]
}

/** Metrics of a PromQL expression with the labels they are selected by, and the labels it groups by. */
function usedIn(expression: string): { metrics: Used[]; grouped: string[] } {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
  const bare = expression.replaceAll(/\bby \([^)]*\)/g, '')
  const metrics = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()(?:\{([^}]*)\})?/g)].flatMap(
    ([whole, metric = '', selector = '']) => {
      if (PROMQL.has(metric)) return []
      const labels = [...selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, name = '', sign, value]) => ({
        name,
        value: sign === '=' ? value : undefined,
      }))
      return whole === '' ? [] : [{ metric, labels }]
    },
  )
  return { metrics, grouped }
}

/** Queries of the rules for prometheus-adapter as it sends them, those of the guide, and the sums of both. */
async function autoscalingQueries(): Promise<{ expr: string; isGrouped: boolean }[]> {
  const rules = await readFile(`${FOLDER}prometheus-adapter.yml`, 'utf8')
  const adapter = [...rules.matchAll(/seriesQuery: '(\w+)\{[^']*'\n.*\n.*\n *metricsQuery: (["'])(.*)\2/g)].map(
    ([, series = '', , query = '']) => ({
      expr: query
        .replaceAll('<<.Series>>', series)
        .replaceAll('<<.LabelMatchers>>', 'namespace="parley"')
        .replaceAll('<<.GroupBy>>', 'namespace'),
      isGrouped: true,
    }),
  )
  const guide = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const documented = [...guide.matchAll(/^\| .* \| `((?:max|sum)\(.*parley_queue.*)` \|$/gm)].map(([, expr = '']) => ({
    expr,
    isGrouped: false,
  }))
  // Kubernetes adds up the series of an external metric, so there must be only one.
  const summed = adapter.map(({ expr }) => ({ expr: `sum(${expr})`, isGrouped: false }))
  return [...adapter, ...documented, ...summed]
}

describe('the shipped files', () => {
  const expressions = async (): Promise<string[]> => {
    const rules = await readFile(`${FOLDER}parley-alerts.yml`, 'utf8')
    const ofRules = [...rules.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
      ([, folded, plain]) => folded?.replaceAll(/\s*\n\s*/g, ' ').trim() ?? plain ?? '',
    )
    expect(ofRules.length).toBe(rules.match(/- alert:/g)?.length)
    const dashboard = JSON.parse(await readFile(`${FOLDER}parley-dashboard.json`, 'utf8'))
    const ofPanels: string[] = dashboard.panels.flatMap((panel: { targets?: { expr: string }[] }) =>
      (panel.targets ?? []).map(({ expr }) => expr),
    )
    const variables: string[] = dashboard.templating.list.flatMap(
      ({ definition }: { definition?: string }) => definition ?? [],
    )
    expect(ofPanels.length).toBeGreaterThan(20)
    // A range that Grafana fills in, in the place of one that Prometheus reads.
    return [...ofRules, ...ofPanels, ...variables].map((one) => one.replaceAll(/\[[^\]]*\]/g, ''))
  }

  it('name only metrics and labels that the service has', async () => {
    const real = [...seriesIn(await scrape()), ...seriesIn(await scrapeReplicas())]
    for (const expression of await expressions()) {
      const { metrics, grouped } = usedIn(expression.replace(/label_values\((\w+), \w+\)/, '$1'))
      expect(metrics.length, expression).toBeGreaterThan(expression.startsWith('up{') ? -1 : 0)
      const known = new Set(['instance'])
      for (const { metric, labels } of metrics) {
        const series = real.filter((one) => one.metric === metric)
        expect(series.length, `${metric} in ${expression}`).toBeGreaterThan(0)
        for (const one of series) for (const name of Object.keys(one.labels)) known.add(name)
        for (const { name, value } of labels) {
          // Prometheus adds the address that it scrapes.
          if (name === 'instance') continue
          const values = series.flatMap((one) => one.labels[name] ?? [])
          expect(values.length, `${metric}{${name}} in ${expression}`).toBeGreaterThan(0)
          // An error has no series before the first one.
          if (value !== undefined && name !== 'status') expect(values, expression).toContain(value)
        }
      }
      for (const name of grouped) expect(known, `by (${name}) in ${expression}`).toContain(name)
    }
  })

  it('leave out no metric of ours', async () => {
    const all = (await expressions()).join('\n')
    const ours = new Set(
      seriesIn((await scrape()) + (await scrapeReplicas())).flatMap(({ metric }) =>
        /^(parley|http|tool)_/.test(metric) ? metric.replace(/_(bucket|sum|count)$/, '') : [],
      ),
    )
    expect([...ours].filter((metric) => !all.includes(metric))).toEqual([])
  })

  it.skipIf(promtool === undefined)('are taken by Prometheus, and the rules fire when they should', async () => {
    await run(promtool ?? '', ['check', 'rules', 'parley-alerts.yml'], { cwd: FOLDER })
    await run(promtool ?? '', ['test', 'rules', 'parley-alerts.test.yml'], { cwd: FOLDER })
  })

  it.skipIf(promtool === undefined)(
    'give autoscaling one value for the installation, however many processes report it',
    async () => {
      const queries = await autoscalingQueries()
      expect(queries.length).toBe(6)
      const series = (metric: string, labels: string, values: readonly number[]) =>
        values.map((value, pod) => ({
          series: `${metric}{namespace="parley",pod="${pod}",${labels}}`,
          values: `${value}x5`,
        }))
      const others = [
        { series: 'parley_queue_oldest_seconds{namespace="other",pod="9",queue="send_mail"}', values: '999x5' },
      ]
      const test = (pods: number) => ({
        interval: '1m',
        input_series: [
          ...others,
          ...series('parley_queue_oldest_seconds', 'queue="analyze_conversation"', Array(pods).fill(130)),
          ...series('parley_queue_oldest_seconds', 'queue="send_mail"', Array(pods).fill(20)),
          // Read at different times.
          ...series('parley_queue_jobs', 'queue="analyze_conversation",state="waiting"', [
            40,
            ...Array(pods - 1).fill(38),
          ]),
          ...series('parley_queue_jobs', 'queue="send_mail",state="waiting"', Array(pods).fill(2)),
          ...series('parley_queue_jobs', 'queue="send_mail",state="later"', Array(pods).fill(500)),
        ],
        promql_expr_test: queries.map(({ expr, isGrouped }) => ({
          ...{ expr, eval_time: '2m' },
          exp_samples: [
            { labels: isGrouped ? '{namespace="parley"}' : '{}', value: expr.includes('oldest') ? 130 : 42 },
          ],
        })),
      })
      const folder = await mkdtemp(join(tmpdir(), 'parley-autoscaling-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      // JSON is YAML.
      await writeFile(join(folder, 'test.yml'), JSON.stringify({ tests: [1, 3, 30].map(test) }))
      await run(promtool ?? '', ['test', 'rules', 'test.yml'], { cwd: folder })
    },
  )

  it('have a test for each alert', async () => {
    const rules = await readFile(`${FOLDER}parley-alerts.yml`, 'utf8')
    const tests = await readFile(`${FOLDER}parley-alerts.test.yml`, 'utf8')
    for (const [, name = ''] of rules.matchAll(/- alert: (\w+)/g)) expect(tests).toContain(name)
  })

  it.skipIf(promtool === undefined)('/metrics passes the linter of Prometheus', async () => {
    const linter = run(promtool ?? '', ['check', 'metrics'])
    linter.child.stdin?.end(await scrape())
    const complaints = await linter.then(
      ({ stderr }) => stderr,
      ({ stderr }) => String(stderr),
    )
    // Those of the process are named by the client library.
    expect(complaints.split('\n').filter((line) => /^(parley|http|tool)_/.test(line))).toEqual([])
  })
})
