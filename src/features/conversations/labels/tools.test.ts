import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)
const stored = async (id: string) => (await call(world.app, world.org, 'GET', `/labels/${id}`)).body.data
const named = () => `Kind ${randomUUID()}`

describe('does', () => {
  it('list_labels tells labels with their options, long descriptions cut', async () => {
    const own = await createWorld(world.app)
    const given = { name: 'Stage | one', description: 'y'.repeat(201), teamsUUID: [own.teams.north] }
    const label = await labelFor(own, ['Demo', 'Renewal'], given)
    const { data, text } = await callTool(own.app, own.bob, 'list_labels')
    expect(data).toMatchObject({
      ...{ total: 1, next_cursor: null },
      labels: [
        {
          ...{ id: label.uuid, name: 'Stage | one', ai_flow: false, all_teams: false, team_ids: [own.teams.north] },
          ...{ description: `${'y'.repeat(200)} […]` },
          options: label.options.map(({ id, value }) => ({ id, value, description: '' })),
        },
      ],
    })
    const [demo, renewal] = label.options
    expect(text).toContain(`| Stage \\| one | Demo (${demo?.id}); Renewal (${renewal?.id}) | yyy`)
  })

  it('create_label makes one with its options', async () => {
    const name = named()
    const { data, text } = await ask(world.alice, 'create_label', {
      ...{ name: ` ${name} `, description: 'What it was.', ai_flow: true, team_ids: [world.teams.north] },
      options: [{ value: 'Demo', description: 'Shown.' }, { value: 'Renewal' }],
    })
    const { options } = await stored(data.id)
    expect(data).toMatchObject({ id: expect.any(String), name, options })
    expect(await stored(data.id)).toMatchObject({
      ...{ name, description: 'What it was.', aiFlow: true, allTeams: false, teamsUUID: [world.teams.north] },
      options: [{ value: 'Demo', description: 'Shown.' }, { value: 'Renewal' }],
    })
    expect(text).toContain(`Demo (${options[0].id})`)
  })

  it('update_label keeps what is left out, and options that come with their id or value', async () => {
    const label = await labelFor(world, ['Demo', 'Renewal', 'Other'], { description: 'Before' })
    const [demo, renewal] = label.options
    await ask(world.alice, 'update_label', { label_id: label.uuid, ai_flow: true })
    expect(await stored(label.uuid)).toEqual({ ...label, aiFlow: true, updatedAt: expect.any(String) })
    await ask(world.alice, 'update_label', {
      ...{ label_id: label.uuid, all_teams: false },
      options: [{ id: renewal?.id, value: 'Renewed' }, { value: 'Demo' }],
    })
    expect(await stored(label.uuid)).toMatchObject({
      ...{ allTeams: false, description: 'Before' },
      options: [
        { id: renewal?.id, value: 'Renewed' },
        { id: demo?.id, value: 'Demo' },
      ],
    })
  })

  it('delete_label deletes it', async () => {
    const { uuid } = await labelFor(world)
    const { data } = await ask(world.alice, 'delete_label', { label_id: uuid })
    expect([data, await stored(uuid)]).toEqual([{ label_id: uuid, deleted: true }, undefined])
  })
})

describe('refuses', () => {
  it.each([
    ['/name', { name: ' ' }],
    ['/description', { description: 'x'.repeat(2_001) }],
    ['/team_ids', { team_ids: [NOBODY] }],
    ['/options/1/value', { options: [{ value: 'A' }, { value: 'a' }] }],
    ['/options/0/id', { options: [{ id: NOBODY, value: 'A' }] }],
    ['/options/0', { options: [{ value: 'A', colour: 'red' }] }],
    ['', {}],
  ])('what is wrong at %s', async (pointer, args) => {
    const { uuid } = await labelFor(world)
    const before = await stored(uuid)
    const { error } = await ask(world.alice, 'update_label', { label_id: uuid, ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
    expect(await stored(uuid)).toEqual(before)
  })

  it('teams beside all of them', async () => {
    const both = { name: named(), all_teams: true, team_ids: [world.teams.north] }
    expect((await ask(world.alice, 'create_label', both)).error.problems).toMatchObject([{ pointer: '/team_ids' }])
  })

  it('a name that is taken, and to take away what criteria name', async () => {
    const label = await labelFor(world)
    const taken = await ask(world.alice, 'create_label', { name: label.name })
    expect(taken.error).toMatchObject({ code: 'conflict', reason: 'label_exists' })
    await scorecardFor(world, { criteria: criteriaOf(label) })
    for (const [tool, args] of [
      ['update_label', { options: [] }],
      ['delete_label', {}],
    ] as const) {
      const { error } = await ask(world.alice, tool, { label_id: label.uuid, ...args })
      expect(error).toMatchObject({ code: 'conflict', reason: 'label_in_use' })
    }
  })
})

describe('who may', () => {
  it('is admins for changes; for the rival there is no such label', async () => {
    const { uuid: label_id } = await labelFor(world)
    const before = await stored(label_id)
    const changes = [
      ['update_label', { label_id, name: 'Mine' }],
      ['delete_label', { label_id }],
    ] as const
    for (const [tool, args] of [['create_label', { name: named() }] as const, ...changes]) {
      expect((await ask(world.mark, tool, args)).error.code).toBe('admin_required')
    }
    for (const [tool, args] of changes) expect((await ask(world.mallory, tool, args)).error.code).toBe('not_found')
    expect((await ask(world.mallory, 'list_labels')).data.labels).toEqual([])
    expect(await stored(label_id)).toEqual(before)
  })
})
