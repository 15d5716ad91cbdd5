import JSZip from 'jszip'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { deckFileOf, deckFor, deckOf } from '../../../testing/decks-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const context_id = await talkFor(world, {
    conversationTitle: 'Scanners: “sixty”/2026',
    teamUUID: world.teams.support,
  })
  id = await deckFor(world, { context_id, users_to_share: ['carol@acme.example'] })
})

describe('does', () => {
  it('gives a presentation with a slide for each, the same bytes every time', async () => {
    const file = await deckFileOf(world, id)
    expect(file.equals(await deckFileOf(world, id))).toBe(true)
    const names = Object.keys((await JSZip.loadAsync(file)).files)
    const { slide_count } = await deckOf(world, id)
    expect(names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))).toHaveLength(slide_count)
  })

  it('gives it in parts, under a name that every system takes', async () => {
    const whole = await deckFileOf(world, id)
    const answer = await call(world.app, world.bob, 'GET', `/decks/${id}/file`, { headers: { range: 'bytes=0-3' } })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      206,
      'PK\u0003\u0004',
      `bytes 0-3/${whole.length}`,
    ])
    expect(answer.headers['content-disposition']).toContain('Scanners')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('Scanners “sixty” 2026.pptx')
    const etag = String(answer.headers.etag)
    const again = await call(world.app, world.bob, 'GET', `/decks/${id}/file`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})

describe('refuses', () => {
  it('a range beyond its end', async () => {
    const headers = { range: 'bytes=99999999-' }
    expect((await call(world.app, world.bob, 'GET', `/decks/${id}/file`, { headers })).status).toBe(416)
  })
})

describe('who may', () => {
  it('whoever sees the deck', async () => {
    expect((await deckFileOf(world, id, world.carol)).length).toBeGreaterThan(10_000)
    for (const caller of [world.mark, world.mallory]) {
      expect((await call(world.app, caller, 'GET', `/decks/${id}/file`)).body).toEqual(notFound('deck'))
    }
  })
})
