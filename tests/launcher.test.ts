/** The launcher, in a folder with a lock file of its own and a stand-in for npm, which installs by writing npm's list. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const bin = fileURLToPath(new URL('../bin', import.meta.url))

const LOCK = {
  '': { name: 'parley', optionalDependencies: { 'model-runtime': '7.8.9' } },
  'node_modules/used': { version: '1.2.3' },
  'node_modules/tests-only': { version: '4.5.6', dev: true },
  'node_modules/model-runtime': { version: '7.8.9', optional: true },
}
type Packages = Record<string, { version?: string }>

/** Writes folder and arguments of each call to `calls`, and the whole lock to npm's list; Node.js is a program. */
const NPM = `#!/usr/bin/env node
const { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { basename } = require('node:path')
const isNode = basename(process.cwd()) === 'node'
appendFileSync(isNode ? '../../calls' : 'calls', (isNode ? 'node: ' : '') + process.argv.slice(2).join(' ') + '\\n')
if (process.env.NPM_FAILS) process.exit(1)
mkdirSync('node_modules', { recursive: true })
cpSync('package-lock.json', 'node_modules/.package-lock.json')
for (const path of Object.keys(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)) {
  if (path !== '') mkdirSync(path, { recursive: true })
}
if (isNode) {
  mkdirSync('node_modules/node/bin', { recursive: true })
  writeFileSync('node_modules/node/bin/node', '#!/bin/sh\\necho installed node: "$@"\\n', { mode: 0o755 })
}
`

async function createHome(installed: Packages | undefined) {
  const home = await mkdtemp(join(tmpdir(), 'parley-launcher-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await cp(bin, join(home, 'bin'), { recursive: true })
  const put = async (file: string, content: string, mode = 0o644) => {
    await mkdir(dirname(join(home, file)), { recursive: true })
    await writeFile(join(home, file), content, { mode })
  }
  await put('package-lock.json', JSON.stringify({ packages: LOCK }))
  await put('src/main.ts', `process.stdout.write('started ' + process.argv.slice(2).join(' '))`)
  await put('programs/npm', NPM, 0o755)
  await put(
    'tools/node/package-lock.json',
    JSON.stringify({ packages: { 'node_modules/node': { version: '24.9.0' } } }),
  )
  if (installed !== undefined) {
    await put('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
    for (const path of Object.keys(installed)) await mkdir(join(home, path), { recursive: true })
  }
  return {
    path: home,
    put,
    async launch(args: readonly string[], env: Record<string, string> = {}) {
      const PATH = [join(home, 'programs'), process.env.PATH].join(':')
      const child = spawn(process.execPath, [join(home, 'bin/parley.mjs'), ...args], { env: { PATH, ...env } })
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
      const calls = await readFile(join(home, 'calls'), 'utf8').catch(() => '')
      return { code, out, err, calls: calls.split('\n').filter((call) => call !== '') }
    },
  }
}

const { '': _, 'node_modules/tests-only': tests, 'node_modules/model-runtime': models, ...production } = LOCK
const development = { ...production, 'node_modules/tests-only': tests }

describe('the launcher', () => {
  it('installs the packages of the service alone at the first start, and none at the second', async () => {
    const home = await createHome(undefined)
    const first = await home.launch(['serve'])
    expect(first).toMatchObject({ code: 0, out: 'started serve', err: expect.stringContaining('Installing packages') })
    expect(first.calls).toEqual([expect.stringMatching(/^install --no-save --omit=dev --omit=optional /)])
    expect(await home.launch(['serve'])).toEqual({ ...first, err: '' })
  })

  it.each([
    ['serve', production],
    ['--run', development],
  ])('runs no npm for %s if npm installed what the lock file requires', async (arg, installed) => {
    const home = await createHome(installed)
    const args = arg === '--run' ? ['--run', 'node', '--version'] : [arg]
    expect(await home.launch(args)).toMatchObject({ code: 0, err: '', calls: [] })
  })

  it('installs again if the folder of a package was deleted', async () => {
    const home = await createHome(production)
    await rm(join(home.path, 'node_modules/used'), { recursive: true })
    expect((await home.launch(['serve'])).calls).toHaveLength(1)
  })

  it('installs again if the lock file requires another version', async () => {
    const home = await createHome({ ...production, 'node_modules/used': { version: '1.2.2' } })
    expect((await home.launch(['serve'])).calls).toHaveLength(1)
  })

  it('adds development packages for a program of developers, says so, and keeps them', async () => {
    const home = await createHome(production)
    const test = await home.launch(['--run', 'node', '--version'])
    expect(test).toMatchObject({ code: 0, err: expect.stringContaining('development packages, once') })
    expect(test.calls).toEqual([expect.stringContaining('--include=dev')])
    await home.put(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/tests-only': tests } }),
    )
    expect((await home.launch(['serve'])).calls[1]).toContain('--include=dev')
  })

  it('keeps the packages of models when it installs others', async () => {
    const home = await createHome({ 'node_modules/model-runtime': models })
    expect((await home.launch(['serve'])).calls).toEqual([
      expect.stringMatching(/^install --no-save --omit=dev --include=optional /),
    ])
  })

  it.each([
    ['v20.19.0', true],
    ['v24.6.0', true],
    ['v24.7.0', false],
    ['v26.0.0', false],
  ])('installs Node.js if the one of the machine is too old: %s', async (version, isTooOld) => {
    const home = await createHome(production)
    await home.put('pretend.mjs', `Object.defineProperty(process, 'version', { value: '${version}' })`)
    const env = { NODE_OPTIONS: `--import=${home.path}/pretend.mjs` }
    const first = await home.launch(['serve'], env)
    expect(first.code).toBe(0)
    expect(first.out).toMatch(isTooOld ? /^installed node: .*main[.]ts serve/ : /^started serve$/)
    expect(first.calls).toEqual(isTooOld ? [expect.stringMatching(/^node: install --no-save /)] : [])
    expect((await home.launch(['serve'], env)).calls).toEqual(first.calls)
  })

  it('ends with 1 if npm fails', async () => {
    const home = await createHome(undefined)
    const failed = await home.launch(['serve'], { NPM_FAILS: '1' })
    expect(failed).toMatchObject({ code: 1, out: '', err: expect.stringContaining("Couldn't install") })
  })
})
