/** Runs with steps made for the purpose: what fails, is cut off, overtaken, or asked for again. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { steps as known } from '../../../catalog.ts'
import { newId } from '../../../core/clock.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { ModelFault } from '../../../core/language-model.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { requestAnalysis, STEP_IDS } from '../../platform/analysis-requests/index.ts'
import { FIRST_REST_MS, LONGEST_REST_MS, ModelRest } from './model-rest.ts'
import { analyze } from './run.ts'
import { PATIENCE_MS, WAITS } from './run-step.ts'
import { type AnalysisSubject, type AnyStep, defineStep } from './step.ts'
import { wakeWaiting } from './wake-waiting.job.ts'

let now = new Date('2026-05-04T08:00:00.000Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => now } }))
})
beforeEach(() => {
  now = new Date('2026-05-04T08:00:00.000Z')
})

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

function contextOf(signal = new AbortController().signal): JobContext {
  const { app, acme } = world
  return { ...app.contextFor(app.operator(acme)), modelFor: () => undefined, signal }
}

/** A step that notes what it did, and stores the title. */
function step(id: AnyStep['id'], done: string[], more: Partial<Parameters<typeof defineStep>[0]> = {}): AnyStep {
  return defineStep<object>({
    id,
    version: 1,
    asksModel: false,
    find: async () => {
      done.push(`find ${id}`)
      return { outcome: 'complete' as const }
    },
    save: async () => void done.push(`keep ${id}`),
    ...more,
  })
}

interface Told {
  state: string
  processingStatus: string
  steps: { step: string; state: string; outcome: string | null; failures: number; nextTryAt: string | null }[]
}
async function toldOf(id: string): Promise<Told & Record<string, never>> {
  return (await call(world.app, world.bob, 'GET', `/conversations/${id}/analysis`)).body.data
}
const ticketOf = async (id: string): Promise<number> => {
  const [row] = await world.app.store.owner.query<{ ticket: number }>(
    'select ticket from analyses where organization_id = $1 and conversation_id = $2',
    [world.acme, id],
  )
  return row?.ticket ?? 0
}
const run = async (id: string, steps: readonly AnyStep[], ctx = contextOf(), rest = new ModelRest()) =>
  analyze({ steps, rest }, { id, ticket: await ticketOf(id) }, ctx)
const ask = (id: string, again: AnyStep['id'][] = []) => {
  const ctx = contextOf()
  return ctx.transact((tx) => requestAnalysis(tx, ctx, [id], again))
}

it('the catalog has each step once, in their order', () => {
  expect(known.map(({ id }) => id)).toEqual(STEP_IDS)
})

describe('a run', () => {
  it('does every step in order, records each, and ends analyzed', async () => {
    const id = await importFor(world)
    expect(await toldOf(id)).toMatchObject({ state: 'queued', processingStatus: 'pending' })
    const done: string[] = []
    await run(id, [step('statistics', done), step('topics', done)])
    expect(done).toEqual(['find statistics', 'keep statistics', 'find topics', 'keep topics'])
    const told = await toldOf(id)
    expect(told).toMatchObject({ state: 'idle', processingStatus: 'analyzed', finishedAt: now.toISOString() })
    expect(told.steps[0]).toMatchObject({
      ...{ step: 'statistics', state: 'done', outcome: 'complete', version: 1, transcriptVersion: 1, model: null },
      ...{ startedAt: now.toISOString(), failures: 0, nextTryAt: null, fault: null },
    })
    expect(told.steps.find((one) => one.step === 'actions')).toMatchObject({ state: 'none', outcome: null })
  })

  it('sees the conversation as it is', async () => {
    const subjects: AnalysisSubject[] = []
    const id = await importFor(world, {
      conversationStartedAt: '2026-05-01T10:00:00Z',
      participants: [
        { name: 'Ann', email: 'ann@customer.example' },
        { name: 'Bob', email: 'bob@acme.example' },
      ],
      skipScorecardCalculation: true,
    })
    await run(id, [
      step('statistics', [], {
        find: async (subject) => {
          subjects.push(subject)
          return { outcome: 'complete' }
        },
      }),
    ])
    expect(subjects[0]).toMatchObject({
      ...{ id, title: 'Opening', transcriptVersion: 1, saidOn: new Date('2026-05-01T10:00:00Z'), isInternal: false },
      outside: [{ name: 'Ann' }],
      inside: [{ name: 'Bob' }],
      skips: { scorecards: true, fields: false },
      segments: [{ speaker: { name: 'Bob' }, start: 0, end: 1.5 }],
    })
  })

  it('does nothing that it has done, until what a step rests on is another', async () => {
    const id = await importFor(world)
    const done: string[] = []
    let rests = 'one'
    const steps = () => [step('statistics', done, { restsOn: async () => rests }), step('topics', done)]
    await run(id, steps())
    done.length = 0
    await ask(id)
    await run(id, steps())
    expect(done).toEqual([])
    rests = 'two'
    await ask(id)
    await run(id, steps())
    expect(done).toEqual(['find statistics', 'keep statistics'])
    done.length = 0
    await ask(id)
    await run(id, [step('statistics', done, { restsOn: async () => rests, version: 2 }), step('topics', done)])
    expect(done).toEqual(['find statistics', 'keep statistics'])
  })

  it('does what is named although nothing has changed, once', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [step('statistics', done), step('topics', done)]
    await run(id, steps)
    done.length = 0
    await ask(id, ['topics'])
    await run(id, steps)
    await ask(id)
    await run(id, steps)
    expect(done).toEqual(['find topics', 'keep topics'])
  })

  it('has nothing to do with an old ticket', async () => {
    const id = await importFor(world)
    const done: string[] = []
    await run(id, [step('statistics', done)])
    await ask(id)
    await analyze({ steps: [step('topics', done)], rest: new ModelRest() }, { id, ticket: 1 }, contextOf())
    expect(done).not.toContain('find topics')
    expect(await toldOf(id)).toMatchObject({ state: 'queued' })
  })
})

