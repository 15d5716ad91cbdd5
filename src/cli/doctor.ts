/** `parley doctor`: checks the requirements of Parley, and shows its configuration and background tasks. */
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { type App, openApp } from '../app.ts'
import type { Config } from '../core/config.ts'
import type { StoreReplicas } from '../core/db.ts'
import type { InstallationPart, InstallationProblem, Work } from '../core/installation.ts'
import { createLog } from '../core/log.ts'
import { ADD_MODEL_PACKAGES, hasModelPackages, usesModelPackages } from '../core/model-packages.ts'
import type { ProductionFinding, Urgency } from '../core/production.ts'
import { version } from '../core/version.ts'
import { describeFailure } from './describe-failure.ts'
import { answer, type CommonOptions, checked, loadConfig, withCommonOptions } from './settings.ts'

/**
 * `ok`: no action needed. `note`: works, but isn't fully configured. `warn`: a risk in real use. `FAIL`: requires action.
 */
type CheckStatus = 'ok' | 'note' | 'warn' | 'FAIL'

interface DoctorFinding {
  readonly what: string
  /** False if the finding requires action. */
  readonly ok: boolean
  readonly mark: CheckStatus
  readonly detail: string
  /** Consequence of the finding. */
  readonly means?: string | undefined
  /** Steps of the operator, in findings for real use. */
  readonly todo?: string | undefined
  /** Whether real use requires a change, in findings for real use. */
  readonly urgency?: Urgency
  readonly settings?: readonly string[]
}

interface DoctorOptions extends CommonOptions {
  readonly severalServers?: boolean
  readonly production?: boolean
  readonly processes?: number
}

export function registerDoctorCommand(command: Command): void {
  withCommonOptions(command)
    .option('--several-servers', 'check the settings for several servers, even if only one is running')
    .option('--production', 'check what matters before real use: TLS, rights, backups, connections')
    .option(
      '--processes <number>',
      'number of servers and workers, for the check of database connections (default: the connected machines)',
      checked(z.coerce.number<string>().int().min(1).max(10_000), 'Use a whole number from 1 to 10000.'),
    )
    .action(doctor)
}

async function doctor(options: DoctorOptions): Promise<void> {
  const config = loadConfig(options)
  const findings: DoctorFinding[] = [
    await check('program', async () => `Parley ${version} on Node.js ${process.version}`),
    await check('data folder', () => dataFolder(config)),
    modelPackages(config),
    ...(await fromInside(config, options)),
  ]
  answer(options, findings, findings.flatMap(formatFinding))
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1
}

