/** The list of planted faults (`npm run test:planted`): each one can be planted. Running all of them takes an hour. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTS } from '../scripts/planted-faults-list.ts'

const ROOT = join(import.meta.dirname, '..')

describe('planted faults', () => {
  it('replace a text that occurs once in their file, and name tests that exist', () => {
    const outdated = FAULTS.filter(
      ({ file, text, tests }) =>
        !existsSync(join(ROOT, file)) ||
        readFileSync(join(ROOT, file), 'utf8').split(text).length !== 2 ||
        !tests.every((test) => existsSync(join(ROOT, test))),
    )
    expect(outdated.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
    expect(FAULTS.length).toBeGreaterThan(200)
  })

  it('change something, and have distinct names in a file', () => {
    for (const { text, replacement, name } of FAULTS) expect(replacement, name).not.toBe(text)
    const names = FAULTS.map(({ file, name }) => `${file}: ${name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