describe('a step that fails', () => {
  const fails = (done: string[], error: () => Error = () => new Error('broken')) =>
    step('topics', done, {
      find: async () => {
        done.push('find topics')
        throw error()
      },
    })

  it('holds up no other, is tried again later, and is named when it is given up', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [step('statistics', done), fails(done), step('summary', done)]
    await run(id, steps)
    expect(done).toEqual(['find statistics', 'keep statistics', 'find topics', 'find summary', 'keep summary'])
    expect(await toldOf(id)).toMatchObject({ state: 'waiting', processingStatus: 'pending' })
    for (const [index, wait] of WAITS.entries()) {
      const { steps: told } = await toldOf(id)
      expect(told.find((one) => one.step === 'topics')).toMatchObject({
        ...{ state: 'failed', failures: index + 1 },
        nextTryAt: new Date(now.getTime() + wait * 1_000).toISOString(),
      })
      pass(wait)
      await run(id, steps)
    }
    expect(done.filter((one) => one === 'find topics')).toHaveLength(WAITS.length + 1)
    expect(done.filter((one) => one === 'find statistics')).toHaveLength(1)
    const told = await toldOf(id)
    expect(told).toMatchObject({ state: 'idle', processingStatus: 'failed' })
    expect(told.steps.find((one) => one.step === 'topics')).toMatchObject({
      ...{ state: 'failed', nextTryAt: null, fault: 'The step failed. The server log contains the reason.' },
    })
  })

  it('is not tried before its time, and is tried at once when somebody asks', async () => {
    const id = await importFor(world)
    const done: string[] = []
    await run(id, [fails(done)])
    pass(5)
    await run(id, [fails(done)])
    expect(done).toHaveLength(1)
    await ask(id)
    await run(id, [step('topics', done)])
    expect(done).toEqual(['find topics', 'find topics', 'keep topics'])
    expect(await toldOf(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
  })

  it('goes on with the time it had after the process was ended', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const aborter = new AbortController()
    const dies = step('topics', done, {
      find: async () => {
        aborter.abort(new Error('The process ends.'))
        throw aborter.signal.reason
      },
    })
    await expect(run(id, [step('statistics', done), dies], contextOf(aborter.signal))).rejects.toThrow('process ends')
    expect(await toldOf(id)).toMatchObject({ state: 'running', processingStatus: 'pending' })
    await run(id, [step('statistics', done), step('topics', done)])
    expect(done).toEqual(['find statistics', 'keep statistics', 'find topics', 'keep topics'])
  })
})

