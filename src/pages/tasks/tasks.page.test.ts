import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../testing/actions-fixtures.ts'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { hideTalk } from '../../testing/comments-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { BOBS_PROMISE, CARLAS_PROMISE, promisesFor, taskFor } from '../../testing/tasks-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let talk: string
let deal: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  const { body } = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: 'harbor', title: 'Harbor trucks' },
  })
  deal = body.id
  talk = await promisesFor(world, { opportunityID: 'harbor' })
})

const read = async (id: string) => (await call(world.app, world.bob, 'GET', `/tasks/${id}`)).body.data
const listOf = async (conversation: string) =>
  (await call(world.app, world.bob, 'GET', '/tasks', { query: { conversation } })).body.data

describe('shows', () => {
  it('promises of both sides on the call, the deal and the person, and keeps them from each page', async () => {
    const pages = [`/conversations/${talk}?tab=actions`, `/deals/${deal}`, '/people?email=carla@harbor.example']
    for (const path of pages) {
      const { text } = await bob.get(path)
      expect(text).toMatch(/id="promises"[\s\S]*We promised[\s\S]*the offer by Friday/)
      expect(text).toMatch(/id="promises"[\s\S]*They promised[\s\S]*the list of our drivers/)
      expect(text).toContain('Was due 11 Sep')
      expect(text).toContain('Keep as task<span class="unseen">')
    }
    const fields = { from: pages[1] ?? '', conversation: talk, text: 'Send <b>it</b>', quote: BOBS_PROMISE }
    const kept = await bob.submit('/tasks/keep', await bob.get(pages[1] ?? ''), fields)
    expect([kept.status, kept.location]).toEqual([303, pages[1]])
    const [task] = await listOf(talk)
    expect(task).toMatchObject({ text: 'Send <b>it</b>', quote: BOBS_PROMISE, dueOn: '2026-09-11' })
    for (const path of pages) {
      const { text } = await bob.get(path)
      expect(text).toContain(`href="/tasks/${task.uuid}" dir="auto">Send &lt;b&gt;it&lt;/b&gt;</a>`)
      expect(text).toContain('Mark as done: Send &lt;b&gt;it&lt;/b&gt;')
      expect(text).not.toContain('<b>it</b>')
    }
  })

  it('tasks by view, with what is due and what the user waits for, also on the start page', async () => {
    const own = await createWorld(world.app)
    const conversation = await promisesFor(own)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    expect((await browser.get('/tasks')).text).toContain('No open tasks')
    await taskFor(own, conversation, { text: 'Send the offer', quote: BOBS_PROMISE })
    await taskFor(own, conversation, { text: 'List of drivers', quote: CARLAS_PROMISE })
    const others = await taskFor(own, conversation, { text: 'Paint the gate', assigneeUUID: own.mark.userId })
    const views = async () =>
      Promise.all(
        ['', '?view=waiting', '?view=all', '?view=done', '?view=constructor'].map(async (view) => {
          const { text } = await browser.get(`/tasks${view}`)
          return ['Send the offer', 'List of drivers', 'Paint the gate'].filter((one) => text.includes(`${one}</a>`))
        }),
      )
    expect(await views()).toEqual([
      ['Send the offer'],
      ['List of drivers'],
      ['Send the offer', 'List of drivers', 'Paint the gate'],
      [],
      ['Send the offer'],
    ])
    const home = (await browser.get('/home')).text
    expect(home).toMatch(/1 task is due\.[\s\S]*To do[\s\S]*Send the offer[\s\S]*Overdue since 11 Sep/)
    expect(home).toMatch(/You wait for[\s\S]*List of drivers[\s\S]*Carla/)
    expect(home).not.toContain('Paint the gate')
    const manager = await signedIn(own.app, own.acme, own.mark.userId)
    expect((await manager.get('/home')).text).toMatch(/To do[\s\S]*Paint the gate/)
    const inbox = (await manager.get('/inbox')).text
    expect(inbox).toMatch(new RegExp(`assigned you a task[\\s\\S]*Paint the gate[\\s\\S]*href="/tasks/${others.uuid}"`))
  })

  it('an action of the same promise with its task, and no longer on the start page', async () => {
    const own = await createWorld(world.app)
    const conversation = await promisesFor(own)
    const quote = { text: BOBS_PROMISE, speaker: 'Bob', conversationId: conversation, start: 20 }
    const given = { title: 'Write to Carla', signalType: 'commitment', keyQuote: quote, evidence: [] }
    const action = await actionFor(own, conversation, given)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    const page = await browser.get('/home')
    expect(page.text).toMatch(/Your actions[\s\S]*Write to Carla[\s\S]*Keep as task/)
    const fields = { from: '/home', conversation, text: 'Write to Carla', quote: BOBS_PROMISE }
    expect((await browser.submit('/tasks/keep', page, fields)).location).toBe('/home')
    const [task] = (await call(own.app, own.bob, 'GET', '/tasks', { query: { conversation } })).body.data
    const after = (await browser.get('/home')).text
    expect(after).toContain(`href="/tasks/${task.uuid}"`)
    expect(after).not.toContain(`href="/actions/${action}"`)
    expect((await browser.get('/actions')).text).toContain(`<a href="/tasks/${task.uuid}">View task</a>`)
  })
})

