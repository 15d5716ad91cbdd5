import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { hideTalk } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { BOBS_PROMISE, CARLAS_PROMISE, promisesFor, taskFor } from '../../../testing/tasks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let deal: string
beforeAll(async () => {
  world = await createWorld()
  const { body } = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: 'harbor', title: 'Harbor trucks' },
  })
  deal = body.id
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/conversations/${id}/promises`)
const promises = async (id: string) => (await get(world.bob, id)).body.data

describe('does', () => {
  it('returns promises of both sides with their words', async () => {
    const talk = await promisesFor(world)
    expect(await promises(talk)).toEqual([
      {
        ...{ text: BOBS_PROMISE, owner_name: 'Bob', side: 'internal', due_date: '2026-09-11', due: 'by Friday' },
        ...{ requested_by: null, quote: BOBS_PROMISE, segment: 1, start: 20, task: null },
        ...{ conversation_id: talk, conversation_title: 'Opening' },
      },
      expect.objectContaining({ text: CARLAS_PROMISE, owner_name: 'Carla', side: 'external', task: null }),
    ])
  })

  it('names who requested what nobody promised, and leaves out who requested what the other side accepted', async () => {
    const talk = await importFor(world, {
      ...{ teamUUID: world.teams.north, conversationStartedAt: '2026-09-07T10:00:00Z' },
      participants: [
        { name: 'Bob', email: 'bob@acme.example' },
        { name: 'Carla', email: 'carla@harbor.example' },
      ],
      transcript: {
        segments: [
          { speaker: 'Carla', text: 'Could you send me the price list for the trucks by Friday?', start: 0, end: 9 },
          { speaker: 'Bob', text: 'How many trucks do you have in the harbor?', start: 10, end: 19 },
          { speaker: 'Carla', text: 'Twelve, and two of them are new.', start: 20, end: 29 },
          { speaker: 'Bob', text: 'Could you send me the photos of the new ones by Monday?', start: 30, end: 39 },
          { speaker: 'Carla', text: 'Sure, will do.', start: 40, end: 49 },
        ],
      },
    })
    await world.app.drain(world.acme)
    expect(await promises(talk)).toMatchObject([
      {
        ...{ text: expect.stringContaining('price list'), owner_name: 'Bob', side: 'internal' },
        requested_by: { name: 'Carla', side: 'external' },
      },
      { text: expect.stringContaining('photos'), owner_name: 'Carla', side: 'external', requested_by: null },
    ])
  })

  it('shows the tasks of a call without a stored summary, and nothing that was dismissed', async () => {
    const talk = await importFor(world, { teamUUID: world.teams.north })
    expect(await promises(talk)).toEqual([])
    const { uuid } = await taskFor(world, talk, { text: 'Order the tires', promisedBy: { name: 'Carla' } })
    expect(await promises(talk)).toMatchObject([{ text: 'Order the tires' }])
    await call(world.app, world.bob, 'PATCH', `/tasks/${uuid}`, { body: { status: 'dismissed' } })
    expect(await promises(talk)).toEqual([])
  })

  it('shows what people decide in tasks, each promise once, also after a new analysis', async () => {
    const talk = await promisesFor(world, { opportunityID: 'harbor' })
    const kept = { text: 'Send the offer', quote: BOBS_PROMISE, dueOn: '2098-01-01' }
    const { uuid } = await taskFor(world, talk, kept)
    await taskFor(world, talk, { text: CARLAS_PROMISE, status: 'dismissed' })
    const added = await taskFor(world, talk, { text: 'Order the tires', promisedBy: { name: 'Carla' } })
    const expected = [
      {
        ...{ text: 'Send the offer', owner_name: 'Bob', due_date: '2098-01-01', quote: BOBS_PROMISE, start: 20 },
        task: { id: uuid, status: 'open' },
      },
      {
        ...{ text: 'Order the tires', owner_name: 'Carla', side: 'external', quote: null, start: null, segment: null },
        task: { id: added.uuid, status: 'open' },
      },
    ]
    expect(await promises(talk)).toMatchObject(expected)
    await call(world.app, world.bob, 'POST', `/conversations/${talk}/reanalyze`)
    await world.app.drain(world.acme)
    expect(await promises(talk)).toMatchObject(expected)
    expect((await call(world.app, world.bob, 'GET', `/deals/${deal}`)).body.data.action_items).toMatchObject(expected)
  })

  it('ends the signal of an overdue promise when its task is done or due later', async () => {
    const own = await createWorld(world.app)
    const { body } = await call(own.app, own.org, 'PUT', `/teams/${own.teams.north}/opportunity`, {
      body: { opportunity_id: 'pier', title: 'Pier' },
    })
    const days = (n: number) => new Date(own.app.clock.now().getTime() - n * 86_400_000).toISOString()
    const talk = await promisesFor(own, { opportunityID: 'pier', conversationStartedAt: days(12) })
    const kinds = async () =>
      (await call(own.app, own.bob, 'GET', `/deals/${body.id}`)).body.data.signals.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await kinds()).toContain('overdue_promise')
    const { uuid } = await taskFor(own, talk, { text: 'Send the offer', quote: BOBS_PROMISE }, own.bob)
    expect(await kinds()).toContain('overdue_promise')
    const patch = (change: object) => call(own.app, own.bob, 'PATCH', `/tasks/${uuid}`, { body: change })
    await patch({ status: 'done' })
    expect(await kinds()).not.toContain('overdue_promise')
    await patch({ status: 'open', dueOn: '2098-01-01' })
    expect(await kinds()).not.toContain('overdue_promise')
    await patch({ dueOn: days(2).slice(0, 10) })
    expect(await kinds()).toContain('overdue_promise')
  })
})

describe('who may', () => {
  it('who sees the call now', async () => {
    const talk = await promisesFor(world)
    await hideTalk(world, talk)
    for (const caller of [world.mark, world.carol]) expect((await get(caller, talk)).status).toBe(404)
    expect((await get(world.bob, talk)).status).toBe(200)
  })

  guardsThings({ world: () => world, noun: 'conversation', send: get, make: () => promisesFor(world) })
})
