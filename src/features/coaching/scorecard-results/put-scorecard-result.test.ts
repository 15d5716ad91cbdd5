import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import {
  guardsConversations,
  MALFORMED_IDS,
  NOBODY,
  notFound,
  refusedField,
  resourceError,
} from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { score, toldOf, twoScales } from '../../../testing/scored-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { storeScorecardResult } from './index.ts'

let world: World
let card: { id: string; five: string; ten: string }
beforeAll(async () => {
  world = await createWorld()
  card = await twoScales(world)
})

const transcript = {
  segments: [
    { speaker: 'Bob', text: 'Shall we  begin?', start: 0, end: 1.5 },
    { speaker: 'Bob', text: 'I have "three" points.', start: 1.5, end: 3 },
    { speaker: 'Ann', text: 'Größe zählt, naïve 🚀 ok.', start: 3, end: 5 },
  ],
}

describe('does', () => {
  it('stores what a person scored, with a summary that is computed, and tells the element', async () => {
    const id = await importFor(world, { transcript })
    const body = {
      items: [
        {
          uuid: card.ten.toUpperCase(),
          score: 5,
          description: 'Half way.',
          evidences: [' I have "three" points. '],
          confidence: 0.5,
        },
        { uuid: card.five, score: 5 },
      ],
      summaryText: 'Good.',
    }
    const answer = await score(world, world.bob, id, card.id, body)
    const result = {
      uuid: expect.any(String),
      scorecardId: card.id,
      title: 'Discovery',
      // (100 × 1 + 50 × 3) / 4
      summary: { averageScore: 62.5, min: 50, max: 100, summaryText: 'Good.' },
      items: [
        {
          uuid: card.five,
          title: 'Five',
          description: '',
          numericResult: { score: 5, min: 1, max: 5 },
          evidences: [],
          confidence: 1,
        },
        {
          uuid: card.ten,
          title: 'Ten',
          description: 'Half way.',
          numericResult: { score: 5, min: 0, max: 10 },
          evidences: ['I have "three" points.'],
          confidence: 0.5,
        },
      ],
      unscored: [],
    }
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          ...result,
          conversation: { uuid: id, title: 'Opening' },
          source: 'human',
          scoredBy: world.bob.userId,
          scorecardVersion: 3,
          transcriptVersion: 1,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ])
    expect(await toldOf(world, id)).toEqual([result])
  })

  it('puts a new result in the place of the one there was, which keeps its id', async () => {
    const id = await importFor(world)
    const first = await score(world, world.bob, id, card.id, { items: [{ uuid: card.five, score: 1 }] })
    const second = await score(world, world.org, id, card.id, { items: [{ uuid: card.ten, score: 10 }] })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.data).toMatchObject({
      uuid: first.body.data.uuid,
      scoredBy: null,
      summary: { averageScore: 100, min: 100, max: 100, summaryText: '' },
      createdAt: first.body.data.createdAt,
    })
    expect(await toldOf(world, id)).toMatchObject([{ uuid: first.body.data.uuid, items: [{ uuid: card.ten }] }])
  })

  it('tells by which version of the scorecard and the transcript it came about', async () => {
    const own = await twoScales(world)
    const id = await importFor(world)
    await call(world.app, world.org, 'PATCH', `/scorecards/${own.id}`, { body: { title: 'Changed' } })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: { segments: [{ speaker: 'Bob', text: 'Corrected.' }] } },
    })
    const { body } = await score(world, world.bob, id, own.id, {
      items: [{ uuid: own.five, score: 3, evidences: ['Corrected.'] }],
    })
    expect(body.data).toMatchObject({ title: 'Changed', scorecardVersion: 4, transcriptVersion: 2 })
    const stale = { items: [{ uuid: own.five, score: 3, evidences: ['Shall we begin?'] }] }
    expect((await score(world, world.bob, id, own.id, stale)).status).toBe(400)
  })

  it('finds evidence across the segments of one turn, whatever the white space', async () => {
    const id = await importFor(world, { transcript })
    for (const quote of ['we begin? I have', 'Shall\n we begin?', 'naïve 🚀', 'Größe']) {
      const answer = await score(world, world.bob, id, card.id, {
        items: [{ uuid: card.five, score: 3, evidences: [quote] }],
      })
      expect(answer.status, quote).toBeLessThan(300)
    }
  })

  it('keeps every result of a conversation that is scored by many at the same moment', async () => {
    const cards = [card, await twoScales(world), await twoScales(world), await twoScales(world)]
    const id = await importFor(world)
    const answers = await Promise.all(
      cards.flatMap(({ id: scorecard, five }) =>
        [2, 4].map((given) => score(world, world.bob, id, scorecard, { items: [{ uuid: five, score: given }] })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(200), ...Array(4).fill(201)])
    const told = await toldOf(world, id)
    expect(told.map((one: { scorecardId: string }) => one.scorecardId).toSorted()).toEqual(
      cards.map((one) => one.id).toSorted(),
    )
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}/scorecard-results`)
    expect(body.data.map((one: { items: unknown }) => one.items)).toEqual(
      told.map((one: { items: unknown }) => one.items),
    )
  })

  it('gives way to a person: what the program scores afterwards is not stored', async () => {
    const id = await importFor(world)
    const byProgram = (given: number) =>
      world.app.store.of(world.acme).transact((tx) =>
        storeScorecardResult(tx, world.app.contextFor(world.app.operator(world.acme)), {
          conversationId: id,
          scorecardId: card.id,
          items: [{ uuid: card.five, score: given, description: '', evidences: [], confidence: 0.7 }],
          summaryText: '',
          source: 'ai',
          scoredBy: null,
          at: world.app.clock.now(),
        }),
      )
    const told = async () => {
      const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}/scorecard-results`)
      return body.data.map((one: { source: string; items: { numericResult: { score: number } }[] }) => [
        one.source,
        one.items[0]?.numericResult.score,
      ])
    }
    expect(await byProgram(1)).toEqual({ created: true })
    expect(await byProgram(2)).toEqual({ created: false })
    expect(await told()).toEqual([['ai', 2]])
    await score(world, world.bob, id, card.id, { items: [{ uuid: card.five, score: 5 }] })
    expect(await byProgram(3)).toBeUndefined()
    expect(await told()).toEqual([['human', 5]])
  })
})

