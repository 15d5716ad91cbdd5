import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { deckFor, deckOf } from '../../../testing/decks-fixtures.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  id = await deckFor(world, {
    context_id: await talkFor(world, { teamUUID: world.teams.support }),
    users_to_share: ['carol@acme.example'],
  })
})
const rename = (caller: Caller, title: unknown) => call(world.app, caller, 'PATCH', `/decks/${id}`, { body: { title } })

describe('does', () => {
  it('changes the title, on the cover too, and nothing else', async () => {
    const before = await deckOf(world, id)
    const { status, body } = await rename(world.bob, '  Scanners  ')
    expect([status, body.data.title]).toEqual([200, 'Scanners'])
    const [cover, ...rest] = (await deckOf(world, id)).document.slides
    expect(cover.title).toBe('Scanners')
    expect(rest).toEqual(before.document.slides.slice(1))
  })
})

describe('refuses', () => {
  it.each([[''], ['x'.repeat(257)], [7], [undefined]])('the title %j', async (title) => {
    expect((await rename(world.bob, title)).body).toMatchObject(refusedField('/title'))
  })
})

describe('who may', () => {
  it('who made it and admins; who it was shown to may not, others see none', async () => {
    expect((await rename(world.alice, 'By Alice')).status).toBe(200)
    expect((await rename(world.carol, 'By Carol')).body).toMatchObject({ status: '403', code: 'owner_required' })
    expect((await rename(world.mark, 'By Mark')).body).toEqual(notFound('deck'))
    expect((await rename(world.mallory, 'By Mallory')).status).toBe(404)
    expect((await deckOf(world, id)).title).toBe('By Alice')
  })
})
