import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { itemFor, scaleOf, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, args: Record<string, unknown>) =>
  callTool(world.app, caller, 'get_scorecard_details', args)

describe('does', () => {
  it('tells the scorecard with its items in order', async () => {
    const label = await labelFor(world)
    const criteria = criteriaOf(label)
    const given = { detailedInstructions: 'Be fair.', scorecardPrompt: 'Judge | it.', teamId: world.teams.north }
    const scorecard = await scorecardFor(world, { ...given, criteria })
    const second = await itemFor(world, scorecard, { title: 'Second', weight: 2.5, metadata: scaleOf(0, 5, 10) })
    const first = await itemFor(world, scorecard, { title: 'First', position: 1, expertPrompt: 'Look.' })
    const { data, text } = await ask(world.bob, { scorecard_id: scorecard })
    expect(data.scorecard).toMatchObject({
      ...{ id: scorecard, title: 'Discovery', team_id: world.teams.north, all_teams: false, enabled: true },
      ...{ interaction_type: 'conversation', expert_mode: false, criteria },
      ...{ detailed_instructions: 'Be fair.', scorecard_prompt: 'Judge | it.' },
    })
    const words = { min_criteria: '', middle_criteria: '', max_criteria: '' }
    expect(data.items).toEqual([
      {
        ...{ id: first, title: 'First', position: 1, weight: 1, expert_prompt: 'Look.' },
        scale: { min: 1, middle: 3, max: 5, ...words },
      },
      {
        ...{ id: second, title: 'Second', position: 2, weight: 2.5, expert_prompt: '' },
        scale: { min: 0, middle: 5, max: 10, ...words },
      },
    ])
    expect(data).toMatchObject({ total: 2, next_cursor: null })
    expect(text).toContain('- Prompt: Judge \\| it.')
    expect(text).toContain(`- Criteria: label ${label.uuid} has ${label.options[0]?.id}`)
    expect(text).toContain(`| 2 | Second | 2.5 | 0 – 5 – 10 |  | ${second} |`)
  })

  it('cuts texts of items, says so, and tells one whole', async () => {
    const scorecard = await scorecardFor(world)
    const long = 'word '.repeat(1_000).trim()
    const scale = { numericMetadata: { ...scaleOf(1, 2, 3).numericMetadata, maxCriteria: 'x'.repeat(301) } }
    const item = await itemFor(world, scorecard, { expertPrompt: long, metadata: scale })
    await itemFor(world, scorecard)
    const short = await ask(world.bob, { scorecard_id: scorecard })
    expect(short.data.items[0].expert_prompt).toMatch(/^(word ){60}\[…\]$/)
    expect(short.data.items[0].scale.max_criteria).toBe(`${'x'.repeat(300)} […]`)
    expect(short.text).toContain(`3 (${'x'.repeat(300)} […])`)
    const whole = await ask(world.bob, { scorecard_id: scorecard, item_id: item })
    expect(whole.data).toMatchObject({ total: 1, items: [{ id: item, expert_prompt: long }] })
    expect(whole.data.items[0].scale.max_criteria).toBe('x'.repeat(301))
    expect(whole.text).toContain(long)
  })

  it('pages through items', async () => {
    const scorecard = await scorecardFor(world)
    const made = [await itemFor(world, scorecard), await itemFor(world, scorecard), await itemFor(world, scorecard)]
    const first = await ask(world.bob, { scorecard_id: scorecard, limit: 2 })
    const second = await ask(world.bob, { scorecard_id: scorecard, limit: 2, cursor: first.data.next_cursor })
    const ids = [...first.data.items, ...second.data.items].map(({ id }) => id)
    expect([ids, second.data.next_cursor]).toEqual([made, null])
  })

  it('tells one without items', async () => {
    const { data, text } = await ask(world.bob, { scorecard_id: await scorecardFor(world, { allTeams: false }) })
    expect([data.items, data.scorecard.team_id]).toEqual([[], null])
    expect(text).toContain('- Teams: none')
    expect(text).toContain('No items.')
  })
})

describe('refuses', () => {
  it('an item that there is not, or of another scorecard', async () => {
    const [one, other] = [await scorecardFor(world), await scorecardFor(world)]
    for (const item_id of [NOBODY, await itemFor(world, other)]) {
      const { error } = await ask(world.bob, { scorecard_id: one, item_id })
      expect(error).toMatchObject({ code: 'not_found', reason: 'scorecard_item_not_found' })
    }
  })
})

describe('who may', () => {
  it('is everybody of the organization, and nobody else', async () => {
    const scorecard_id = await scorecardFor(world)
    expect((await ask(world.carol, { scorecard_id })).data.scorecard.id).toBe(scorecard_id)
    const { error } = await ask(world.mallory, { scorecard_id })
    expect(error).toEqual((await ask(world.mallory, { scorecard_id: NOBODY })).error)
  })
})
