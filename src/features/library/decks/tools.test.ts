import { beforeAll, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { deckOf } from '../../../testing/decks-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { conversationTitle: 'Scanners | sixty' })
})

it('create_deck makes one, says where it is and to whom it goes', async () => {
  const users_to_share = ['guest@customer.example']
  const { data, text } = await callTool(world.app, world.bob, 'create_deck', { context_id: talk, users_to_share })
  expect(data).toMatchObject({ success: true, emails_shared_with: users_to_share })
  expect(text).toBe(`Created the deck: ${data.link}\nAn email with the link is sent to guest@customer.example.`)
  const { data: listed, text: told } = await callTool(world.app, world.bob, 'list_decks', { context_id: talk })
  expect(listed.decks).toMatchObject([{ title: 'Scanners | sixty', link: data.link, deck_type: 'recap' }])
  expect(told).toContain('Scanners \\| sixty')
  expect((await callTool(world.app, world.carol, 'list_decks', {})).data).toMatchObject({ decks: [], total: 0 })
})

it('create_deck says why there is none, and refuses by the names of its arguments', async () => {
  const silent = await importFor(world, { transcript: undefined, mediaURL: 'https://media.customer.example/a.mp3' })
  const none = await callTool(world.app, world.bob, 'create_deck', { context_id: silent })
  expect([none.data.success, none.text]).toEqual([false, expect.stringMatching(/^No deck was created\./)])
  const hidden = await callTool(world.app, world.carol, 'create_deck', { context_id: talk })
  expect(hidden.error).toMatchObject({ code: 'not_found' })
  const wrong = await callTool(world.app, world.bob, 'create_deck', { context_id: talk, slides: 41 })
  expect(wrong.error).toMatchObject({ code: 'validation_failed' })
})

it('create_deck sets when the links of people outside expire', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const users_to_share = ['brief@customer.example', 'mark@acme.example']
  const { data } = await callTool(world.app, world.bob, 'create_deck', { context_id: talk, users_to_share, expires_at })
  const { shares } = await deckOf(world, new URL(data.link).pathname.split('/').at(-1) ?? '')
  expect(shares.map(({ email, expiresAt }: { email: string; expiresAt: string | null }) => [email, expiresAt])).toEqual(
    expect.arrayContaining([
      ['brief@customer.example', expires_at],
      ['mark@acme.example', null],
    ]),
  )
  const past = { context_id: talk, users_to_share, expires_at: '2020-01-01T00:00:00Z' }
  expect((await callTool(world.app, world.bob, 'create_deck', past)).error).toMatchObject({
    ...{ code: 'validation_failed', problems: [{ pointer: '/expires_at' }] },
  })
})
