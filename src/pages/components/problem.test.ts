import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { attemptProblem } from './problem.ts'

const PAGES = fileURLToPath(new URL('../', import.meta.url))
/** An error of an operation that a page prints as it is: English, and with backticks. */
const RAW = /class="problem"[^`]*\$\{[^}]*(?:\.detail|\.message|\berror)\}/

const findRaw = (text: string): boolean => RAW.test(text)

describe('an error of an operation', () => {
  it('names fields as code', () => {
    expect(attemptProblem({ problems: [{ detail: '`name` is required.' }] }).text).toBe(
      '<div class="problem" role="alert"><p><code>name</code> is required.</p></div>',
    )
  })

  it('is printed by this component on every page, and not as it is', () => {
    const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!test)\.ts$/.test(name),
    )
    expect(files.filter((name) => findRaw(readFileSync(join(PAGES, name), 'utf8')))).toEqual([])
    expect(findRaw(['<p class="problem" role="alert">', '{attempt.problems[0].detail}</p>'].join('$'))).toBe(true)
  })
})
