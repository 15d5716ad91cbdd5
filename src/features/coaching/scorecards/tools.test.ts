import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { itemFor, orderOf, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)
const stored = async (path: string) => (await call(world.app, world.org, 'GET', `/scorecards/${path}`)).body.data
const scale = { min: 0, middle: 5, max: 10 }

describe('does', () => {
  it('get_scorecards lists them, newest first, of a team and of a kind', async () => {
    const own = await createWorld(world.app)
    const list = async (args: object) =>
      (await callTool(own.app, own.bob, 'get_scorecards', { ...args })).data.scorecards.map(
        ({ id }: { id: string }) => id,
      )
    const forAll = await scorecardFor(own)
    const forNorth = await scorecardFor(own, { teamId: own.teams.north, interactionType: 'email' })
    expect(await list({})).toEqual([forNorth, forAll])
    expect(await list({ team_id: own.teams.support })).toEqual([forAll])
    expect(await list({ interaction_type: 'email' })).toEqual([forNorth])
    const { text } = await callTool(own.app, own.bob, 'get_scorecards')
    expect(text).toContain(`| Discovery | email | ${own.teams.north} | yes | ${forNorth} |`)
    expect(text).toContain(`| Discovery | conversation | all | yes | ${forAll} |`)
  })

  it('create_scorecard makes one, with criteria', async () => {
    const criteria = criteriaOf(await labelFor(world))
    const { data, text } = await ask(world.alice, 'create_scorecard', {
      ...{ title: ' Closing ', team_id: world.teams.north, interaction_type: 'chat', expert_mode: true, criteria },
      ...{ detailed_instructions: 'Be fair.', scorecard_prompt: 'Judge.', enabled: false },
    })
    expect(data).toMatchObject({ id: expect.any(String), title: 'Closing', enabled: false })
    expect(text).toContain('- Title: Closing')
    expect(await stored(data.id)).toMatchObject({
      ...{ title: 'Closing', teamId: world.teams.north, allTeams: false, enabled: false, interactionType: 'chat' },
      ...{ detailedInstructions: 'Be fair.', scorecardPrompt: 'Judge.', expertMode: true, criteria },
    })
  })

  it('update_scorecard changes what is given and keeps the rest, for an admin with a key of their own', async () => {
    const id = await scorecardFor(world, { detailedInstructions: 'Be fair.', teamId: world.teams.north })
    const before = { ...(await stored(id)), updatedAt: expect.any(String) }
    const { data } = await ask(world.alice, 'update_scorecard', { scorecard_id: id, enabled: false })
    expect(data).toMatchObject({ id, title: 'Discovery', enabled: false })
    expect(await stored(id)).toEqual({ ...before, enabled: false })
    await ask(world.org, 'update_scorecard', { scorecard_id: id, all_teams: true, title: 'Other' })
    const { teamId: _, ...kept } = before
    expect(await stored(id)).toEqual({ ...kept, enabled: false, allTeams: true, title: 'Other' })
  })

  it('delete_scorecard deletes it', async () => {
    const id = await scorecardFor(world)
    const { data } = await ask(world.alice, 'delete_scorecard', { scorecard_id: id })
    expect([data, await stored(id)]).toEqual([{ scorecard_id: id, deleted: true }, undefined])
  })

  it('create_scorecard_item adds a question, last or where it is told', async () => {
    const scorecard_id = await scorecardFor(world)
    const last = await ask(world.alice, 'create_scorecard_item', { scorecard_id, title: 'Opened' })
    expect(last.data).toEqual({ id: expect.any(String), position: 1 })
    const { data, text } = await ask(world.alice, 'create_scorecard_item', {
      ...{ scorecard_id, title: 'Greeted', position: 1, weight: 3, expert_prompt: 'Listen.' },
      scale: { ...scale, max_criteria: 'Warmly.' },
    })
    expect(text).toContain('- Scale: 0 – 5 – 10')
    expect(await orderOf(world, scorecard_id)).toEqual([
      [1, 'Greeted'],
      [2, 'Opened'],
    ])
    const numericMetadata = { ...scale, minCriteria: '', middleCriteria: '', maxCriteria: 'Warmly.' }
    expect(await stored(`${scorecard_id}/items/${data.id}`)).toMatchObject({
      ...{ weight: 3, expertPrompt: 'Listen.', metadata: { numericMetadata } },
    })
  })

  it('update_scorecard_item changes or moves it and keeps the rest', async () => {
    const scorecard_id = await scorecardFor(world)
    const item_id = await itemFor(world, scorecard_id, { title: 'A', expertPrompt: 'Listen.' })
    await itemFor(world, scorecard_id, { title: 'B' })
    const before = await stored(`${scorecard_id}/items/${item_id}`)
    const moved = await ask(world.alice, 'update_scorecard_item', { scorecard_id, item_id, position: 2 })
    expect(moved.data).toEqual({ id: item_id, position: 2 })
    await ask(world.alice, 'update_scorecard_item', { scorecard_id, item_id, scale })
    expect(await stored(`${scorecard_id}/items/${item_id}`)).toEqual({
      ...{ ...before, position: 2, version: 3, updatedAt: expect.any(String) },
      metadata: { numericMetadata: { ...before.metadata.numericMetadata, ...scale } },
    })
  })

  it('delete_scorecard_item takes it out', async () => {
    const scorecard_id = await scorecardFor(world)
    const item_id = await itemFor(world, scorecard_id, { title: 'A' })
    await itemFor(world, scorecard_id, { title: 'B' })
    const { data } = await ask(world.alice, 'delete_scorecard_item', { scorecard_id, item_id })
    expect([data, await orderOf(world, scorecard_id)]).toEqual([{ item_id, deleted: true }, [[1, 'B']]])
  })
})

