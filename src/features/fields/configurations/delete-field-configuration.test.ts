import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  conditionFor,
  configurationFor,
  guardsConfigurations,
  itemFor,
  NO_ROWS,
  rowsOf,
} from '../../../testing/fields-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/field-configurations/${id}`)

describe('does', () => {
  it('removes the configuration, its teams, items and every assignment, and nothing of another', async () => {
    const criteria = { operator: 'AND', conditions: [await conditionFor(world)] }
    const given = { teamsUUID: [world.teams.north, world.teams.support], criteria }
    const [id, other] = [await configurationFor(world, given), await configurationFor(world, given)]
    const first = await itemFor(world, id)
    await itemFor(world, id, { dependsOn: first })
    await itemFor(world, other)
    const before = await rowsOf(world, other)
    const answer = await remove(world.org, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await rowsOf(world, id)).toEqual(NO_ROWS)
    const [orphans] = await world.app.store.owner.query<{ n: number }>(
      `select count(*) as n from field_item_assignments a where a.organization_id = $1
       and not exists (select from field_items i where i.organization_id = $1 and i.id = a.item_id)`,
      [world.acme],
    )
    expect(orphans?.n).toBe(0)
    expect(await rowsOf(world, other)).toEqual(before)
    const again = await remove(world.org, id)
    expect([again.status, again.body]).toEqual([404, notFound('field_configuration')])
  })

  it('leaves what its items have taken from conversations readable there', async () => {
    const id = await configurationFor(world)
    const item = await itemFor(world, id)
    const conversation = await importFor(world)
    const value = {
      id: item,
      key: 'next_step',
      title: 'Next step',
      value: 'Send the offer',
      category: 'CustomInsight',
      source: 'ai',
      confidence: 0.9,
      evidence: [{ quote: 'Shall we begin?', speaker: 'Bob', start: 0, end: 1.5, segment: 0 }],
    }
    await world.app.store.owner.query(
      'update conversation_details set extracted_intelligence = $2 where conversation_id = $1',
      [conversation, JSON.stringify({ next_step: value })],
    )
    expect((await remove(world.org, id)).status).toBe(204)
    const { body } = await call(world.app, world.bob, 'GET', `/conversations/${conversation}`)
    expect(body.attributes.extractedIntelligence).toEqual({ next_step: value })
  })

  // The real trial of this is on a server, where the requests do run at the same moment.
  it('and making an item in it at the same moment come to one end: both gone or nothing made', async () => {
    for (let round = 0; round < 15; round++) {
      const id = await configurationFor(world, { teamsUUID: [world.teams.north] })
      await itemFor(world, id)
      const make = () =>
        call(world.app, world.org, 'POST', `/field-configurations/${id}/items`, { body: { title: 'Late' } })
      const change = { body: { teamsUUID: [world.teams.support] } }
      const [early, removed, late, changed] = await Promise.all([
        make(),
        remove(world.org, id),
        make(),
        call(world.app, world.org, 'PATCH', `/field-configurations/${id}`, change),
      ])
      expect(removed.status).toBe(204)
      for (const { status } of [early, late]) expect([201, 404]).toContain(status)
      expect([200, 404]).toContain(changed.status)
      expect(await rowsOf(world, id)).toEqual(NO_ROWS)
    }
  })

  it('answers 204 once when it is asked for many times at once', async () => {
    const id = await configurationFor(world)
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(world.org, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  })
})

describe('refuses', () => {
  it('an id of another kind of thing, which stays', async () => {
    const id = await configurationFor(world)
    const item = await itemFor(world, id)
    expect((await remove(world.org, item)).status).toBe(404)
    expect((await call(world.app, world.org, 'GET', `/field-configurations/${id}/items/${item}`)).status).toBe(200)
  })
})

describe('who may', () => {
  guardsConfigurations(() => world, 'admins', remove)
})
