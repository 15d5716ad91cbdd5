/** Rules over the assertions of all tests, so that none of them passes without checking anything. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryFiles, root } from './repository-files.ts'

/** Arguments of `expect` without what is between their own parentheses: `list.every()`. */
function* readExpected(source: string): Generator<string> {
  for (const { index } of source.matchAll(/\bexpect\(/g)) {
    let text = ''
    let open = 1
    for (let at = index + 'expect('.length; open > 0 && at < source.length; at++) {
      if (source[at] === ')') open--
      if (open === 1) text += source[at]
      if (source[at] === '(') open++
    }
    yield text
  }
}

/** Assertions on `every`, which are true for an empty list, and don't name the items that fail. */
const findEvery = (source: string): string[] => [...readExpected(source)].filter((text) => text.includes('.every()'))

describe('assertions', () => {
  it('on all items of a list fail for an empty list: they use `expectEvery`, or expect that no item is wrong', async () => {
    const files = repositoryFiles.filter((file) => file.endsWith('.test.ts') && file !== 'tests/assertions.test.ts')
    expect(files.length).toBeGreaterThan(500)
    const found: string[] = []
    for (const file of files) {
      const source = await readFile(join(root, file), 'utf8')
      for (const assertion of findEvery(source)) found.push(`${file}: ${assertion}`)
    }
    expect(found).toEqual([])
  })

  it.each([
    'expect(answers.every(({ status }) => status === 200)).toBe(true)',
    'expect([...seen.values()].every((by) => by.length === 1)).toBe(true)',
    "expect(\n  told(vtt(...cues.map((text) => cue(text)))).every((line) => line.startsWith(' | ')),\n).toBe(true)",
  ])('are found: %s', (source) => expect(findEvery(source)).toHaveLength(1))

  it.each([
    'expectEvery(answers, ({ status }) => status === 200)',
    'expect(rows.filter((row) => !keeps.every((keep) => keep(row)))).toEqual([])',
    'const kept = rows.filter((row) => keeps.every((keep) => keep(row)))\nexpect(kept).toEqual(rows)',
  ])('are not confused with other code: %s', (source) => expect(findEvery(source)).toEqual([]))
})
