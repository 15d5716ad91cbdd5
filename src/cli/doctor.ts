/** `parley doctor`: checks the requirements of Parley, and shows its configuration and background tasks. */
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type { Command } from 'commander'
import { type App, openApp } from '../app.ts'
import type { Config } from '../core/config.ts'
import type { Part, Problem, Work } from '../core/installation.ts'
import { createLog } from '../core/log.ts'
import { ADD_MODEL_PACKAGES, hasModelPackages, usesModelPackages } from '../core/model-packages.ts'
import { version } from '../core/version.ts'
import { answer, type CommonOptions, configOf, withCommonOptions } from './settings.ts'

/** `ok`: no action needed. `note`: works, but isn't fully configured. `FAIL`: requires action. */
type Mark = 'ok' | 'note' | 'FAIL'

interface Finding {
  readonly what: string
  /** False if the finding requires action. */
  readonly ok: boolean
  readonly mark: Mark
  readonly detail: string
  /** Consequence of the finding. */
  readonly means?: string
  readonly settings?: readonly string[]
}

interface DoctorOptions extends CommonOptions {
  readonly severalServers?: boolean
}

export function registerDoctorCommand(command: Command): void {
  withCommonOptions(command)
    .option('--several-servers', 'check the settings for several servers, even if only one is running')
    .action(doctor)
}

async function doctor(options: DoctorOptions): Promise<void> {
  const config = configOf(options)
  const findings: Finding[] = [
    await check('program', async () => `Parley ${version} on Node.js ${process.version}`),
    await check('data folder', () => dataFolder(config)),
    modelPackages(config),
    ...(await fromInside(config, options.severalServers)),
  ]
  answer(options, findings, findings.flatMap(lineOf))
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1
}

async function check(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, mark: 'ok', detail: await look() }
  } catch (error) {
    return { what, ok: false, mark: 'FAIL', detail: (error as Error).message }
  }
}

/** Checks the data folder. A missing folder isn't an error, because the first start creates it. */
async function dataFolder({ dataDir }: Config): Promise<string> {
  const missing = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
  await access(dataDir, constants.W_OK).catch(missing)
  const space = await statfs(dataDir).catch(missing)
  const free = space === undefined ? '' : `, ${((space.bavail * space.bsize) / 1e9).toFixed(1)} GB free`
  return `${dataDir}${free}`
}

/** Packages of models in folders, which only an installation that uses them needs. */
function modelPackages(config: Config): Finding {
  const what = 'model packages'
  if (hasModelPackages()) return { what, ok: true, mark: 'ok', detail: 'Installed.' }
  const isNeeded = usesModelPackages(config)
  return {
    ...{ what, ok: !isNeeded, mark: isNeeded ? 'FAIL' : 'note', detail: 'Not installed.' },
    means: `Models in folders require them. Add them: ${ADD_MODEL_PACKAGES}`,
    settings: ['EMBEDDING_PROVIDER', 'TRANSCRIBER_FOLDER'],
  }
}

/** Findings of the open app, or the error if it can't be opened. */
async function fromInside(config: Config, severalServers: boolean | undefined): Promise<Finding[]> {
  let app: App
  try {
    app = await openApp(config, createLog('silent'))
  } catch (error) {
    return [{ what: 'database', ok: false, mark: 'FAIL', detail: (error as Error).message }]
  }
  try {
    const { installation } = app
    const [{ database, schema }, parts, work, problems] = await Promise.all([
      installation.versions(),
      installation.parts(undefined),
      installation.work(undefined),
      installation.problems(severalServers),
    ])
    return [
      { what: 'database', ok: true, mark: 'ok', detail: `${database}, at ${schema}` },
      ...placeFound(await app.filesHome(), app.disk.isFull()),
      ...parts.filter(({ id }) => id !== 'database').map(partFound),
      ...workFound(work),
      ...problems.map(problemFound),
    ]
  } finally {
    await app.close()
  }
}

const problemFound = ({ title, is, means, settings }: Problem): Finding => ({
  ...{ what: title.toLowerCase(), ok: false, mark: 'FAIL', detail: is, means, settings },
})

/** Problems with the file storage and its disk. */
function placeFound(home: Awaited<ReturnType<App['filesHome']>>, isFull: boolean): Finding[] {
  const failed = (what: string, detail: string): Finding => ({ what, ok: false, mark: 'FAIL', detail })
  return [
    ...(home?.state === 'misplaced' ? [failed('file storage', home.detail)] : []),
    ...(isFull
      ? [failed('disk', 'Less disk space than DISK_RESERVE_MB is free, so Parley writes nothing. Free some space.')]
      : []),
  ]
}

const partFound = ({ title, state, is, means, settings }: Part): Finding => ({
  what: title.toLowerCase(),
  ok: true,
  mark: state === 'off' ? 'note' : 'ok',
  detail: is,
  means,
  settings,
})

function workFound({ queue, conversations, search, recordings }: Work): Finding[] {
  const work = (what: string, left: boolean, detail: string): Finding => ({
    ...{ what, ok: true, mark: left ? 'note' : 'ok', detail },
  })
  const since = queue.waitingSince === null ? '' : ` since ${queue.waitingSince}`
  const failed = queue.failedJobs.map((one) => `${one.job} ${one.failed}`).join(', ')
  return [
    work(
      'jobs',
      queue.failed > 0,
      `${queue.waiting} waiting${since}, ${queue.running} running, ${queue.later} scheduled, ${queue.failed} failed in the last 7 days${failed === '' ? '' : ` (${failed})`}`,
    ),
    work(
      'analyses',
      conversations.failed > 0,
      `${conversations.analyzed} finished, ${conversations.pending} waiting, ${conversations.failed} failed`,
    ),
    work(
      'search index',
      search.missing > 0,
      `${search.texts} texts, ${search.missing} waiting for indexing, ${search.withoutVectors} waiting for the semantic index`,
    ),
    work(
      'recordings',
      recordings.failed > 0,
      `${recordings.waiting} waiting for transcription, ${recordings.failed} failed`,
    ),
  ]
}

function lineOf({ what, mark, detail, means, settings = [] }: Finding): string[] {
  const first = `${mark.padEnd(4)}  ${what.padEnd(17)}  ${detail}`
  if (means === undefined || mark === 'ok') return [first]
  const named = settings.length === 0 ? '' : ` (${settings.join(', ')})`
  return [first, `${' '.repeat(25)}${means}${named}`]
}
