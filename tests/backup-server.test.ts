/** Backup and restore of an installation on a PostgreSQL server, with the real pg_dump and pg_restore. */
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { findPostgresClients } from '../src/testing/postgres-clients.ts'
import { startParley } from '../src/testing/run-parley.ts'
import { scratchDatabase } from '../src/testing/scratch-database.ts'
import { isEmbedded } from '../src/testing/test-database.ts'

/** An older pg_dump refuses the server, and the test that needs it is skipped. */
const SERVER_VERSION = 17
const home = await mkdtemp(join(tmpdir(), 'parley-backup-'))
const clients = isEmbedded ? undefined : findPostgresClients(SERVER_VERSION, home)
afterAll(() => rm(home, { recursive: true, force: true }))
const file = join(home, 'backup.tar.gz')
const SECRET = 'a secret of the environment, long enough'

async function parley(env: Record<string, string>, ...args: string[]) {
  const child = startParley(args, { cwd: home, env })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

async function serve(env: Record<string, string>, data: string) {
  const child = startParley(['serve', '--no-worker', '--port', '0', '--json', '--data', data], { cwd: home, env })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    said: JSON.parse(line),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function listTitles(url: string, key: string): Promise<string[]> {
  const response = await fetch(`${url}/conversations`, { headers: { authorization: key } })
  const { data } = (await response.json()) as { data: { attributes: { title: string } }[] }
  return data.map(({ attributes }) => attributes.title)
}

describe.skipIf(isEmbedded)('A backup of an installation on a server', () => {
  it.skipIf(clients === undefined)(
    'contains database, files and secret, and restores into an empty database and folder',
    async () => {
      const [from, into] = [await scratchDatabase(), await scratchDatabase()]
      const env = { ...from.environment, PATH: `${clients}:${process.env.PATH}`, SECRET }
      const first = await serve(env, join(home, 'first'))
      try {
        await fetch(`${first.said.base_url}/conversations/import`, {
          method: 'POST',
          headers: { authorization: first.said.api_key, 'content-type': 'application/json' },
          body: JSON.stringify({ conversationTitle: 'Kept', transcript: 'Ann: Shall we begin?\nBen: Please.' }),
        })
        expect(await parley(env, 'backup', file, '--data', join(home, 'first'))).toMatchObject({ code: 0, err: '' })
        expect((await readdir(join(home, 'first'))).filter((name) => name.startsWith('.backup-'))).toEqual([])
        // The database of the service isn't empty.
        const refused = await parley(env, 'restore', file, '--data', join(home, 'refused'))
        expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("isn't empty") })
        expect(await readdir(home)).not.toContain('refused')

        // The secret of the backup signs the keys, because the new environment sets none.
        const { SECRET: _, ...fresh } = { ...env, ...into.environment }
        const restored = await parley(fresh, 'restore', file, '--data', join(home, 'second'))
        expect(restored).toMatchObject({ code: 0, err: '' })
        expect(await readdir(join(home, 'second'))).not.toContain('postgres.dump')
        const second = await serve(fresh, join(home, 'second'))
        try {
          expect(await listTitles(second.said.base_url, first.said.api_key)).toEqual(['Kept'])
        } finally {
          await second.stop()
        }
      } finally {
        await first.stop()
        await from.drop()
        await into.drop()
      }
    },
    120_000,
  )

  it('names the missing program and how to get it, and leaves no file', async () => {
    const database = await scratchDatabase()
    try {
      const env = { ...database.environment, PATH: '/nowhere' }
      const failed = await parley(env, 'backup', join(home, 'none.tar.gz'), '--data', join(home, 'third'))
      expect(failed).toMatchObject({ code: 1, err: expect.stringContaining("pg_dump isn't installed. Install") })
      expect((await readdir(home)).filter((name) => name.startsWith('none'))).toEqual([])
    } finally {
      await database.drop()
    }
  })
})

describe('A backup of an embedded database', () => {
  it.skipIf(isEmbedded)(
    'is refused by an installation on a server',
    async () => {
      const database = await scratchDatabase()
      try {
        expect((await parley({}, 'migrate', '--data', join(home, 'embedded'))).code).toBe(0)
        expect((await parley({}, 'backup', file, '--data', join(home, 'embedded'))).code).toBe(0)
        const failed = await parley(database.environment, 'restore', file, '--data', join(home, 'fourth'))
        expect(failed.err).toContain("isn't a backup of a PostgreSQL database")
        expect(await readdir(home)).not.toContain('fourth')
      } finally {
        await database.drop()
      }
    },
    60_000,
  )
})
