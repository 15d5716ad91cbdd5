import pg from 'pg'
import { expect, it } from 'vitest'
import { testEnvironment } from '../testing/test-database.ts'
import { describeFailure } from './describe-failure.ts'

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

it('names the setting of a database or a user that does not exist', async ({ skip }) => {
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

it('keeps the message of other errors', () => {
  expect(describeFailure(Object.assign(new Error('The folder is locked.'), { code: 'EACCES' }))).toBe(
    'The folder is locked.',
  )
  expect(describeFailure('text')).toBe('text')
  expect(describeFailure(undefined)).toBe('undefined')
})
