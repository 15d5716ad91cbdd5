import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  assignmentsOf,
  configurationFor,
  guardsConfigurations,
  itemFor,
  newItem,
  rowsOf,
} from '../../../testing/fields-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, configuration: string, body: unknown) =>
  call(world.app, caller, 'POST', `/field-configurations/${configuration}/items`, { body })
const itemsOf = async (configuration: string): Promise<{ uuid: string; title: string; displayOrder: number }[]> => {
  const path = `/field-configurations/${configuration}/items`
  return (await call(world.app, world.org, 'GET', path, { query: { size: '200' } })).body.data
}

describe('does', () => {
  it('makes an item of which only the title is given', async () => {
    const configuration = await configurationFor(world)
    const answer = await post(world.alice, configuration, { title: ' Next step ' })
    const data = newItem({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ fieldConfigurationUUID: configuration, key: 'next_step', title: 'Next step' },
    })
    expect([answer.status, answer.body]).toEqual([201, { data }])
    const path = `/field-configurations/${configuration}/items/${answer.body.data.uuid}`
    expect((await call(world.app, world.org, 'GET', path)).body).toEqual(answer.body)
  })

  it('gives each item of the organization a key of its own, also when many are made at the same moment', async () => {
    const configurations = await Promise.all(Array.from({ length: 4 }, () => configurationFor(world)))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post(world.org, configurations[n % 4] ?? '', { title: 'Größe (m²)!' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const keys = answers.map(({ body }) => body.data.key)
    expect(new Set(keys).size).toBe(12)
    expect(keys).toEqual(expect.arrayContaining(['größe_m²', 'größe_m²_2', 'größe_m²_9']))
    const nameless = await post(world.org, await configurationFor(world), { title: '🚀' })
    expect(nameless.body.data.key).toMatch(/^field/)
  })

  it('takes every field up to its limit', async () => {
    const configuration = await configurationFor(world)
    const given = {
      title: '🚀'.repeat(256),
      category: 'CRM',
      contents: '🚀'.repeat(8_000),
      description: '🚀'.repeat(2_000),
      responseType: 'multipicklist',
      options: Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(256, '.')),
      maxValues: 200,
      dependsOn: await itemFor(world, configuration),
      allowLongResponse: true,
      analysisLevel: 'account',
    }
    const answer = await post(world.org, configuration, given)
    expect([answer.status, answer.body.data]).toEqual([201, expect.objectContaining(given)])
  })

  it.each(['CRM', 'Indicators', 'BuiltInInsight', 'CustomInsight'])('takes the category %s', async (category) => {
    const answer = await post(world.org, await configurationFor(world), { title: 'T', category })
    expect([answer.status, answer.body.data.category]).toEqual([201, category])
  })

  it.each(['text', 'number', 'boolean', 'date'])('takes the response type %s', async (responseType) => {
    const answer = await post(world.org, await configurationFor(world), { title: 'T', responseType })
    expect([answer.status, answer.body.data.responseType]).toEqual([201, responseType])
  })

  it('puts it last, or where it is asked to be, and makes room there', async () => {
    const configuration = await configurationFor(world)
    await post(world.org, configuration, { title: 'b' })
    await post(world.org, configuration, { title: 'd', displayOrder: 500 })
    await post(world.org, configuration, { title: 'a', displayOrder: 1 })
    const { body } = await post(world.org, configuration, { title: 'c', displayOrder: 3 })
    expect(body.data.displayOrder).toBe(3)
    expect((await itemsOf(configuration)).map((one) => [one.title, one.displayOrder])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ])
  })

  it('assigns it to each team of the configuration, or once to all teams', async () => {
    const { north, support } = world.teams
    const some = await configurationFor(world, { teamsUUID: [north, support] })
    const [all, none] = [await configurationFor(world), await configurationFor(world, { allTeams: false })]
    for (const configuration of [some, all, none]) await itemFor(world, configuration)
    const teamsOf = async (configuration: string) => (await assignmentsOf(world, configuration)).map((a) => a.teamUUID)
    expect([await teamsOf(some), await teamsOf(all), await teamsOf(none)]).toEqual([
      [north, support].sort(),
      [null],
      [],
    ])
    await itemFor(world, some)
    expect(await teamsOf(some)).toHaveLength(4)
  })

  it('gives each its own place when many are made at once', async () => {
    const configuration = await configurationFor(world, { teamsUUID: [world.teams.north] })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        post(world.org, configuration, { title: `Item ${n}`, ...(n % 2 ? { displayOrder: 1 } : {}) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const items = await itemsOf(configuration)
    expect(items.map((one) => one.displayOrder)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
    expect(await assignmentsOf(world, configuration)).toHaveLength(12)
  })

  it('leaves one audit entry that names the configuration and the item', async () => {
    const configuration = await configurationFor(world)
    const item = await itemFor(world, configuration)
    const rows = await world.app.store.owner.query(
      'select operation, entity_type, entities from audit_log where organization_id = $1 and entity_id = $2',
      [world.acme, item],
    )
    expect(rows).toEqual([
      {
        operation: 'createFieldConfigurationItem',
        entity_type: 'field configuration item',
        entities: [
          { type: 'field configuration', id: configuration },
          { type: 'field configuration item', id: item },
        ],
      },
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['no title', {}, '/title'],
    ['a blank title', { title: ' ' }, '/title'],
    ['a title of 257', { title: 'x'.repeat(257) }, '/title'],
    ['a NUL', { title: 'T', contents: '\u0000' }, '/contents'],
    ['contents of 8001', { title: 'T', contents: 'x'.repeat(8_001) }, '/contents'],
    ['a description of 2001', { title: 'T', description: 'x'.repeat(2_001) }, '/description'],
    ['an unknown category', { title: 'T', category: 'crm' }, '/category'],
    ['an unknown prompt type', { title: 'T', promptType: 'strict' }, '/promptType'],
    ['an unknown content type', { title: 'T', contentType: 'html' }, '/contentType'],
    ['an unknown response type', { title: 'T', responseType: 'money' }, '/responseType'],
    ['an unknown level', { title: 'T', analysisLevel: 'team' }, '/analysisLevel'],
    ['201 options', { title: 'T', options: Array.from({ length: 201 }, (_, n) => `${n}`) }, '/options'],
    ['an option of 257', { title: 'T', responseType: 'picklist', options: ['x'.repeat(257)] }, '/options/0'],
    ['a blank option', { title: 'T', responseType: 'picklist', options: [' '] }, '/options/0'],
    ['an option twice', { title: 'T', responseType: 'picklist', options: ['a', ' A'] }, '/options/1'],
    ['a picklist without options', { title: 'T', responseType: 'picklist' }, '/options'],
    ['a text with options', { title: 'T', options: ['a'] }, '/options'],
    ['no value at most', { title: 'T', responseType: 'multipicklist', options: ['a'], maxValues: 0 }, '/maxValues'],
    [
      'more values than options',
      { title: 'T', responseType: 'multipicklist', options: ['a'], maxValues: 2 },
      '/maxValues',
    ],
    ['values of a text', { title: 'T', maxValues: 1 }, '/maxValues'],
    ['an item that is not there', { title: 'T', dependsOn: NOBODY }, '/dependsOn'],
    ['a dependence that is no id', { title: 'T', dependsOn: 'first' }, '/dependsOn'],
    ['place 0', { title: 'T', displayOrder: 0 }, '/displayOrder'],
    ['place 501', { title: 'T', displayOrder: 501 }, '/displayOrder'],
  ])('%s, and makes nothing', async (_, body, pointer) => {
    const configuration = await configurationFor(world)
    const before = await rowsOf(world, configuration)
    const answer = await post(world.org, configuration, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await rowsOf(world, configuration)).toEqual(before)
  })

  it('an item of another configuration to depend on', async () => {
    const dependsOn = await itemFor(world, await configurationFor(world))
    const answer = await post(world.org, await configurationFor(world), { title: 'T', dependsOn })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/dependsOn')])
  })

  it('the 501st item', async () => {
    const configuration = await configurationFor(world)
    await itemFor(world, configuration)
    await world.app.store.owner.query(
      `insert into field_items
       select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'key', gen_random_uuid(), 'display_order', n))).*
       from field_items i, generate_series(2, 500) n where i.configuration_id = $1`,
      [configuration],
    )
    const answer = await post(world.org, configuration, { title: 'One too many' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'field_configuration_full', '')])
  })
})

describe('who may', () => {
  guardsConfigurations(
    () => world,
    'admins',
    (caller, id) => post(caller, id, { title: 'T' }),
  )
})
