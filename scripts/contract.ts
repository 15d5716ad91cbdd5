/**
 * `npm run contract`: the description of the REST API before independent judges. Spectral and Redocly lint it; then the
 * service is started, Prism is put before it as a proxy that holds every request and answer against the description,
 * and the whole acceptance run passes through it. `acceptance/ask.ts` fails on any violation Prism tells.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { installPackage } from './install-package.ts'
import { withService } from './running-service.ts'

const tools = fileURLToPath(new URL('../tools/contract/', import.meta.url))
const tool = (name: string) => join(tools, 'node_modules', '.bin', name)

installPackage(tools, 'the programs that check the API description')
const rules = [
  rule('Spectral finds nothing', tool('spectral'), [
    'lint',
    'openapi.json',
    '--ruleset',
    `${tools}spectral.yaml`,
    '--fail-severity',
    'hint',
  ]),
  rule('Redocly finds nothing', tool('redocly'), ['lint', 'openapi.json', '--config', `${tools}redocly.yaml`]),
  await withService(async ({ baseUrl, environment }) => {
    process.stdout.write('\n── Acceptance passes through Prism without a violation\n')
    return throughPrism(baseUrl, async (address) => {
      const run = spawn('vitest', ['run', '--config', 'acceptance/vitest.config.ts', ...process.argv.slice(2)], {
        stdio: 'inherit',
        env: { ...process.env, ...environment, PARLEY_URL: address, PARLEY_DIRECT_URL: baseUrl },
      })
      const [status] = await once(run, 'exit')
      return status === 0
    })
  }),
]
process.exitCode = rules.every(Boolean) ? 0 : 1

function rule(name: string, program: string, args: readonly string[]): boolean {
  process.stdout.write(`\n── ${name}\n`)
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return spawnSync(program, args, { stdio: 'inherit', env }).status === 0
}

async function throughPrism(baseUrl: string, work: (address: string) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-contract-'))
  const described = join(folder, 'openapi.json')
  // As served: with the address it is served at.
  writeFileSync(described, await (await fetch(`${baseUrl}/openapi.json`)).text())
  const port = await freePort()
  const prism = spawn(
    tool('prism'),
    ['proxy', described, baseUrl, '-h', '127.0.0.1', '-p', String(port), '-v', 'warn'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    await listening(port)
    await seesSomething(`http://127.0.0.1:${port}`)
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    prism.kill()
    await once(prism, 'exit')
    rmSync(folder, { recursive: true })
  }
}

/** A guard that sees nothing passes: a page size beyond its maximum must be told. */
async function seesSomething(address: string): Promise<void> {
  const answer = await fetch(`${address}/conversations/list?size=51`, { headers: { authorization: 'none' } })
  if (!answer.headers.get('sl-violations')?.includes('size')) throw new Error('Prism checks nothing.')
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('Prism did not start.')
}
