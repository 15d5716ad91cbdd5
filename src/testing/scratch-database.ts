/** A database that a test has for itself. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { madeDataFolder } from './data-folder.ts'
import { isEmbedded, testEnvironment } from './test-database.ts'

/** A second database on the server of the run; nothing to do where it is embedded. */
export async function scratchDatabase() {
  const url = (await testEnvironment()).DATABASE_URL
  if (url === undefined) return { environment: {}, drop: async () => undefined }
  const name = `parley_scratch_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    environment: { DATABASE_URL: own.toString() },
    drop: () => run(`drop database ${name} with (force)`),
  }
}

/** The same with a data folder: settings that an app of its own can be opened with. */
export async function scratchInstallation() {
  const server = await scratchDatabase()
  const folder = isEmbedded ? await madeDataFolder('scratch') : await mkdtemp(join(tmpdir(), 'parley-scratch-'))
  const { DATABASE_URL: _, ...environment } = await testEnvironment()
  return {
    environment: { ...environment, DATA_DIR: folder, ...server.environment },
    async drop() {
      await server.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
