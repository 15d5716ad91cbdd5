/**
 * The lists of test files match files. Vitest takes a path that doesn't exist for a filter without matches, and passes: the
 * tests behind PgBouncer once missed ten files that had moved. It takes a glob for one too: the tests on a cluster once missed
 * all features.
 */
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expandTestFiles } from '../scripts/expand-test-files.ts'
import * as lists from '../scripts/test-files.ts'
import { root } from './repository-files.ts'

it.each(Object.entries(lists))('%s matches files with each entry', (_name, entries) => {
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.filter((entry) => globSync(entry, { cwd: root }).length === 0)).toEqual([])
})

it('expands globs to paths, and refuses an entry that matches no file', () => {
  const files = expandTestFiles(lists.ON_CLUSTER)
  const features = files.filter((file) => file.startsWith('src/features/'))
  expect(features).toEqual(globSync('src/features/**/*.test.ts', { cwd: root }).sort())
  expect(files.filter((file) => file.includes('*'))).toEqual([])
  expect(() => expandTestFiles(['tests/none-*.test.ts'])).toThrow('No test file matches tests/none-*.test.ts.')
})
