import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { deckFor } from '../../../testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
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
      {
        kind: 'snippet',
        id: clip,
        target_uuid: clip,
        title: 'The price',
        email: null,
        user_uuid,
        works: true,
        questionsAllowed: false,
      },
    ])
    expect((await list(world.org, { user_uuid: world.carol.userId ?? '' })).body.data).toEqual([])
    expect((await list(world.org, { size: '1', page: '2' })).body.data).toMatchObject([{ kind: 'snippet' }])
  })
})

describe('does for others', () => {
  it('list only their own links, without those whose content they no longer see', async () => {
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    const person = await newPerson(world, { teamIds: [world.teams.north] })
    const own = {
      conversation_id: talk,
      user_uuid: person.userId,
      internal: false,
      title: 'Ours',
      questionsAllowed: true,
    }
    const { id } = await snippetFor(world, { ...own, expiresAt: new Date(Date.now() + 86_400_000).toISOString() })
    const of = await deckFor(world, { context_id: talk, users_to_share: ['other@customer.example'] }, person)
    const { body } = await list(person)
    expect(body.data).toMatchObject([
      { target_uuid: of, questionsAllowed: false, expiresAt: null, viewCount: 0, lastViewedAt: null },
      {
        target_uuid: id,
        expiresAt: expect.stringMatching(/^\d{4}-/),
        viewCount: 0,
        works: true,
        questionsAllowed: true,
      },
    ])
    await call(world.app, world.bob, 'PUT', `/conversations/${talk}/privacy`, { body: { private: true } })
    expect((await list(person)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
    const seen = await list(world.alice, { user_uuid: person.userId })
    expect(seen.body.data).toMatchObject([{ works: false }, { works: false }])
  })
})

describe('refuses', () => {
  it('a user that is no id', async () => {
    expect((await list(world.alice, { user_uuid: 'x' })).body).toMatchObject(refusedField('/query/user_uuid'))
  })
})

describe('who may', () => {
  it('admins, and others for their own links, as long as they see what the links open', async () => {
    expect((await list(world.bob)).body.data).toMatchObject([{ target_uuid: deck }, { id: clip }])
    expect((await list(world.bob, { user_uuid: world.bob.userId ?? '' })).body.meta.totalRecords).toBe(2)
    for (const caller of [world.carol, world.mallory]) expect((await list(caller)).body.data).toEqual([])
    for (const [caller, user_uuid] of [
      [world.mark, world.bob.userId],
      [world.bob, world.alice.userId],
    ] as const) {
      const { status, body } = await list(caller, { user_uuid: user_uuid ?? '' })
      expect([status, body.code]).toEqual([403, 'admin_required'])
    }
  })
})
