import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const create = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/legal-holds', { body })
const erase = (id: string) =>
  call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
const release = (id: string) => call(world.app, world.alice, 'DELETE', `/legal-holds/${id}`)

describe('does', () => {
  it('keeps what an address took part in, also what comes later, until it is released', async () => {
    const participants = [{ email: 'Ann@Held.example' }]
    const before = await importFor(world, { participants })
    const made = await create(world.alice, { participantEmail: ' ann@HELD.example', reason: ' Matter 1 ' })
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        uuid: expect.any(String),
        ...{ conversationUUID: null, custodianUUID: null, participantEmail: 'ann@held.example', reason: 'Matter 1' },
        ...{ createdByUUID: world.alice.userId, createdAt: expect.any(String), releasedByUUID: null, releasedAt: null },
        updatedAt: expect.stringMatching(/Z$/),
      },
    ])
    const after = await importFor(world, { participants })
    for (const id of [before, after]) {
      const refused = await erase(id)
      expect([refused.status, refused.body]).toEqual([409, resourceError(409, 'legal_hold', '')])
    }
    expect((await erase(await importFor(world))).status).toBe(204)
    // Archiving takes nothing away.
    expect((await call(world.app, world.alice, 'DELETE', `/conversations/${before}`)).status).toBe(204)
    await release(made.body.data.uuid)
    expect((await erase(before)).status).toBe(204)
  })

  it('keeps what a user owns or took part in', async () => {
    const own = await importFor(world, { userID: world.carol.userId })
    const with_ = await importFor(world, { participants: [{ email: 'carol@acme.example' }] })
    const made = await create(world.org, { custodianUUID: world.carol.userId, reason: 'Matter 2' })
    for (const id of [own, with_]) expect((await erase(id)).status).toBe(409)
    await release(made.body.data.uuid)
    for (const id of [own, with_]) expect((await erase(id)).status).toBe(204)
  })

  it('lets either an erasure or a hold go first, whichever comes first', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map((n) => importFor(world, { participants: [{ email: `race${n}@b.example` }] })),
    )
    await Promise.all(
      ids.map(async (id, n) => {
        const [held, erased] = await Promise.all([
          create(world.org, { participantEmail: `race${n + 1}@b.example`, reason: 'Race' }),
          erase(id),
        ])
        expect(held.status).toBe(201)
        expect([204, 409]).toContain(erased.status)
      }),
    )
  })
})

describe('refuses', () => {
  it.each([
    ['neither', '', { reason: 'x' }],
    ['both', '', { reason: 'x', custodianUUID: NOBODY, participantEmail: 'a@b.example' }],
    ['no reason', '/reason', { participantEmail: 'a@b.example' }],
    ['a reason of 2,001 characters', '/reason', { participantEmail: 'a@b.example', reason: 'x'.repeat(2_001) }],
    ['what is no address', '/participantEmail', { participantEmail: 'ann', reason: 'x' }],
    ['a user of nothing', '/custodianUUID', { custodianUUID: NOBODY, reason: 'x' }],
  ])('%s', async (_, pointer, body) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a user of another organization', async () => {
    const answer = await create(world.alice, { custodianUUID: world.mallory.userId, reason: 'x' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/custodianUUID')])
  })
})

describe('who may', () => {
  const body = { participantEmail: 'nobody@b.example', reason: 'x' }
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => create(caller, body) })
})
