import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor } from '../../../testing/connection-fixtures.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { newPerson } from '../../../testing/people.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let now = Date.parse('2026-03-10T10:00:00.000Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/connected-apps', { query })
const connect = (user: Caller, given = {}) => connectionFor(world.app, world.acme, user, given)
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)

describe('does', () => {
  it('lists what may act for the caller, newest first', async () => {
    const person = await newPerson(world)
    const first = await connect(person, { clientName: 'First', scope: 'mcp:read' })
    now += 1_000
    const second = await connect(person)
    await world.app.authenticateOAuth(first.accessToken)
    await expect.poll(async () => (await list(person)).body.data[1]?.last_used_at).toBe('2026-03-10T10:00:01.000Z')
    const answer = await list(person)
    expect(idsOf(answer)).toEqual([second.id, first.id])
    expect(answer.body).toMatchObject({
      data: [
        { last_used_at: null },
        {
          id: first.id,
          client_id: `https://${first.id}.example/client.json`,
          client_name: 'First',
          redirect_host: '127.0.0.1:8080',
          scopes: ['mcp:read'],
          user: { uuid: person.userId, email: person.email },
          created_at: '2026-03-10T10:00:00.000Z',
          expires_at: '2026-04-09T10:00:00.000Z',
        },
      ],
      meta: { totalRecords: 2, pageCount: 1, pageNumber: 1, pageSize: 50 },
    })
    expect(idsOf(await list(person, { size: '1', page: '2' }))).toEqual([first.id])
  })

  it('leaves out what has no token any more', async () => {
    const person = await newPerson(world)
    const short = await connect(person, { refreshSeconds: 7_200 })
    now += 7_200_000 - 1
    expect(idsOf(await list(person))).toEqual([short.id])
    now += 1
    expect((await list(person)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
  })

  it('lists those of a user for admins, and those of all for an org-level key', async () => {
    const person = await newPerson(world)
    const { id } = await connect(person)
    expect(idsOf(await list(world.alice, { user_uuid: person.userId }))).toEqual([id])
    expect(idsOf(await list(world.org, { user_uuid: person.userId }))).toEqual([id])
    expect(idsOf(await list(world.org, { size: '200' }))).toContain(id)
    expect(idsOf(await list(world.alice))).not.toContain(id)
    expect(idsOf(await list(world.alice, { size: '200', everyone: 'true' }))).toContain(id)
    expect(
      idsOf(await list(world.alice, { size: '200', everyone: 'true', user_uuid: world.alice.userId ?? '' })),
    ).not.toContain(id)
  })
})

describe('refuses', () => {
  it.each([
    ['user_uuid', 'bob'],
    ['page', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everybody for themselves, and only admins for others', async () => {
    for (const caller of [world.mark, world.carol]) {
      const answer = await list(caller, { user_uuid: world.bob.userId ?? '' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
      expect((await list(caller, { user_uuid: caller.userId ?? '' })).status).toBe(200)
      expect((await list(caller, { everyone: 'true' })).status).toBe(403)
    }
  })

  it('is nobody of another organization: there is nothing to see', async () => {
    await connect(world.bob)
    for (const caller of [world.mallory, world.rivalOrg]) {
      expect((await list(caller, { user_uuid: world.bob.userId ?? '' })).body.data).toEqual([])
      expect((await list(caller)).body.data).toEqual([])
    }
  })
})
