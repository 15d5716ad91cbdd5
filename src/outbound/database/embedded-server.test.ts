import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { makeEmptyDatabase } from '../../testing/empty-database.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import { SharedSession } from './embedded-session.ts'

const IDLE_MS = 400

const folder = await mkdtemp(join(tmpdir(), 'parley-turns-'))
const path = join(folder, '.s.PGSQL.5432')
const { dataDir, remove } = await makeEmptyDatabase()
const session = new SharedSession({ dataDir })
await session.waitReady
const failures: Error[] = []
const server: EmbeddedServer = await startEmbeddedServer({
  ...{ session, path, maxConnections: 100, settings: [`timezone = 'UTC'`, 'random_page_cost = 1.1'], idleMs: IDLE_MS },
  failed: (error) => void failures.push(error),
})
afterAll(async () => {
  await server.stop()
  await session.close()
  await remove()
  await rm(folder, { recursive: true, force: true })
  expect(failures).toEqual([])
})

/** @param name `parley@here` is one of Parley's own clients */
async function client(name = 'another program'): Promise<pg.Client> {
  const made = new pg.Client({ host: folder, user: 'postgres', database: 'postgres', application_name: name })
  made.on('error', () => {})
  await made.connect()
  onTestFinished(() => made.end().catch(() => {}))
  return made
}

const one = async (who: pg.Client, text: string, values?: unknown[]) =>
  Object.values((await who.query(text, values)).rows[0] ?? {})[0]

/** Sends bytes that violate the protocol. */
async function raw(...bytes: Buffer[]) {
  const socket = connect(path)
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // Required to detect the end of the connection.
  socket.resume()
  for (const each of bytes) socket.write(each)
  await pause(50)
  return { socket, closed }
}

const message = (type: string, body: string) => {
  const header = Buffer.alloc(5)
  header.write(type, 'latin1')
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, Buffer.from(body, 'latin1')])
}

const start = (() => {
  const body = Buffer.from('user\0postgres\0\0')
  const header = Buffer.alloc(8)
  header.writeInt32BE(8 + body.length, 0)
  header.writeInt32BE(196_608, 4)
  return Buffer.concat([header, body])
})()

beforeEach(async () => {
  const owner = await client('parley@here')
  await owner.query('drop table if exists thing; create table thing (n int)')
})

it('clients that use the unnamed statement at the same time get their own results', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, (_, at) => client(at % 2 === 0 ? 'parley@here' : 'x')))
  const results = await Promise.all(
    clients.map(async (each, who) => {
      const sums: unknown[] = []
      for (let at = 0; at < 25; at++) sums.push(await one(each, 'select $1::int * 1000 + $2::int', [who, at]))
      return sums
    }),
  )
  expect(results).toEqual(clients.map((_, who) => Array.from({ length: 25 }, (_, at) => who * 1000 + at)))
})

it('an error of one client is the one of that client alone', async () => {
  const asked = [
    ['parley@here', 'select $1::int', 1],
    ['x', 'select $1::int / 0', 1],
    ['parley@here', 'select $1::int', 2],
    ['x', 'select nonsense, $1', 1],
  ] as const
  const results = await Promise.all(
    asked.map(async ([name, text, value]) => {
      const each = await client(name)
      return one(each, text, [value]).catch((error: pg.DatabaseError) => error.code)
    }),
  )
  expect(results).toEqual([1, '22012', 2, '42703'])
})

it('one name stands for different statements of different clients, and for each again and again', async () => {
  const [a, b] = [await client(), await client()]
  const ask = async (who: pg.Client, text: string) => Object.values((await who.query({ name: 'S_1', text })).rows[0])[0]
  expect([await ask(a, `select 'a'`), await ask(b, `select 'b'`)]).toEqual(['a', 'b'])
  expect([await ask(a, `select 'a'`), await ask(b, `select 'b'`)]).toEqual(['a', 'b'])
  await a.end()
  const left = await one(
    await client('parley@here'),
    `select count(*)::int from pg_prepared_statements where name like '%S_1'`,
  )
  expect(left).toBe(1)
})

