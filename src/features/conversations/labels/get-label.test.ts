import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/labels/${id}`)

describe('does', () => {
  it('tells a label with its options in their order', async () => {
    const made = await labelFor(world, ['Zulu', 'Alpha', 'Mike'])
    const answer = await get(world.org, made.uuid.toUpperCase())
    expect([answer.status, answer.body]).toEqual([200, { data: made }])
    expect(answer.body.data.options.map(({ value }: { value: string }) => value)).toEqual(['Zulu', 'Alpha', 'Mike'])
  })
})

describe('refuses', () => {
  it('an unknown label', async () => {
    const answer = await get(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, notFound('label')])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'label', make: async () => (await labelFor(world)).uuid, send: get })

  it('is everyone of the organization', async () => {
    const { uuid } = await labelFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await get(caller, uuid)).status).toBe(200)
    }
  })
})
