/** Runs on disk, what the scorer says of them, and the table beside the baselines. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { EvaluationData, Query } from './eval-data.ts'
import { percentile, printTable, tell } from './report.ts'

const run = promisify(execFile)
const SCORES_BYTES_MAX = 16 * 1024 * 1024

/** Measures of one run, by group and name, as the scorer prints them. */
export type Scores = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface Runs {
  readonly folder: string
  /** Writes one object a line. @returns its path */
  write(name: string, rows: readonly unknown[]): Promise<string>
  /** What the scorer says of a run over the questions that were asked; undefined when there is no scorer. */
  score(path: string, asked: readonly Query[]): Promise<Scores | undefined>
}

/**
 * @param runs where they are written; undefined: a new one
 * @param scorer the program that scores a run; undefined: PARLEY_SCORER, or the one that lies beside the data
 */
export async function openRuns(
  data: EvaluationData,
  { runs, scorer }: { runs: string | undefined; scorer: string | undefined },
): Promise<Runs> {
  const into = runs === undefined ? mkdtempSync(join(tmpdir(), 'parley-eval-runs-')) : resolve(runs)
  await mkdir(into, { recursive: true })
  const program = resolve(scorer ?? process.env.PARLEY_SCORER ?? join(data.folder, '../tools/score.py'))
  return {
    folder: into,
    async write(name, rows) {
      const path = join(into, `${name}.jsonl`)
      await writeFile(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
      return path
    },
    async score(path, asked) {
      if (!existsSync(program)) {
        tell(`no scorer at ${program}: name one with --scorer or PARLEY_SCORER`)
        return undefined
      }
      const root = await truth(into, data, asked)
      const { stdout } = await run('python3', [program, '--root', root, path], { maxBuffer: SCORES_BYTES_MAX })
      return JSON.parse(stdout) as Scores
    },
  }
}

/** The data as the scorer wants them, with those questions only: one that a run lacks counts as nothing found. */
async function truth(into: string, data: EvaluationData, asked: readonly Query[]): Promise<string> {
  const root = join(into, 'truth')
  const base = join(root, 'data/qmsum')
  await rm(root, { recursive: true, force: true })
  await mkdir(base, { recursive: true })
  await symlink(join(data.folder, 'qmsum/meetings.jsonl'), join(base, 'meetings.jsonl'))
  await writeFile(join(base, 'queries.jsonl'), `${asked.map((query) => JSON.stringify(query)).join('\n')}\n`)
  return root
}

/** What plain BM25 reaches on the whole of these data, by the steps to it in `baselines.json`; NaN where nobody measured it. */
export type Baseline = (...steps: string[]) => number

export async function readBaselines(folder: string): Promise<Baseline> {
  const path = join(folder, 'baselines.json')
  const all: unknown = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {}
  return (...steps) => {
    let at = all
    for (const step of ['dev', ...steps]) at = (at as Record<string, unknown> | undefined)?.[step]
    return typeof at === 'number' ? at : Number.NaN
  }
}

export interface Measure {
  readonly what: string
  readonly measured: number
  readonly baseline?: number
  /** At least this. */
  readonly goal?: number
}

export function printMeasures(title: string, measures: readonly Measure[]): void {
  const figure = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '–' : value.toFixed(3))
  printTable(
    title,
    ['measure', 'plain BM25', 'to reach', 'measured', 'result'],
    measures.map(({ what, measured, baseline, goal }) => [
      what,
      figure(baseline),
      figure(goal),
      figure(measured),
      goal === undefined || Number.isNaN(measured) ? '' : measured >= goal ? 'reached' : 'MISSED',
    ]),
  )
}

/** Milliseconds of the median and of the slowest twentieth. */
export function printTimes(what: string, ms: readonly number[]): void {
  const at = (share: number) => percentile(ms, share).toFixed(0)
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, two at a time`)
}
