/** The service itself, started as anybody starts it, and its command line. */

import { mkdtempSync, readdirSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '../src/core/installation.ts'
import { UNLIMITED } from '../src/testing/unlimited.ts'
import { type Program, runProgram, startProgram } from './processes.ts'

const MAIN = 'src/main.ts'
/** One for all databases of benchmarks, so that a kept one can be used again. */
export const SECRET = 'a secret for benchmarks, which keep nothing to protect'

export interface Service extends Program {
  readonly baseUrl: string
  /** Where its embedded database lies, when it has no other. */
  readonly dataDir: string
}

/** Where a service lives, and how it is set. */
export interface Place {
  readonly dataDir: string
  /** Undefined: the embedded database in the folder. */
  readonly databaseUrl?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  /** The folder of the program; undefined: this one. */
  readonly program?: string | undefined
}

/** What the caller's environment sets under such names, for a service that is to take it over. */
export const settingsGiven = (names: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => names.test(entry[0]) && !!entry[1]),
  )

/**
 * On PostgreSQL with `databaseUrl`, else on the embedded database in a new folder, removed when it stops.
 * @param flags more of `parley serve`
 */
export async function startService(
  databaseUrl?: string,
  settings?: Place['settings'],
  ...flags: string[]
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const service = await startServiceAt({ dataDir, databaseUrl, ...(settings && { settings }) }, ...flags)
  return {
    ...service,
    async stop() {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** In a folder that stays. @param flags more of `parley serve` */
export async function startServiceAt(place: Place, ...flags: string[]): Promise<Service> {
  await copyMadeDatabase(place)
  const args = ['serve', '--port', '0', '--json', ...flags]
  const program = await startProgram(MAIN, args, environment(place), place.program)
  return { ...program, dataDir: place.dataDir, baseUrl: program.said.base_url ?? '' }
}

/** Background work alone, beside a service on the same server. */
export const startWorkerAt = (place: Place): Promise<Program> =>
  startProgram(MAIN, ['worker', '--json'], environment(place))

/** A command of `parley` on a database of a server; gives the JSON it prints. */
export async function parley(databaseUrl: string, ...args: string[]): Promise<Record<string, string>> {
  return parleyAt({ dataDir: tmpdir(), databaseUrl }, ...args)
}

/** The same where a service may be running. */
export async function parleyAt(place: Place, ...args: string[]): Promise<Record<string, string>> {
  await copyMadeDatabase(place)
  return runProgram(MAIN, [...args, '--json'], environment(place))
}

/**
 * Where PARLEY_MADE_DATABASE names the folder of an empty, migrated database, a new data folder begins with a copy: to make
 * one takes longer than most benchmarks at their smallest size.
 */
async function copyMadeDatabase({ dataDir, databaseUrl, program }: Place): Promise<void> {
  const made = process.env.PARLEY_MADE_DATABASE
  if (!made || databaseUrl !== undefined || program !== undefined) return
  await mkdir(dataDir, { recursive: true })
  // Whatever is there already was opened before.
  if (readdirSync(dataDir).length === 0) await cp(made, join(dataDir, 'database'), { recursive: true })
}

function environment({ dataDir, databaseUrl, settings }: Place): Record<string, string> {
  return {
    ...UNLIMITED,
    ...settings,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SECRET,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
}

/**
 * Sends NDJSON to the import operation. Not with `fetch`, which gives up after five minutes without an answer.
 * @throws Error when a line was refused
 */
export async function importLines(baseUrl: string, key: string, lines: readonly string[]): Promise<void> {
  const headers = { authorization: key, 'content-type': 'application/x-ndjson' }
  const answer = await new Promise<string>((resolve, reject) => {
    request(`${baseUrl}/conversations/import`, { method: 'POST', headers }, (response) => {
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString('utf8')), reject)
    })
      .once('error', reject)
      .end(lines.join('\n'))
  })
  const answered = answer.trim().split('\n')
  const refused = answered.find((line) => JSON.parse(line).uuid === undefined)
  if (refused !== undefined) throw new Error(`the import refused a conversation: ${refused.slice(0, 500)}`)
  if (answered.length !== lines.length) throw new Error(`${lines.length} sent, ${answered.length} answered`)
}

/** Looks, a second apart, that must find nothing to do before it counts as done: one job may make the next. */
const QUIET_LOOKS = 3

/**
 * Waits until nothing is due or running and every conversation has been analyzed, so that what is measured is measured alone.
 * @returns false when that takes longer than it may
 */
export async function untilQuiet(baseUrl: string, key: string, seconds = 1_800): Promise<boolean> {
  const until = performance.now() + seconds * 1_000
  for (let quiet = 0; quiet < QUIET_LOOKS; await pause(1_000)) {
    if (performance.now() > until) return false
    const answer = await fetch(`${baseUrl}/setup`, { headers: { authorization: key } })
    const { queue, conversations } = ((await answer.json()) as { data: { work: Work } }).data.work
    quiet = queue.waiting + queue.running + conversations.pending === 0 ? quiet + 1 : 0
  }
  return true
}
