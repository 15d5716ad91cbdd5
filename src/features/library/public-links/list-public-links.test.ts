import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { deckFor } from '../../../testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let conversation_id: string
let clip: string
let deck: string
beforeAll(async () => {
  world = await createWorld()
  conversation_id = await talkFor(world, { teamUUID: world.teams.north })
  clip = (await snippetFor(world, { conversation_id, internal: false, title: 'The price' })).id
  await snippetFor(world, { conversation_id, internal: true })
  const users_to_share = ['guest@customer.example', 'mark@acme.example']
  deck = await deckFor(world, { context_id: conversation_id, users_to_share })
})
const list = (caller: Caller, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/public-links', { query })

describe('does', () => {
  it('lists what opens without signing in, newest first, with the person who answers for it', async () => {
    const { body } = await list(world.alice)
    const user_uuid = world.bob.userId
    expect(body.meta.totalRecords).toBe(2)
    expect(body.data).toMatchObject([
      { kind: 'deck', target_uuid: deck, email: 'guest@customer.example', user_uuid, works: true },
      { kind: 'snippet', id: clip, target_uuid: clip, title: 'The price', email: null, user_uuid, works: true },
    ])
    expect((await list(world.org, { user_uuid: world.carol.userId ?? '' })).body.data).toEqual([])
    expect((await list(world.org, { size: '1', page: '2' })).body.data).toMatchObject([{ kind: 'snippet' }])
  })
})

describe('refuses', () => {
  it('a user that is no id', async () => {
    expect((await list(world.alice, { user_uuid: 'x' })).body).toMatchObject(refusedField('/query/user_uuid'))
  })
})

describe('who may', () => {
  it('admins, and only of their organization', async () => {
    for (const caller of [world.bob, world.mark]) expect((await list(caller)).body.code).toBe('admin_required')
    expect((await list(world.mallory)).body.data).toEqual([])
  })
})
