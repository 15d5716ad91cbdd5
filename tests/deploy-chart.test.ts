/**
 * The Helm chart, rendered by Go's template engine and checked against the schemas of Kubernetes. The templates use no
 * function that Helm adds, so the engine alone renders them as Helm does. Neither Helm nor a cluster is part of the tests.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { printSettings } from '../scripts/print-settings.ts'
import {
  type ChartValues,
  chartValues,
  findSchemaProblems,
  installDeployTools,
  parseYaml,
  type Resource,
  renderChart,
  renderResources,
} from './deploy-tools.ts'

const CHART = new URL('../deploy/helm/parley/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, CHART), 'utf8')
const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
const settings = new Set([...printSettings().matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name))

const SMALL = { publicUrl: 'https://parley.example.com', secret: { existing: 'parley' } }
/** Every option, with texts that YAML would read as something else if they weren't quoted. */
const FULL = {
  publicUrl: 'https://parley.example.com',
  image: { digest: `sha256:${'a'.repeat(64)}`, pullSecrets: ['registry'] },
  settings: { LIMIT_SECOND: 50, MAIL_FROM: 'Parley: "calls" <parley@example.com>', DISK_RESERVE_MB: 0 },
  secret: { values: { DATABASE_URL: 'postgres://parley:a"b\\c@db/parley', SECRET: 'x'.repeat(32) } },
  files: { existingClaim: 'recordings' },
  server: {
    nodeSelector: { disk: 'true' },
    tolerations: [{ key: 'calls', operator: 'Exists', tolerationSeconds: 60 }],
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } } } },
        ],
      },
    },
    annotations: { 'example.com/note': 'yes' },
  },
  worker: {
    lanes: 'inside=8,outside',
    groups: [
      { name: 'speech', lanes: 'long=1', replicas: 0, nodeSelector: { gpu: 'true' }, annotations: { 'a.b/c': 'no' } },
    ],
    autoscaling: { queueAge: { enabled: true } },
  },
  ingress: { enabled: true, className: 'nginx', host: 'parley.example.com', tlsSecret: 'parley-tls' },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    metricsFrom: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
  },
}
const FIXED = {
  ...SMALL,
  server: { autoscaling: { enabled: false }, disruptionBudget: false },
  worker: { autoscaling: { enabled: false }, disruptionBudget: false },
  migration: { enabled: false },
  networkPolicy: { enabled: false },
}

const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(read('values.schema.json')))

async function findValueProblems(changes: ChartValues): Promise<string[]> {
  validate(await chartValues(changes))
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
}

const podsIn = (resources: readonly Resource[]) =>
  resources.flatMap(({ kind, metadata, spec }) =>
    spec?.template === undefined ? [] : [{ name: `${kind} ${metadata.name}`, pod: spec.template.spec }],
  )

beforeAll(installDeployTools, 300_000)

describe.each([
  ['the fewest values', SMALL, 13],
  ['every option', FULL, 16],
  ['a fixed number of pods', FIXED, 5],
])('with %s', (_, changes, count) => {
  let resources: Resource[]
  beforeAll(async () => {
    resources = await renderResources(await chartValues(changes))
  })

  it('the values are valid', async () => {
    expect(await findValueProblems(changes)).toEqual([])
  })

  it('all resources are valid for Kubernetes, and named once', async () => {
    expect(resources).toHaveLength(count)
    const problems = await Promise.all(resources.map(findSchemaProblems))
    expect(problems.flat()).toEqual([])
    expect(new Set(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(count)
    for (const { metadata } of resources)
      expect(metadata.labels).toMatchObject({ 'app.kubernetes.io/instance': 'prod' })
  })

  it('pods have no rights, write only to their volumes, and have limits', () => {
    const pods = podsIn(resources)
    expect(pods.length).toBeGreaterThan(1)
    for (const { pod } of pods) {
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.requests).toMatchObject({ cpu: expect.any(String), memory: expect.any(String) })
        expect(container.resources.limits).toHaveProperty('memory')
        const volumes = pod.volumes.map(({ name }) => name)
        for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
          expect.arrayContaining(['/tmp', '/data']),
        )
      }
    }
  })

  it('no value is missing', async () => {
    for (const text of (await renderChart(await chartValues(changes))).values())
      expect(text).not.toContain('<no value>')
  })
})

