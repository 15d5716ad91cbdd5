/** The library and its clips in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../../testing/library-fixtures.ts'
import { recordedFor } from '../../testing/recordings-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let alice: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

const act = async (browser: Browser, name: string, fields: Record<string, string>, from = '/library') =>
  browser.submit(`/library/${name}`, await browser.get(from), fields)

describe('the library', () => {
  it('makes folders in both libraries, and shows what lies in them', async () => {
    expect((await act(bob, 'new-folder', { name: 'Objections', place: '' })).location).toBe('/library')
    expect((await act(bob, 'new-folder', { name: 'For me', place: 'mine=1' })).location).toBe('/library?mine=1')
    expect((await bob.get('/library')).text).toContain('Objections')
    const mine = (await bob.get('/library?mine=1')).text
    expect(mine).toContain('For me')
    expect(mine).not.toContain('Objections')
    expect((await alice.get('/library?mine=1')).text).not.toContain('For me')
  })

  it('moves clips and folders, by their forms and as a drop does', async () => {
    const [from, to] = [await folderFor(world), await folderFor(world)]
    const item = await itemFor(world, { folderUUID: from })
    const place = `folder=${from}`
    const moved = await act(alice, 'move', { key: `item:${item}`, to: 'root', place }, `/library?${place}`)
    expect(moved.location).toBe(`/library?${place}`)
    expect((await alice.get('/library')).text).toContain(`data-moves="item:${item}"`)
    await act(alice, 'move', { key: `folder:${from}`, to, place: '' })
    expect((await alice.get(`/library?folder=${to}`)).text).toContain(`data-folder="${from}"`)
  })

  it('goes through the clips of a folder, in its order', async () => {
    const folder = await folderFor(world)
    const clips: string[] = []
    for (const title of ['Third', 'Second', 'First']) {
      const { id } = await snippetFor(world, { title })
      await itemFor(world, { snippetUUID: id, folderUUID: folder }, world.bob)
      clips.unshift(id)
    }
    const [first, second, third] = clips.map((id) => `/clips/${id}?folder=${folder}`)
    const list = (await bob.get(`/library?folder=${folder}`)).text
    expect(list).toMatch(new RegExp(`href="[^"]*${clips[0]}\\?folder=${folder}"[^>]*>.*Go through clips`))
    const readLinks = async (path = '') => {
      const { text } = await bob.get(path)
      const links = [...text.matchAll(/rel="(prev|next)" href="(\/clips\/[^"]+)"/g)].map(([, rel, href]) => [rel, href])
      return [links, /Clip \d of \d/.exec(text)?.[0]]
    }
    expect(await readLinks(first)).toEqual([[['next', second]], 'Clip 1 of 3'])
    expect(await readLinks(second)).toEqual([
      [
        ['prev', first],
        ['next', third],
      ],
      'Clip 2 of 3',
    ])
    expect(await readLinks(third)).toEqual([[['prev', second]], 'Clip 3 of 3'])
    // Without a folder, with one that doesn't contain the clip, and with one that doesn't exist.
    const others = ['', `?folder=${await folderFor(world)}`, '?folder=x', `?folder=${clips[1]}`]
    for (const query of others) expect(await readLinks(`/clips/${clips[0]}${query}`)).toEqual([[], undefined])
  })

  it('orders the clips of a folder by buttons, for its creator only', async () => {
    const folder = (await call(world.app, world.mark, 'POST', '/library/folders', { body: { name: 'Playlist' } })).body
      .data.uuid
    const items = new Map<string, string>()
    for (const title of ['Third', 'Second', 'First']) {
      const { id } = await snippetFor(world, {
        ...{ title, conversation_id: await talkFor(world, { teamUUID: world.teams.north }) },
      })
      items.set(title, await itemFor(world, { snippetUUID: id, folderUUID: folder }))
    }
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    const page = `/library?folder=${folder}`
    const readOrder = async () =>
      [...(await mark.get(page)).text.matchAll(/data-place="(\d)"[\s\S]*?<bdi>(\w+)<\/bdi>/g)].map(
        ([, place, title]) => [place, title],
      )
    const { text } = await mark.get(page)
    expect(await readOrder()).toEqual([
      ['1', 'First'],
      ['2', 'Second'],
      ['3', 'Third'],
    ])
    expect(text).toContain(
      `id="up-${items.get('First')}" name="position" value="0" aria-label="Move First up" title="Move up" disabled`,
    )
    expect(text).toContain(`id="down-${items.get('First')}" name="position" value="2"`)
    const key = items.get('Third') ?? ''
    const moved = await act(mark, 'order', { key, position: '1', place: `folder=${folder}` }, page)
    expect(moved.location).toBe(page)
    expect(await readOrder()).toEqual([
      ['1', 'Third'],
      ['2', 'First'],
      ['3', 'Second'],
    ])
    const start = /href="(\/clips\/[^"]+)"[^>]*>(?:<svg.*?<\/svg>)?Go through clips/.exec(
      (await mark.get(page)).text,
    )?.[1]
    expect((await mark.get(start ?? '')).text).toContain('>Third</h1>')
    expect((await bob.get(page)).text).not.toContain('name="position"')
    const refused = await act(bob, 'order', { key, position: '2', place: `folder=${folder}` }, page)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Changing the order requires')])
    const wrong = await act(mark, 'order', { key, position: 'x', place: `folder=${folder}` }, page)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('role="alert"')])
  })

  it('goes through the clips of a personal folder', async () => {
    const folderUUID = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    const { id } = await snippetFor(world)
    await itemFor(world, { snippetUUID: id, folderUUID })
    expect((await bob.get(`/clips/${id}?folder=${folderUUID}`)).text).toContain('Clip 1 of 1')
    expect((await bob.get(`/library?folder=${folderUUID}`)).status).toBe(200)
  })

  it('goes through the visible clips of an assigned folder, without a word or a number about the others', async () => {
    const folder = await folderFor(world, { name: 'Some are hidden' })
    const clips: { id: string; call: string }[] = []
    for (const title of ['Seen', 'Secret title']) {
      const conversation_id = await talkFor(world, { teamUUID: world.teams.north })
      const { id } = await snippetFor(world, { title, conversation_id })
      await itemFor(world, { snippetUUID: id, folderUUID: folder })
      clips.unshift({ id, call: conversation_id })
    }
    const [hidden, seen] = clips
    const body = { folderUUID: folder, assigneeUUID: world.mark.userId, question: 'Which one?' }
    const { uuid } = (await call(world.app, world.bob, 'POST', '/coaching-assignments', { body })).body.data
    await call(world.app, world.bob, 'PUT', `/conversations/${hidden?.call}/privacy`, { body: { private: true } })
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    const question = (await mark.get(`/coaching/${uuid}`)).text
    expect(question).toContain(`href="/clips/${seen?.id}?folder=${folder}&amp;coaching=${uuid}"`)
    const walk = (await mark.get(`/clips/${seen?.id}?folder=${folder}&coaching=${uuid}`)).text
    expect(walk).toContain('Clip 1 of 1')
    for (const text of [question, walk]) expect(text).not.toContain('Secret title')
  })

  it('assigns a folder to a colleague, who goes through its clips and back to the question', async () => {
    const folder = await folderFor(world, { name: 'Price talks' })
    const clips: string[] = []
    for (const title of ['Last', 'First']) {
      const conversation_id = await talkFor(world, { teamUUID: world.teams.north })
      const { id } = await snippetFor(world, { title, conversation_id })
      await itemFor(world, { snippetUUID: id, folderUUID: folder }, world.bob)
      clips.unshift(id)
    }
    const page = `/library?folder=${folder}`
    const fields = { key: folder, place: `folder=${folder}`, question: 'What is the price?', due: '2098-03-01' }
    const wrong = await act(alice, 'assign', { ...fields, assignee: world.carol.userId ?? '' }, page)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('who can see none of its clips')])
    const { status, location = '' } = await act(alice, 'assign', { ...fields, assignee: world.bob.userId ?? '' }, page)
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/coaching\/[0-9a-f-]+$/)])
    const question = (await bob.get(location)).text
    const id = location.split('/').at(-1) ?? ''
    const first = `/clips/${clips[0]}?folder=${folder}&amp;coaching=${id}`
    expect(question).toContain(`href="${first}"`)
    expect(question).toContain('<bdi>Price talks</bdi>')
    // The page and the inbox list the clips in the order of the walk.
    const listed = />First<\/a>[\s\S]*>Last<\/a>/
    expect(question).toMatch(listed)
    expect(question).toContain('Clips <span class="meta">2</span>')
    const shown = (await bob.get(first.replace('&amp;', '&'))).text
    expect(shown).toContain(`rel="next" href="/clips/${clips[1]}?folder=${folder}&amp;coaching=${id}"`)
    expect(shown).toContain(`href="/coaching/${id}#answer"`)
    expect((await bob.get(`/clips/${clips[0]}?folder=${folder}&coaching=//x`)).text).not.toContain(
      'Answer the question',
    )
    const start = (await bob.get('/home')).text
    expect(start).toContain(`href="/library?folder=${folder}"><bdi>Price talks</bdi>`)
    const inbox = (await bob.get('/inbox')).text
    expect(inbox).toContain('asked you to look at a folder of clips')
    expect(inbox).toContain(`href="${first}"`)
    expect(inbox).toMatch(listed)
    expect((await bob.get(`/library?folder=${await folderFor(world)}`)).text).not.toContain('Assign folder')
  })

  it('takes a clip out, and leaves it', async () => {
    const { id } = await snippetFor(world, { title: 'Stays a clip' })
    const item = await itemFor(world, { snippetUUID: id }, world.bob)
    await act(bob, 'remove', { key: item, place: '' })
    expect((await bob.get('/library')).text).not.toContain('Stays a clip')
    expect((await bob.get(`/clips/${id}`)).status).toBe(200)
  })

  it('refuses what cannot be, and says it where it was tried', async () => {
    const outer = await folderFor(world)
    const inner = await folderFor(world, { parentUUID: outer })
    const refused = await act(alice, 'move', { key: `folder:${outer}`, to: inner, place: '' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('be moved into itself or its descendants.')
    const taken = await act(alice, 'new-folder', { name: 'a/b', place: '' })
    expect([taken.status, taken.text.includes('contain a slash or a line break.')]).toEqual([400, true])
  })

  it('is changed by who may', async () => {
    const folder = await folderFor(world)
    const place = `folder=${folder}`
    const page = `/library?${place}`
    expect((await act(bob, 'change', { key: folder, name: 'Mine now', place }, page)).status).toBe(403)
    expect((await act(alice, 'change', { key: folder, name: 'Best', hidden: 'true', place }, page)).location).toBe(page)
    expect((await bob.get('/library')).text).not.toContain('Best')
    expect((await bob.get('/library?hidden=1')).text).toContain('Best')
    const gone = await act(alice, 'delete-folder', { key: folder, parent: '', place }, page)
    expect(gone.location).toBe('/library')
    expect((await alice.get(page)).status).toBe(404)
  })
})

describe('a clip', () => {
  it('shows what is said in it, and where to send it', async () => {
    const { id, url } = await snippetFor(world, { title: 'The <price>', notes: 'Ask & learn' })
    const { text } = await bob.get(`/clips/${id}`)
    for (const shown of ['The &lt;price&gt;', 'Ask &amp; learn', 'Please do.', 'We have half an hour.', url]) {
      expect(text).toContain(shown)
    }
    expect(text).not.toContain('Then the price first.')
    expect((await bob.get('/clips')).text).toContain('The &lt;price&gt;')
    expect((await bob.get('/clips?by=me')).text).toContain('The &lt;price&gt;')
  })

  it('has a card with its call, length and creator, and a player if there is a recording', async () => {
    const card = (text: string, title: string) =>
      text.split('<li class="clips-card">').find((part) => part.includes(title)) ?? ''
    const silent = await snippetFor(world, { title: 'Without sound', video: { start_time: 10, end_time: 30 } })
    const conversation_id = await recordedFor(world)
    const heard = await snippetFor(world, {
      ...{ conversation_id, title: 'With sound', internal: false, video: { start_time: 0, end_time: 1 } },
    })
    const { text } = await alice.get('/clips')
    expect(card(text, 'Without sound')).toMatch(/20 s[\s\S]*0:10–0:30[\s\S]*bob@acme\.example[\s\S]*Organization/)
    expect(card(text, 'Without sound')).not.toContain('data-play')
    expect(card(text, 'With sound')).toContain(`data-play="/clips/${heard.id}/player"`)
    expect(card(text, 'With sound')).toContain('Public link')
    expect((await alice.get(`/clips/${heard.id}/player`)).text).toMatch(/<audio [\s\S]*#t=0,1"/)
    expect((await alice.get(`/clips/${silent.id}/player`)).text).not.toContain('<audio')
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    expect((await carol.get(`/clips/${heard.id}/player`)).status).toBe(404)
  })

  it('is changed, kept and deleted', async () => {
    const { id } = await snippetFor(world, {})
    const page = `/clips/${id}`
    const changes = { title: 'Renamed', notes: '', internal: 'public', notify_views: 'true' }
    expect((await bob.submit(`${page}/change`, await bob.get(page), changes)).location).toBe(page)
    const { body } = await call(world.app, world.bob, 'GET', `/snippets/${id}`)
    expect(body.data).toMatchObject({ title: 'Renamed', internal: false, notify_views: true })
    await bob.submit(`${page}/keep`, await bob.get(page), { library: 'mine' })
    expect((await bob.get('/library?mine=1')).text).toContain('Renamed')
    expect((await bob.submit(`${page}/delete`, await bob.get(page))).location).toBe('/clips')
    expect((await bob.get(page)).status).toBe(404)
  })

  it('is nothing to who does not see its conversation, and not to be changed by who did not make it', async () => {
    const conversation_id = await talkFor(world, { private: true })
    const hidden = await snippetFor(world, { conversation_id })
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    expect((await mark.get(`/clips/${hidden.id}`)).status).toBe(404)
    expect((await mark.get('/clips')).text).not.toContain(hidden.id)
    const { id } = await snippetFor(world, {})
    const page = await mark.get(`/clips/${id}`)
    expect(page.text).not.toContain('Delete clip')
    expect((await mark.submit(`/clips/${id}/delete`, page)).status).toBe(403)
  })
})
