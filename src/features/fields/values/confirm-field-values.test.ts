import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { askingFor, attributesOf, ITEMS, soldFor, valuesOf } from '../../../testing/field-values-fixtures.ts'
import { guardsConversations, NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let asking: Awaited<ReturnType<typeof askingFor<keyof typeof ITEMS | 'reason' | 'products'>>>
beforeAll(async () => {
  world = await createWorld()
  asking = await askingFor(world, {
    ...ITEMS,
    reason: { title: 'Reason', contents: 'Zzz?' },
    products: {
      title: 'Products',
      contents: 'Zzz?',
      responseType: 'multipicklist',
      options: ['A', 'B', 'C'],
      maxValues: 2,
    },
  })
})

const confirm = (caller: Caller | undefined, id: string, intelligence: unknown) =>
  call(world.app, caller, 'POST', `/conversations/${id}/crm/confirm`, { body: { intelligence } })
const stateOf = async (id: string, key: string) =>
  (await valuesOf(world, id)).find((one: { key: string }) => one.key === key)

describe('does', () => {
  it('confirm as proposed, by the id of the value or the key of the item', async () => {
    const id = await soldFor(world)
    const { extractedIntelligence: before } = await attributesOf(world, id)
    const answer = await confirm(world.bob, id, [{ id: before.seats.id, title: 'Seats' }, { key: 'budget' }])
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject([
      { ...before.seats, state: 'confirmed', decidedBy: world.bob.userId },
      { ...before.budget, state: 'confirmed' },
    ])
    const told = await attributesOf(world, id)
    expect(told.confirmedExtractedIntelligence).toEqual({ seats: before.seats, budget: before.budget })
    expect(told.extractedIntelligence).toEqual(before)
    expect(told.intelligenceItems.find(({ key }: { key: string }) => key === 'seats')).toMatchObject({
      ...{ state: 'confirmed', value: before.seats },
    })
  })

  it('put another value in its place, which is the person’s then, and remember what was proposed', async () => {
    const id = await soldFor(world)
    const { extractedIntelligence: before } = await attributesOf(world, id)
    const { body } = await confirm(world.org, id, [{ id: before.seats.id, key: 'seats', value: 65 }])
    expect(body.data).toMatchObject([
      {
        ...{ id: before.seats.id, value: 65, source: 'human', confidence: 1, evidence: [], state: 'corrected' },
        ...{ decidedBy: null, decidedAt: expect.any(String) },
        history: [
          { state: 'proposed', value: 60, source: 'rule', by: null },
          { state: 'corrected', value: 65, source: 'human', by: null },
        ],
      },
    ])
    expect((await attributesOf(world, id)).confirmedExtractedIntelligence.seats).toMatchObject({ value: 65 })
  })

  it('fill in an item that nothing was proposed for', async () => {
    const id = await soldFor(world)
    const { status, body } = await confirm(world.bob, id, [{ key: asking.reason.key, value: '  Slow reports ' }])
    expect([status, body.data[0]]).toMatchObject([
      200,
      {
        key: 'reason',
        value: 'Slow reports',
        source: 'human',
        state: 'confirmed',
        itemUUID: asking.reason.id,
        evidence: [],
      },
    ])
  })

  it('take options in any case and order, and tell them as the item has them', async () => {
    const id = await soldFor(world)
    const { body } = await confirm(world.bob, id, [
      { key: 'products', value: ['c', 'A'] },
      { key: 'plan', value: 'BASIC' },
    ])
    expect(body.data.map((one: { value: unknown }) => one.value)).toEqual([['A', 'C'], 'Basic'])
  })

  it('done again changes nothing, and neither does it when two do it at the same moment', async () => {
    const id = await soldFor(world)
    const both = [
      { key: 'seats', value: 70 },
      { key: 'reason', value: 'Growth' },
    ]
    const answers = await Promise.all([world.bob, world.mark, world.org].map((caller) => confirm(caller, id, both)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const once = await valuesOf(world, id)
    expect(once.filter(({ key }: { key: string }) => key === 'reason')).toHaveLength(1)
    expect((await stateOf(id, 'seats')).history).toHaveLength(2)
    const again = await confirm(world.alice, id, both)
    expect(again.status).toBe(200)
    expect(await valuesOf(world, id)).toEqual(once)
  })

  it('bring back what was rejected, in the place of what stands there', async () => {
    const id = await soldFor(world)
    const seats = await stateOf(id, 'seats')
    await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/reject`, { body: { ids: [seats.id] } })
    await confirm(world.bob, id, [{ key: 'seats', value: 61 }])
    const { body } = await confirm(world.bob, id, [{ id: seats.id }])
    expect(body.data).toMatchObject([{ id: seats.id, value: 60, source: 'rule', state: 'confirmed' }])
    const states = (await valuesOf(world, id)).filter(({ key }: { key: string }) => key === 'seats')
    expect(states.map((one: { value: number; state: string }) => [one.value, one.state])).toEqual([
      [60, 'confirmed'],
      [61, 'rejected'],
    ])
  })

  it('confirm and correct what an item found that is gone', async () => {
    const own = await createWorld(world.app)
    const { configuration, seats } = await askingFor(own, { seats: ITEMS.seats })
    const id = await soldFor(own)
    await call(own.app, own.org, 'DELETE', `/field-configurations/${configuration}/items/${seats.id}`)
    const send = (value?: unknown) =>
      call(own.app, own.bob, 'POST', `/conversations/${id}/crm/confirm`, {
        body: { intelligence: [{ key: 'seats', ...(value === undefined ? {} : { value }) }] },
      })
    expect((await send('many')).status).toBe(400)
    expect((await send()).body.data).toMatchObject([{ value: 60, state: 'confirmed' }])
    expect((await send(61)).body.data).toMatchObject([{ value: 61, state: 'corrected' }])
    expect((await attributesOf(own, id)).confirmedExtractedIntelligence.seats).toMatchObject({ value: 61 })
  })
})

describe('announces', () => {
  it('the values that changed to webhooks, and nothing for a repetition', async () => {
    const hook = { url: 'https://hooks.customer.example/', event_types: ['conversation.fields_confirmed'] }
    const { body: webhook } = await call(world.app, world.org, 'POST', '/webhooks', { body: hook })
    const id = await soldFor(world)
    const { extractedIntelligence: before } = await attributesOf(world, id)
    await confirm(world.bob, id, [{ key: 'seats' }, { key: 'budget', value: 1 }])
    await confirm(world.bob, id, [{ key: 'seats' }])
    const path = `/webhooks/${webhook.data.id}/deliveries`
    const { body: list } = await call(world.app, world.org, 'GET', path)
    expect(list.data).toHaveLength(1)
    const { body } = await call(world.app, world.org, 'GET', `${path}/${list.data[0].id}`)
    expect(JSON.parse(body.data.body)).toMatchObject({
      type: 'conversation.fields_confirmed',
      data: { conversation_id: id, field_value_ids: [before.seats.id, before.budget.id], user_id: world.bob.userId },
    })
    await call(world.app, world.org, 'DELETE', `/webhooks/${webhook.data.id}`)
  })
})

describe('refuses', () => {
  let id: string
  beforeAll(async () => {
    id = await soldFor(world)
  })
  it.each<[string, () => unknown, string]>([
    ['nothing', () => undefined, '/intelligence'],
    ['an empty list', () => [], '/intelligence'],
    ['201 entries', () => Array(201).fill({ key: 'seats' }), '/intelligence'],
    ['an entry that names nothing', () => [{ value: 7 }], '/intelligence/0'],
    ['an id that is none', () => [{ id: 'none' }], '/intelligence/0/id'],
    ['an id of nothing', () => [{ key: 'plan' }, { id: NOBODY }], '/intelligence/1/id'],
    ['a key of no item', () => [{ key: 'none', value: 7 }], '/intelligence/0/key'],
    ['an open item without a value', () => [{ key: 'reason' }], '/intelligence/0/value'],
    ['an item twice', () => [{ key: 'seats' }, { key: 'seats', value: 8 }], '/intelligence/1'],
    ['null', () => [{ key: 'seats', value: null }], '/intelligence/0/value'],
    ['text for a number', () => [{ key: 'seats', value: '60' }], '/intelligence/0/value'],
    ['a word for a day', () => [{ key: 'rollout_start', value: 'tomorrow' }], '/intelligence/0/value'],
    ['a day there is not', () => [{ key: 'rollout_start', value: '2026-02-30' }], '/intelligence/0/value'],
    ['text for a yes', () => [{ key: 'uses_competitor', value: 'yes' }], '/intelligence/0/value'],
    ['an option there is not', () => [{ key: 'plan', value: 'Premium' }], '/intelligence/0/value'],
    ['more options than there may be', () => [{ key: 'products', value: ['A', 'B', 'C'] }], '/intelligence/0/value'],
    ['text of 257 characters', () => [{ key: 'reason', value: 'x'.repeat(257) }], '/intelligence/0/value'],
    ['blank text', () => [{ key: 'reason', value: ' ' }], '/intelligence/0/value'],
  ])('%s, points at it, and takes none of the others', async (_, body, pointer) => {
    const before = await valuesOf(world, id)
    const given = body()
    const more = Array.isArray(given) && given.length === 1 ? [...given, { key: 'budget', value: 1 }] : given
    const answer = await confirm(world.bob, id, more)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await valuesOf(world, id)).toEqual(before)
  })

  it('an id and a key that do not belong together, and the value of another conversation', async () => {
    const { seats } = (await attributesOf(world, id)).extractedIntelligence
    expect((await confirm(world.bob, id, [{ id: seats.id, key: 'plan' }])).body).toEqual(
      refusedField('/intelligence/0/key'),
    )
    const other = await soldFor(world)
    expect((await confirm(world.bob, other, [{ id: seats.id }])).body).toEqual(refusedField('/intelligence/0/id'))
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => confirm(caller, id, [{ key: 'reason', value: 'Growth' }]),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await soldFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      const { body } = await confirm(caller, id, [{ key: 'reason', value: `by ${caller.email}` }])
      expect(body.data[0]).toMatchObject({ value: `by ${caller.email}`, decidedBy: caller.userId ?? null })
    }
  })
})
