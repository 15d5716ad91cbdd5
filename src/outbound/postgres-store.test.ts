import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { newId } from '../core/clock.ts'
import type { Store } from '../core/db.ts'
import { createLog } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import { Gate } from '../testing/gate.ts'
import { createStore } from './postgres-store.ts'

const ORG = newId() as OrganizationId
/** A door answers 503: nothing is wrong with us, and it passes. */
const AWAY = { kind: 'unavailable', code: 'database_unavailable' }

/** Stands before the database of the run, wherever it is. */
let gate: Gate
let store: Store
beforeAll(async () => {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = inject('environment')
  const { hostname, port, username, password, pathname } = new URL(url ?? 'postgres://postgres@socket/postgres')
  gate = new Gate(
    url === undefined
      ? { path: join(folder, 'socket', '.s.PGSQL.5432') }
      : { host: hostname, port: Number(port === '' ? 5432 : port) },
  )
  await gate.up()
  store = createStore(
    {
      ...{ host: '127.0.0.1', port: gate.port, max: 2 },
      ...{ user: decodeURIComponent(username), password: decodeURIComponent(password), database: pathname.slice(1) },
    },
    createLog('silent'),
  )
})
afterAll(async () => {
  await store.close()
  await gate.down()
})

it('goes on after its connections have died, those in use too, as soon as the database is back', async () => {
  await expect(
    store.owner.transact(async (query) => {
      await query('select 1')
      // Nothing is being asked at this moment, so there is no answer that could tell of it.
      await gate.down()
      await new Promise((done) => setImmediate(done))
      await query('select 1')
    }),
  ).rejects.toMatchObject(AWAY)
  await expect(store.owner.query('select 1')).rejects.toMatchObject(AWAY)
  await expect(store.of(ORG).read.selectFrom('teams').select('id').execute()).rejects.toMatchObject(AWAY)
  await expect(store.of(ORG).transact(async () => 1)).rejects.toMatchObject(AWAY)
  await expect(store.ping()).rejects.toThrow()
  await gate.up()
  await expect(store.ping()).resolves.toBeUndefined()
  expect(await store.owner.query('select 1 as one')).toEqual([{ one: 1 }])
  await expect(store.of(ORG).read.selectFrom('teams').select('id').execute()).resolves.toEqual([])
  await expect(store.owner.query('select nonsense')).rejects.toMatchObject({ code: '42703' })
})
