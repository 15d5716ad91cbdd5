import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { SIGNING_SECRET, sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () => (await sourceFor(world, webhookBody())).id
const folder = async () =>
  (await sourceFor(world, { kind: 'folder', name: 'Folder', settings: { path: '/srv/calls' } })).id
const patch = (id: string, body: unknown, caller: Caller | undefined = world.org) =>
  call(world.app, caller, 'PATCH', `/sources/${id}`, { body })

describe('does', () => {
  it('changes what is sent, and keeps the rest with the address', async () => {
    const id = await make()
    const before = (await call(world.app, world.org, 'GET', `/sources/${id}`)).body.data
    const changed = await patch(id, {
      ...{ name: 'Other', private: true, insideDomains: ['Partner.Example'], applicationName: 'dialer' },
      ...{ ownerUUID: world.bob.userId, teamUUID: world.teams.north },
    })
    expect(changed.body.data).toEqual({
      ...before,
      ...{ name: 'Other', private: true, insideDomains: ['partner.example'], applicationName: 'dialer' },
      ...{ ownerUUID: world.bob.userId, teamUUID: world.teams.north, updatedAt: expect.any(String) },
    })
  })

  it('stops looking when it is disabled, and begins again when it is enabled', async () => {
    const id = await folder()
    expect((await patch(id, { enabled: false })).body.data).toMatchObject({ enabled: false, look: { state: 'idle' } })
    await world.app.drain(world.acme)
    expect((await call(world.app, world.org, 'GET', `/sources/${id}`)).body.data.look.state).toBe('idle')
    expect((await patch(id, { enabled: true })).body.data).toMatchObject({ enabled: true, look: { state: 'queued' } })
    expect((await patch(id, { lookMinutes: 0 })).body.data).toMatchObject({ lookMinutes: 0, look: { state: 'idle' } })
  })
})

describe('refuses', () => {
  it('to send stored credentials to another host', async () => {
    const id = await make()
    const settings = { downloadHost: 'evil.example' }
    expect((await patch(id, { settings })).body).toEqual(refusedField('/credentials'))
    expect((await patch(id, { settings, credentials: { signingSecret: SIGNING_SECRET } })).status).toBe(200)
  })

  it('nothing, and fields that are wrong', async () => {
    const id = await make()
    expect((await patch(id, {})).status).toBe(400)
    expect((await patch(id, { credentials: {} })).body).toEqual(refusedField('/credentials/signingSecret'))
    expect((await patch(id, { lookMinutes: 5 })).body).toEqual(refusedField('/lookMinutes'))
  })

  guardsThings({ world: () => world, noun: 'source', make, send: (caller, id) => callPatch(caller, id) })
})

/** Also without a caller, which `patch` replaces by its default. */
const callPatch = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'PATCH', `/sources/${id}`, { body: { name: 'Other' } })

describe('who may', () => {
  adminsOnly({ world: () => world, make, send: callPatch })
})
