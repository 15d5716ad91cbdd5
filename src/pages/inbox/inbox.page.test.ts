import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { coachingFor } from '../../testing/coaching-fixtures.ts'
import { commentFor } from '../../testing/comments-fixtures.ts'
import { itemFor as clipFor, folderFor, talkFor } from '../../testing/library-fixtures.ts'
import { itemFor, scorecardFor } from '../../testing/scorecards-fixtures.ts'
import { score } from '../../testing/scored-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { promisesFor, taskFor } from '../../testing/tasks-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let talk: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const show = async (query = '') => (await bob.get(`/inbox${query}`)).text
/** The newest notification of bob. */
const newest = async () => (await call(world.app, world.bob, 'GET', '/notifications')).body.data[0]
/** The second pane. */
const pane = (text: string) => text.slice(text.indexOf('id="inbox-item"'), text.indexOf('id="inbox-read"'))
const send = async (action: string, item: string, fields: Record<string, string>) =>
  bob.submit(`/inbox/${action}`, await bob.get(`/inbox?item=${item}`), { item, ...fields })

describe('the inbox', () => {
  it('shows a comment between the words it is about, with its thread', async () => {
    const first = await commentFor(world, talk, { text: 'So.', words: { firstSegment: 3 } })
    await commentFor(world, talk, { threadUUID: first.uuid, text: `<b>Look</b> @${world.bob.email}` }, world.mark)
    const { uuid } = await newest()
    const text = await show(`?item=${uuid}`)
    expect(text).toContain('data-open')
    const shown = pane(text)
    expect(shown).toMatch(/mark@acme\.example<\/bdi><\/strong> mentioned you at 0:30/)
    expect(shown).toMatch(/<li class="here">[\s\S]*Then the price first\./)
    expect(shown.match(/class="excerpt-words"/g)).toHaveLength(4)
    expect(shown).toContain('So.')
    expect(shown).toContain('&lt;b&gt;Look&lt;/b&gt; <strong class="comments-mention">@bob@acme.example</strong>')
    // Without a selected notification, the first one is beside the list, and phones show the list.
    const list = await show()
    expect(list).not.toContain('data-open')
    expect(pane(list)).toContain('Then the price first.')
  })

  it('sends a reply, resolves the thread, and returns to the notification', async () => {
    await commentFor(world, talk, { text: `@${world.bob.email}, and now?` }, world.mark)
    const { uuid, threadUUID } = await newest()
    const place = { tab: 'all', page: '1', conversation: talk, thread: threadUUID }
    const replied = await send('reply', uuid, { ...place, text: 'Wait.' })
    expect([replied.status, replied.headers.location]).toEqual([303, `/inbox?item=${uuid}`])
    expect((await send('resolve', uuid, { ...place, resolved: 'true' })).status).toBe(303)
    const thread = (await call(world.app, world.bob, 'GET', `/comments/${threadUUID}`)).body.data
    expect(thread).toMatchObject({ resolved: true, replies: [{ text: 'Wait.' }] })
    expect(pane(await show(`?item=${uuid}`))).toContain('Reopen</button>')
    const rejected = await send('reply', uuid, { ...place, key: threadUUID, text: `@${world.carol.email}, hm.` })
    expect(rejected.status).toBe(400)
    expect(pane(rejected.text)).toContain(`@${world.carol.email}, hm.</textarea>`)
  })

  it('marks notifications as read and done, and selects the next one', async () => {
    await commentFor(world, talk, { text: `@${world.bob.email}, look`, time: { start: 30 } }, world.mark)
    const { uuid } = await newest()
    expect(await show('?tab=mentions')).toContain('look')
    expect((await send('read', uuid, { on: 'true' })).headers.location).toBe(`/inbox?item=${uuid}`)
    // An unread notification stays in the list, because opening it marks it as read.
    expect((await send('read', uuid, { on: '' })).headers.location).toBe(`/inbox?near=${uuid}`)
    const next = (await call(world.app, world.bob, 'GET', '/notifications')).body.data[1].uuid
    const done = await send('done', uuid, { on: 'true', next })
    expect(done.headers.location).toBe(`/inbox?near=${next}`)
    expect(await show()).not.toContain(', look')
    expect(await show('?tab=done')).toContain(', look')
    await send('read-all', uuid, {})
    const unread = await call(world.app, world.bob, 'GET', '/notifications', { query: { status: 'unread' } })
    expect(unread.body.meta.totalRecords).toBe(0)
  })

  it('shows a coaching question with the words it is about, and sends the answer', async () => {
    const { uuid: assignment } = await coachingFor(world, talk, { question: 'Why here?', time: { start: 30, end: 40 } })
    const { uuid } = await newest()
    const shown = pane(await show(`?item=${uuid}`))
    expect(shown).toContain('Why here?')
    expect(shown).toContain('Then the price first.')
    const fields = { tab: 'all', page: '1', assignment, answer: 'To know it.' }
    expect((await send('answer', uuid, fields)).headers.location).toBe(`/inbox?item=${uuid}`)
    expect(pane(await show(`?item=${uuid}`))).toContain('To know it.')
  })

  it('shows a task with its promise, a score with its reasons, and what was deleted', async () => {
    const talkWithPromise = await promisesFor(world)
    await taskFor(world, talkWithPromise, { text: 'Send the offer', assigneeUUID: world.bob.userId }, world.mark)
    const task = await newest()
    expect(pane(await show(`?item=${task.uuid}`))).toMatch(/Send the offer[\s\S]*Mark task as done/)

    const card = await scorecardFor(world, { title: 'Discovery' })
    const item = await itemFor(world, card, { title: 'Names the price' })
    await score(world, world.mark, talk, card, { items: [{ uuid: item, score: 4, description: 'Early and clear.' }] })
    const scored = await newest()
    expect(scored.kind).toBe('scorecard_result')
    const shown = pane(await show(`?item=${scored.uuid}`))
    expect(shown).toContain('Discovery')
    expect(shown).toContain('Early and clear.')
    await call(world.app, world.alice, 'DELETE', `/conversations/${talk}/scorecards/${card}`)
    expect((await bob.get(`/inbox?item=${scored.uuid}`)).status).toBe(200)
  })
})

