import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () => (await sourceFor(world, webhookBody())).id
const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/sources/${id}`)

describe('does', () => {
  it('returns the source with the names of its credentials, and without an address if it receives nothing', async () => {
    expect((await send(world.alice, await make())).body.data).toMatchObject({
      ...{ kind: 'webhook', credentialNames: ['signingSecret'], address: expect.stringContaining('/events/') },
    })
    const folder = await sourceFor(world, { kind: 'folder', name: 'Folder', settings: { path: '/srv/calls' } })
    expect((await send(world.alice, folder.id)).body.data).toMatchObject({ address: null, credentialNames: [] })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
