import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { deckFor } from '../../../testing/decks-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let [talk, bobs, alices]: string[] = []
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.support })
  bobs = await deckFor(world, { context_id: talk, users_to_share: ['carol@acme.example'] })
  alices = await deckFor(world, { context_id: talk, deck_type: 'pitch' }, world.alice)
})

const list = (caller: Caller, query: Record<string, string> = {}) => call(world.app, caller, 'GET', '/decks', { query })
const ids = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map(({ id }: { id: string }) => id)

describe('does', () => {
  it('tells a page, newest first, without the slides', async () => {
    const { body } = await list(world.org, { size: '1' })
    expect(body.meta).toEqual({ pageCount: 2, totalRecords: 2, pageNumber: 1, pageSize: 1 })
    expect(body.data).toEqual([
      expect.objectContaining({ id: alices, deck_type: 'pitch', slide_count: expect.any(Number) }),
    ])
    expect(body.data[0].document).toBeUndefined()
    expect(await ids(world.org, { size: '1', page: '2' })).toEqual([bobs])
  })

  it('tells those of one context', async () => {
    expect(await ids(world.org, { context_id: talk ?? '' })).toEqual([alices, bobs])
    expect(await ids(world.org, { context_id: 'another' })).toEqual([])
  })
})

describe('refuses', () => {
  it('a page that is none', async () => {
    expect((await list(world.org, { size: '101' })).body).toMatchObject(refusedField('/query/size'))
  })
})

describe('who may', () => {
  it('each sees what they made or were shown, admins all of it, rivals nothing', async () => {
    expect(await ids(world.alice)).toEqual([alices, bobs])
    expect(await ids(world.bob)).toEqual([bobs])
    expect(await ids(world.carol)).toEqual([bobs])
    expect(await ids(world.mark)).toEqual([])
    expect(await ids(world.mallory)).toEqual([])
  })
})