describe('the resources', () => {
  const render = async (changes: ChartValues) => {
    const resources = await renderResources(await chartValues(changes))
    return (kind: string, name: string) =>
      resources.find((resource) => resource.kind === kind && resource.metadata.name === name)
  }

  it('run servers without jobs, and workers, with probes and time to stop', async () => {
    const find = await render(SMALL)
    for (const [name, args] of [
      ['server', ['serve', '--no-worker']],
      ['worker', ['worker']],
    ] as const) {
      const pod = find('Deployment', `prod-${name}`)?.spec?.template?.spec
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(35)
      expect(pod?.containers[0]).toMatchObject({
        image: `ghcr.io/parley/parley:${version}`,
        args,
        livenessProbe: { httpGet: { path: '/healthz' } },
        readinessProbe: { httpGet: { path: '/readyz' } },
        envFrom: [{ configMapRef: { name: 'prod-settings' } }, { secretRef: { name: 'parley' } }],
      })
    }
  })

  it('migrate before an upgrade', async () => {
    const migration = (await render(SMALL))('Job', 'prod-migration-3')
    expect(migration?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-upgrade' })
    expect(migration?.spec?.template?.spec.containers[0]?.args).toEqual(['migrate'])
  })

  it('keep texts as they are', async () => {
    const find = await render(FULL)
    expect(find('ConfigMap', 'prod-settings')?.data).toMatchObject(
      Object.fromEntries(Object.entries(FULL.settings).map(([name, value]) => [name, String(value)])),
    )
    expect(find('Secret', 'prod-settings')?.stringData).toEqual(FULL.secret.values)
    expect(find('Deployment', 'prod-server')?.spec?.template?.spec).toMatchObject({
      nodeSelector: FULL.server.nodeSelector,
      tolerations: FULL.server.tolerations,
      affinity: FULL.server.affinity,
      containers: [{ image: `ghcr.io/parley/parley@sha256:${'a'.repeat(64)}` }],
    })
  })

  it('take no secret from values when one exists', async () => {
    expect((await render(SMALL))('Secret', 'prod-settings')).toBeUndefined()
  })

  it('scale workers by the age of the queue on request', async () => {
    const external = { type: 'External', external: { metric: { name: 'parley_queue_age_seconds' } } }
    const full = (await render(FULL))('HorizontalPodAutoscaler', 'prod-worker')
    expect(full?.spec?.metrics?.[1]).toMatchObject(external)
    expect((await render(SMALL))('HorizontalPodAutoscaler', 'prod-worker')?.spec?.metrics).toHaveLength(1)
    expect((await render(FIXED))('Deployment', 'prod-worker')?.spec?.replicas).toBe(2)
  })

  it('run workers of some lanes, which the Deployment of the others does not select', async () => {
    const find = await render(FULL)
    const [all, speech] = [find('Deployment', 'prod-worker'), find('Deployment', 'prod-worker-speech')]
    expect(all?.spec?.template?.spec.containers[0]?.args).toEqual(['worker', '--lanes', 'inside=8,outside'])
    const group = speech?.spec?.template?.spec
    expect(group?.containers[0]).toMatchObject({
      args: ['worker', '--lanes', 'long=1'],
      resources: all?.spec?.template?.spec.containers[0]?.resources,
    })
    expect(group).toMatchObject({ nodeSelector: { gpu: 'true' } })
    expect(speech?.spec?.replicas).toBe(0)
    const labels = (one: typeof all) => JSON.parse(JSON.stringify(one)).spec
    const ofGroup = labels(speech).template.metadata.labels
    const selects = ({ selector: { matchLabels } }: { selector: { matchLabels: Record<string, string> } }) =>
      Object.entries(matchLabels).filter(([name, value]) => ofGroup[name] !== value)
    expect(selects(labels(speech))).toEqual([])
    expect(selects(labels(all))).not.toEqual([])
    const policy = JSON.stringify(find('NetworkPolicy', 'prod-background'))
    expect(policy).toContain(ofGroup['app.kubernetes.io/component'])
  })

  it('send nothing to the metadata service of a cloud', async () => {
    const egress = (await render(SMALL))('NetworkPolicy', 'prod-outgoing')?.spec?.egress
    expect(JSON.stringify(egress)).toContain('"except":["169.254.0.0/16","168.63.129.16/32"]')
  })
})

it('KEDA scales the workers of the chart from zero, by the documented age of the oldest job', async () => {
  interface Scaled {
    readonly spec: {
      readonly scaleTargetRef: { readonly name: string }
      readonly minReplicaCount: number
      readonly triggers: readonly { readonly metricType: string; readonly metadata: { readonly query: string } }[]
    }
  }
  const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const [scaled] = await parseYaml<Scaled>(file('deploy/monitoring/keda-workers.yaml'))
  const none = { ...SMALL, worker: { replicas: 0, autoscaling: { enabled: false }, disruptionBudget: false } }
  expect(await findValueProblems(none)).toEqual([])
  const workers = (await renderResources(await chartValues(none))).filter(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === scaled?.spec.scaleTargetRef.name,
  )
  expect(workers.map(({ spec }) => spec?.replicas)).toEqual([0])
  expect(scaled?.spec.minReplicaCount).toBe(0)
  const [trigger] = scaled?.spec.triggers ?? []
  expect(trigger?.metricType).toBe('Value')
  expect(file('docs/operating.md')).toContain(`\`${trigger?.metadata.query}\``)
})

describe('values that are refused', () => {
  it.each([
    ['no address', { secret: SMALL.secret }, '/publicUrl'],
    ['an address with a path', { ...SMALL, publicUrl: 'https://example.com/parley' }, '/publicUrl'],
    ['no secret', { publicUrl: SMALL.publicUrl }, '/secret/values'],
    ['two secrets', { ...SMALL, secret: { existing: 'a', values: { SECRET: 'x'.repeat(32) } } }, '/secret'],
    [
      'a short SECRET',
      { ...FULL, secret: { values: { ...FULL.secret.values, SECRET: 'short' } } },
      '/secret/values/SECRET',
    ],
    ['the database among the settings', { ...SMALL, settings: { DATABASE_URL: 'postgres://a' } }, '/settings'],
    ['an unknown value', { ...SMALL, replicas: 3 }, 'must NOT have additional properties'],
    ['an ingress without a host', { ...SMALL, ingress: { enabled: true } }, '/ingress/host'],
    ['an unknown lane', { ...SMALL, worker: { lanes: 'fast' } }, '/worker/lanes'],
    ['a lane without a place', { ...SMALL, worker: { lanes: 'long=0' } }, '/worker/lanes'],
    ['a group without lanes', { ...SMALL, worker: { groups: [{ name: 'speech', replicas: 1 }] } }, '/worker/groups/0'],
    ['a tag as a digest', { ...SMALL, image: { digest: 'latest' } }, '/image/digest'],
  ])('%s', async (_, changes, problem) => {
    expect((await findValueProblems(changes)).join('\n')).toContain(problem)
  })
})

it('the chart has the version of the program, and names settings that exist', async () => {
  const [chart] = await parseYaml<object>(read('Chart.yaml'))
  expect(chart).toMatchObject({ apiVersion: 'v2', name: 'parley', version, appVersion: version })
  const named = [...read('values.yaml').matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(settings).toContain(name)
})

it('the schemas of Kubernetes find mistakes', async () => {
  const [job] = (await renderResources(await chartValues(SMALL))).filter(({ kind }) => kind === 'Job')
  expect(job).toBeDefined()
  if (job === undefined) return
  expect(await findSchemaProblems(job)).toEqual([])
  expect(await findSchemaProblems({ ...job, spec: {} })).not.toEqual([])
  expect(await findSchemaProblems({ ...job, apiVersion: 'apps/v1' })).toEqual(['apps/v1 has no Job'])
})

it('templates use no function that Helm adds', () => {
  const own = new Set([
    'and',
    'eq',
    'index',
    'or',
    'not',
    'printf',
    'print',
    'range',
    'if',
    'else',
    'end',
    'template',
    'define',
  ])
  const used = new Set<string>()
  for (const name of readdirSync(new URL('templates/', CHART)))
    for (const [, action = ''] of read(`templates/${name}`).matchAll(/\{\{-?([\s\S]*?)-?\}\}/g)) {
      const code = action.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"(?:[^"\\]|\\.)*"/g, '')
      for (const [word] of code.matchAll(/(?<![\w.$])[a-zA-Z]\w*/g)) used.add(word)
    }
  expect(used.size).toBeGreaterThan(8)
  expect([...used].filter((word) => !own.has(word))).toEqual([])
})