describe('does', () => {
  const act = async (id: string, action: string, fields: Record<string, string>) =>
    bob.submit(`/tasks/${id}/${action}`, await bob.get(`/tasks/${id}`), fields)

  it('mark as done and reopen, and returns to the page of the button', async () => {
    const { uuid } = await taskFor(world, talk)
    const done = await act(uuid, 'state', { status: 'done', from: `/deals/${deal}` })
    expect([done.status, done.location]).toEqual([303, `/deals/${deal}`])
    expect((await read(uuid)).status).toBe('done')
    expect((await bob.get(`/tasks/${uuid}`)).text).toContain('Reopen task')
    const open = await act(uuid, 'state', { status: 'open' })
    expect(open.location).toBe(`/tasks/${uuid}`)
    expect((await read(uuid)).status).toBe('open')
    expect((await act(uuid, 'state', { status: 'dismissed', from: '//evil.example' })).location).toBe('/tasks')
  })

  it('change text, due date and assignee', async () => {
    const { uuid } = await taskFor(world, talk)
    await act(uuid, 'change', { text: 'Paint it', due: '2098-12-01', assignee: world.mark.userId ?? '' })
    expect(await read(uuid)).toMatchObject({
      text: 'Paint it',
      dueOn: '2098-12-01',
      assignee: { name: expect.any(String) },
    })
    expect((await bob.get(`/tasks/${uuid}`)).text).toContain('Due 1 Dec 2098')
    await act(uuid, 'change', { text: 'Paint it', due: '', assignee: world.mark.userId ?? '' })
    expect((await read(uuid)).dueOn).toBeNull()
  })

  it('hide what is no promise, which the call lists under Dismissed', async () => {
    const own = await promisesFor(world)
    const path = `/conversations/${own}?tab=actions`
    const fields = { from: path, conversation: own, text: CARLAS_PROMISE, quote: CARLAS_PROMISE }
    expect((await bob.submit('/tasks/hide', await bob.get(path), fields)).location).toBe(path)
    const { text } = await bob.get(path)
    expect(text).toMatch(/<summary>Dismissed \(1\)<\/summary>[\s\S]*drivers/)
    expect(text).not.toContain('They promised')
  })
})

describe('refuses', () => {
  it('an empty text, with the form as it was filled', async () => {
    const { uuid } = await taskFor(world, talk)
    const page = await bob.get(`/tasks/${uuid}`)
    const refused = await bob.submit(`/tasks/${uuid}/change`, page, { text: ' ', due: '2098-12-01' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/name="text"[^>]*aria-invalid="true"/)
    expect(refused.text).toContain('value="2098-12-01"')
  })
})

describe('who may', () => {
  it('is who sees the call', async () => {
    const hidden = await promisesFor(world)
    const { uuid } = await taskFor(world, hidden, { assigneeUUID: world.mark.userId })
    await hideTalk(world, hidden)
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    expect((await mark.get('/tasks')).text).not.toContain(uuid)
    expect((await mark.get('/home')).text).not.toContain(uuid)
    expect((await mark.get(`/tasks/${uuid}`)).status).toBe(404)
    expect((await forge(mark, `/tasks/${uuid}/state`)).status).toBe(404)
    expect((await read(uuid)).status).toBe('open')
  })
})