describe('refuses', () => {
  const criteria = (condition: object) => ({ criteria: { operator: 'AND', conditions: [condition] } })
  it.each([
    ['/title', { title: '' }],
    ['/team_id', { team_id: NOBODY }],
    ['/interaction_type', { interaction_type: 'fax' }],
    ['/detailed_instructions', { detailed_instructions: 'x'.repeat(2_001) }],
    ['/scorecard_prompt', { scorecard_prompt: 'x'.repeat(8_001) }],
    ['/criteria/conditions/0/field', criteria({ field: NOBODY, value: NOBODY })],
    ['/criteria/conditions/0', criteria({ field: NOBODY, value: NOBODY, more: 1 })],
    ['', {}],
  ])('a scorecard that is wrong at %s', async (pointer, args) => {
    const scorecard_id = await scorecardFor(world)
    const { error } = await ask(world.alice, 'update_scorecard', { scorecard_id, ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('one team beside all of them', async () => {
    const both = { scorecard_id: await scorecardFor(world), team_id: world.teams.north, all_teams: true }
    const { error } = await ask(world.alice, 'update_scorecard', both)
    expect(error.problems).toMatchObject([{ pointer: '/team_id' }])
  })

  it.each([
    ['/title', { title: ' ' }],
    ['/position', { position: 9 }],
    ['/weight', { weight: 101 }],
    ['/expert_prompt', { expert_prompt: 'x'.repeat(8_001) }],
    ['/scale/middle', { scale: { min: 3, middle: 3, max: 5 } }],
    ['/scale/max', { scale: { min: 0, middle: 1, max: 1_000_001 } }],
    ['/scale/min', { scale: { min: -1_000_001, middle: 1, max: 2 } }],
    ['/scale/max_criteria', { scale: { ...scale, max_criteria: 'x'.repeat(2_001) } }],
    ['/scale/min', { scale: { middle: 1, max: 2 } }],
    ['/scale', { scale: { ...scale, minCriteria: '' } }],
  ])('an item that is wrong at %s', async (pointer, args) => {
    const scorecard_id = await scorecardFor(world)
    const { error } = await ask(world.alice, 'create_scorecard_item', { scorecard_id, title: 'A', ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
    expect(await orderOf(world, scorecard_id)).toEqual([])
  })

  it('to delete a default template', async () => {
    const scorecard_id = await scorecardFor(world)
    await world.app.store.owner.query('update scorecards set is_default_template = true where id = $1', [scorecard_id])
    const { error } = await ask(world.alice, 'delete_scorecard', { scorecard_id })
    expect(error).toMatchObject({ code: 'conflict', reason: 'default_template' })
  })
})

describe('who may', () => {
  it('is admins for changes; for others nothing changes', async () => {
    const scorecard_id = await scorecardFor(world)
    const item_id = await itemFor(world, scorecard_id)
    const changes = [
      ['update_scorecard', { scorecard_id, enabled: false }],
      ['delete_scorecard', { scorecard_id }],
      ['create_scorecard_item', { scorecard_id, title: 'A' }],
      ['update_scorecard_item', { scorecard_id, item_id, weight: 2 }],
      ['delete_scorecard_item', { scorecard_id, item_id }],
    ] as const
    for (const [tool, args] of [['create_scorecard', { title: 'A' }] as const, ...changes]) {
      expect((await ask(world.mark, tool, args)).error.code).toBe('admin_required')
    }
    for (const [tool, args] of changes) {
      for (const caller of [world.mallory, world.rivalOrg]) {
        expect((await ask(caller, tool, args)).error.code).toBe('not_found')
      }
    }
    expect(await orderOf(world, scorecard_id)).toEqual([[1, 'Opened well']])
    expect((await stored(scorecard_id)).enabled).toBe(true)
    expect((await ask(world.mallory, 'get_scorecards')).data.scorecards).toEqual([])
  })
})
