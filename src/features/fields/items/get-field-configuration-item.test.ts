import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { configurationFor, guardsConfigurations, guardsItems, itemFor } from '../../../testing/fields-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, configuration: string, item: string) =>
  call(world.app, caller, 'GET', `/field-configurations/${configuration}/items/${item}`)

describe('does', () => {
  it('tells the item', async () => {
    const configuration = await configurationFor(world)
    const first = await itemFor(world, configuration)
    const given = {
      title: 'Products',
      category: 'Indicators',
      contents: 'Which products were talked about?',
      description: 'Those that we sell',
      promptType: 'freeform',
      contentType: 'text',
      responseType: 'multipicklist',
      options: ['Parley', 'Other'],
      dependsOn: first,
      maxValues: 1,
      allowLongResponse: true,
      analysisLevel: 'opportunity',
    }
    const id = await itemFor(world, configuration, given)
    const answer = await get(world.bob, configuration, id.toUpperCase())
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          ...{ uuid: id, fieldConfigurationUUID: configuration, key: 'products', ...given, displayOrder: 2 },
          updatedAt: expect.stringMatching(/Z$/),
        },
      },
    ])
  })
})

describe('refuses', () => {
  guardsItems(() => world, get)
})

describe('who may', () => {
  guardsConfigurations(() => world, 'everyone', get)
})