it('what another program sets or leaves in the session is gone when its turn ends', async () => {
  const theirs = await client()
  await theirs.query(`set timezone = 'Asia/Tokyo'; set statement_timeout = 1; create temp table mine (n int)`)
  const ours = await client('parley@here')
  expect(await one(ours, 'show timezone')).toBe('UTC')
  expect(await one(ours, 'show statement_timeout')).toBe('0')
  expect(await one(ours, 'show random_page_cost')).toBe('1.1')
  expect(await one(ours, `select to_regclass('mine')::text`)).toBeNull()
})

it('a client that leaves in its transaction, or in the middle of an extended query, holds up nobody', async () => {
  const ours = await client('parley@here')
  const gone = await client()
  await gone.query('begin; insert into thing values (1)')
  ;(gone as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  expect(await one(ours, 'select count(*)::int from thing')).toBe(0)

  // A failing Parse without Sync: PostgreSQL skips all messages until the next Sync.
  const { socket } = await raw(start, message('P', '\0select nonsense\0\0\0'))
  socket.destroy()
  expect(await one(ours, 'select 3')).toBe(3)
})

it('a client whose last message is incomplete lets others use the session', async () => {
  const query = message('Q', "begin; select 'a long text'\0")
  const { socket } = await raw(start, message('Q', 'begin\0'), query.subarray(0, 12))
  onTestFinished(() => void socket.destroy())
  const other = await client('parley@here')
  expect(await one(other, 'select 1')).toBe(1)
  expect(session.isInTransaction()).toBe(false)
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.write(query.subarray(12))
  await answered
  await expect.poll(() => session.isInTransaction()).toBe(true)
})

it('a client that is idle in its transaction, or before its Sync, loses its turn after a while', async () => {
  const ours = await client('parley@here')
  const idle = await client()
  const ended = new Promise<pg.DatabaseError>((resolve) => idle.once('error', (error) => resolve(error as never)))
  await idle.query('begin; insert into thing values (1)')
  // Requests of other clients don't extend its turn.
  const others = await Promise.all([client(), client('parley@here'), client()])
  const asked = [ours, ...others].map((each) => one(each, 'select count(*)::int from thing'))
  expect(await Promise.all(asked)).toEqual([0, 0, 0, 0])
  expect((await ended).code).toBe('25P03')

  const { closed } = await raw(start, message('P', '\0select 1\0\0\0'))
  await closed
  expect(await one(ours, 'select 4')).toBe(4)
})

it('a transaction that has turned the time limit off is left alone', async () => {
  const ours = await client('parley@here')
  await ours.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await pause(2 * IDLE_MS)
  expect(await one(ours, 'select 5')).toBe(5)
  await ours.query('commit')
})

it('bytes that are no message cost the connection they come by, and nothing else', async () => {
  const ours = await client('parley@here')
  const broken = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from('0000000800030000', 'hex'),
    Buffer.concat([start, Buffer.from('Q\0\0\0\0')]),
    Buffer.concat([start, Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff])]),
  ]
  for (const bytes of broken) {
    const { socket } = await raw(bytes)
    expect(await one(ours, 'select 6')).toBe(6)
    socket.destroy()
  }
})

it('encryption is declined, and a message may come in pieces', async () => {
  const { socket } = await raw(Buffer.from('0000000804d2162f', 'hex'))
  const heard: Buffer[] = []
  socket.on('data', (data) => heard.push(data))
  const query = Buffer.concat([start, message('Q', `select 'in pieces'\0`)])
  for (const byte of query) {
    socket.write(Buffer.of(byte))
    if (byte % 5 === 0) await pause(1)
  }
  await pause(100)
  expect(Buffer.concat(heard).toString('latin1')).toContain('in pieces')
  socket.destroy()
})
