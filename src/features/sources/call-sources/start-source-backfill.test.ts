import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () =>
  (await sourceFor(world, { kind: 'folder', name: 'Folder', settings: { path: '/srv/calls' } })).id
const send = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/sources/${id}/backfill`, { body: { days: 3 } })

describe('does', () => {
  it('queues a look', async () => {
    const answer = await send(world.alice, await make())
    expect([answer.status, answer.body.data.look.state]).toEqual([202, 'queued'])
  })
})

describe('refuses', () => {
  it('sources without a list, and disabled ones', async () => {
    const webhook = await sourceFor(world, webhookBody())
    expect((await send(world.org, webhook.id)).body).toEqual(resourceError(409, 'source_has_no_list', ''))
    const id = await make()
    await call(world.app, world.org, 'PATCH', `/sources/${id}`, { body: { enabled: false } })
    expect((await send(world.org, id)).body).toEqual(resourceError(409, 'source_disabled', ''))
  })

  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
