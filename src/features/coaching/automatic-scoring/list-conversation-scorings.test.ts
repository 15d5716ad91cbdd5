import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { score, toldOf } from '../../../testing/scored-fixtures.ts'
import { saleCardFor, saleFor, scoringsOf } from '../../../testing/scored-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let card: Awaited<ReturnType<typeof saleCardFor>>
beforeAll(async () => {
  world = await createWorld()
  card = await saleCardFor(world)
})

const list = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/conversations/${id}/scorings`)
const analyzed = async () => {
  const id = await saleFor(world)
  await world.app.drain(world.acme)
  return id
}

describe('does', () => {
  it('tells scores with their words, and what is left open', async () => {
    const id = await analyzed()
    const { body } = await list(world.bob, id)
    expect(body.data).toMatchObject([
      {
        ...{ scorecardId: card.id, title: 'Discovery', transcriptVersion: 1, model: null, dismissed: false },
        items: [
          {
            ...{ uuid: card.budget, source: 'rule', numericResult: { score: 2, min: 0, max: 2 } },
            evidences: ['What budget do you have for the scanners this year?'],
          },
          {
            ...{ uuid: card.warranty, numericResult: { score: 0 } },
            evidences: ['Our premium plan includes a three year warranty.'],
          },
        ],
        unscored: [{ uuid: card.rapport, title: 'Built rapport', reason: 'needs_model' }],
      },
    ])
    expect(body.data[0].items[0].middle).toBeUndefined()
  })

  it('still tells them beside what a person scored, and when the result was taken off', async () => {
    const id = await analyzed()
    const [before] = await scoringsOf(world, id)
    await score(world, world.bob, id, card.id, { items: [{ uuid: card.budget, score: 1 }] })
    expect(await scoringsOf(world, id)).toEqual([before])
    await call(world.app, world.bob, 'DELETE', `/conversations/${id}/scorecard-results/${card.id}`)
    expect(await scoringsOf(world, id)).toEqual([{ ...before, dismissed: true }])
    expect(await toldOf(world, id)).toEqual([])
  })
})

describe('refuses', () => {
  it('nothing but what is hidden or not there', async () => {
    expect((await list(world.bob, await saleFor(world))).body).toEqual({ data: [] })
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
