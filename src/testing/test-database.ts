/** Database of this test process. The first request starts it (`engine.ts`). */
import { request } from 'node:http'
import { inject } from 'vitest'

export const TEST_SECRET = 'a secret for tests that no installation has'

export interface TestDatabase {
  /** Settings that open the app on this database. */
  readonly environment: Readonly<Record<string, string>>
  /** Folder of an embedded database with all migrations, for copies. Undefined on a server. */
  readonly database?: string | undefined
}

/** Whether the tests run on the embedded database. */
export const isEmbedded = !process.env.TEST_DATABASE_URL

let started: Promise<TestDatabase> | undefined

/** @throws Error if the database doesn't start, with the reason */
export function testDatabase(): Promise<TestDatabase> {
  started ??= new Promise((resolve, reject) => {
    const path = `/${process.env.VITEST_POOL_ID ?? ''}`
    const get = request({ socketPath: inject('databaseSocket'), path }, async (response) => {
      const text = (await response.toArray()).join('')
      if (response.statusCode === 200) resolve(JSON.parse(text))
      else reject(new Error(`The database of the test run did not start: ${text}`))
    })
    get.once('error', reject)
    get.end()
  })
  return started
}

export const testEnvironment = async () => (await testDatabase()).environment
