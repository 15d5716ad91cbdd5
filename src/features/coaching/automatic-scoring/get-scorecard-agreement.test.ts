import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { score } from '../../../testing/scored-fixtures.ts'
import { saleCardFor, saleFor } from '../../../testing/scored-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let card: Awaited<ReturnType<typeof saleCardFor>>
/** Open ones of bob's, one that is private, and one that nobody but the program scored. */
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  card = await saleCardFor(world)
  ids = []
  for (const given of [{}, {}, {}, { private: true }, {}]) ids.push(await saleFor(world, given))
  await world.app.drain(world.acme)
  // The program gives 2 and 0, and leaves rapport open.
  const given = [
    [2, 0],
    [2, 1],
    [0, 2],
    [2, 0],
  ]
  for (const [at, [budget, warranty]] of given.entries()) {
    const items = [
      { uuid: card.budget, score: budget },
      { uuid: card.warranty, score: warranty },
      { uuid: card.rapport, score: 2 },
    ]
    await score(world, world.alice, ids[at] ?? '', card.id, { items })
  }
})

const get = (caller: Caller | undefined, id = card.id) => call(world.app, caller, 'GET', `/scorecards/${id}/agreement`)

describe('does', () => {
  it('holds the scores of people against those of the program, by item', async () => {
    const { data } = (await get(world.alice)).body
    expect(data).toMatchObject({
      ...{ scorecardId: card.id, title: 'Discovery', conversations: 4, compared: 8, exact: 0.625, withinOne: 0.75 },
      items: [
        {
          ...{ uuid: card.budget, compared: 4, exact: 0.75, withinOne: 0.75, onlyPerson: 0, kappa: 0 },
          levels: [
            [0, 0, 1],
            [0, 0, 0],
            [0, 0, 3],
          ],
        },
        {
          ...{ uuid: card.warranty, compared: 4, exact: 0.5, withinOne: 0.75 },
          levels: [
            [2, 0, 0],
            [1, 0, 0],
            [1, 0, 0],
          ],
        },
        { uuid: card.rapport, compared: 0, exact: null, kappa: null, onlyPerson: 4 },
      ],
    })
    // Expected wrong (1·4 + 1·4 + … over 64): by hand.
    expect(data.kappa).toBeCloseTo(1 - 3 / 8 / (1 - (3 * 4 + 4 * 4) / 64), 3)
    expect(data.weightedKappa).toBeCloseTo(1 - (0.5 + 2) / 8 / ((3 * 4 + 1 * 4 * 0.5 + 1 * 4 * 0.5 + 4 * 4) / 64), 3)
  })

  it('compares scores on the same scale alone, and remembers items that are gone', async () => {
    const own = await createWorld(world.app)
    const one = await saleCardFor(own)
    const id = await saleFor(own)
    await own.app.drain(own.acme)
    const scale = { numericMetadata: { min: 0, middle: 5, max: 10 } }
    await call(own.app, own.org, 'PATCH', `/scorecards/${one.id}/items/${one.budget}`, { body: { metadata: scale } })
    await score(own, own.bob, id, one.id, {
      items: [
        { uuid: one.budget, score: 10 },
        { uuid: one.warranty, score: 0 },
      ],
    })
    await call(own.app, own.org, 'DELETE', `/scorecards/${one.id}/items/${one.warranty}`)
    const { data } = (await call(own.app, own.org, 'GET', `/scorecards/${one.id}/agreement`)).body
    expect(data.items).toMatchObject([
      { uuid: one.budget, compared: 0 },
      { uuid: one.rapport, compared: 0 },
      { uuid: one.warranty, title: 'Never mentioned the warranty', compared: 1, exact: 1 },
    ])
  })

  it('leaves archived conversations out', async () => {
    const own = await createWorld(world.app)
    const one = await saleCardFor(own)
    const id = await saleFor(own)
    await own.app.drain(own.acme)
    await score(own, own.bob, id, one.id, { items: [{ uuid: one.budget, score: 2 }] })
    const read = async () =>
      (await call(own.app, own.org, 'GET', `/scorecards/${one.id}/agreement`)).body.data.conversations
    expect(await read()).toBe(1)
    await call(own.app, own.org, 'DELETE', `/conversations/${id}`)
    expect(await read()).toBe(0)
  })
})

describe('refuses', () => {
  it('a scorecard that there is not', async () => {
    expect((await get(world.org, NOBODY)).status).toBe(404)
  })
})

describe('who may', () => {
  it('is everybody, over the conversations that they see', async () => {
    const compared = async (caller: Caller) => (await get(caller)).body.data.conversations
    expect([await compared(world.bob), await compared(world.mark), await compared(world.carol)]).toEqual([4, 3, 0])
  })

  guardsThings({ world: () => world, noun: 'scorecard', make: () => scorecardFor(world), send: get })
})
