import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { termFor } from '../../../testing/glossary-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/glossary/${id}`)

describe('does', () => {
  it('returns the term to everybody in the organization', async () => {
    const term = await termFor(world, { aliases: ['WL'], misheard: ['Way Loom'], kind: 'product', meaning: 'Ours' })
    await termFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      const answer = await get(caller, term.uuid)
      expect([answer.status, answer.body]).toEqual([200, { data: term }])
    }
  })

  it('reads the ID in any case', async () => {
    const term = await termFor(world)
    expect((await get(world.org, term.uuid.toUpperCase())).body).toEqual({ data: term })
  })
})

describe('refuses', () => {
  it('an unknown ID', async () => {
    const answer = await get(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, notFound('glossary_term')])
  })
})

describe('who may', () => {
  guardsThings({
    world: () => world,
    noun: 'glossary_term',
    make: async () => (await termFor(world)).uuid,
    send: get,
  })
})