async function check(what: string, look: () => Promise<string>): Promise<DoctorFinding> {
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
function modelPackages(config: Config): DoctorFinding {
  const what = 'model packages'
  if (hasModelPackages()) return { what, ok: true, mark: 'ok', detail: 'Installed.' }
  const isNeeded = usesModelPackages(config)
  return {
    ...{ what, ok: !isNeeded, mark: isNeeded ? 'FAIL' : 'note', detail: 'Not installed.' },
    means: `Models in folders require them. Add them: ${ADD_MODEL_PACKAGES}`,
    settings: ['EMBEDDING_PROVIDER', 'TRANSCRIBER_FOLDER', 'TRANSCRIBER_SPEAKERS_FOLDER'],
  }
}

/** Findings of the open app, or the error if it can't be opened. */
async function fromInside(config: Config, options: DoctorOptions): Promise<DoctorFinding[]> {
  let app: App
  try {
    app = await openApp(config, createLog('silent'))
  } catch (error) {
    return [{ what: 'database', ok: false, mark: 'FAIL', detail: describeFailure(error) }]
  }
  try {
    const { installation } = app
    const [{ database, schema }, parts, work, problems] = await Promise.all([
      installation.versions(),
      installation.parts(undefined),
      installation.work(undefined),
      installation.problems(options.severalServers),
    ])
    const production = options.production === true ? await installation.production(options.processes) : []
    return [
      { what: 'database', ok: true, mark: 'ok', detail: `${database}, at ${schema}` },
      ...(await checkReplicas(app.store.replicas)),
      ...checkStorage(await app.filesHome(), app.disk.isFull()),
      ...parts.filter(({ id }) => id !== 'database').map(toPartFinding),
      ...checkPendingWork(work),
      ...problems.map(toProblemFinding),
      ...production.map(toProductionFinding),
    ]
  } finally {
    await app.close()
  }
}

/** Read replicas, as a process that starts now would judge them. */
async function checkReplicas(replicas: StoreReplicas | undefined): Promise<DoctorFinding[]> {
  if (replicas === undefined) return []
  await replicas.check()
  return replicas.report().replicas.map(({ name, state, detail, lagBytes = 0 }) => {
    const ok = state === 'ok'
    const facts = ok ? `${lagBytes} bytes behind` : (detail ?? state)
    return {
      ...{ what: 'read replica', ok, mark: ok ? 'ok' : 'FAIL', detail: `${name}, ${facts}` },
      means: 'Reads use the primary instead.',
      settings: ['DATABASE_READ_URL', 'DATABASE_READ_LAG_MAX'],
    }
  })
}

const toProblemFinding = ({ title, is, means, settings }: InstallationProblem): DoctorFinding => ({
  ...{ what: title.toLowerCase(), ok: false, mark: 'FAIL', detail: is, means, settings },
})

const MARKS: Readonly<Record<Urgency, CheckStatus>> = { must: 'FAIL', should: 'warn', none: 'ok' }

const toProductionFinding = ({ title, urgency, is, means, todo, settings }: ProductionFinding): DoctorFinding => ({
  ...{ what: title.toLowerCase(), ok: urgency !== 'must', mark: MARKS[urgency], detail: is },
  ...{ means, todo, urgency, settings },
})

/** Problems with the file storage and its disk. */
function checkStorage(home: Awaited<ReturnType<App['filesHome']>>, isFull: boolean): DoctorFinding[] {
  const failed = (what: string, detail: string): DoctorFinding => ({ what, ok: false, mark: 'FAIL', detail })
  return [
    ...(home?.state === 'misplaced' ? [failed('file storage', home.detail)] : []),
    ...(isFull
      ? [failed('disk', 'Less disk space than DISK_RESERVE_MB is free, so Parley writes nothing. Free some space.')]
      : []),
  ]
}

const toPartFinding = ({ title, state, is, means, settings }: InstallationPart): DoctorFinding => ({
  what: title.toLowerCase(),
  ok: true,
  mark: state === 'off' ? 'note' : 'ok',
  detail: is,
  means,
  settings,
})

function checkPendingWork({ queue, conversations, search, recordings }: Work): DoctorFinding[] {
  const toWorkFinding = (what: string, left: boolean, detail: string): DoctorFinding => ({
    ...{ what, ok: true, mark: left ? 'note' : 'ok', detail },
  })
  const since = queue.waitingSince === null ? '' : ` since ${queue.waitingSince}`
  const failed = queue.failedJobs.map((one) => `${one.job} ${one.failed}`).join(', ')
  return [
    toWorkFinding(
      'jobs',
      queue.failed > 0,
      `${queue.waiting} waiting${since}, ${queue.running} running, ${queue.later} scheduled, ${queue.failed} failed in the last 7 days${failed === '' ? '' : ` (${failed})`}`,
    ),
    toWorkFinding(
      'analyses',
      conversations.failed > 0,
      `${conversations.analyzed} finished, ${conversations.pending} waiting, ${conversations.failed} failed`,
    ),
    toWorkFinding(
      'search index',
      search.missing > 0,
      `${search.texts} texts, ${search.missing} waiting for indexing, ${search.withoutVectors} waiting for the semantic index`,
    ),
    toWorkFinding(
      'recordings',
      recordings.failed > 0,
      `${recordings.waiting} waiting for transcription, ${recordings.failed} failed`,
    ),
  ]
}

function formatFinding({ what, mark, detail, means, todo, settings = [] }: DoctorFinding): string[] {
  const first = `${mark.padEnd(4)}  ${what.padEnd(17)}  ${detail}`
  if (means === undefined || mark === 'ok') return [first]
  const named = settings.length === 0 ? '' : ` (${settings.join(', ')})`
  const indent = ' '.repeat(25)
  if (todo === undefined) return [first, `${indent}${means}${named}`]
  return [first, `${indent}${means}`, `${indent}→ ${todo}${named}`]
}
