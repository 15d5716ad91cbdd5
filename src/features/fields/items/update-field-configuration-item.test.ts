import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  configurationFor,
  guardsConfigurations,
  guardsItems,
  itemFor,
  rowsOf,
} from '../../../testing/fields-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (
  caller: Caller | undefined,
  method: 'GET' | 'PATCH' | 'DELETE',
  configuration: string,
  item: string,
  body?: unknown,
) => {
  const path = `/field-configurations/${configuration}/items/${item}`
  return call(world.app, caller, method, path, body === undefined ? {} : { body })
}
const patch = (caller: Caller | undefined, configuration: string, item: string, body: unknown) =>
  send(caller, 'PATCH', configuration, item, body)
const get = async (configuration: string, item: string) => (await send(world.org, 'GET', configuration, item)).body.data
const placesOf = async (configuration: string): Promise<[string, number][]> => {
  const path = `/field-configurations/${configuration}/items`
  const { data } = (await call(world.app, world.org, 'GET', path, { query: { size: '200' } })).body
  return data.map((one: { uuid: string; displayOrder: number }) => [one.uuid, one.displayOrder])
}

describe('does', () => {
  it('changes what is given and keeps the rest', async () => {
    const configuration = await configurationFor(world)
    const given = {
      responseType: 'multipicklist',
      options: ['a', 'b'],
      maxValues: 2,
      contents: 'Which?',
      category: 'CRM',
    }
    const item = await itemFor(world, configuration, given)
    const before = await get(configuration, item)
    const answer = await patch(world.org, configuration, item, { title: ' Products ', allowLongResponse: true })
    const data = { ...before, title: 'Products', allowLongResponse: true, updatedAt: expect.stringMatching(/Z$/) }
    expect([answer.status, answer.body]).toEqual([200, { data }])
    expect(await get(configuration, item)).toEqual(data)
  })

  it('keeps its key, whatever it is called, and counts as another version only when it is another', async () => {
    const configuration = await configurationFor(world)
    const item = await itemFor(world, configuration, { title: 'Seats' })
    const { key } = await get(configuration, item)
    const versionOf = async () =>
      (
        await world.app.store.owner.query<{ version: number }>('select version from field_items where id = $1', [item])
      )[0]?.version
    expect((await patch(world.org, configuration, item, { title: 'Licences' })).body.data.key).toBe(key)
    expect(await versionOf()).toBe(2)
    await patch(world.org, configuration, item, { title: 'Licences', displayOrder: 1 })
    expect(await versionOf()).toBe(2)
  })

  it('lets go of options and their number when the response type becomes one without', async () => {
    const configuration = await configurationFor(world)
    const item = await itemFor(world, configuration, { responseType: 'multipicklist', options: ['a'], maxValues: 1 })
    expect((await patch(world.org, configuration, item, { responseType: 'date' })).body.data).toMatchObject({
      responseType: 'date',
      options: [],
      maxValues: null,
    })
  })

  it('makes it depend on another item, and on none', async () => {
    const configuration = await configurationFor(world)
    const [one, two] = [await itemFor(world, configuration), await itemFor(world, configuration)]
    expect((await patch(world.org, configuration, one, { dependsOn: two })).body.data.dependsOn).toBe(two)
    expect((await patch(world.org, configuration, one, { dependsOn: null })).body.data.dependsOn).toBeNull()
  })

  it('keeps places 1..n and the order of the others, whatever moves, comes and goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom('move', 'make', 'remove'), fc.nat({ max: 20 }), fc.integer({ min: 1, max: 9 })),
          { minLength: 4, maxLength: 8 },
        ),
        async (steps) => {
          const configuration = await configurationFor(world)
          const expected: string[] = []
          for (const _ of [1, 2, 3]) expected.push(await itemFor(world, configuration))
          for (const [what, which, place] of steps) {
            const from = which % Math.max(expected.length, 1)
            const item = expected[from]
            if (what === 'make' || item === undefined) {
              expected.splice(place - 1, 0, await itemFor(world, configuration, { displayOrder: place }))
            } else if (what === 'remove') {
              await send(world.org, 'DELETE', configuration, item)
              expected.splice(from, 1)
            } else {
              await patch(world.org, configuration, item, { displayOrder: place })
              expected.splice(from, 1)
              expected.splice(place - 1, 0, item)
            }
          }
          expect(await placesOf(configuration)).toEqual(expected.map((item, index) => [item, index + 1]))
        },
      ),
      { numRuns: 6 },
    )
  })

  it('keeps places 1..n when items move at the same moment', async () => {
    const configuration = await configurationFor(world)
    const items = []
    for (let n = 0; n < 6; n++) items.push(await itemFor(world, configuration))
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        items.map((item, n) => patch(world.org, configuration, item, { displayOrder: ((n * 5 + round) % 6) + 1 })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      const places = await placesOf(configuration)
      expect(places.map(([, place]) => place)).toEqual([1, 2, 3, 4, 5, 6])
      expect(places.map(([item]) => item).sort()).toEqual(items.toSorted())
    }
  })

  it('makes no circle of two items that are to depend on each other at the same moment', async () => {
    const configuration = await configurationFor(world)
    const [one, two] = [await itemFor(world, configuration), await itemFor(world, configuration)]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        patch(world.org, configuration, one, { dependsOn: two }),
        patch(world.org, configuration, two, { dependsOn: one }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      for (const item of [one, two]) await patch(world.org, configuration, item, { dependsOn: null })
    }
  })
})

describe('refuses', () => {
  it.each([
    ['nothing to change', {}, ''],
    ['nothing that is known', { color: 'red' }, ''],
    ['a blank title', { title: ' ' }, '/title'],
    ['a title that is null', { title: null }, '/title'],
    ['options of a text', { options: ['a'] }, '/options'],
    ['a picklist without options', { title: 'New', responseType: 'picklist' }, '/options'],
    ['an item that is not there', { title: 'New', dependsOn: NOBODY }, '/dependsOn'],
    ['place 0', { displayOrder: 0 }, '/displayOrder'],
    ['an unknown category', { category: 'Other' }, '/category'],
  ])('%s, and changes nothing', async (_, body, pointer) => {
    const configuration = await configurationFor(world)
    const item = await itemFor(world, configuration)
    const before = await rowsOf(world, configuration)
    const answer = await patch(world.org, configuration, item, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await rowsOf(world, configuration)).toEqual(before)
  })

  it('to take options that maxValues counts on', async () => {
    const configuration = await configurationFor(world)
    const item = await itemFor(world, configuration, {
      responseType: 'multipicklist',
      options: ['a', 'b'],
      maxValues: 2,
    })
    const answer = await patch(world.org, configuration, item, { options: ['a'] })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/maxValues')])
  })

  it('an item that would depend on itself, directly or through others', async () => {
    const configuration = await configurationFor(world)
    const one = await itemFor(world, configuration)
    const two = await itemFor(world, configuration, { dependsOn: one })
    const three = await itemFor(world, configuration, { dependsOn: two })
    for (const dependsOn of [one, two, three]) {
      const answer = await patch(world.org, configuration, one, { dependsOn })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/dependsOn')])
    }
  })

  guardsItems(
    () => world,
    (caller, configuration, item) => patch(caller, configuration, item, { title: 'Changed' }),
  )
})

describe('who may', () => {
  guardsConfigurations(
    () => world,
    'admins',
    (caller, configuration, item) => patch(caller, configuration, item, { title: 'Changed' }),
  )
})
