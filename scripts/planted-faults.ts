/**
 * `npm run test:planted`: checks the tests by planting faults. Applies each fault of `planted-faults-list.ts` to a copy
 * of the last commit, runs the tests that must notice it, and prints the faults that they missed. Ends with 1 if fewer
 * than 85 percent are caught, or 60 percent of a sample.
 *
 *   npm run test:planted -- limits        faults whose name or file contains the text
 *   npm run test:planted -- --sample 12   so many faults whose tests need no database; the commit decides which
 *   npm run test:planted -- --list        prints the faults without running tests
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { PlantedFault } from './planted-faults/model.ts'
import { FAULTS } from './planted-faults-list.ts'
import { splitTests } from './test-projects.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Minimum percentage of caught faults. */
const CAUGHT_MIN = 85
/** The same of a sample. If tests catch 85 % of all faults, one sample of ten in a hundred has less. */
const CAUGHT_IN_SAMPLE_MIN = 60
/** Tests that need no database. */
const UNIT: ReadonlySet<string> = new Set(splitTests().unit)
/** A fault can make a test hang. Then it is caught too. */
const LIMITS = ['--testTimeout', '30000', '--hookTimeout', '60000']
const RUN_MS_MAX = 300_000
/** Of each test file of the run without a fault, which runs all of them. */
const FILE_MS_MAX = 60_000

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' }, sample: { type: 'string' } },
  allowPositionals: true,
})
const isWanted = ({ name, file }: PlantedFault) =>
  positionals.length === 0 || positionals.some((text) => name.includes(text) || file.includes(text))
const matching = FAULTS.filter(isWanted)
const wanted = values.sample === undefined ? matching : selectSample(matching, Number(values.sample))

if (values.list) {
  for (const { file, name } of wanted) process.stdout.write(`${file}: ${name}\n`)
} else process.exitCode = await run()

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-planted-'))
  const tree = join(folder, 'tree')
  git('worktree', 'add', '--quiet', '--detach', tree)
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
    const outdated = wanted.filter((fault) => !occursOnce(tree, fault))
    for (const { file, name } of outdated) process.stdout.write(`outdated: ${file}: ${name}\n`)
    const tests = [...new Set(wanted.flatMap((fault) => fault.tests))]
    if (outdated.length > 0 || wanted.length === 0 || !(await passes(tree, tests, tests.length * FILE_MS_MAX))) {
      process.stdout.write('The list is outdated or empty, or the tests fail without a fault.\n')
      return 1
    }
    let caught = 0
    for (const fault of wanted) {
      const isCaught = await isNoticed(tree, fault)
      if (isCaught) caught++
      process.stdout.write(`${isCaught ? 'caught' : 'MISSED'}: ${fault.file}: ${fault.name}\n`)
    }
    const percent = (100 * caught) / wanted.length
    process.stdout.write(`\n${caught} of ${wanted.length} faults caught (${percent.toFixed(0)} %)\n`)
    return percent >= (values.sample === undefined ? CAUGHT_MIN : CAUGHT_IN_SAMPLE_MIN) ? 0 : 1
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(folder, { recursive: true, force: true })
  }
}

function git(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${words[0]} ${words[1]}: ${stderr}`)
  return stdout
}

/** Changes with each commit, so that many runs plant all faults, and a run can be repeated. */
function selectSample(faults: readonly PlantedFault[], size: number): PlantedFault[] {
  const commit = git('rev-parse', 'HEAD')
  const toPlace = ({ file, name }: PlantedFault) =>
    createHash('sha256').update(`${commit} ${file} ${name}`).digest('hex')
  return faults
    .filter(({ tests }) => tests.every((test) => UNIT.has(test)))
    .map((fault) => ({ fault, place: toPlace(fault) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, size)
    .map(({ fault }) => fault)
}

/** Whether the fault can be planted: its text occurs exactly once, and its tests exist. */
function occursOnce(tree: string, { file, text, tests }: PlantedFault): boolean {
  const path = join(tree, file)
  return (
    existsSync(path) &&
    readFileSync(path, 'utf8').split(text).length === 2 &&
    tests.every((test) => existsSync(join(tree, test)))
  )
}

async function isNoticed(tree: string, { file, text, replacement, tests }: PlantedFault): Promise<boolean> {
  const path = join(tree, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  )
  try {
    return !(await passes(tree, tests))
  } finally {
    writeFileSync(path, source)
  }
}

/** @param additional milliseconds on top of `RUN_MS_MAX` */
async function passes(tree: string, tests: readonly string[], additional = 0): Promise<boolean> {
  // The other project loads what starts a database, which takes longer than most of these tests.
  const projects = tests.every((test) => UNIT.has(test)) ? ['--project', 'unit'] : []
  const child = spawn('vitest', ['run', '--bail', '1', '--reporter', 'dot', ...LIMITS, ...projects, ...tests], {
    cwd: tree,
    stdio: 'ignore',
    timeout: RUN_MS_MAX + additional,
  })
  const [code] = await once(child, 'exit')
  return code === 0
}
