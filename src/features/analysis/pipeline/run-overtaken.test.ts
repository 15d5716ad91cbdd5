/** Runs of analyses that are overtaken, and several requests for one analysis. */
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../core/clock.ts'
import { createAnalyses, createStep } from '../../../testing/analysis-runs.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import type { AnyStep } from './step.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp())
})

const { readAnalysis, readTicket, run, ask } = createAnalyses(() => world)

describe('a run that is overtaken', () => {
  /** A step that stops in the middle until it is told to go on. */
  function held(id: AnyStep['id'], done: string[]) {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const one = createStep(id, done, {
      find: async () => {
        done.push(`find ${id}`)
        begun.resolve()
        await goOn.promise
        return { outcome: 'complete' }
      },
    })
    return { step: one, begun: begun.promise, goOn: () => goOn.resolve() }
  }

  it('by another worker stores nothing', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const slow = held('statistics', done)
    const first = run(id, [slow.step])
    await slow.begun
    await run(id, [createStep('statistics', done)])
    slow.goOn()
    await first
    expect(done).toEqual(['find statistics', 'find statistics', 'keep statistics'])
    expect(await readAnalysis(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
  })

  it('by a correction goes round again, with what is said now', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const versions: (number | null)[] = []
    const slow = held('statistics', done)
    const noting = createStep('topics', done, {
      save: async (_tx, _found, { transcriptVersion }) => void versions.push(transcriptVersion),
    })
    const running = run(id, [slow.step, noting])
    await slow.begun
    const transcript = { segments: [{ speaker: 'Bob', text: 'We begin.' }] }
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript } })
    slow.goOn()
    await running
    expect(done).toEqual(['find statistics', 'find statistics', 'keep statistics', 'find topics'])
    expect(versions).toEqual([2])
    expect(await readAnalysis(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
  })

  it('by another request goes round once more, without a second job', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const slow = held('statistics', done)
    const running = run(id, [slow.step, createStep('topics', done)])
    await slow.begun
    await ask(id, ['topics'])
    slow.goOn()
    await running
    expect(await readTicket(id)).toBe(1)
    expect(await readAnalysis(id)).toMatchObject({ state: 'idle' })
    expect(done.filter((one) => one === 'keep topics')).toHaveLength(1)
  })

  it('by an erasure ends', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const slow = held('statistics', done)
    const running = run(id, [slow.step])
    await slow.begun
    expect((await call(world.app, world.alice, 'DELETE', `/conversations/${id}?erase=true`)).status).toBe(204)
    slow.goOn()
    await running
    expect(done).toEqual(['find statistics'])
  })
})

describe('requests', () => {
  it('at the same moment are one piece of work', async () => {
    const id = await importFor(world)
    await run(id, [])
    await Promise.all(Array.from({ length: 8 }, () => ask(id)))
    expect(await readTicket(id)).toBe(2)
    const jobs = await world.app.store.owner.query(
      `select 1 from pgboss.job where name = 'analyze_conversation' and data->'input'->>'id' = $1
        and (data->'input'->>'ticket')::integer = 2`,
      [id],
    )
    expect(jobs).toHaveLength(1)
  })

  it('for one that nobody has asked for before are one job too, at the same moment', async () => {
    const id = await importFor(world)
    const { owner } = world.app.store
    // As an older version left it.
    await owner.query('delete from analyses where conversation_id = $1', [id])
    await owner.query(`delete from pgboss.job where data->'input'->>'id' = $1`, [id])
    await Promise.all(Array.from({ length: 8 }, () => ask(id)))
    const jobs = await owner.query(`select 1 from pgboss.job where data->'input'->>'id' = $1`, [id])
    expect(jobs).toHaveLength(1)
  })

  it('for one that waits for its transcript wait with it', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/one.mp4' })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/labels`, { body: { labels: { Stage: 'Demo' } } })
    expect(await readAnalysis(id)).toMatchObject({ state: 'idle', processingStatus: 'pending', requestedAt: null })
  })

  it('for what is not there are for nothing', async () => {
    const id = newId()
    await ask(id)
    expect(await readTicket(id)).toBe(0)
  })
})
