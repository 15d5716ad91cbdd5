import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { askingFor, attributesOf, ITEMS, soldFor, valuesOf } from '../../../testing/field-values-fixtures.ts'
import { guardsConversations, NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await askingFor(world, { seats: ITEMS.seats, plan: ITEMS.plan })
})

const reject = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'POST', `/conversations/${id}/crm/reject`, { body })
const idsOf = async (id: string): Promise<string[]> => (await valuesOf(world, id)).map((one: { id: string }) => one.id)

describe('does', () => {
  it('take the value off the conversation, and keep it with who said so', async () => {
    const id = await soldFor(world)
    const { seats } = (await attributesOf(world, id)).extractedIntelligence
    const answer = await reject(world.bob, id, { ids: [seats.id.toUpperCase(), seats.id] })
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      [{ id: seats.id, state: 'rejected', value: 60, decidedBy: world.bob.userId }],
    ])
    const told = await attributesOf(world, id)
    expect([Object.keys(told.extractedIntelligence), told.confirmedExtractedIntelligence]).toEqual([['plan'], {}])
    expect(told.intelligenceItems.map((one: { key: string; state: string }) => [one.key, one.state])).toEqual([
      ['seats', 'rejected'],
      ['plan', 'proposed'],
    ])
  })

  it('take back a confirmation too, and change nothing when done again', async () => {
    const id = await soldFor(world)
    await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/confirm`, {
      body: { intelligence: [{ key: 'plan' }] },
    })
    const ids = await idsOf(id)
    expect((await reject(world.org, id, { ids })).status).toBe(200)
    const once = await valuesOf(world, id)
    expect((await attributesOf(world, id)).confirmedExtractedIntelligence).toEqual({})
    expect((await reject(world.bob, id, { ids })).body.data).toEqual(once)
    expect(await valuesOf(world, id)).toEqual(once)
  })
})

describe('refuses', () => {
  it.each<[string, unknown, string]>([
    ['nothing', {}, '/ids'],
    ['an empty list', { ids: [] }, '/ids'],
    ['201 ids', { ids: Array(201).fill(NOBODY) }, '/ids'],
    ['what is no id', { ids: ['none'] }, '/ids/0'],
    ['an id of nothing', { ids: [NOBODY] }, '/ids/0'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await reject(world.bob, await soldFor(world), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('all of them when one is of another conversation', async () => {
    const [id, other] = [await soldFor(world), await soldFor(world)]
    const before = await valuesOf(world, id)
    const answer = await reject(world.bob, id, { ids: [...(await idsOf(id)), ...(await idsOf(other))] })
    expect([answer.status, answer.body.source.pointer]).toEqual([400, '/ids/2'])
    expect(await valuesOf(world, id)).toEqual(before)
  })
})

describe('who may', () => {
  /** A value is there, whatever the caller may see of it. */
  const send = async (caller: Caller | undefined, id: string) => {
    const [row] = await world.app.store.owner.query<{ id: string }>(
      `insert into field_values (
         organization_id, conversation_id, id, item_id, item_version, key, title, category, response_type, value, state,
         source, confidence, evidence, history, found_at)
       select organization_id, id, gen_random_uuid(), gen_random_uuid(), 1, 'seats', 'Seats', 'CRM', 'number', '60', 'proposed',
              'rule', 0.9, '[]', '[]', now()
       from conversations where id::text = lower($1) returning id`,
      [id],
    )
    return reject(caller, id, { ids: [row?.id ?? NOBODY] })
  }
  guardsConversations(() => world, send)

  it('is everyone who sees the conversation', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await send(caller, await soldFor(world))).status).toBe(200)
    }
  })
})
