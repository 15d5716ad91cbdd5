/**
 * `npm run style`: counts the places that break the patterns of `docs/style.md`.
 *
 * `scripts/style/counts.json` holds the number of hits for each pattern. With `--check`, the command fails if a count is
 * not the stored one: more hits are new faults, and fewer must be stored with `--update`, so that counts only fall.
 * `--only NAME` limits the patterns, and `--limit N` the listed places of each (defaults to 20).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findStyleHits, type StyleHit } from './style/find-hits.ts'
import { STYLE_PATTERNS } from './style/patterns.ts'

const COUNTS = new URL('style/counts.json', import.meta.url)

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    limit: { type: 'string', default: '20' },
  },
})

const limit = Number(values.limit)
if (!Number.isInteger(limit) || limit < 0) usage(`--limit is ${values.limit}. It must be a whole number, such as 20.`)
for (const name of values.only) {
  const names = STYLE_PATTERNS.map((pattern) => pattern.name)
  if (!names.includes(name)) usage(`--only is ${name}. The patterns are ${names.join(', ')}.`)
}

const stored: Readonly<Record<string, number>> = JSON.parse(readFileSync(COUNTS, 'utf8'))
const hits = findStyleHits()
const counts = Object.fromEntries(
  STYLE_PATTERNS.map(({ name }) => [name, hits.filter(({ pattern }) => pattern.name === name).length]),
)

if (values.update) writeFileSync(COUNTS, `${JSON.stringify(counts, undefined, 2)}\n`)
if (values.check) process.exitCode = check() ? 0 : 1
else report()

/** Prints what changed. @returns whether each count is the stored one */
function check(): boolean {
  const grown = STYLE_PATTERNS.filter(({ name }) => (counts[name] ?? 0) > (stored[name] ?? 0))
  const fallen = STYLE_PATTERNS.filter(({ name }) => (counts[name] ?? 0) < (stored[name] ?? 0))
  for (const { name, advice } of grown) {
    console.log(`${name}: ${counts[name]} places, ${stored[name] ?? 0} are stored. ${advice}`)
  }
  if (grown.length > 0) console.log('`npm run style -- --only NAME --limit 1000` lists the places.')
  for (const { name } of fallen) console.log(`${name}: ${counts[name]} places, ${stored[name]} are stored.`)
  if (fallen.length > 0) console.log('The counts have fallen. Store them with `npm run style -- --update`.')
  return grown.length === 0 && fallen.length === 0
}

/** Ends the program with status 2. */
function usage(message: string): never {
  console.error(message)
  process.exit(2)
}

function report(): void {
  const shown = STYLE_PATTERNS.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
  for (const { name, advice } of shown) {
    console.log(`${name.padEnd(22)}${String(counts[name]).padStart(6)}  ${advice}`)
  }
  console.log(`${'all'.padEnd(22)}${String(hits.length).padStart(6)}`)
  for (const { name } of shown) {
    const places = hits.filter(({ pattern }) => pattern.name === name).slice(0, limit)
    if (places.length > 0) console.log(`\n${name}\n${places.map(format).join('\n')}`)
  }
}

function format({ file, line, excerpt }: StyleHit): string {
  return `  ${file}:${line}  ${excerpt}`
}
