/**
 * Splits the tests in two: those that open the app or start its processes, and those that need no database. Which one a
 * file is follows from what it imports, so that a new test is in the right project by itself.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const TESTS = ['src/**/*.test.ts', 'tests/**/*.test.ts']
/** A test that imports one of these, directly or not, needs the database. */
const NEEDS_DATABASE = /^src\/(app|services|testing\/(test-database|run-parley|scratch-database|data-folder))\.ts$/
/** Relative specifiers of imports, except of types, and of modules that a worker or a process runs. */
const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'"]*?from\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'|(?:^|\n)import\s+'(\.[^']+)'|new URL\(\s*'(\.[^']+\.ts)'/g

const imported = new Map<string, readonly string[]>()

function readImports(file: string): readonly string[] {
  const known = imported.get(file)
  if (known !== undefined) return known
  const specifiers = Array.from(readFileSync(file, 'utf8').matchAll(SPECIFIER), (match) =>
    match.slice(1).find((part) => part !== undefined),
  )
  const files = specifiers
    .map((specifier) => join(dirname(file), specifier ?? ''))
    .filter((path) => path.endsWith('.ts') && existsSync(path))
  imported.set(file, files)
  return files
}

function needsDatabase(test: string): boolean {
  const seen = new Set([test])
  for (const file of seen) {
    if (NEEDS_DATABASE.test(file)) return true
    for (const other of readImports(file)) seen.add(other)
  }
  return false
}

/** @returns paths of the tests of each project; the working directory is the root of the repository */
export function splitTests(): { unit: string[]; app: string[] } {
  const files = globSync(TESTS).sort()
  const app = files.filter(needsDatabase)
  const set = new Set(app)
  return { unit: files.filter((file) => !set.has(file)), app }
}
