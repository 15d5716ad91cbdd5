import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
let bob: Browser
let mark: Browser
beforeAll(async () => {
  world = await createWorld()
  const enter = (caller: Caller) => signedIn(world.app, world.acme, caller.userId)
  alice = await enter(world.alice)
  bob = await enter(world.bob)
  mark = await enter(world.mark)
})

const pathOf = (id: string) => `/conversations/${id}/settings`
const act = async (browser: Browser, id: string, action: string, fields: Record<string, string> = {}) =>
  browser.submit(`${pathOf(id)}/${action}`, await browser.get(pathOf(id)), fields)
const read = async (id: string) => call(world.app, world.org, 'GET', `/conversations/${id}`)
const attributesOf = async (id: string) => (await read(id)).body.attributes
const textFor = async (browser: Browser, id: string) => (await browser.get(pathOf(id))).text

describe('does', () => {
  it('rename it, and go back to where it was', async () => {
    const id = await importFor(world)
    const answer = await act(mark, id, 'title', { title: '  A <b>new</b> title ' })
    expect(answer.location).toBe(`/conversations/${id}?tab=details#settings`)
    expect((await attributesOf(id)).title).toBe('A <b>new</b> title')
    expect(await textFor(mark, id)).toContain('value="A &lt;b&gt;new&lt;/b&gt; title"')
  })

  it('make it private and open it again, move it, archive it and bring it back', async () => {
    const id = await importFor(world)
    await act(bob, id, 'privacy', { private: 'true' })
    expect((await attributesOf(id)).private).toBe(true)
    await act(bob, id, 'privacy', { private: '' })
    expect((await attributesOf(id)).private).toBe(false)
    await act(alice, id, 'team', { team: world.teams.support })
    expect((await attributesOf(id)).teamUUID).toBe(world.teams.support)
    await act(alice, id, 'team', { team: '' })
    expect((await attributesOf(id)).teamUUID).toBe(null)
    await act(bob, id, 'archive')
    expect((await attributesOf(id)).archived).toBe(true)
    expect(await textFor(bob, id)).toContain('Restore call')
    await act(bob, id, 'restore')
    expect((await attributesOf(id)).archived).toBe(false)
  })

  it('correct the start in the time zone of the user', async () => {
    const id = await importFor(world)
    await act(bob, id, 'start', { startedAt: '2026-03-10T10:05' })
    expect((await attributesOf(id)).liveStreamStartedAt).toBe('2026-03-10T10:05:00.000Z')
    expect(await textFor(bob, id)).toContain('value="2026-03-10T10:05"')
  })

  it('transfer it, and go to the list if it is no longer visible', async () => {
    const id = await importFor(world)
    const shown = await act(bob, id, 'owner', { owner: world.mark.userId ?? '' })
    expect(shown.location).toBe(`/conversations/${id}?tab=details#settings`)
    const secret = await importFor(world, { private: true })
    expect((await act(bob, secret, 'owner', { owner: world.mark.userId ?? '' })).location).toBe('/conversations')
    expect((await attributesOf(secret)).userUUID).toBe(world.mark.userId)
  })

  it('correct the participants and their sides', async () => {
    const id = await importFor(world)
    const outside = 'Ann Smith <ann@customer.example>\nZoe'
    await act(bob, id, 'participants', { outside, inside: 'Ben <ben@private.example>' })
    const query = { 'filter[include_internal_participants]': 'true' }
    const { attributes } = (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body
    expect(attributes.participants).toMatchObject([
      { name: 'Ann Smith', email: 'ann@customer.example' },
      { name: 'Zoe' },
    ])
    expect(attributes.internalParticipants).toMatchObject([{ name: 'Ben', email: 'ben@private.example' }])
    const text = await textFor(bob, id)
    expect(text).toContain('Ann Smith &lt;ann@customer.example&gt;\nZoe</textarea>')
    const wrong = await act(bob, id, 'participants', { outside: 'Ann <nonsense>', inside: '' })
    expect([wrong.status, wrong.text.includes('Use an email address')]).toEqual([400, true])
  })

  it('analyze it again, all or chosen steps, and tell how far it is', async () => {
    const id = await importFor(world)
    await world.app.drain(world.acme)
    expect(await textFor(bob, id)).toMatch(/Summary <span class="soft"><time/)
    const answer = await act(bob, id, 'analyze', { steps: 'summary' })
    expect(answer.status).toBe(303)
    expect(await textFor(bob, id)).toContain('Analyzing…')
    await world.app.drain(world.acme)
    const waiting = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    expect(await textFor(bob, waiting)).toContain('The analysis starts when the transcript is available.')
  })

  it('tell the versions of the transcript', async () => {
    const id = await importFor(world)
    await call(world.app, world.mark, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: { segments: [{ speaker: 'Bob', text: 'Shall we all begin?' }] } },
    })
    expect(await textFor(bob, id)).toMatch(
      /value="2">[\s\S]*4 words, edited by <bdi>mark@acme.example<\/bdi> <span class="tag">Current<\/span>[\s\S]*value="1">[\s\S]*3 words, imported/,
    )
  })

  it('put a legal hold on and release it, which admins alone see', async () => {
    const id = await importFor(world)
    await act(alice, id, 'hold', { reason: 'Matter <7>' })
    const held = await textFor(alice, id)
    expect(held).toContain('<bdi>Matter &lt;7&gt;</bdi>')
    expect(held).toContain("You can't erase this call during a legal hold.")
    expect(held).not.toContain('Erase call permanently')
    expect(await textFor(bob, id)).not.toContain('Matter')
    await act(alice, id, 'release')
    expect(await textFor(alice, id)).toContain('No legal holds')
  })

  it('erase it, once its title is typed as it is seen', async () => {
    const id = await importFor(world, { conversationTitle: 'Two  spaces' })
    const wrong = await act(alice, id, 'erase', { typed: 'Two' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toMatch(/<details class="disclosure" open>[\s\S]*The titles don&#39;t match\.[\s\S]*value="Two"/)
    expect((await read(id)).status).toBe(200)
    const gone = await act(alice, id, 'erase', { typed: 'Two spaces ' })
    expect(gone.location).toBe('/conversations')
    expect((await read(id)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('an empty title, and a team that the owner does not see', async () => {
    const id = await importFor(world)
    const empty = await act(bob, id, 'title', { title: ' ' })
    expect([empty.status, empty.text.includes('role="alert"')]).toEqual([400, true])
    const elsewhere = await act(bob, id, 'team', { team: world.teams.support })
    expect(elsewhere.text).toMatch(/Use an ID from [\s\S]*name="team"[^>]*aria-invalid="true"/)
    expect((await act(bob, id, 'analyze', { steps: 'magic' })).status).toBe(400)
  })
})

describe('who may', () => {
  it('is its owner and admins, but for the title and the analysis', async () => {
    const id = await importFor(world)
    const seen = await textFor(mark, id)
    expect(seen).toContain('The owner and admins can change who has access.')
    expect(seen).not.toMatch(/Make call private|Archive call|Erase|Legal hold|name="team"/)
    for (const action of ['privacy', 'team', 'archive', 'restore', 'hold', 'release']) {
      const answer = await forge(mark, `${pathOf(id)}/${action}`, { private: 'true', team: '', reason: 'x' })
      expect([action, answer.status]).toEqual([action, 403])
    }
    expect((await forge(bob, `${pathOf(id)}/erase`, { typed: 'Opening' })).status).toBe(403)
    expect(await attributesOf(id)).toMatchObject({ private: false, archived: false, teamUUID: world.teams.north })
  })

  it('is nobody from whom it is hidden', async () => {
    const id = await importFor(world, { private: true })
    expect((await mark.get(pathOf(id))).status).toBe(404)
    expect((await forge(mark, `${pathOf(id)}/title`, { title: 'Mine' })).status).toBe(404)
    expect((await attributesOf(id)).title).toBe('Opening')
  })
})
