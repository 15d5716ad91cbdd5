/** Files for installations: what they name exists. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { printSettings } from '../scripts/print-settings.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('deploy/compose.yaml')
const unit = read('deploy/systemd/parley.service')
const settings = new Set([...printSettings().matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name))

/** Variables that Node.js, glibc or PostgreSQL read. */
const FOREIGN = new Set([
  ...['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_TRIM_THRESHOLD_', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD'],
])
const own = (names: readonly string[]) => names.filter((name) => !FOREIGN.has(name))

describe('settings that exist', () => {
  it.each([
    ['Dockerfile', [...dockerfile.matchAll(/^(?:ENV| {2}) ?([A-Z][A-Z0-9_]+)=/gm)]],
    ['compose.yaml', [...compose.matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)]],
    ['parley.service', [...unit.matchAll(/(?<=[= ])([A-Z][A-Z0-9_]+)=/g)].filter(([name]) => /_|NODE/.test(name))],
  ])('are named by %s', (_, matches) => {
    const names = own(matches.map(([, name = '']) => name))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect(settings).toContain(name)
  })
})

it('the image has the version of Node.js that is tested, and the version of the program', () => {
  const { node } = JSON.parse(read('tools/node/package.json')).dependencies
  expect(dockerfile).toContain(`ARG NODE_VERSION=${node}\n`)
  expect(dockerfile).toContain(`ARG VERSION=${JSON.parse(read('package.json')).version}\n`)
})

it('the image contains what the package needs', () => {
  const kept = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path)
  for (const path of kept) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true)
  for (const path of ['migrations', 'src', 'scripts/package', 'package-lock.json']) expect(kept).toContain(path)
})

it('services wait until Parley has stopped in order', () => {
  expect(compose).toContain('stop_grace_period: 35s')
  expect(unit).toContain('TimeoutStopSec=35\n')
})
