import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../testing/actions-fixtures.ts'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let conversation: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  conversation = await importFor(world)
})

const read = async (id: string) => (await call(world.app, world.bob, 'GET', `/actions/${id}`)).body.data
const act = async (id: string, action: string, fields: Record<string, string> = {}) =>
  bob.submit(`/actions/${id}/${action}`, await bob.get(`/actions/${id}`), fields)
const DRAFT = {
  subject: 'About it',
  draft_body: 'Hello Ann,\r\nyes.',
  proposed_recipients: 'ann@b.example; ben@b.example',
}

describe('shows', () => {
  it('what is open by group, with the reason, the words it rests on, and a draft', async () => {
    const own = await createWorld(world.app)
    const talk = await importFor(own)
    const quote = { text: 'Send <b>it</b>', speaker: 'Ann', conversationId: talk, start: 65 }
    await actionFor(own, talk, { title: 'Later', displayGroup: 'silent_opportunities' })
    await actionFor(own, talk, {
      title: 'Send <b>it</b>',
      displayGroup: 'commitments',
      severity: 'high',
      keyQuote: quote,
    })
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    const { text } = await browser.get('/actions')
    expect(text).toMatch(/Promises to keep[\s\S]*Urgent[\s\S]*Inactive opportunities[\s\S]*Later/)
    expect(text).toContain(`href="/conversations/${talk}?t=65"><bdi>Ann, 1:05</bdi>`)
    expect(text).toContain('Send &lt;b&gt;it&lt;/b&gt;')
    expect(text).not.toContain('<b>it</b>')
    expect(text).toContain('mailto:ann@customer.example?subject=Our%20call&amp;body=Thank%20you%20for%20your%20time.')
    expect((await browser.get('/actions?state=sent')).text).toContain('No sent actions')
    expect((await browser.get('/actions?state=constructor')).text).toContain('Later')
  })

  it('those of a colleague to managers and admins, to read only, and keeps the colleague between states', async () => {
    const own = await createWorld(world.app)
    const talk = await importFor(own)
    await actionFor(own, talk, { title: 'Call Ann back' })
    const mark = await signedIn(own.app, own.acme, own.mark.userId)
    const { text } = await mark.get('/actions')
    expect(text).toContain(`<option value="${own.bob.userId}">`)
    expect(text).not.toContain(`<option value="${own.carol.userId}">`)
    expect(text).not.toContain('Call Ann back')
    const shown = await mark.get(`/actions?owner=${own.bob.userId}`)
    expect(shown.text).toContain('Call Ann back')
    expect(shown.text).toContain(`<option value="${own.bob.userId}" selected>`)
    expect(shown.text).toContain(`/actions?state=sent&amp;owner=${own.bob.userId}`)
    expect(shown.text).not.toMatch(/Save draft|Mark as sent|Dismiss</)
    const alice = await signedIn(own.app, own.acme, own.alice.userId)
    expect((await alice.get('/actions')).text).toContain(`<option value="${own.carol.userId}">`)
    const rep = await signedIn(own.app, own.acme, own.bob.userId)
    expect((await rep.get('/actions')).text).not.toContain('name="owner"')
    expect((await rep.get(`/actions?owner=${own.mark.userId}`)).status).toBe(403)
    expect((await mark.get(`/actions?owner=${own.carol.userId}`)).status).toBe(403)
  })

  it('a link to a mail that every mail program takes', async () => {
    const id = await actionFor(world, conversation, { draftBody: 'Line\n'.repeat(500), subject: 'A & B' })
    const { text } = await bob.get(`/actions/${id}`)
    expect(text).toContain('mailto:ann@customer.example?subject=A%20%26%20B"')
    expect(text).toContain('The message is too long to open in your email program.')
    const short = await actionFor(world, conversation, {
      draftBody: 'One\nTwo',
      proposedRecipients: ['a?b=c@d.example'],
    })
    expect((await bob.get(`/actions/${short}`)).text).toContain(
      'mailto:a%3Fb%3Dc@d.example?subject=Our%20call&amp;body=One%0D%0ATwo',
    )
  })
})

describe('does', () => {
  it('save a draft, mark it as drafted, and as sent', async () => {
    const id = await actionFor(world, conversation)
    const saved = await act(id, 'change', DRAFT)
    expect([saved.status, saved.location]).toEqual([303, `/actions/${id}`])
    expect(await read(id)).toMatchObject({
      ...{ status: 'pending', subject: 'About it', draft_body: 'Hello Ann,\r\nyes.' },
      proposed_recipients: ['ann@b.example', 'ben@b.example'],
    })
    await act(id, 'change', { ...DRAFT, move: 'drafted' })
    expect((await read(id)).status).toBe('drafted')
    const sent = await act(id, 'change', { ...DRAFT, move: 'sent', from: 'open' })
    expect(sent.location).toBe('/actions')
    expect((await read(id)).status).toBe('sent')
    expect((await bob.get('/actions?state=sent')).text).toContain(id)
    expect((await bob.get('/actions')).text).not.toContain(id)
  })

  it('go the whole way at once', async () => {
    const id = await actionFor(world, conversation)
    await act(id, 'change', { ...DRAFT, move: 'sent' })
    expect((await read(id)).status).toBe('sent')
  })

  it('dismiss one, and say so when that comes too late', async () => {
    const id = await actionFor(world, conversation)
    const page = await bob.get(`/actions/${id}`)
    const dismiss = () => bob.submit(`/actions/${id}/dismiss`, page, { from: 'open' })
    expect((await dismiss()).location).toBe('/actions')
    expect((await bob.get('/actions')).text).toContain('Action dismissed.')
    expect((await read(id)).status).toBe('dismissed')
    await dismiss()
    expect((await bob.get('/actions')).text).toContain('The action is no longer pending')
  })
})

describe('refuses', () => {
  it('recipients that are none, with the draft as it was given', async () => {
    const id = await actionFor(world, conversation)
    const refused = await act(id, 'change', { ...DRAFT, proposed_recipients: 'ann@b.example, nobody' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/name="proposed_recipients"[^>]*aria-invalid="true"/)
    expect(refused.text).toContain('value="ann@b.example, nobody"')
    expect(refused.text).toContain('Hello Ann,')
  })

  it('to change what is dismissed', async () => {
    const id = await actionFor(world, conversation)
    const page = await bob.get(`/actions/${id}`)
    await bob.submit(`/actions/${id}/dismiss`, page)
    expect((await bob.submit(`/actions/${id}/change`, page, DRAFT)).status).toBe(409)
  })
})

describe('who may', () => {
  it('is the owner; the manager and admins read it without a form, and other reps find nothing', async () => {
    const id = await actionFor(world, conversation)
    for (const caller of [world.alice, world.mark, world.carol]) {
      const browser = await signedIn(world.app, world.acme, caller.userId)
      expect((await browser.get('/actions')).text).toContain('No open actions')
      const page = await browser.get(`/actions/${id}`)
      expect(page.status).toBe(caller === world.carol ? 404 : 200)
      for (const words of ['Save draft', 'Dismiss', 'Keep as task']) expect(page.text).not.toContain(words)
      expect((await forge(browser, `/actions/${id}/dismiss`)).status).toBe(404)
    }
    expect((await read(id)).status).toBe('pending')
  })
})
