import { globSync } from 'node:fs'

/**
 * Paths of the test files that match entries of a list. Vitest takes its arguments as parts of paths: it ignores a pattern
 * as it ignores a path that doesn't exist.
 * @param entries paths and globs from the root of the repository
 * @throws Error if an entry matches no file
 */
export function expandTestFiles(entries: readonly string[]): string[] {
  const files = entries.flatMap((entry) => {
    const found = globSync(entry)
    if (found.length === 0) throw new Error(`No test file matches ${entry}.`)
    return found
  })
  return [...new Set(files)].sort()
}
