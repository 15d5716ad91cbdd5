import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { askingFor, ITEMS, soldFor } from '../../../testing/field-values-fixtures.ts'
import { configurationFor, itemFor } from '../../../testing/fields-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/field-items`)

describe('does', () => {
  it('tells what is asked, in what form, and what waits for another item', async () => {
    const own = await createWorld(world.app)
    const made = await askingFor(own, {
      rival: ITEMS.rival,
      plan: { ...ITEMS.plan, responseType: 'multipicklist', maxValues: 1 },
    })
    const which = await itemFor(own, made.configuration, {
      title: 'Which competitor',
      contents: 'Which one?',
      dependsOn: made.rival.id,
      allowLongResponse: true,
    })
    const forSupport = await configurationFor(own, { teamsUUID: [own.teams.support] })
    await itemFor(own, forSupport, { title: 'Ticket' })
    const id = await soldFor(own)
    const { body } = await call(own.app, own.bob, 'GET', `/conversations/${id}/field-items`)
    expect(body.data).toEqual([
      {
        ...{ uuid: made.rival.id, key: made.rival.key, title: 'Uses competitor', category: 'CustomInsight' },
        ...{ prompt: ITEMS.rival.contents, responseType: 'boolean', options: [], maxValues: null },
        ...{ allowLongResponse: false, dependsOn: null, asked: true },
      },
      expect.objectContaining({ responseType: 'multipicklist', options: ['Basic', 'Enterprise'], maxValues: 1 }),
      // They use none, and a no is no value to go on with.
      expect.objectContaining({ uuid: which, dependsOn: made.rival.id, allowLongResponse: true, asked: false }),
    ])
  })
})

describe('refuses', () => {
  it('nothing but what is hidden or not there', async () => {
    expect((await list(world.bob, await importFor(world))).body).toEqual({ data: [] })
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
