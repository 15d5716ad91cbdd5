/**
 * `npm run conformance:mcp`: the tool server before the protocol's own judge (`@modelcontextprotocol/conformance`), on every
 * revision that it speaks. What asks for no tool of its own is asked of the service itself; what calls fixtures by fixed
 * names goes through the same endpoint with those fixtures behind it; what asks for things that Parley does not do is named
 * here with the reason. A scenario that the suite has and this file does not place is a failure, so that none is forgotten.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AuthorizingProxy, openAuthorizingProxy } from './conformance/authorizing-proxy.ts'
import { authorizationVerdict } from './conformance/consent.ts'
import { installSuite, runSuite, suite } from './conformance/suite.ts'
import { firstLine, withService } from './running-service.ts'

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const

/** Asked of the service itself. All others go to the fixtures. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set([
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'server-sse-polling',
  'dns-rebinding-protection',
  'sep-2164-resource-not-found',
  'caching',
  'http-header-validation',
  'input-required-result-missing-input-response',
  'input-required-result-unsupported-methods',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
])

const ASKS =
  'Parley asks its client only to confirm removals, by elicitation of revision 2026-07-28: no sampling, no roots'
const LOGS = 'Parley sends its logs to its operator, not to clients'
/** First part of the name → why it does not apply. */
const NOT_APPLICABLE: readonly (readonly [string, string])[] = [
  ['tools-call-sampling', ASKS],
  ['tools-call-elicitation', ASKS],
  ['elicitation-', ASKS],
  ['input-required-result-', ASKS],
  ['logging-set-level', LOGS],
  ['tools-call-with-logging', LOGS],
  ['resources-subscribe', 'What resources tell is read anew each time; there are no subscriptions'],
  ['resources-unsubscribe', 'As resources-subscribe'],
  ['http-custom-header', 'No tool takes an argument from a header'],
  ['tasks-', 'An extension that Parley does not have: what takes long tells its progress, or is asked for again'],
  ['sep-2640-', 'An extension that Parley does not have: skills'],
]

interface Row {
  readonly scenario: string
  readonly revision: string
  readonly where: string
  readonly passed: number
  readonly failures: readonly string[]
}

installSuite()
const rows: Row[] = []
await withService(
  async ({ baseUrl, environment, said }) => {
    const service = await openAuthorizingProxy(baseUrl, environment.PARLEY_KEY ?? '')
    const fixtures = await startFixtures()
    for (const { scenario, revision } of scenarios()) {
      if (reasonFor(scenario) !== undefined) continue
      const isOwn = OF_THE_SERVICE.has(scenario)
      const { url } = isOwn ? service : fixtures.proxy
      const args = ['server', '--url', `${url}/mcp`, '--scenario', scenario, '--spec-version', revision]
      rows.push({ scenario, revision, where: isOwn ? 'service' : 'fixtures', ...(await runSuite(args)) })
    }
    const authorization = await authorizationVerdict(said.url ?? '', said.sign_in_link ?? '')
    rows.push({ scenario: 'authorization-*', revision: 'all', where: 'service', ...authorization })
    await Promise.all([service.close(), fixtures.close()])
  },
  { LIMIT_SECOND: '1000', EMBEDDING_PROVIDER: 'none' },
)
report()

/** Of the suite's own list, on each revision that they apply to. */
function scenarios(): { scenario: string; revision: string }[] {
  const { stdout } = spawnSync(process.execPath, [suite, 'list'], { encoding: 'utf8' })
  const [, own = ''] = /Server scenarios[^\n]*\n([\s\S]*?)\n\n/.exec(stdout) ?? []
  const found = [...own.matchAll(/- (\S+) \[([^\]]*)\]/g)].flatMap(([, scenario = '', revisions = '']) =>
    revisions.split(',').flatMap((revision) => {
      const applies = REVISIONS.some((one) => one === revision) || reasonFor(scenario) !== undefined
      if (!applies) throw new Error(`${scenario} of ${revision} has no place in this file.`)
      return reasonFor(scenario) === undefined ? [{ scenario, revision }] : []
    }),
  )
  if (found.length < 40) throw new Error('The list of scenarios was not understood.')
  return found
}

function reasonFor(scenario: string): string | undefined {
  if (OF_THE_SERVICE.has(scenario)) return undefined
  return NOT_APPLICABLE.find(([start]) => scenario.startsWith(start))?.[1]
}

async function startFixtures(): Promise<{ proxy: AuthorizingProxy; close(): Promise<void> }> {
  const file = new URL('./conformance/fixture-service.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = JSON.parse(await firstLine(child))
  const proxy = await openAuthorizingProxy(said.url, said.key)
  return {
    proxy,
    async close() {
      await proxy.close()
      child.kill()
      await once(child, 'exit')
    },
  }
}

function report(): void {
  const failed = rows.filter(({ failures }) => failures.length > 0)
  for (const { scenario, revision, where, passed, failures } of rows) {
    const outcome = failures.length === 0 ? `${passed} passed` : `${passed} passed, ${failures.length} FAILED`
    process.stdout.write(`${revision.padEnd(10)}  ${scenario.padEnd(46)} ${where.padEnd(9)} ${outcome}\n`)
    for (const failure of failures) process.stdout.write(`            ${failure}\n`)
  }
  process.stdout.write('\nDoes not apply:\n')
  for (const [start, reason] of NOT_APPLICABLE) {
    process.stdout.write(`  ${start}${start.endsWith('-') ? '*' : ''}: ${reason}.\n`)
  }
  const passed = rows.reduce((sum, row) => sum + row.passed, 0)
  process.stdout.write(`\n${rows.length} scenarios, ${passed} checks passed, ${failed.length} scenarios failed\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