describe('refuses', () => {
  const item = (more: object) => () => ({ items: [{ uuid: card.five, score: 3, ...more }] })
  it.each<[string, () => unknown, string]>([
    ['no items', () => ({}), '/items'],
    ['an empty list of items', () => ({ items: [] }), '/items'],
    ['101 items', () => ({ items: Array(101).fill({ uuid: card.five, score: 3 }) }), '/items'],
    ['an item of no scorecard', () => ({ items: [{ uuid: NOBODY, score: 3 }] }), '/items/0/uuid'],
    [
      'an item twice',
      () => ({
        items: [
          { uuid: card.five, score: 3 },
          { uuid: card.five, score: 4 },
        ],
      }),
      '/items/1/uuid',
    ],
    ['no score', item({ score: undefined }), '/items/0/score'],
    ['a score below its scale', item({ score: 0.99 }), '/items/0/score'],
    ['a score above its scale', item({ score: 5.01 }), '/items/0/score'],
    ['a score that is text', item({ score: '3' }), '/items/0/score'],
    ['a confidence above 1', item({ confidence: 1.1 }), '/items/0/confidence'],
    ['a description of 2001 characters', item({ description: 'x'.repeat(2_001) }), '/items/0/description'],
    ['21 pieces of evidence', item({ evidences: Array(21).fill('begin') }), '/items/0/evidences'],
    ['blank evidence', item({ evidences: [' '] }), '/items/0/evidences/0'],
    ['what was not said', item({ evidences: ['Shall we begin?', 'Goodbye.'] }), '/items/0/evidences/1'],
    ['what was said in another case', item({ evidences: ['shall we'] }), '/items/0/evidences/0'],
    ['who said it instead of what', item({ evidences: ['Bob: Shall'] }), '/items/0/evidences/0'],
    ['a summary of 4001 characters', () => ({ ...item({})(), summaryText: 'x'.repeat(4_001) }), '/summaryText'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const id = await importFor(world)
    const answer = await score(world, world.bob, id, card.id, body())
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await toldOf(world, id)).toEqual([])
  })

  it('evidence across two turns, and any when there is no transcript', async () => {
    const body = { items: [{ uuid: card.five, score: 3, evidences: ['points. Größe'] }] }
    expect((await score(world, world.bob, await importFor(world, { transcript }), card.id, body)).status).toBe(400)
    const mute = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const answer = await score(world, world.bob, mute, card.id, {
      items: [{ uuid: card.five, score: 3, evidences: ['a'] }],
    })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/items/0/evidences/0')])
    expect((await score(world, world.bob, mute, card.id, { items: [{ uuid: card.five, score: 3 }] })).status).toBe(201)
  })

  it('an unknown scorecard, one of another organization, and a malformed id', async () => {
    const id = await importFor(world)
    const theirs = await call(world.app, world.rivalOrg, 'POST', '/scorecards', { body: { title: 'Theirs' } })
    for (const scorecard of [NOBODY, theirs.body.data.id, ...MALFORMED_IDS]) {
      const answer = await score(world, world.org, id, scorecard, { items: [{ uuid: card.five, score: 3 }] })
      expect([scorecard, answer.status, answer.body]).toEqual([
        scorecard,
        404,
        notFound('scorecard', '/path/scorecardId'),
      ])
    }
  })

  it('a scorecard that is disabled, or for e-mails', async () => {
    const id = await importFor(world)
    for (const given of [{ enabled: false }, { interactionType: 'email' }]) {
      const scorecard = await scorecardFor(world, given)
      const answer = await score(world, world.org, id, scorecard, { items: [{ uuid: card.five, score: 3 }] })
      expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'scorecard_not_applicable', '')])
    }
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => score(world, caller, id, card.id, { items: [{ uuid: card.five, score: 3 }] }),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      const { body } = await score(world, caller, id, card.id, { items: [{ uuid: card.five, score: 3 }] })
      expect(body.data.scoredBy).toBe(caller.userId ?? null)
    }
  })
})
