/**
 * `npm run test:package`: builds the npm package, installs it in an empty folder without a registry, starts it there with
 * the demo, and checks its health, its API and its pages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { buildPackage } from './package.ts'
import { firstLine } from './running-service.ts'

const tarball = buildPackage()
const folder = mkdtempSync(join(tmpdir(), 'parley-package-'))
// The Node.js of this process, so that the launcher installs none.
const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), LOG_LEVEL: 'warn' }
try {
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarball]
  const { status } = spawnSync('npm', args, { cwd: folder, env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error("npm couldn't install the package.")
  await checkService()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function checkService(): Promise<void> {
  const bin = join(folder, 'node_modules', '.bin', 'parley')
  const service = spawn(bin, ['serve', '--demo', '--port', '0', '--json'], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const said = JSON.parse(await firstLine(service))
    await expectJson(`${said.url}/readyz`, {}, (body) => body.status === 'ok')
    await expectJson(
      `${said.base_url}/conversations`,
      { authorization: said.api_key },
      (body) => Array.isArray(body.data) && body.data.length > 0,
    )
    await checkAssets(said.url)
    await checkLanguage(said.url)
    process.stdout.write('The package starts outside a clone, is ready, and serves API and pages.\n')
  } finally {
    if (service.exitCode === null && service.kill()) await once(service, 'exit')
  }
}

/** Loads a page with all of its assets. Modules for browsers are compiled when they are requested. */
async function checkAssets(url: string): Promise<void> {
  const page = await (await fetch(`${url}/v2/docs`)).text()
  const assets = new Set([...page.matchAll(/\/assets\/[^"]+/g)].map(([path]) => path))
  const kinds = new Set<string>()
  for (const path of assets) {
    const response = await fetch(url + path)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`)
    kinds.add(response.headers.get('content-type')?.split(';', 1)[0] ?? '')
  }
  for (const kind of ['text/css', 'text/javascript'])
    if (!kinds.has(kind)) throw new Error(`The page refers to no ${kind}, only to ${[...kinds].join(', ')}.`)
}

/** The package contains the catalogs of languages. */
async function checkLanguage(url: string): Promise<void> {
  const page = await (await fetch(`${url}/sign-in`, { headers: { 'accept-language': 'de' } })).text()
  if (!page.includes('<html lang="de"') || !page.includes('Anmelden')) throw new Error('The package has no German.')
}

/** @throws Error with the response if it doesn't meet the condition */
async function expectJson(
  url: string,
  headers: Record<string, string>,
  holds: (body: Record<string, unknown>) => boolean,
): Promise<void> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200 || !holds(JSON.parse(text)))
    throw new Error(`${url} returned ${response.status}: ${text.slice(0, 500)}`)
}
