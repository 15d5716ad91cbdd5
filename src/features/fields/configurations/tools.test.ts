import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { conditionFor, configurationFor, itemFor, NO_ROWS, rowsOf } from '../../../testing/fields-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Args = Record<string, unknown>
const use = (caller: Caller, name: string, args: Args = {}) =>
  callTool(world.app, caller, `${name}_field_configuration`, args)
const stored = async (id: string) => (await call(world.app, world.org, 'GET', `/field-configurations/${id}`)).body.data

describe('does', () => {
  it('lists those for a team, newest first', async () => {
    const own = await createWorld(world.app)
    const { north, support } = own.teams
    const [all, some] = [
      await configurationFor(own, { name: 'All' }),
      await configurationFor(own, { name: 'Some', teamsUUID: [north] }),
    ]
    const ask = (args: Args) => callTool(world.app, own.bob, 'list_field_configurations', args)
    const { data, text } = await ask({ team_id: north })
    expect(data).toMatchObject({
      configurations: [
        { id: some, name: 'Some', all_teams: false, team_ids: [north] },
        { id: all, name: 'All', all_teams: true, team_ids: [] },
      ],
      ...{ total: 2, next_cursor: null },
    })
    expect(text).toContain(`| Some | ${some} | ${north} |\n| All | ${all} | all teams |`)
    expect((await ask({ team_id: support })).data.configurations).toMatchObject([{ id: all }])
  })

  it('makes one with criteria, and reads it', async () => {
    const { north } = world.teams
    const criteria = { operator: 'OR', conditions: [await conditionFor(world)] }
    const made = await use(world.alice, 'create', {
      ...{ name: ' Discovery ', team_ids: [north], is_default_template: true, criteria },
    })
    expect(made.data).toMatchObject({ id: expect.any(String), name: 'Discovery' })
    const { data, text } = await use(world.bob, 'get', { configuration_id: made.data.id })
    expect(data).toMatchObject({
      ...{ id: made.data.id, name: 'Discovery', all_teams: false, team_ids: [north] },
      ...{ is_default_template: true, criteria },
    })
    const [{ field, value }] = criteria.conditions as [{ field: string; value: string }]
    expect(text).toContain(`- Calls with: label ${field} is option ${value}`)
    const { data: plain } = await use(world.org, 'create', { name: 'Plain' })
    expect(await stored(plain.id)).toMatchObject({ allTeams: true, criteria: { conditions: [] } })
  })

  it('keeps what is left out of a change', async () => {
    const id = await configurationFor(world, { name: 'Old', teamsUUID: [world.teams.north] })
    const had = await stored(id)
    const { data } = await use(world.alice, 'update', { configuration_id: id, name: 'New' })
    expect(data).toMatchObject({ id, name: 'New' })
    expect(await stored(id)).toEqual({ ...had, name: 'New', updatedAt: expect.stringMatching(/Z$/) })
    const { text } = await use(world.alice, 'update', { configuration_id: id, all_teams: true })
    expect(text).toContain('- For: all teams')
    expect(await stored(id)).toMatchObject({ name: 'New', allTeams: true, teamsUUID: [] })
  })

  it('deletes one with its fields', async () => {
    const id = await configurationFor(world)
    await itemFor(world, id)
    const { data } = await use(world.alice, 'delete', { configuration_id: id })
    expect(data).toEqual({ configuration_id: id, deleted: true })
    expect(await rowsOf(world, id)).toEqual(NO_ROWS)
  })
})

describe('refuses', () => {
  it.each<[string, Args]>([
    ['/name', { name: ' ' }],
    ['/team_ids', { name: 'X', team_ids: [NOBODY] }],
    [
      '/criteria/conditions/0/field',
      { name: 'X', criteria: { operator: 'AND', conditions: [{ field: NOBODY, value: NOBODY }] } },
    ],
    ['/criteria/operator', { name: 'X', criteria: { operator: 'XOR', conditions: [] } }],
  ])('what is wrong with %s', async (pointer, args) => {
    const { error } = await use(world.alice, 'create', args)
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('a change of nothing, and an id that none has', async () => {
    const id = await configurationFor(world)
    expect((await use(world.alice, 'update', { configuration_id: id })).error.code).toBe('validation_failed')
    for (const [name, more] of [
      ['get', {}],
      ['update', { name: 'X' }],
      ['delete', {}],
    ] as const) {
      const { error } = await use(world.alice, name, { configuration_id: NOBODY, ...more })
      expect(error).toMatchObject({ code: 'not_found', reason: 'field_configuration_not_found' })
    }
  })
})

describe('who may', () => {
  it('is everyone for reading, and admins for changes', async () => {
    const id = await configurationFor(world)
    const before = await rowsOf(world, id)
    for (const caller of [world.mark, world.bob]) {
      expect((await use(caller, 'get', { configuration_id: id })).data.id).toBe(id)
      const tries = [
        await use(caller, 'create', { name: 'X' }),
        await use(caller, 'update', { configuration_id: id, name: 'X' }),
        await use(caller, 'delete', { configuration_id: id }),
      ]
      expect(tries.map(({ error }) => error.code)).toEqual(Array(3).fill('admin_required'))
    }
    expect((await use(world.mallory, 'delete', { configuration_id: id })).error.code).toBe('not_found')
    expect(await rowsOf(world, id)).toEqual(before)
  })
})
