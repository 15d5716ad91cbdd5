import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { insightAs, saidFor } from '../../../testing/insights-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await saidFor(world, 'Renewal', ['Ann: The price of the renewal is too high for our budget.'])
})

const PROMPT = 'What was said about the price of the renewal?'

describe('does', () => {
  it('makes an insight, which get_insight reads while it is made and afterwards', async () => {
    const made = await callTool(world.app, world.bob, 'create_insight', { prompt: PROMPT, call_ids: [talk] })
    expect(made.data).toMatchObject({ insight_id: expect.any(String), status: 'PENDING' })
    expect(made.text).toContain(made.data.insight_id)
    const insight_id = made.data.insight_id
    const waiting = await callTool(world.app, world.bob, 'get_insight', { insight_id })
    expect(waiting.data).toMatchObject({
      calls_done: 0,
      calls_in_all: 1,
      results: [{ status: 'PENDING', notice: null }],
    })
    expect(waiting.text).toContain('Read: 0 of 1 calls')
    await world.app.drain(world.acme)
    const read = await callTool(world.app, world.bob, 'get_insight', { insight_id })
    expect(read.data).toMatchObject({ calls_done: 1, results: [{ status: 'FINISHED', sources: [{ id: talk }] }] })
    expect(read.text).toContain('> Found in 1 call.')
  })

  it('means the calls that its filters mean', async () => {
    const filters = { from: '2026-01-01', team_id: world.teams.sales, opportunity_id: 'none' }
    for (const [given, total] of [
      [{}, 1],
      [{ from: '2090-01-01' }, 0],
      [{ team_id: world.teams.support }, 0],
      [{ to: '2001-01-01T00:00:00Z' }, 0],
      [filters, 0],
    ] as const) {
      const { data } = await callTool(world.app, world.bob, 'create_insight', { prompt: PROMPT, ...given })
      const insight = await insightAs(world, world.bob, data.insight_id)
      expect(insight.progress.conversationsTotal).toBe(total)
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no prompt', { prompt: '' }, '/prompt'],
    ['a date that is none', { from: 'monday' }, '/from'],
    ['a filter beside ids', { call_ids: ['00000000-0000-7000-8000-000000000000'], from: '2026-01-01' }, '/call_ids'],
  ])('%s', async (_, given, pointer) => {
    const { error } = await callTool(world.app, world.bob, 'create_insight', { prompt: PROMPT, ...given })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('an org-level key that names nobody', async () => {
    const { error } = await callTool(world.app, world.org, 'create_insight', { prompt: PROMPT })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/user_id' }] })
  })
})

describe('who may', () => {
  it('is everyone for themselves, and admins for others', async () => {
    const forBob = { prompt: PROMPT, user_id: world.bob.userId }
    expect((await callTool(world.app, world.mark, 'create_insight', forBob)).error.code).toBe('admin_required')
    expect((await callTool(world.app, world.org, 'create_insight', forBob)).data.status).toBe('PENDING')
  })
})
