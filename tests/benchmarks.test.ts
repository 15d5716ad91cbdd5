/** Every benchmark, evaluation and training has a smallest size, which CI runs: one that nobody runs breaks unnoticed. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SMALLEST } from '../bench/smallest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
const RUN = 'bench:smallest'
const MEASURES = /^(bench|eval|train):|^test:(kill|faults|move|several|sources|upgrade)$/

const measuring = Object.keys(scripts).filter((name) => MEASURES.test(name) && name !== RUN)

it('every script that measures has a smallest size in bench/smallest.ts, and nothing else has', () => {
  expect(measuring.length).toBeGreaterThan(20)
  expect(Object.keys(SMALLEST).toSorted()).toEqual(measuring.toSorted())
})

it.each(measuring)('%s names a file of this repository', (name) => {
  const [, file = ''] = /^node bin\/parley\.mjs --run node (bench\/[\w-]+\.ts)$/.exec(scripts[name] ?? '') ?? []
  expect(existsSync(root + file) && file !== '').toBe(true)
})

it('CI runs them', () => {
  expect(readFileSync(`${root}.ci/run`, 'utf8')).toContain(`npm run --silent ${RUN}`)
})
