import { beforeAll, describe, expect, it } from 'vitest'
import { PERSON_AGENT } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { codesSentTo, deckFor, deckOf, UNSEEN } from '../../../testing/decks-fixtures.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  id = await deckFor(world, {
    context_id: await talkFor(world, { conversationTitle: 'Scanners', teamUUID: world.teams.north }),
  })
})
const share = (emails: unknown, caller: Caller = world.bob, more: { resend?: boolean } = {}) =>
  call(world.app, caller, 'POST', `/decks/${id}/shares`, { body: { emails, ...more } })
const mailsTo = (email: string) => world.app.mail.filter(({ to }) => to === email)

describe('does', () => {
  it('mails a user the address in the app, once it is shared', async () => {
    const { status, body } = await share(['Mark@acme.example'])
    expect([status, body.data]).toMatchObject([
      201,
      [{ email: 'mark@acme.example', user_uuid: world.mark.userId, sent_at: null, opened_at: null }],
    ])
    expect((await deckOf(world, id, world.mark)).id).toBe(id)
    expect(mailsTo('mark@acme.example')).toEqual([])
    await world.app.drain(world.acme)
    expect(mailsTo('mark@acme.example')).toEqual([
      {
        to: 'mark@acme.example',
        language: 'en',
        subject: 'A presentation was shared with you on Parley',
        text: expect.stringContaining(`http://parley.test/decks/${id}`),
      },
    ])
    expect((await deckOf(world, id)).shares[0].sent_at).toEqual(expect.any(String))
  })

  it('mails anybody else a link of their own, which opens the slides without notes, and notes that', async () => {
    await share(['guest@customer.example', 'other@customer.example'])
    await world.app.drain(world.acme)
    const [code = ''] = codesSentTo(world, 'guest@customer.example')
    const [other = ''] = codesSentTo(world, 'other@customer.example')
    expect(Buffer.from(code, 'base64url').length).toBeGreaterThanOrEqual(32)
    expect(other).not.toBe(code)
    const visitor = { address: '2001:db8:1::1', userAgent: PERSON_AGENT, isPrefetch: false }
    const shown = await world.app.openSharedDeck(code, { visitor, viewer: undefined })
    await world.app.linkViews.store()
    expect(shown?.title).toBe('Scanners')
    expect(shown?.document.slides.flatMap(({ notes }) => notes)).toEqual([])
    const opened = (await deckOf(world, id)).shares.map(
      ({ email, opened_at }: { email: string; opened_at: string | null }) => [email, opened_at !== null],
    )
    expect(opened).toEqual(
      expect.arrayContaining([
        ['guest@customer.example', true],
        ['other@customer.example', false],
      ]),
    )
    const stored = await world.app.store.owner.query('select 1 as one from deck_shares where code_hash = $1', [code])
    expect(stored).toEqual([])
  })

  it('sends nothing again to who has it already, whose link stays', async () => {
    await share(['once@customer.example', 'alice@acme.example'])
    await world.app.drain(world.acme)
    for (let n = 0; n < 3; n++) {
      const { status, body } = await share(['ONCE@customer.example', 'alice@acme.example'])
      expect([status, body.data.filter(({ sent_at }: { sent_at: string | null }) => sent_at === null)]).toEqual([
        201,
        [],
      ])
      expect(await world.app.drain(world.acme)).toEqual([])
    }
    expect([mailsTo('once@customer.example').length, mailsTo('alice@acme.example').length]).toEqual([1, 1])
    const [code = ''] = codesSentTo(world, 'once@customer.example')
    expect(await world.app.openSharedDeck(code, UNSEEN)).toBeDefined()
  })

  it('sends a new link when it is asked to, and the old one opens nothing any more', async () => {
    await share(['again@customer.example'])
    await world.app.drain(world.acme)
    await share(['AGAIN@customer.example'], world.bob, { resend: true })
    await world.app.drain(world.acme)
    const [first = '', second = ''] = codesSentTo(world, 'again@customer.example')
    expect(await world.app.openSharedDeck(first, UNSEEN)).toBeUndefined()
    expect(await world.app.openSharedDeck(second, UNSEEN)).toBeDefined()
    const again = (await deckOf(world, id)).shares.filter(({ email }: { email: string }) => email.startsWith('again'))
    expect(again).toHaveLength(1)
  })

  it('shares once, however many ask at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => share(['at-once@customer.example'])))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const own = (await deckOf(world, id)).shares.filter(({ email }: { email: string }) => email.startsWith('at-once'))
    expect(own).toHaveLength(1)
  })

  it('opens nothing for what is no code, or one of another service', async () => {
    for (const code of ['', 'x', 'x'.repeat(64), `${Buffer.alloc(48, 7).toString('base64url')}`]) {
      expect(await world.app.openSharedDeck(code, UNSEEN)).toBeUndefined()
    }
  })
})

describe('refuses', () => {
  it.each([
    [[], '/emails'],
    [['nobody'], '/emails/0'],
    [['a@customer.example', 'line\nbreak@customer.example'], '/emails/1'],
    [Array.from({ length: 101 }, (_, n) => `a${n}@customer.example`), '/emails'],
  ])('%j', async (emails, pointer) => {
    expect((await share(emails)).body).toMatchObject(refusedField(pointer))
  })
})

describe('who may', () => {
  it('who made it and admins; who it was shown to may not pass it on', async () => {
    await share(['mark@acme.example'])
    expect((await share(['x@customer.example'], world.mark)).body).toMatchObject({ code: 'owner_required' })
    expect((await share(['x@customer.example'], world.mallory)).body).toEqual(notFound('deck'))
    expect((await share(['x@customer.example'], world.alice)).status).toBe(201)
  })
})
