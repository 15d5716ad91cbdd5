/** Shared parts of all commands: settings from environment and flags, and output as JSON or text. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import type { App } from '../app.ts'
import { type Config, readConfig } from '../core/config.ts'
import type { Log } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { Services } from '../services.ts'
import { UsageError } from './usage-error.ts'

export interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

/** Adds a subcommand with the common options. */
export const command = (parent: Command, usage: string, about: string): Command =>
  withCommonOptions(parent.command(usage).description(about))

export function withCommonOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--data <folder>', 'folder of the embedded database and all files (default: DATA_DIR or ./data)'),
    )
    .option('--json', 'print the output as one JSON document')
}

/** Options that replace settings. */
const OPTIONS: Readonly<Record<string, string>> = {
  DATA_DIR: '--data',
  HOST: '--host',
  JOB_LANES: '--lanes',
  PORT: '--port',
  WORKER_PORT: '--port',
}

export function loadConfig(options: CommonOptions, overrides: Record<string, string | undefined> = {}): Config {
  const all = Object.entries({ DATA_DIR: options.data, ...overrides })
  const given = Object.fromEntries(all.filter(([, value]) => value !== undefined))
  const names = Object.fromEntries(Object.keys(given).map((name) => [name, OPTIONS[name] ?? name]))
  try {
    return readConfig({ ...process.env, ...given }, names)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Whether a command can create the embedded database. Others refuse a data folder without one. */
interface DatabaseUse {
  readonly createsDatabase?: boolean
}

/**
 * Opens the app, runs a function, and always closes the app. Logs only warnings and errors.
 * @throws UsageError if the data folder has no installation
 */
export const withApp = <T>(
  options: CommonOptions,
  work: (app: App, config: Config) => Promise<T>,
  use?: DatabaseUse,
): Promise<T> => withOpened(options, async (config, log) => (await import('../app.ts')).openApp(config, log), work, use)

/** Same as `withApp` with only the basic services, which load in a third of the time. */
export const withBase = <T>(
  options: CommonOptions,
  work: (base: Services, config: Config) => Promise<T>,
  use?: DatabaseUse,
): Promise<T> =>
  withOpened(options, async (config, log) => (await import('../services.ts')).openServices(config, log), work, use)

async function withOpened<What extends { close(): Promise<void> }, T>(
  options: CommonOptions,
  open: (config: Config, log: Log) => Promise<What>,
  work: (what: What, config: Config) => Promise<T>,
  { createsDatabase = false }: DatabaseUse = {},
): Promise<T> {
  const config = loadConfig(options)
  if (!createsDatabase) requireInstallation(config)
  const { createLog } = await import('../core/log.ts')
  const what = await open(config, createLog(config.logLevel === 'info' ? 'warn' : config.logLevel))
  try {
    return await work(what, config)
  } finally {
    await what.close()
  }
}

/** Entries of a data folder whose database exists, or is being created by another process. */
const DATABASE_ENTRIES = ['database', 'database.new', 'lock', 'socket']

/**
 * Refuses a data folder without an embedded database. Otherwise a command with a wrong `--data` would create one, and
 * succeed without any data.
 * @throws UsageError
 */
export function requireInstallation({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl !== undefined || DATABASE_ENTRIES.some((name) => existsSync(join(dataDir, name)))) return
  throw new UsageError(
    `The data folder ${dataDir} has no installation of Parley. Correct --data or DATA_DIR, or create an installation with “parley serve”.`,
  )
}

/** Prints one JSON document with `--json`, otherwise lines of text. */
export function answer(options: CommonOptions, document: unknown, lines: readonly string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''))
}

export const ORGANIZATION_OPTION = [
  '--organization <id>',
  'ID of the organization; required if there are several',
] as const

/** Maximum number of organizations that an error message lists. */
const LISTED_MAX = 10

/**
 * Checks that the organization exists. Without an ID, returns the only one.
 * @throws UsageError if the ID is missing and there are several organizations, or none
 */
export async function requireOrganization(base: Services, id: string | undefined): Promise<OrganizationId> {
  if (id === undefined) {
    const all = await organizations(base)
    const [only] = all
    if (only !== undefined && all.length === 1) return only.id
    if (only === undefined)
      throw new UsageError('There is no organization. Create one with “parley organization create”, or check --data.')
    const list = all.slice(0, LISTED_MAX).map((one) => `  ${one.id}  ${one.name}`)
    const omitted = all.length > LISTED_MAX ? [`  … and ${all.length - LISTED_MAX} more`] : []
    throw new UsageError(
      [`There are ${all.length} organizations. Select one with --organization:`, ...list, ...omitted].join('\n'),
    )
  }
  const { store } = base
  if (!z.guid().safeParse(id).success)
    throw new UsageError('--organization requires the ID of an organization in UUID format.')
  const rows = await store.owner.query('select 1 from organizations where id = $1', [id.toLowerCase()])
  if (rows.length === 0) throw new Error(`No organization has the ID ${id}. Check --organization and --data.`)
  return id.toLowerCase() as OrganizationId
}

/** All organizations, oldest first. */
export async function organizations({ store }: Services): Promise<{ id: OrganizationId; name: string }[]> {
  return store.owner.query('select id, name from organizations order by created_at, id')
}

/** Whether the first start has ended, which creates the first API key last. */
export const hasAnyKey = async ({ store }: Services): Promise<boolean> =>
  (await store.owner.query('select 1 from api_keys limit 1')).length > 0

/** Creates a parser of option values from a schema. */
export function checked<T>(schema: z.ZodType<T, string>, rule: string): (value: string) => T {
  return (value) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new InvalidArgumentError(rule)
  }
}

/** Collects the values of an option that can be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value]
