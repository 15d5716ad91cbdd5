import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  assignmentsOf,
  configurationFor,
  guardsConfigurations,
  guardsItems,
  itemFor,
} from '../../../testing/fields-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, configuration: string, item: string) =>
  call(world.app, caller, 'DELETE', `/field-configurations/${configuration}/items/${item}`)
const itemsOf = async (configuration: string): Promise<{ uuid: string; displayOrder: number; dependsOn: string }[]> =>
  (await call(world.app, world.org, 'GET', `/field-configurations/${configuration}/items`)).body.data

describe('does', () => {
  it('removes the item and its assignments; those behind it move up, those that depended on it are free', async () => {
    const configuration = await configurationFor(world, { teamsUUID: [world.teams.north, world.teams.support] })
    const [one, two] = [await itemFor(world, configuration), await itemFor(world, configuration)]
    const three = await itemFor(world, configuration, { dependsOn: two })
    const answer = await remove(world.org, configuration, two)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await itemsOf(configuration)).map((item) => [item.uuid, item.displayOrder, item.dependsOn])).toEqual([
      [one, 1, null],
      [three, 2, null],
    ])
    const [left] = await world.app.store.owner.query<{ n: number }>(
      'select count(*) as n from field_item_assignments where item_id = $1',
      [two],
    )
    expect(left?.n).toBe(0)
    expect(await assignmentsOf(world, configuration)).toHaveLength(4)
    expect((await remove(world.org, configuration, two)).status).toBe(404)
  })

  it('leaves the value that it has taken from a conversation readable there', async () => {
    const configuration = await configurationFor(world)
    const item = await itemFor(world, configuration)
    const conversation = await importFor(world)
    const values = {
      next_step: { id: item, key: 'next_step', title: 'Next step', value: true, category: 'CRM', source: 'human' },
    }
    await world.app.store.owner.query(
      `update conversation_details
       set confirmed_extracted_intelligence = $2, intelligence_items = $3 where conversation_id = $1`,
      [conversation, JSON.stringify(values), JSON.stringify([values.next_step])],
    )
    expect((await remove(world.org, configuration, item)).status).toBe(204)
    const query = { withIntelligenceItems: 'true' }
    const { attributes } = (await call(world.app, world.bob, 'GET', `/conversations/${conversation}`, { query })).body
    expect(attributes.confirmedExtractedIntelligence).toEqual(values)
    expect(attributes.intelligenceItems).toEqual([values.next_step])
  })

  it('leaves places 1..n when many go at once, and each goes once', async () => {
    const configuration = await configurationFor(world)
    const items = []
    for (let n = 0; n < 6; n++) items.push(await itemFor(world, configuration))
    const doomed = [items[0], items[2], items[4], items[4]].map(String)
    const answers = await Promise.all(doomed.map((item) => remove(world.org, configuration, item)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 404])
    expect((await itemsOf(configuration)).map((item) => [item.uuid, item.displayOrder])).toEqual([
      [items[1], 1],
      [items[3], 2],
      [items[5], 3],
    ])
  })
})

describe('refuses', () => {
  guardsItems(() => world, remove)
})

describe('who may', () => {
  guardsConfigurations(() => world, 'admins', remove)
})