describe('a language model that fails', () => {
  const MODEL = { name: 'm' } as NonNullable<JobContext['model']>
  const asks = (fault: ModelFault, done: string[]) =>
    step('topics', done, {
      asksModel: true,
      find: async (_, { model }) => {
        done.push(model === undefined ? 'without' : 'with')
        if (model !== undefined) throw fault
        return { outcome: 'needs_model' }
      },
      save: async () => {},
    })

  it('is asked now and then while it is away, and done without in the end', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [asks(new ModelFault('unreachable'), done)]
    const rest = new ModelRest()
    const [begun, ctx] = [now, { ...contextOf(), model: MODEL }]
    const waits: number[] = []
    await run(id, steps, ctx, rest)
    for (let told = await toldOf(id); told.state === 'waiting'; told = await toldOf(id)) {
      const next = new Date(told.steps[1]?.nextTryAt ?? 0)
      waits.push(next.getTime() - now.getTime())
      now = next
      await run(id, steps, ctx, rest)
    }
    expect(waits.slice(0, 4)).toEqual([FIRST_REST_MS, 2 * FIRST_REST_MS, LONGEST_REST_MS, LONGEST_REST_MS])
    expect(Math.max(...waits)).toBe(LONGEST_REST_MS)
    expect(done).toEqual([...waits.map(() => 'with'), 'with', 'without'])
    expect(now.getTime() - begun.getTime()).toBeGreaterThanOrEqual(PATIENCE_MS)
    const told = await toldOf(id)
    expect(told).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
    expect(told.steps[1]).toMatchObject({ state: 'done', outcome: 'needs_model', modelFault: 'unavailable' })
  })

  it('is asked once a conversation while it is away, and wakes all that wait when it is back', async () => {
    const ids = [await importFor(world), await importFor(world), await importFor(world)] as const
    let isAway = true
    const done: string[] = []
    const asking = (name: AnyStep['id']) =>
      step(name, done, {
        asksModel: true,
        find: async ({ id }) => {
          done.push(`${name} ${ids.indexOf(id)}`)
          if (isAway) throw new ModelFault('timeout')
          return { outcome: 'complete', model: MODEL.name }
        },
        save: async () => {},
      })
    const steps = [asking('summary'), asking('labels'), step('statistics', [])]
    const rest = new ModelRest()
    const ctx = { ...contextOf(), model: MODEL }
    for (const id of ids) await run(id, steps, ctx, rest)
    expect(done).toEqual(['summary 0', 'summary 1', 'summary 2'])
    const told = await Promise.all(ids.map(toldOf))
    expect(told[1]).toMatchObject({ state: 'waiting', processingStatus: 'pending' })
    expect(told[1]?.steps[0]).toMatchObject({ step: 'statistics', state: 'done' })
    const places = told.map(({ steps }) => steps.find((one) => one.step === 'summary')?.nextTryAt)
    expect(new Set(places).size).toBe(3)
    expect(told[1]?.steps.find((one) => one.step === 'labels')?.nextTryAt).toBe(places[1])

    done.length = 0
    pass(FIRST_REST_MS / 1_000)
    await run(ids[2], steps, ctx, rest)
    expect(done).toEqual([])
    pass(LONGEST_REST_MS / 1_000)
    isAway = false
    await run(ids[0], steps, ctx, rest)
    await wakeWaiting.handle({}, ctx)
    for (const id of ids) {
      await run(id, steps, ctx, rest)
      expect(await toldOf(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
    }
    expect(done).toEqual(ids.flatMap((_, at) => [`summary ${at}`, `labels ${at}`]))
  })

  it('is asked at once when somebody asks for the analysis again', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [asks(new ModelFault('unreachable'), done)]
    const rest = new ModelRest()
    const ctx = { ...contextOf(), model: MODEL }
    await run(id, steps, ctx, rest)
    await ask(id)
    await run(id, steps, ctx, rest)
    expect(done).toEqual(['with', 'with'])
  })

  it('is not asked twice when it will not, but when somebody asks for the analysis again', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [asks(new ModelFault('key'), done)]
    await run(id, steps, { ...contextOf(), model: MODEL })
    expect(done).toEqual(['with', 'without'])
    await ask(id)
    await run(id, steps, { ...contextOf(), model: MODEL })
    expect(done).toEqual(['with', 'without', 'with', 'without'])
  })
})

describe('a run that is overtaken', () => {
  /** A step that stops in the middle until it is told to go on. */
  function held(id: AnyStep['id'], done: string[]) {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const one = step(id, done, {
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
    await run(id, [step('statistics', done)])
    slow.goOn()
    await first
    expect(done).toEqual(['find statistics', 'find statistics', 'keep statistics'])
    expect(await toldOf(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
  })

  it('by a correction goes round again, with what is said now', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const versions: (number | null)[] = []
    const slow = held('statistics', done)
    const noting = step('topics', done, {
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
    expect(await toldOf(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
  })

  it('by another request goes round once more, without a second job', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const slow = held('statistics', done)
    const running = run(id, [slow.step, step('topics', done)])
    await slow.begun
    await ask(id, ['topics'])
    slow.goOn()
    await running
    expect(await ticketOf(id)).toBe(1)
    expect(await toldOf(id)).toMatchObject({ state: 'idle' })
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
    expect(await ticketOf(id)).toBe(2)
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
    expect(await toldOf(id)).toMatchObject({ state: 'idle', processingStatus: 'pending', requestedAt: null })
  })

  it('for what is not there are for nothing', async () => {
    const id = newId()
    await ask(id)
    expect(await ticketOf(id)).toBe(0)
  })
})
