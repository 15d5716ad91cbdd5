/** The step through the service's door: which scorecards apply, and what people decided stays. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { score, toldOf } from '../../../testing/scored-fixtures.ts'
import { saleCardFor, saleFor, scoringsOf } from '../../../testing/scored-transcripts.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const fresh = () => createWorld(world.app)
const analyzed = async (own: World, given: Record<string, unknown> = {}) => {
  const id = await saleFor(own, given)
  await own.app.drain(own.acme)
  return id
}
const again = async (own: World, id: string, body: object = {}) => {
  const answer = await call(own.app, own.org, 'POST', `/conversations/${id}/reanalyze`, { body })
  expect(answer.status).toBe(202)
  await own.app.drain(own.acme)
}
const stepOf = async (own: World, id: string) =>
  (await call(own.app, own.org, 'GET', `/conversations/${id}/analysis`)).body.data.steps.find(
    ({ step }: { step: string }) => step === 'scorecards',
  )
const scored = async (own: World, id: string) =>
  (await toldOf(own, id)).map(({ scorecardId }: { scorecardId: string }) => scorecardId)

describe('a result', () => {
  it('stands on the element in the form of the contract, with what is open beside it', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    const id = await analyzed(own)
    expect(await toldOf(own, id)).toMatchObject([
      {
        ...{ uuid: expect.any(String), scorecardId: card.id, title: 'Discovery' },
        summary: { averageScore: 50, min: 0, max: 100, summaryText: expect.stringMatching(/^2 of 3 items/) },
        items: [
          {
            ...{ uuid: card.budget, title: 'Asked about the budget', description: expect.stringMatching(/./) },
            ...{ numericResult: { score: 2, min: 0, max: 2 }, confidence: 0.8 },
            evidences: ['What budget do you have for the scanners this year?'],
          },
          { uuid: card.warranty },
        ],
        unscored: [{ uuid: card.rapport, reason: 'needs_model' }],
      },
    ])
    expect(await stepOf(own, id)).toMatchObject({ outcome: 'needs_model', model: null })
    const { body } = await call(own.app, own.bob, 'GET', `/scorecards/${card.id}/results`)
    expect(body.data).toMatchObject([{ source: 'ai', scoredBy: null, transcriptVersion: 1, scorecardVersion: 4 }])
  })

  it('is none where nothing could be scored, and is taken back when words are gone', async () => {
    const own = await fresh()
    await saleCardFor(own)
    const id = await analyzed(own)
    expect(await scored(own, id)).toHaveLength(1)
    await call(own.app, own.bob, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: { segments: [{ speaker: 'Bob', text: 'Nice weather today.' }] } },
    })
    await own.app.drain(own.acme)
    expect(await scored(own, id)).toEqual([])
    expect(await scoringsOf(own, id)).toMatchObject([{ items: [], unscored: [{}, {}, {}], transcriptVersion: 2 }])
  })

  it('follows the scorecard, and leaves the conversation alone while nothing has changed', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    const id = await analyzed(own)
    const { finishedAt } = await stepOf(own, id)
    await again(own, id)
    expect((await stepOf(own, id)).finishedAt).toBe(finishedAt)
    await call(own.app, own.org, 'DELETE', `/scorecards/${card.id}/items/${card.warranty}`)
    await again(own, id)
    expect((await toldOf(own, id))[0]).toMatchObject({ items: [{ uuid: card.budget }], summary: { averageScore: 100 } })
  })
})

describe('a scorecard applies', () => {
  it('when it is in use, for conversations, of the team or of all', async () => {
    const own = await fresh()
    const all = await saleCardFor(own)
    const north = await saleCardFor(own, { teamId: own.teams.north, allTeams: false })
    await saleCardFor(own, { teamId: own.teams.support, allTeams: false })
    await saleCardFor(own, { enabled: false })
    await saleCardFor(own, { interactionType: 'email' })
    expect(new Set(await scored(own, await analyzed(own)))).toEqual(new Set([all.id, north.id]))
  })

  it('when the labels meet its criteria; when they no longer do, what the program made is taken back', async () => {
    const own = await fresh()
    const kind = await labelFor(own)
    const card = await saleCardFor(own, { criteria: criteriaOf(kind) })
    const id = await analyzed(own, { labels: { [kind.name.toUpperCase()]: 'demo' } })
    const other = await analyzed(own, { labels: { [kind.name]: 'Renewal' } })
    expect([await scored(own, id), await scored(own, other)]).toEqual([[card.id], []])
    expect(await stepOf(own, other)).toMatchObject({ outcome: 'not_applicable' })
    const label = async (one: string, option: string) => {
      await call(own.app, own.bob, 'PUT', `/conversations/${one}/labels`, { body: { labels: { [kind.name]: option } } })
      await own.app.drain(own.acme)
    }
    await label(other, 'Demo')
    await label(id, 'Renewal')
    expect([await scored(own, id), await scored(own, other)]).toEqual([[], [card.id]])
    expect(await scoringsOf(own, id)).toEqual([])
  })

  it('by a label that the analysis chose just before', async () => {
    const own = await fresh()
    const options = [{ value: 'Scanners', description: 'Scanners and their warranty.' }, { value: 'Payroll' }]
    const topic = await labelFor(own, [], { aiFlow: true, options })
    const card = await saleCardFor(own, { criteria: criteriaOf(topic) })
    expect(await scored(own, await analyzed(own))).toEqual([card.id])
  })

  it('unless whoever imported it wants none', async () => {
    const own = await fresh()
    await saleCardFor(own)
    const id = await analyzed(own, { skipScorecardCalculation: true })
    expect([await scored(own, id), await scoringsOf(own, id)]).toEqual([[], []])
    expect(await stepOf(own, id)).toMatchObject({ outcome: 'not_applicable' })
  })

  it('and its results outlive it', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    const id = await analyzed(own)
    await call(own.app, own.org, 'PATCH', `/scorecards/${card.id}`, { body: { enabled: false } })
    await again(own, id)
    expect(await scored(own, id)).toEqual([card.id])
    await call(own.app, own.org, 'DELETE', `/scorecards/${card.id}`)
    await again(own, id, { steps: ['scorecards'] })
    expect(await scored(own, id)).toEqual([card.id])
  })
})

describe('what people decided stays', () => {
  it('a result of theirs, before and after', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    const given = { items: [{ uuid: card.budget, score: 1, description: 'Too early.' }] }
    const before = await saleFor(own)
    await score(own, own.bob, before, card.id, given)
    await own.app.drain(own.acme)
    const after = await analyzed(own)
    await score(own, own.bob, after, card.id, given)
    await again(own, after, { steps: ['scorecards'] })
    for (const id of [before, after]) {
      expect(await toldOf(own, id)).toMatchObject([{ items: [{ description: 'Too early.' }], unscored: [] }])
      expect(await scoringsOf(own, id)).toMatchObject([{ items: [{ numericResult: { score: 2 } }, {}] }])
    }
  })

  it('a result of theirs that is made at the same moment', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    for (const _ of [1, 2, 3]) {
      const id = await saleFor(own)
      const [answer] = await Promise.all([
        score(own, own.bob, id, card.id, { items: [{ uuid: card.budget, score: 1 }] }),
        own.app.drain(own.acme),
      ])
      expect(answer.status).toBeLessThan(300)
      expect(await toldOf(own, id)).toMatchObject([{ items: [{ numericResult: { score: 1 } }] }])
      expect(await scoringsOf(own, id)).toHaveLength(1)
    }
  })

  it('a result that they took off', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    const id = await analyzed(own)
    await call(own.app, own.bob, 'DELETE', `/conversations/${id}/scorecard-results/${card.id}`)
    await again(own, id, { steps: ['scorecards'] })
    expect(await scored(own, id)).toEqual([])
    await score(own, own.bob, id, card.id, { items: [{ uuid: card.budget, score: 1 }] })
    expect(await scored(own, id)).toEqual([card.id])
  })

  it('goes with the conversation when that is erased', async () => {
    const own = await fresh()
    const card = await saleCardFor(own)
    const id = await analyzed(own)
    await call(own.app, own.bob, 'DELETE', `/conversations/${id}/scorecard-results/${card.id}`)
    await call(own.app, own.bob, 'PUT', `/conversations/${id}/labels`, { body: { labels: { Mood: 'Good' } } })
    await call(own.app, own.org, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    for (const table of ['scorecard_scorings', 'scorecard_dismissals', 'conversation_label_choices']) {
      const left = await own.app.store.owner.query(`select from ${table} where conversation_id = $1`, [id])
      expect([table, left]).toEqual([table, []])
    }
  })
})
