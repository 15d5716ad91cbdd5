/** What every command shares: settings from the environment and flags, one JSON document or readable lines as answer. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { type App, openApp } from '../../app.ts'
import { type Config, readConfig } from '../../core/config.ts'
import { createLog } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'

/** Wrong usage: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

export function command(parent: Command, usage: string, about: string): Command {
  return parent
    .command(usage)
    .description(about)
    .addOption(
      new Option('--data <folder>', 'folder of the embedded database and all files (default: DATA_DIR or ./data)'),
    )
    .option('--json', 'answer with one JSON document on stdout')
}

export function configOf(options: CommonOptions, overrides: Record<string, string | undefined> = {}): Config {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  try {
    return readConfig({ ...process.env, ...(options.data === undefined ? {} : { DATA_DIR: options.data }), ...given })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Opens the app, does the work, closes it, whatever happens. Only warnings and errors are logged. */
export async function withApp<T>(options: CommonOptions, work: (app: App, config: Config) => Promise<T>): Promise<T> {
  const config = configOf(options)
  const app = await openApp(config, createLog(config.logLevel === 'info' ? 'warn' : config.logLevel))
  try {
    return await work(app, config)
  } finally {
    await app.close()
  }
}

/** One JSON document with `--json`, else lines to read. */
export function answer(options: CommonOptions, document: unknown, lines: readonly string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''))
}

/** Checks that the organization exists, which makes its id one that queries take. */
export async function organizationOf(app: App, id: string): Promise<OrganizationId> {
  if (!z.guid().safeParse(id).success) throw new UsageError('--organization takes the id of an organization.')
  const rows = await app.store.owner.query('select 1 from organizations where id = $1', [id.toLowerCase()])
  if (rows.length === 0) throw new Error('There is no such organization.')
  return id.toLowerCase() as OrganizationId
}

/** The organizations there are, oldest first. */
export async function organizations(app: App): Promise<{ id: OrganizationId; name: string }[]> {
  return app.store.owner.query('select id, name from organizations order by created_at, id')
}

/** A parser of option values from a schema. */
export function checked<T>(schema: z.ZodType<T, string>, rule: string): (value: string) => T {
  return (value) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new InvalidArgumentError(rule)
  }
}

/** For options that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value]
