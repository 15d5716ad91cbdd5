/**
 * The lists of test files match files. Vitest takes a path that doesn't exist for a filter without matches, and passes: the
 * tests behind PgBouncer once missed ten files that had moved.
 */
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as lists from '../scripts/test-files.ts'
import { root } from './repository-files.ts'

it.each(Object.entries(lists))('%s matches files with each entry', (_name, entries) => {
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.filter((entry) => globSync(entry, { cwd: root }).length === 0)).toEqual([])
})
