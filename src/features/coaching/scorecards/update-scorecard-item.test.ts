import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { itemFor, orderOf, scaleOf, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const at = (id: string, item: string) => `/scorecards/${id}/items/${item}`
const patch = (caller: Caller | undefined, id: string, item: string, body: unknown) =>
  call(world.app, caller, 'PATCH', at(id, item), { body })
const get = async (id: string, item: string) => (await call(world.app, world.org, 'GET', at(id, item))).body.data

/** A scorecard with items A, B, C … */
async function lettered(count: number) {
  const id = await scorecardFor(world)
  const items: string[] = []
  for (const title of [...'ABCDEFGH'].slice(0, count)) items.push(await itemFor(world, id, { title }))
  return { id, items }
}

describe('does', () => {
  it.each([
    ['title', ' Closed well ', 'Closed well'],
    ['weight', 0, 0],
    ['expertPrompt', 'Listen.', 'Listen.'],
    [
      'metadata',
      scaleOf(0, 5, 10),
      { numericMetadata: { min: 0, middle: 5, max: 10, minCriteria: '', middleCriteria: '', maxCriteria: '' } },
    ],
  ])('changes %s alone, keeps the rest, and counts it', async (field, given, stored) => {
    const { id, items } = await lettered(2)
    const [, item = ''] = items
    const before = await get(id, item)
    const answer = await patch(world.org, id, item, { [field]: given })
    const after = { ...before, [field]: stored, version: 2, updatedAt: expect.any(String) }
    expect([answer.status, answer.body]).toEqual([200, { data: after }])
    expect(await get(id, item)).toEqual(after)
    await patch(world.org, id, item, { [field]: given })
    expect((await get(id, item)).version).toBe(3)
  })

  it('moves an item to where it is told, and closes the gap', async () => {
    const { id, items } = await lettered(5)
    const titles = [...'ABCDE']
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.nat(4), async (which, to) => {
        const [, title = ''] = (await orderOf(world, id))[which] ?? []
        const item = items[titles.indexOf(title)] ?? ''
        const expected = (await orderOf(world, id)).map(([, one]) => one)
        expected.splice(which, 1)
        expected.splice(to, 0, title)
        const answer = await patch(world.org, id, item, { position: to + 1 })
        expect([answer.status, answer.body.data.position]).toEqual([200, to + 1])
        expect(await orderOf(world, id)).toEqual(expected.map((one, index) => [index + 1, one]))
      }),
      { numRuns: 20 },
    )
  })

  it('counts a move for the item that was moved, and not for those that made room', async () => {
    const { id, items } = await lettered(3)
    const [a = '', b = ''] = items
    await patch(world.org, id, a, { position: 3 })
    expect(await get(id, a)).toMatchObject({ position: 3, version: 2 })
    expect(await get(id, b)).toMatchObject({ position: 1, version: 1 })
  })

  it('keeps the positions without gaps under movers, makers and deleters at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, items } = await lettered(6)
      const answers = await Promise.all([
        ...items.slice(0, 4).map((item, index) => patch(world.org, id, item, { position: 4 - index })),
        call(world.app, world.org, 'POST', `/scorecards/${id}/items`, { body: { title: 'New', position: 2 } }),
        call(world.app, world.org, 'DELETE', at(id, items[5] ?? '')),
        call(world.app, world.org, 'DELETE', at(id, items[4] ?? '')),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 204, 204])
      const order = await orderOf(world, id)
      expect(order.map(([position]) => position)).toEqual([1, 2, 3, 4, 5])
      expect(order.map(([, title]) => title).toSorted()).toEqual(['A', 'B', 'C', 'D', 'New'])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['an empty body', {}, ''],
    ['no field that it knows', { version: 9, id: NOBODY, scorecardId: NOBODY }, ''],
    ['a blank title', { title: '' }, '/title'],
    ['another type', { type: 'boolean' }, '/type'],
    ['a position behind the last', { position: 3 }, '/position'],
    ['position 0', { position: 0 }, '/position'],
    ['a weight above 100', { weight: 101 }, '/weight'],
    ['a prompt of 8001 characters', { expertPrompt: 'x'.repeat(8_001) }, '/expertPrompt'],
    ['a scale upside down', { metadata: scaleOf(3, 2, 1) }, '/metadata/numericMetadata/middle'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const { id, items } = await lettered(2)
    const [item = ''] = items
    const before = await get(id, item)
    const answer = await patch(world.org, id, item, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await get(id, item)).toEqual(before)
  })

  it('an unknown item, and one of another scorecard', async () => {
    const { id } = await lettered(1)
    const other = await lettered(1)
    for (const item of [NOBODY, other.items[0] ?? '', 'x']) {
      const answer = await patch(world.org, id, item, { weight: 2 })
      expect([answer.status, answer.body]).toEqual([404, notFound('scorecard_item', '/path/itemId')])
    }
    expect((await get(other.id, other.items[0] ?? '')).weight).toBe(1)
  })
})

describe('who may', () => {
  let item = ''
  const guarded = {
    world: () => world,
    noun: 'scorecard',
    make: async () => {
      const made = await lettered(1)
      item = made.items[0] ?? ''
      return made.id
    },
    send: (caller: Caller | undefined, id: string) => patch(caller, id, item, { weight: 2 }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
