import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { afterAll, expect, it } from 'vitest'
import { createDatabase, createWithInitdb, newDatabaseArchive } from './new-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-new-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Catalogs that contain times, generated numbers or statistics. */
const CHANGING = ['pg_statistic', 'pg_class', 'pg_database', 'pg_largeobject_metadata']

/** Digest of each catalog and of the settings. */
async function readDatabase(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const database = await PGlite.create({ dataDir, extensions: { vector } })
  try {
    const { rows: catalogs } = await database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and relname <> all($1)`,
      [CHANGING],
    )
    const digests = [
      ...catalogs.map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from ${name} t`,
      ),
      `select 'columns', md5(string_agg(concat(relname, relkind, relnatts, relpersistence), ',' order by oid)) from pg_class`,
      `select 'settings', md5(string_agg(name || setting, ',' order by name)) from pg_settings where name <> 'data_directory'`,
      `select 'databases', string_agg(concat(datname, datcollate, encoding), ',' order by datname) from pg_database`,
    ]
    const { rows } = await database.query<{ name: string; digest: string }>(digests.join(' union all '))
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  } finally {
    await database.close()
  }
}

it('the archive belongs to the installed version of PGlite; else run npm run build:database', async () => {
  expect(existsSync(await newDatabaseArchive())).toBe(true)
})

it('a database of the archive equals one of initdb', async () => {
  const [archived, made] = [join(folder, 'archived'), join(folder, 'made')]
  await createDatabase(archived)
  await createWithInitdb(made)
  expect((await stat(archived)).mode & 0o777).toBe(0o700)
  for (const file of ['postgresql.conf', 'pg_hba.conf', 'PG_VERSION'])
    expect(await readFile(join(archived, file), 'utf8')).toBe(await readFile(join(made, file), 'utf8'))
  const listed = async (one: string) =>
    (await readdir(one, { recursive: true })).filter((path) => !/^(pg_wal|pg_stat)/.test(path))
  expect((await listed(archived)).sort()).toEqual((await listed(made)).sort())
  const database = await readDatabase(archived)
  expect(Object.keys(database).length).toBeGreaterThan(50)
  expect(database).toEqual(await readDatabase(made))
})
