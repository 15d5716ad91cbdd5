import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/source-kinds')

interface ListedKind {
  readonly kind: string
  readonly fields: readonly { readonly name: string; readonly isSecret: boolean }[]
}

describe('does', () => {
  it('returns kinds with their fields and steps, secret ones marked', async () => {
    const { body } = await list(world.alice)
    const kinds: readonly ListedKind[] = body.data
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...['folder', 's3', 'imap', 'contact_lens', 'zoom', 'zoom_phone', 'teams', 'meet'],
      ...['recall', 'attendee', 'vexa', 'livekit', 'jitsi', 'fireflies', 'fathom'],
      ...['twilio', 'ringcentral', 'aircall', 'dialpad', 'elevenlabs', 'webhook'],
    ])
    const secrets = kinds.flatMap(({ fields }) => fields.filter(({ isSecret }) => isSecret).map(({ name }) => name))
    expect(secrets.slice(0, 3)).toEqual(['secretAccessKey', 'password', 'secretAccessKey'])
    expect(secrets.slice(-2)).toEqual(['signingSecret', 'bearerToken'])
    for (const { kind, fields } of kinds.slice(2)) {
      expect([kind, fields.some(({ isSecret }) => isSecret)]).toEqual([kind, true])
    }
  })
})

describe('who may', () => {
  it('is admins and organization-level keys', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.org, world.alice]) expect((await list(caller)).status).toBe(200)
    for (const caller of [world.mark, world.bob, world.carol]) {
      expect((await list(caller)).body).toEqual(resourceError(403, 'admin_required', ''))
    }
  })
})
