/**
 * Remembers which steps of `npm run check` held for which files, so that a check without changes takes a second.
 * The record is in `node_modules/.cache`, which a new installation of packages doesn't delete: the packages are part of the
 * key, by the lock file.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
const FILE = `${FOLDER}/checked.json`

interface CheckRecord {
  readonly files: string
  readonly held: readonly string[]
}

/** SHA-256 of the names and contents of all files that Git tracks or would add, and of the version of Node.js. */
export function hashFiles(): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const hash = createHash('sha256').update(process.version)
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    hash.update(`\0${file}\0`)
    try {
      hash.update(readFileSync(file))
    } catch (error) {
      // A tracked file that was deleted.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return hash.digest('hex')
}

/** @returns the steps that held for these files */
export function readHeldSteps(files: string): ReadonlySet<string> {
  try {
    const record: CheckRecord = JSON.parse(readFileSync(FILE, 'utf8'))
    return new Set(record.files === files ? record.held : [])
  } catch {
    // There is no record yet, or an older version wrote it.
    return new Set()
  }
}

export function writeHeldSteps(files: string, held: Iterable<string>): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(FILE, JSON.stringify({ files, held: [...held] } satisfies CheckRecord))
}
