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
const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'POST', `/sources/${id}/test`)

describe('does', () => {
  it('says that nothing arrived yet, and why a folder is not allowed', async () => {
    expect((await send(world.org, await make())).body.data).toEqual({
      ...{ ok: true, detail: 'The settings are complete. No delivery has arrived yet.' },
    })
    const folder = await sourceFor(world, { kind: 'folder', name: 'Folder', settings: { path: '/srv/calls' } })
    expect((await send(world.org, folder.id)).body.data).toEqual({
      ...{ ok: false, detail: 'The operator allows no folders. Set SOURCE_FOLDERS on the server.' },
    })
    const after = await call(world.app, world.org, 'GET', `/sources/${folder.id}`)
    expect(after.body.data).toMatchObject({ fault: expect.stringContaining('SOURCE_FOLDERS') })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
