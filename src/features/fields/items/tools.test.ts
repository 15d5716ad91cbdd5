import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { configurationFor, itemFor } from '../../../testing/fields-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let configuration: string
beforeAll(async () => {
  world = await createWorld()
  configuration = await configurationFor(world)
})

type Args = Record<string, unknown>
const use = (caller: Caller, name: string, args: Args = {}, of = configuration) =>
  callTool(world.app, caller, `${name}_field_configuration_item`, { configuration_id: of, ...args })
const list = (caller: Caller, args: Args) =>
  callTool(world.app, caller, 'list_field_configuration_items', { configuration_id: configuration, ...args })
const stored = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/field-configurations/${configuration}/items/${id}`)).body.data

describe('does', () => {
  it('lists fields in display order, with their questions cut', async () => {
    const of = await configurationFor(world)
    const contents = 'Which | budget? '.repeat(20)
    const [one, two] = [await itemFor(world, of, { title: 'Budget', contents }), await itemFor(world, of)]
    const { data, text } = await list(world.bob, { configuration_id: of })
    expect(data.items).toMatchObject([
      {
        ...{ id: one, title: 'Budget', category: 'CustomInsight', response_type: 'text', display_order: 1 },
        contents: expect.stringMatching(/^Which .{100,170} \[…\]$/),
      },
      { id: two, title: 'Next step', contents: '', display_order: 2 },
    ])
    expect(text).toContain(`| 1 | Budget | ${one} | ${data.items[0].key} | CustomInsight | text | Which \\| budget?`)
    const page = await list(world.bob, { configuration_id: of, limit: 1 })
    expect([page.data.items.length, page.data.total]).toEqual([1, 2])
  })

  it('adds one with everything, and reads it', async () => {
    const on = await itemFor(world, configuration)
    const made = await use(world.alice, 'create', {
      ...{ title: 'Plan', contents: 'Which plan?\n- Id: none', description: 'Of ours.', category: 'CRM' },
      ...{ response_type: 'multipicklist', options: ['S', 'M', 'L'], max_values: 2, allow_long_response: true },
      ...{ depends_on_id: on, analysis_level: 'opportunity', display_order: 1 },
    })
    const { id } = made.data
    expect(made.data).toEqual({ id: expect.any(String), display_order: 1 })
    const { data, text } = await use(world.bob, 'get', { item_id: id })
    expect(data).toEqual({
      ...{
        id,
        key: 'plan',
        title: 'Plan',
        contents: 'Which plan?\n- Id: none',
        description: 'Of ours.',
        category: 'CRM',
      },
      ...{ response_type: 'multipicklist', options: ['S', 'M', 'L'], max_values: 2, allow_long_response: true },
      ...{ depends_on_id: on, analysis_level: 'opportunity', display_order: 1 },
    })
    expect(text).toContain('- Options: S, M, L\n- Values at most: 2')
    expect(text).toContain('> Which plan?\n> - Id: none')
    expect(text.match(/^- Id: .*/gm)).toEqual([`- Id: ${id}`])
  })

  it('keeps what is left out of a change, and takes null for nothing', async () => {
    const on = await itemFor(world, configuration)
    const id = await itemFor(world, configuration, { contents: 'Which plan?', dependsOn: on })
    const had = { ...(await stored(id)), updatedAt: expect.stringMatching(/Z$/) }
    const { data } = await use(world.alice, 'update', { item_id: id, title: 'Plan' })
    expect(data).toMatchObject({ id, display_order: had.displayOrder })
    expect(await stored(id)).toEqual({ ...had, title: 'Plan' })
    await use(world.alice, 'update', { item_id: id, depends_on_id: null, display_order: 1 })
    expect(await stored(id)).toEqual({ ...had, title: 'Plan', dependsOn: null, displayOrder: 1 })
  })

  it('reads the largest there can be', async () => {
    const id = await itemFor(world, configuration, {
      ...{ title: `${'\u0001'.repeat(255)}x`, contents: '\u0001'.repeat(8_000), description: '話'.repeat(2_000) },
      ...{ responseType: 'picklist', options: Array.from({ length: 200 }, (_, n) => `${n}${'話'.repeat(250)}`) },
    })
    const { data } = await use(world.bob, 'get', { item_id: id })
    expect(data.options).toHaveLength(200)
    for (const cut of [data.contents, data.description, data.options[7]]) expect(cut).toMatch(/\[…\]$/)
  })

  it('deletes one', async () => {
    const id = await itemFor(world, configuration)
    const { data } = await use(world.alice, 'delete', { item_id: id })
    expect(data).toEqual({ item_id: id, deleted: true })
    expect((await use(world.bob, 'get', { item_id: id })).error).toMatchObject({
      ...{ code: 'not_found', reason: 'field_configuration_item_not_found' },
    })
  })
})

describe('refuses', () => {
  it.each<[string, Args]>([
    ['/title', { title: '' }],
    ['/response_type', { title: 'X', response_type: 'colour' }],
    ['/options', { title: 'X', response_type: 'picklist' }],
    ['/max_values', { title: 'X', max_values: 2 }],
    ['/depends_on_id', { title: 'X', depends_on_id: NOBODY }],
    ['/display_order', { title: 'X', display_order: 0 }],
  ])('what is wrong with %s: %j', async (pointer, args) => {
    const { error } = await use(world.alice, 'create', args)
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('a change of nothing, and a configuration there is not', async () => {
    const id = await itemFor(world, configuration)
    expect((await use(world.alice, 'update', { item_id: id })).error.code).toBe('validation_failed')
    const { error } = await use(world.alice, 'create', { title: 'X' }, NOBODY)
    expect(error).toMatchObject({ code: 'not_found', reason: 'field_configuration_not_found' })
  })
})

describe('who may', () => {
  it('is everyone for reading, and admins for changes', async () => {
    const id = await itemFor(world, configuration)
    const had = await stored(id)
    for (const caller of [world.mark, world.bob]) {
      expect((await use(caller, 'get', { item_id: id })).data.id).toBe(id)
      const tries = [
        await use(caller, 'create', { title: 'X' }),
        await use(caller, 'update', { item_id: id, title: 'X' }),
        await use(caller, 'delete', { item_id: id }),
      ]
      expect(tries.map(({ error }) => error.code)).toEqual(Array(3).fill('admin_required'))
    }
    expect((await use(world.mallory, 'delete', { item_id: id })).error.code).toBe('not_found')
    expect(await stored(id)).toEqual(had)
  })
})
