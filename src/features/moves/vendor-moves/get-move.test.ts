import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { storeMove } from '../../../testing/moves-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = () => storeMove(world)
const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/moves/${id}`)

describe('does', () => {
  it('returns the figures of the stored calls, with reasons in words', async () => {
    const { body } = await get(world.alice, await make())
    expect(body.data.ledger).toMatchObject({
      ...{ found: 1, calls: 1, failed: 0, minutes: 1 },
      years: [{ year: new Date().getUTCFullYear(), calls: 1, failed: 0, minutes: 1 }],
      owners: [{ email: 'ana@acme.example', userUUID: null, isMatched: false, calls: 1 }],
      parts: [{ kind: 'transcript', count: 1 }],
      missing: [{ kind: 'recording', reason: 'absent', description: 'The vendor has none.', count: 1 }],
      failures: [],
      definitions: [
        { kind: 'tracker', title: 'Objections', came: false, reason: expect.stringContaining('no phrases') },
      ],
    })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'move', make, send: get })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send: get })
})