describe('an empty place of the inbox', () => {
  it.each(['/inbox', '/tasks', '/actions', '/coaching', '/coaching?view=done'])('%s has a next step', async (path) => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const { text } = await carol.get(path)
    const part = text.slice(text.indexOf('class="empty"'))
    expect(part.slice(0, part.indexOf('</div>'))).toContain('href="/conversations"')
  })
})

describe('the keyboard hint', () => {
  it('names what Enter opens: the call, or the folder', async () => {
    await coachingFor(world, talk)
    const ofCall = await newest()
    expect(pane(await show(`?item=${ofCall.uuid}`))).toContain('<kbd>Enter</kbd> open call')
    const folderUUID = await folderFor(world)
    await clipFor(world, { folderUUID })
    await coachingFor(world, talk, { conversationUUID: undefined, folderUUID })
    const ofFolder = pane(await show(`?item=${(await newest()).uuid}`))
    expect(ofFolder).toContain('<kbd>Enter</kbd> open folder')
    expect(ofFolder).not.toContain('open call')
  })
})

describe('notification settings', () => {
  it('have a channel for each kind', async () => {
    const address = '/account/notifications'
    const kinds = {
      ...{ mention: 'off', reply: 'email', comment: 'email', action: 'in_app', scorecard_result: 'off' },
      ...{ coaching: 'in_app', coaching_answer: 'email', task: 'in_app', weekly_digest: 'off' },
    }
    const { status } = await bob.submit(`${address}/save`, await bob.get(address), kinds)
    expect(status).toBe(303)
    expect((await call(world.app, world.bob, 'GET', '/notification-settings')).body.data).toEqual(kinds)
  })
})
