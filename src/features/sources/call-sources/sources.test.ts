/** The other operations of sources, at their guards and their conflicts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound, resourceError } from '../../../testing/refusals.ts'
import { sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () => (await sourceFor(world, webhookBody())).id
const makeFolder = async () =>
  (await sourceFor(world, { kind: 'folder', name: 'Folder', settings: { path: '/srv/calls' } })).id
const at =
  (method: 'GET' | 'POST' | 'DELETE', tail = '', body?: unknown) =>
  (caller: Caller | undefined, id: string) =>
    call(world.app, caller, method, `/sources/${id}${tail}`, body === undefined ? {} : { body })

describe.each([
  { name: 'getSource', send: at('GET'), make },
  { name: 'deleteSource', send: at('DELETE'), make },
  { name: 'testSource', send: at('POST', '/test'), make },
  { name: 'startSourceBackfill', send: at('POST', '/backfill', { days: 3 }), make: makeFolder },
  { name: 'listSourceRecordings', send: at('GET', '/recordings'), make },
  { name: 'listSourceDeliveries', send: at('GET', '/deliveries'), make },
])('$name', ({ send, make: makeOne }) => {
  guardsThings({ world: () => world, noun: 'source', make: makeOne, send })
  adminsOnly({ world: () => world, make: makeOne, send })
})

describe('a deleted source', () => {
  it('is gone with its address', async () => {
    const { id, path } = await sourceFor(world, webhookBody())
    expect((await at('DELETE')(world.org, id)).status).toBe(204)
    expect((await at('GET')(world.org, id)).body).toEqual(notFound('source'))
    expect((await call(world.app, undefined, 'POST', path, { body: '{}' })).status).toBe(404)
  })
})

describe('a backfill', () => {
  it('needs a source with a list that is enabled', async () => {
    const start = at('POST', '/backfill', { days: 3 })
    expect((await start(world.org, await make())).body).toEqual(resourceError(409, 'source_has_no_list', ''))
    const folder = await makeFolder()
    await call(world.app, world.org, 'PATCH', `/sources/${folder}`, { body: { enabled: false } })
    expect((await start(world.org, folder)).body).toEqual(resourceError(409, 'source_disabled', ''))
  })
})

describe('kinds', () => {
  it('are listed with their fields and steps, secret ones marked', async () => {
    const { status, body } = await call(world.app, world.alice, 'GET', '/source-kinds')
    expect([status, body.data.map(({ kind }: { kind: string }) => kind)]).toEqual([
      200,
      ['folder', 's3', 'zoom', 'webhook'],
    ])
    const secrets = body.data.flatMap(({ fields }: { fields: { name: string; isSecret: boolean }[] }) =>
      fields.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    )
    expect(secrets).toEqual(['secretAccessKey', 'clientSecret', 'secretToken', 'signingSecret', 'bearerToken'])
    expect((await call(world.app, world.bob, 'GET', '/source-kinds')).status).toBe(403)
  })
})

describe('calls and deliveries', () => {
  it('are found below their own source only', async () => {
    const id = await make()
    for (const tail of [`/deliveries/${NOBODY}`, `/recordings/${NOBODY}/retry`, `/deliveries/${NOBODY}/replay`]) {
      const method = tail.endsWith(NOBODY) ? 'GET' : 'POST'
      expect([tail, (await at(method, tail)(world.org, id)).status]).toEqual([tail, 404])
    }
  })
})
