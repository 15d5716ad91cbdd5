import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { reportedFor, SPAN } from '../../../testing/reported-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await reportedFor(world)
})

const ask = (caller: Caller, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, 'get_team_report', { ...SPAN, ...args })

describe('does', () => {
  it('tells a team in text and data', async () => {
    const { data, text } = await ask(world.alice, { team_id: world.teams.sales })
    expect(data).toMatchObject({
      totals: { calls: 3, minutes: 3, talk_share: 0.5, questions: 1, results: 3, average_score: 50 },
      periods: [{ from: '2026-01-01', calls: 1 }, { from: '2026-03-01' }],
      reps: [{ id: world.bob.userId, name: 'bob@acme.example', calls: 3 }],
      scorecards: [{ title: 'Discovery', results: 3, average_score: 50, periods: [{}, {}] }],
      labels: [{ option: 'Lost' }, {}, {}],
      ...{ total: 1, next_cursor: null },
    })
    expect(text).toContain('- Team: Sales\n')
    expect(text).toContain('| All | 3 | 3 | 50 % | 1 | 15 | 3 | 50 |')
    expect(text).toContain('| bob@acme.example | 3 | 3 | 50 % | 1 | 15 | 3 | 50 |')
    expect(text).toContain('| Discovery | 3 | 50 | 2026-01-01: 50; 2026-03-01: 50 |')
    expect(text).toContain('Stage: Won (1)')
  })

  it('tells all teams, and pages through people', async () => {
    const first = await ask(world.org, { limit: 1 })
    const second = await ask(world.org, { limit: 1, cursor: first.data.next_cursor })
    expect([first.data.reps[0].id, second.data.reps[0].id]).toEqual([world.bob.userId, world.carol.userId])
    expect(first.text).toContain('| Support | 1 |')
  })

  it('tells of the calls of one person', async () => {
    const { data } = await ask(world.org, { rep_id: world.carol.userId })
    expect(data).toMatchObject({ totals: { calls: 1 }, reps: [{ id: world.carol.userId }] })
  })
})

describe('refuses', () => {
  it('what is not there, and what is too long', async () => {
    expect((await ask(world.org, { team_id: NOBODY })).error).toMatchObject({ code: 'not_found' })
    expect((await ask(world.org, { rep_id: NOBODY })).error.problems).toMatchObject([{ pointer: '/rep_id' }])
    expect((await ask(world.org, { from: '2010-01-01' })).error.problems).toMatchObject([{ pointer: '/from' }])
  })
})

describe('who may', () => {
  it('is everybody: no name, label or number of what is hidden', async () => {
    const { data, text } = await ask(world.mark)
    expect(data).toMatchObject({ totals: { calls: 2, average_score: 75 }, total: 1 })
    expect([text.includes('Lost'), text.includes('carol')]).toEqual([false, false])
    expect((await ask(world.mallory)).data.totals.calls).toBe(0)
  })
})
