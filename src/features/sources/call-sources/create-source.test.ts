import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { SIGNING_SECRET, sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { ZOOM_APP } from '../../../testing/zoom-server.ts'
import { SOURCES_MAX } from './model.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/sources', { body })
const zoom = {
  ...{ kind: 'zoom', name: ' Zoom ' },
  settings: { accountId: ZOOM_APP.accountId, clientId: ZOOM_APP.clientId },
  credentials: { clientSecret: 'secret-of-client', secretToken: 'token-of-events' },
}

describe('does', () => {
  it('connects a source with defaults, and never returns its credentials', async () => {
    const answer = await post(world.alice, zoom)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          ...{ uuid: expect.any(String), kind: 'zoom', name: 'Zoom', enabled: true },
          address: expect.stringMatching(/^http:\/\/parley\.test\/v2\/sources\/[\da-f-]{36}\/events\/[\w-]{64}$/),
          settings: { ...zoom.settings, apiUrl: 'https://api.zoom.us', oauthUrl: 'https://zoom.us' },
          ...{ credentialNames: ['clientSecret', 'secretToken'], credentialsChangedAt: expect.any(String) },
          ...{ applicationName: 'zoom', ownerUUID: null, teamUUID: null, private: false, insideDomains: [] },
          ...{ lookMinutes: 360, look: { state: 'queued', lookedUntil: null } },
          ...{ fault: null, faultAt: null, lastDeliveryAt: null, lastCallAt: null },
          recordings: { waiting: 0, done: 0, failed: 0 },
          ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
        },
      },
    ])
    const read = await call(world.app, world.org, 'GET', `/sources/${answer.body.data.uuid}`)
    expect(read.body).toEqual(answer.body)
    expect(`${answer.text}${read.text}`).not.toMatch(/secret-of-client|token-of-events/)
  })

  it('stores credentials and the address sealed', async () => {
    const { id, path } = await sourceFor(world, webhookBody())
    const rows = await world.app.store.owner.query<Record<string, string>>('select * from sources where id = $1', [id])
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(SIGNING_SECRET)
    expect(stored).not.toContain(path.split('/').at(-1))
    expect(rows[0]?.credentials).toMatch(/^v1\./)
  })
})

describe('refuses', () => {
  it.each([
    ['/kind', { ...zoom, kind: 'fax' }],
    ['/settings/accountId', { ...zoom, settings: { clientId: 'x' } }],
    ['/settings/color', { ...zoom, settings: { ...zoom.settings, color: 'red' } }],
    ['/settings/secretToken', { ...zoom, settings: { ...zoom.settings, secretToken: 'x' } }],
    ['/settings/apiUrl', { ...zoom, settings: { ...zoom.settings, apiUrl: 'https://api.zoom.us/v2' } }],
    ['/settings/clientId', { ...zoom, settings: { ...zoom.settings, clientId: 'a\nb' } }],
    ['/credentials/secretToken', { ...zoom, credentials: { clientSecret: 'x' } }],
    ['/credentials/signingSecret', webhookBody({ credentials: { signingSecret: 'short' } })],
    ['/lookMinutes', webhookBody({ lookMinutes: 5 })],
    ['/ownerUUID', { ...zoom, ownerUUID: NOBODY }],
    ['/teamUUID', { ...zoom, teamUUID: NOBODY }],
    ['/insideDomains/0', { ...zoom, insideDomains: ['not a domain'] }],
    ['/settings/path', { kind: 'folder', name: 'x', settings: { path: 'relative' } }],
    ['/settings/after', { kind: 'folder', name: 'x', settings: { path: '/srv', after: 'burn' } }],
  ])('%s that is wrong', async (pointer, body) => {
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('users and teams of another organization', async () => {
    const answer = await post(world.mallory, { ...zoom, teamUUID: world.teams.sales })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamUUID')])
  })

  it('more than the maximum', async () => {
    for (let made = 0; made < SOURCES_MAX; made++) await post(world.rivalOrg, webhookBody())
    const answer = await post(world.rivalOrg, webhookBody())
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_sources', '')])
  })

  it('a caller without a key', async () => {
    expect((await post(undefined, zoom)).status).toBe(401)
  })
})

describe('who may', () => {
  it('is admins and organization-level keys', async () => {
    for (const caller of [world.mark, world.bob, world.carol]) {
      expect((await post(caller, zoom)).body).toEqual(resourceError(403, 'admin_required', ''))
    }
  })
})
