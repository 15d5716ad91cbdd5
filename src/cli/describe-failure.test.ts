import { mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { AppError } from '../core/errors.ts'
import { testEnvironment } from '../testing/test-database.ts'
import { describeFailure, describeMisuse } from './describe-failure.ts'

const connect = async (url: URL): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const databaseUnavailable = (detail = "The database isn't available.") =>
  new AppError('unavailable', 'database_unavailable', 'Database unavailable', [{ pointer: '', detail }])

it('names the setting of a database that does not exist', async ({ skip }) => {
  const { DATABASE_URL: address } = await testEnvironment()
  if (address === undefined) return skip('requires PostgreSQL')
  const database = new URL(address)
  database.pathname = '/parley_without_database'
  expect(describeFailure(await connect(database))).toMatch(/^The database of DATABASE_URL doesn't exist/)
})

it('names the setting of a rejected password and a rejected sign-in', () => {
  for (const [code, message] of [
    ['28P01', 'rejected the password'],
    ['28000', 'rejected the sign-in'],
  ] as const) {
    const error = Object.assign(new Error('password authentication failed for user "parley"'), { code })
    expect(describeFailure(error)).toContain(message)
    expect(describeFailure(error)).toContain('DATABASE_URL')
  }
})

it('names the setting of a server that cannot be reached, and neither host nor password', async () => {
  const away = async (address: string) => {
    const error = databaseUnavailable()
    error.cause = await connect(new URL(address))
    return describeFailure(error)
  }
  expect(await away('postgres://ann:hidden@127.0.0.1:1/parley')).toBe(
    'No server accepts connections at the address of DATABASE_URL (ECONNREFUSED). Start the server, or correct host and port in DATABASE_URL.',
  )
  expect(await away('postgres://ann:hidden@host.invalid/parley')).toMatch(
    /^The host name of DATABASE_URL has no address.* correct host and port in DATABASE_URL\.$/,
  )
})

it('names the setting of a user without a right, as in the schema public of a new database', () => {
  const denied = (message: string) => describeFailure(Object.assign(new Error(message), { code: '42501' }))
  expect(denied('permission denied for schema public')).toBe(
    'The user of DATABASE_URL lacks a right: permission denied for schema public. Change the owner of the database to this user, or grant the right.',
  )
  expect(denied('new row violates row-level security policy')).toBe('new row violates row-level security policy')
})

it('keeps the message of a data folder whose process ended', () => {
  const error = databaseUnavailable('The Parley process that served the data folder has ended.')
  error.cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', address: '/data/socket' })
  expect(describeFailure(error)).toBe('The Parley process that served the data folder has ended.')
})

it('names the path of a file that is missing, or has the wrong kind', async () => {
  const fail = (work: Promise<unknown>) => work.then(() => expect.fail(), describeFailure)
  const missing = join(tmpdir(), 'parley-without', 'file')
  expect(await fail(open(missing))).toBe(`The file or folder ${missing} doesn't exist. Check the path.`)
  expect(await fail(open(tmpdir(), 'w'))).toMatch(/folder\. Enter the path of a file\.$/)
  const file = import.meta.filename
  expect(await fail(mkdir(file))).toBe(`${file} exists already. Choose another path, or remove it.`)
  const spawned = { code: 'ENOENT', syscall: 'spawn pg_dump', path: 'pg_dump' }
  expect(describeFailure(Object.assign(new Error('spawn pg_dump ENOENT'), spawned))).toBe('spawn pg_dump ENOENT')
  expect(await fail(open(join(file, 'part')))).toMatch(/^A part of the path .* is a file\./)
})

it('formats errors of usage as sentences', () => {
  expect(describeMisuse("error: unknown command 'bogus'\n")).toBe("Unknown command 'bogus'.")
  expect(describeMisuse("error: unknown command 'impart'\n(Did you mean import?)\n")).toBe(
    "Unknown command 'impart'. Did you mean import?",
  )
  expect(
    describeMisuse("error: command-argument value 'x' is invalid for argument 'id'. Enter an ID in UUID format.\n"),
  ).toBe("Value 'x' is invalid for argument 'id'. Enter an ID in UUID format.")
})

it('keeps the message of other errors', () => {
  expect(describeFailure(Object.assign(new Error('The folder is locked.'), { code: 'EACCES' }))).toBe(
    'The folder is locked.',
  )
  expect(describeFailure('text')).toBe('text')
  expect(describeFailure(undefined)).toBe('undefined')
})
