import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const create = (caller: Caller | undefined, body: unknown = {}) =>
  call(world.app, caller, 'POST', '/privacy/redactions', { body })
const spoken = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.transcript
const talk = (given = {}) => importFor(world, { transcript: 'Ann: I am ann@b.example.', ...given })

describe('does', () => {
  it('masks what the filters mean and nothing else, leaves what is held, and tells how much', async () => {
    const [meant, held, other, clean] = [
      await talk({ conversationTitle: 'Run one' }),
      await talk({ conversationTitle: 'Run two' }),
      await talk(),
      await importFor(world, { conversationTitle: 'Run three' }),
    ]
    await call(world.app, world.alice, 'PUT', `/conversations/${held}/legal-hold`, { body: { on: true, reason: 'x' } })
    const made = await create(world.alice, { filter: { title: 'run' } })
    expect([made.status, made.body.data.status]).toEqual([202, 'pending'])
    await world.app.drain(world.acme)
    const told = await call(world.app, world.org, 'GET', `/privacy/redactions/${made.body.data.uuid}`)
    expect(told.body.data).toMatchObject({ status: 'finished', seen: 3, changed: 1, held: 1, counts: { email: 1 } })
    expect(await spoken(meant)).toBe('Ann: I am [EMAIL].')
    for (const id of [held, other]) expect(await spoken(id)).toBe('Ann: I am ann@b.example.')
    expect(await spoken(clean)).toBe('Bob: Shall we begin?')
    const log = await call(world.app, world.org, 'GET', '/audit-log', {
      query: { entityId: meant, operation: 'redactConversations' },
    })
    expect(log.body.data).toMatchObject([
      { via: 'service', entities: expect.arrayContaining([{ type: 'redaction', id: 'email:1' }]) },
    ])
  })

  it('takes a range of time', async () => {
    const [old, young] = [
      await talk({ conversationStartedAt: '2001-01-01' }),
      await talk({ conversationStartedAt: '2003-01-01' }),
    ]
    await create(world.org, { toDateTime: '2002-01-01' })
    await world.app.drain(world.acme)
    expect([await spoken(old), await spoken(young)]).toEqual(['Ann: I am [EMAIL].', 'Ann: I am ann@b.example.'])
  })
})

describe('refuses', () => {
  it.each([
    ['a range that is none', '/fromDateTime', { fromDateTime: 'yesterday' }],
    ['a malformed owner', '/filter/owner.id/0', { filter: { 'owner.id': ['x'] } }],
  ])('%s', async (_, pointer, body) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  const none = { filter: { title: 'no such title' } }
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => create(caller, none) })
})
