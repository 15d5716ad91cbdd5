import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { type NewInsightResult, storeInsight } from '../insights/index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller, id: string) => callTool(world.app, caller, 'get_insight', { insight_id: id })
const read = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/gi/${id}`)

const made = (owner: Caller, title: string, results: readonly NewInsightResult[]) =>
  world.app.store
    .of(world.acme)
    .transact((tx) =>
      storeInsight(tx, world.acme, { userId: owner.userId ?? '', title, at: new Date('2026-02-01'), results }),
    )

const finished = (conversationIds: string[], more: Partial<NewInsightResult> = {}): NewInsightResult => ({
  prompt: 'How do we begin?',
  status: 'FINISHED',
  result: 'With a question [1].',
  conversationIds,
  items: conversationIds.map((conversationId) => ({ conversationId, transcriptVersion: 1, segment: 0 })),
  ...more,
})

describe('does', () => {
  it('tells each question with its answer and its sources, as the list does', async () => {
    const conversation = await importFor(world)
    const pending = finished([], { status: 'PENDING', result: '', prompt: 'And how do we end?' })
    const id = await made(world.bob, 'Beginnings', [finished([conversation]), pending])
    const { data, text } = await get(world.bob, id.toUpperCase())
    const quote = { type: 'call', id: conversation, title: 'Opening', quote: 'Shall we begin?', start: 0 }
    const answered = { prompt: 'How do we begin?', status: 'FINISHED', answer: 'With a question [1].', withheld: false }
    expect(data).toMatchObject({
      ...{ id, title: 'Beginnings', created_at: '2026-02-01T00:00:00.000Z' },
      results: [
        { ...answered, sources: [quote], calls_read: 1 },
        { prompt: 'And how do we end?', status: 'PENDING', answer: '', sources: [] },
      ],
    })
    expect(text).toContain('> With a question [1].')
    expect(text).toContain(`| 1 | call ${conversation} | Opening | 0:00 (0 s) | Shall we begin? |`)
    const listed = await call(world.app, world.bob, 'GET', '/gi/history', {
      query: { user_uuid: world.bob.userId ?? '' },
    })
    expect(listed.body.data.find((one: { uuid: string }) => one.uuid === id).results[0].synthesis).toBe(
      data.results[0].answer,
    )
  })
})

describe('by REST', () => {
  it('tells the entry of the history, and how far it has come', async () => {
    const id = await made(world.bob, 'Beginnings', [finished([await importFor(world)])])
    const history = await call(world.app, world.bob, 'GET', '/gi/history', {
      query: { user_uuid: world.bob.userId ?? '' },
    })
    const { status, body } = await read(world.bob, id.toUpperCase())
    const { progress, ...entry } = body.data
    expect([status, progress]).toEqual([200, { conversationsRead: 0, conversationsTotal: 0 }])
    expect(entry).toEqual(history.body.data.find(({ uuid }: { uuid: string }) => uuid === id))
  })

  guardsThings({ world: () => world, noun: 'insight', make: () => made(world.bob, 'Guarded', []), send: read })

  it('is for its owner and admins', async () => {
    const id = await made(world.bob, 'His', [])
    for (const caller of [world.bob, world.alice, world.org]) expect((await read(caller, id)).status).toBe(200)
    for (const caller of [world.mark, world.carol]) expect((await read(caller, id)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('an id that no insight has, and one that is none', async () => {
    expect((await get(world.org, NOBODY)).error).toMatchObject({ code: 'not_found', reason: 'insight_not_found' })
    const { error } = await get(world.org, 'none')
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/insight_id' }] })
  })
})

describe('who may', () => {
  it('is its owner and admins; others are told that there is none', async () => {
    const id = await made(world.bob, 'His', [])
    for (const caller of [world.bob, world.alice, world.org]) expect((await get(caller, id)).data.title).toBe('His')
    const none = (await get(world.carol, NOBODY)).error
    for (const caller of [world.mark, world.carol, world.mallory, world.rivalOrg]) {
      expect((await get(caller, id)).error).toEqual(none)
    }
  })

  it('reads with the eyes of today: what a hidden call said is withheld, and its title and quote are not told', async () => {
    const open = await importFor(world)
    const secret = await importFor(world, {
      conversationTitle: 'The merger',
      userID: world.alice.userId,
      private: true,
    })
    const id = await made(world.bob, 'Both', [
      finished([open, secret], { result: 'A question [1], and a merger [2].' }),
      finished([open]),
    ])
    const { data, text } = await get(world.bob, id)
    expect(data.results).toMatchObject([
      { withheld: true, answer: '', calls_read: 1, sources: [{ id: open }] },
      { withheld: false, answer: 'With a question [1].' },
    ])
    expect(text).toContain("Withheld because the answer uses a call that you can't access.")
    expect(JSON.stringify(data) + text).not.toMatch(/merger/i)
    expect(JSON.stringify(data) + text).not.toContain(secret)
    expect((await get(world.alice, id)).data.results[0].answer).toBe('A question [1], and a merger [2].')
  })
})
