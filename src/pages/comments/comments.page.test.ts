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
    const find = async (text: string) => (await threads()).find((one: { text: string }) => one.text === text)
    const { uuid, anchor } = await find('Well asked.')
    const address = `/conversations/${talk}?tab=comments&thread=${uuid}#comment-${uuid}`
    expect([created.status, created.headers.location]).toEqual([303, address])
    expect((await bob.get(address)).text).toContain(`<li class="comments-thread comments-open" id="comment-${uuid}">`)
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

  it('are about selected words, which the form shows, also after it was rejected', async () => {
    const words = '3:5-4:5@1'
    const form = (await bob.get(`${page()}/composer?words=${encodeURIComponent(words)}`)).text
    expect(form).toContain('<bdi>Bob</bdi>: <q dir="auto">the price first. It is</q>')
    expect(form).toContain('<label for="field-text">Comment at 0:30</label>')
    expect(form).not.toContain('Time in the call')
    const rejected = await act('create', { text: `@${world.carol.email}`, words })
    expect(rejected.status).toBe(400)
    expect(rejected.text).toContain('the price first. It is</q>')
    expect((await act('create', { text: 'Too early.', words })).status).toBe(303)
    const thread = (await threads()).find((one: { text: string }) => one.text === 'Too early.')
    expect(thread.anchor).toMatchObject({
      ...{ start: 30, quote: 'the price first. It is', firstSegment: 3, firstOffset: 5, lastSegment: 4, lastOffset: 5 },
    })
    expect((await bob.get(page())).text).toContain(`?t=30" data-at="30" data-segment="3">0:30</a>`)
  })

  it('refuse words that the transcript doesn’t have', async () => {
    for (const words of ['99-99', '3-3@7']) {
      const form = (await bob.get(`${page()}/composer?words=${encodeURIComponent(words)}`)).text
      expect(form).toContain('These words are no longer in the transcript.')
      expect(form).toContain('Time in the call')
    }
    const { status, text } = await act('create', { text: 'x', words: 'all' })
    expect(status).toBe(400)
    expect(text).toContain('The selection of words is invalid.')
    expect((await bob.get(`${page()}/composer?words=all`)).status).toBe(200)
  })

  it('open a thread of a later page of the list, but none that the user can’t see', async () => {
    const long = await talkFor(world, { teamUUID: world.teams.north })
    for (let index = 0; index < 26; index++) await commentFor(world, long, { text: `Comment ${index}.` })
    const last = await commentFor(world, long, { text: 'The last.', words: { firstSegment: 5 } })
    const note = await commentFor(
      world,
      long,
      { text: 'A note.', private: true, words: { firstSegment: 5 } },
      world.mark,
    )
    const open = async (thread: string) => (await bob.get(`/conversations/${long}?tab=comments&thread=${thread}`)).text
    expect(await open('')).not.toContain(`id="comment-${last.uuid}"`)
    expect(await open(last.uuid)).toContain(`comments-open" id="comment-${last.uuid}"`)
    expect(await open(note.uuid)).not.toContain('A note.')
    // A thread of another call.
    expect((await bob.get(`${page()}?thread=${last.uuid}`)).text).not.toContain('The last.')
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
