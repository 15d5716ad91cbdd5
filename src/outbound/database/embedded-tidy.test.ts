import { setImmediate as nextTurn } from 'node:timers/promises'
import { protocol } from '@electric-sql/pglite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeEmptyDatabase } from '../../testing/empty-database.ts'
import { SharedSession } from './embedded-session.ts'
import { runTidyCheck, startTidying } from './embedded-tidy.ts'

const newFolder = async () => {
  const { dataDir, remove } = await makeEmptyDatabase()
  onTestFinished(remove)
  return dataDir
}

const opened = async (dataDir?: string) => {
  const session = new SharedSession({ dataDir: dataDir ?? (await newFolder()) })
  onTestFinished(async () => {
    if (!session.closed) await session.close()
  })
  await session.waitReady
  return session
}

/** PostgreSQL updates its statistics at most once a second. */
const counted = (session: SharedSession) => session.exec('select pg_stat_force_next_flush()')

const tidied = async (session: SharedSession) =>
  (await runTidyCheck(session)).filter((statement) => /thing|other/.test(statement))

const ofThing = async (session: SharedSession) =>
  (
    await session.query<{ rows: number; dead: number }>(
      `select c.reltuples::int as rows, t.n_dead_tup::int as dead
       from pg_class c join pg_stat_user_tables t on t.relid = c.oid where c.relname = 'thing'`,
    )
  ).rows[0]

it('tables in which much has changed are tidied, each with what it needs, and then no more', async () => {
  const session = await opened()
  await session.exec('create table thing (one int); create table "other One" (one int)')
  await session.exec('insert into thing select generate_series(1, 2000); insert into "other One" select 1')
  await counted(session)
  expect(await tidied(session)).toEqual(['vacuum (analyze) thing'])
  expect(await tidied(session)).toEqual([])
  expect(await ofThing(session)).toEqual({ rows: 2000, dead: 0 })

  await session.exec(
    'insert into "other One" select generate_series(1, 100); update thing set one = 0 where one <= 500',
  )
  await counted(session)
  expect(await ofThing(session)).toEqual({ rows: 2000, dead: 500 })
  expect(await tidied(session)).toEqual(['analyze "other One"', 'vacuum (analyze) thing'])
  expect(await ofThing(session)).toEqual({ rows: 2000, dead: 0 })

  await session.exec('update thing set one = 1 where one = 0')
  await session.exec('delete from thing where one = 2000')
  await counted(session)
  await session.exec('analyze thing')
  expect(await tidied(session)).toEqual(['vacuum thing'])
})

it('what changed before the process began is found by the pages it takes', async () => {
  const folder = await newFolder()
  const before = await opened(folder)
  await before.exec(`
    create table thing as select n from generate_series(1, 40000) as n;
    create table other as select n from generate_series(1, 40000) as n;
    create table "other One" (one int)`)
  await before.exec('analyze other')
  await before.close()
  const session = await opened(folder)
  expect(await tidied(session)).toEqual(['vacuum (analyze) thing', 'vacuum other'])
  expect(await ofThing(session)).toMatchObject({ rows: 40_000 })
  expect(await tidied(session)).toEqual([])
})

/** Function of an index over `other`, which fails for a division by zero. */
const breaking = (divided: string) => `
  create or replace function breaks(n int) returns int immutable language plpgsql as $$ begin return 1 / ${divided}; end $$`

const withOther = async () => {
  const session = await opened()
  await session.exec(`${breaking('n')};
    create table other as select n from generate_series(1, 2000) as n;
    create table thing as select n from generate_series(1, 3000) as n;
    create index on other (breaks(n))`)
  await counted(session)
  return session
}

it('a table that cannot be tidied does not keep others waiting', async () => {
  const session = await withOther()
  await session.exec(breaking('0'))
  await expect(runTidyCheck(session)).rejects.toThrow('division by zero')
  expect(await ofThing(session)).toMatchObject({ rows: 3000 })
})

/**
 * Holds the timers of checks, so that the test runs them. Other timers run: PostgreSQL uses one to write statistics and
 * reads the clock for it, so a complete fake timer would sometimes count one too many.
 */
function holdLooks() {
  const waits = [5_000, 60_000]
  const held = new Map<NodeJS.Timeout, { readonly run: () => void; readonly ms: number }>()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const setSpy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    if (!waits.includes(ms)) return set(run, ms)
    const timer = set(() => undefined, 0)
    held.set(timer, { run, ms })
    return timer
  }) as typeof setTimeout)
  const clearSpy = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer as NodeJS.Timeout)
    clear(timer)
  })
  onTestFinished(() => {
    setSpy.mockRestore()
    clearSpy.mockRestore()
  })
  return {
    waits: () => [...held.values()].map(({ ms }) => ms),
    runNext() {
      for (const [timer, { run }] of held) {
        held.delete(timer)
        run()
      }
    },
  }
}

it('one look follows the other after seconds, after a fault in a minute, and none behind the end', async () => {
  const session = await withOther()
  await session.exec(breaking('0'))
  const looks = holdLooks()
  const faults: string[] = []
  const end = startTidying(session, { failed: ({ message }) => void faults.push(message) })
  const begun = (waited: number) => {
    expect(looks.waits()).toEqual([waited])
    looks.runNext()
  }
  const looked = async (waited: number) => {
    begun(waited)
    while (looks.waits().length === 0) await nextTurn()
    return faults.splice(0)
  }
  expect(await looked(5_000)).toEqual(['division by zero'])
  expect(await looked(60_000)).toEqual(['division by zero'])
  await session.exec(breaking('n'))
  expect(await looked(60_000)).toEqual([])
  expect(await looked(5_000)).toEqual([])
  begun(5_000)
  await end()
  expect(looks.waits()).toEqual([])
  expect(await tidied(session)).toEqual([])
})

it('nobody is disturbed in a transaction, though it begins while somebody looks', async () => {
  const session = await opened()
  await session.exec('create table thing as select n from generate_series(1, 2000) as n')
  await counted(session)
  const client = (text: string) => session.runExclusive(() => session.execProtocol(protocol.serialize.query(text)))
  const [, done] = await Promise.all([client('begin'), tidied(session), client('select count(*) from thing')])
  expect(done).toEqual([])
  await client('insert into thing select 1')
  await client('commit')
  expect((await session.query('select count(*)::int as n from thing')).rows).toEqual([{ n: 2001 }])
  const both = await Promise.all([tidied(session), client('begin'), client('insert into thing select 2')])
  await client('commit')
  expect(both[0]).toEqual([])
  expect((await session.query('select count(*)::int as n from thing')).rows).toEqual([{ n: 2002 }])
  expect(await tidied(session)).toEqual(['vacuum (analyze) thing'])
})
