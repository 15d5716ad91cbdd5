import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../core/errors.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { commentFor } from '../../testing/comments-fixtures.ts'
import { talkFor } from '../../testing/library-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { parseTime } from './comments.page.ts'

let world: World
let bob: Browser
let talk: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const page = () => `/conversations/${talk}/comments`
const act = async (action: string, fields: Record<string, string>) =>
  bob.submit(`${page()}/${action}`, await bob.get(page()), fields)
const threads = async () => (await call(world.app, world.bob, 'GET', page())).body.data

describe('comments of a call', () => {
  it('are shown on its page and on a page of their own, with their words and names', async () => {
    await commentFor(world, talk, { text: `<b>So</b> @${world.mark.email}`, words: { firstSegment: 3 } }, world.alice)
    for (const address of [page(), `/conversations/${talk}?tab=comments`]) {
      const { text } = await bob.get(address)
      expect(text).toContain('&lt;b&gt;So&lt;/b&gt; <strong class="comments-mention">@mark@acme.example</strong>')
      expect(text).toContain('Then the price first.</q>')
      expect(text).toContain('0:30</a>')
    }
  })

  it('are written, answered, changed, resolved and deleted without scripts', async () => {
    const created = await act('create', { text: 'Well asked.', at: '0:32' })
    expect([created.status, created.headers.location]).toEqual([303, `/conversations/${talk}?tab=comments#comments`])
    const find = async (text: string) => (await threads()).find((one: { text: string }) => one.text === text)
    const { uuid, anchor } = await find('Well asked.')
    expect(anchor.start).toBe(32)
    await act('reply', { thread: uuid, text: 'Thanks.' })
    await act('react', { comment: uuid, reaction: 'heart', on: 'true' })
    await act('edit', { comment: uuid, text: 'Asked well.' })
    await act('resolve', { comment: uuid, resolved: 'true' })
    expect(await find('Asked well.')).toMatchObject({
      ...{ resolved: true, replies: [{ text: 'Thanks.' }], reactions: [{ reaction: 'heart', mine: true }] },
    })
    await act('react', { comment: uuid, reaction: 'heart', on: '' })
    await act('delete', { comment: uuid })
    expect((await threads()).find((one: { uuid: string }) => one.uuid === uuid)).toMatchObject({
      ...{ deleted: true, reactions: [] },
    })
  })

  it('keep the text of a rejected form, and name who can’t be mentioned', async () => {
    const { status, text } = await act('create', { text: `@${world.carol.email}, hm.` })
    expect(status).toBe(400)
    expect(text).toContain('mention carol@acme.example: no access to this call')
    expect(text).toContain(`@${world.carol.email}, hm.</textarea>`)
    expect((await act('create', { text: 'x', at: 'soon' })).text).toContain('such as 9:04')
  })

  it('offer people who see the call', async () => {
    const { text } = await bob.get(`${page()}/people?query=mark`)
    expect(text).toContain('data-handle="mark@acme.example"')
    expect((await bob.get(`${page()}/people?query=carol`)).text).not.toContain('carol')
  })
})

it.each([
  ['', undefined],
  ['9:04', 544],
  [' 1:02:03.5 ', 3_723.5],
])('reads the time %j', (text, seconds) => expect(parseTime(text)).toBe(seconds))
it.each(['9', '9:4', 'x', '-1:00'])('refuses the time %j', (text) => expect(() => parseTime(text)).toThrow(AppError))
