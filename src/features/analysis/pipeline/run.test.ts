/** Runs of analyses: what they do, what fails, and a language model that is away. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { steps as known } from '../../../catalog.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { ModelFault } from '../../../core/language-model.ts'
import { createAnalyses, createStep } from '../../../testing/analysis-runs.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { STEP_IDS } from '../../platform/analysis-requests/index.ts'
import { FIRST_REST_MS, LONGEST_REST_MS, ModelRest } from './model-rest.ts'
import { analyze } from './run.ts'
import { PATIENCE_MS, WAITS } from './run-step.ts'
import type { AnalysisSubject, AnyStep } from './step.ts'
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

const { createJobContext, readAnalysis, run, ask } = createAnalyses(() => world)

it('the catalog has each step once, in their order', () => {
  expect(known.map(({ id }) => id)).toEqual(STEP_IDS)
})

describe('a run', () => {
  it('does every step in order, records each, and ends analyzed', async () => {
    const id = await importFor(world)
    expect(await readAnalysis(id)).toMatchObject({ state: 'queued', processingStatus: 'pending' })
    const done: string[] = []
    await run(id, [createStep('statistics', done), createStep('topics', done)])
    expect(done).toEqual(['find statistics', 'keep statistics', 'find topics', 'keep topics'])
    const told = await readAnalysis(id)
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
      createStep('statistics', [], {
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
    const steps = () => [createStep('statistics', done, { restsOn: async () => rests }), createStep('topics', done)]
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
    await run(id, [
      createStep('statistics', done, { restsOn: async () => rests, version: 2 }),
      createStep('topics', done),
    ])
    expect(done).toEqual(['find statistics', 'keep statistics'])
  })

  it('does what is named although nothing has changed, once', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [createStep('statistics', done), createStep('topics', done)]
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
    await run(id, [createStep('statistics', done)])
    await ask(id)
    await analyze({ steps: [createStep('topics', done)], rest: new ModelRest() }, { id, ticket: 1 }, createJobContext())
    expect(done).not.toContain('find topics')
    expect(await readAnalysis(id)).toMatchObject({ state: 'queued' })
  })
})

describe('a step that fails', () => {
  const fails = (done: string[], error: () => Error = () => new Error('broken')) =>
    createStep('topics', done, {
      find: async () => {
        done.push('find topics')
        throw error()
      },
    })

  it('holds up no other, is tried again later, and is named when it is given up', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [createStep('statistics', done), fails(done), createStep('summary', done)]
    await run(id, steps)
    expect(done).toEqual(['find statistics', 'keep statistics', 'find topics', 'find summary', 'keep summary'])
    expect(await readAnalysis(id)).toMatchObject({ state: 'waiting', processingStatus: 'pending' })
    for (const [index, wait] of WAITS.entries()) {
      const { steps: told } = await readAnalysis(id)
      expect(told.find((one) => one.step === 'topics')).toMatchObject({
        ...{ state: 'failed', failures: index + 1 },
        nextTryAt: new Date(now.getTime() + wait * 1_000).toISOString(),
      })
      pass(wait)
      await run(id, steps)
    }
    expect(done.filter((one) => one === 'find topics')).toHaveLength(WAITS.length + 1)
    expect(done.filter((one) => one === 'find statistics')).toHaveLength(1)
    const told = await readAnalysis(id)
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
    await run(id, [createStep('topics', done)])
    expect(done).toEqual(['find topics', 'find topics', 'keep topics'])
    expect(await readAnalysis(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
  })

  it('goes on with the time it had after the process was ended', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const aborter = new AbortController()
    const dies = createStep('topics', done, {
      find: async () => {
        aborter.abort(new Error('The process ends.'))
        throw aborter.signal.reason
      },
    })
    await expect(run(id, [createStep('statistics', done), dies], createJobContext(aborter.signal))).rejects.toThrow(
      'process ends',
    )
    expect(await readAnalysis(id)).toMatchObject({ state: 'running', processingStatus: 'pending' })
    await run(id, [createStep('statistics', done), createStep('topics', done)])
    expect(done).toEqual(['find statistics', 'keep statistics', 'find topics', 'keep topics'])
  })
})

describe('a language model that fails', () => {
  const MODEL = { name: 'm' } as NonNullable<JobContext['model']>
  const asks = (fault: ModelFault, done: string[]) =>
    createStep('topics', done, {
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
    const [begun, ctx] = [now, { ...createJobContext(), model: MODEL }]
    const waits: number[] = []
    await run(id, steps, ctx, rest)
    for (let told = await readAnalysis(id); told.state === 'waiting'; told = await readAnalysis(id)) {
      const next = new Date(told.steps[1]?.nextTryAt ?? 0)
      waits.push(next.getTime() - now.getTime())
      now = next
      await run(id, steps, ctx, rest)
    }
    expect(waits.slice(0, 4)).toEqual([FIRST_REST_MS, 2 * FIRST_REST_MS, LONGEST_REST_MS, LONGEST_REST_MS])
    expect(Math.max(...waits)).toBe(LONGEST_REST_MS)
    expect(done).toEqual([...waits.map(() => 'with'), 'with', 'without'])
    expect(now.getTime() - begun.getTime()).toBeGreaterThanOrEqual(PATIENCE_MS)
    const told = await readAnalysis(id)
    expect(told).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
    expect(told.steps[1]).toMatchObject({ state: 'done', outcome: 'needs_model', modelFault: 'unavailable' })
  })

  it('is asked once a conversation while it is away, and wakes all that wait when it is back', async () => {
    const ids = [await importFor(world), await importFor(world), await importFor(world)] as const
    let isAway = true
    const done: string[] = []
    const asking = (name: AnyStep['id']) =>
      createStep(name, done, {
        asksModel: true,
        find: async ({ id }) => {
          done.push(`${name} ${ids.indexOf(id)}`)
          if (isAway) throw new ModelFault('timeout')
          return { outcome: 'complete', model: MODEL.name }
        },
        save: async () => {},
      })
    const steps = [asking('summary'), asking('labels'), createStep('statistics', [])]
    const rest = new ModelRest()
    const ctx = { ...createJobContext(), model: MODEL }
    for (const id of ids) await run(id, steps, ctx, rest)
    expect(done).toEqual(['summary 0', 'summary 1', 'summary 2'])
    const told = await Promise.all(ids.map(readAnalysis))
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
      expect(await readAnalysis(id)).toMatchObject({ state: 'idle', processingStatus: 'analyzed' })
    }
    expect(done).toEqual(ids.flatMap((_, at) => [`summary ${at}`, `labels ${at}`]))
  })

  it('is asked at once when somebody asks for the analysis again', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [asks(new ModelFault('unreachable'), done)]
    const rest = new ModelRest()
    const ctx = { ...createJobContext(), model: MODEL }
    await run(id, steps, ctx, rest)
    await ask(id)
    await run(id, steps, ctx, rest)
    expect(done).toEqual(['with', 'with'])
  })

  it('is not asked twice when it will not, but when somebody asks for the analysis again', async () => {
    const id = await importFor(world)
    const done: string[] = []
    const steps = [asks(new ModelFault('key'), done)]
    await run(id, steps, { ...createJobContext(), model: MODEL })
    expect(done).toEqual(['with', 'without'])
    await ask(id)
    await run(id, steps, { ...createJobContext(), model: MODEL })
    expect(done).toEqual(['with', 'without', 'with', 'without'])
  })
})
