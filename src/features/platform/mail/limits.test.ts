import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts'
import { deckFor, deckOf } from '../../../testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const DAY_MS = 86_400_000
const settings = { MAIL_LIMIT_USER: '5', MAIL_LIMIT_RECIPIENT: '3', MAIL_LIMIT_ORGANIZATION: '12' }
let now = Date.parse('2026-11-20T09:00:00.000Z')
const clock = { now: () => new Date(now) }
let app: TestApp
/** Another process over the same database. */
let other: TestApp
let talk: string
let world: World
beforeAll(async () => {
  app = await createTestApp({ clock, settings })
  other = await createTestApp({ clock, settings })
})
async function fresh(): Promise<void> {
  world = await createWorld(app)
  talk = await talkFor(world)
}

const someone = () => `a-${randomBytes(6).toString('hex')}@customer.example`
const several = (count: number) => Array.from({ length: count }, someone)
const share = (id: string, emails: readonly string[], more: { resend?: boolean; by?: Caller; at?: TestApp } = {}) =>
  call(more.at ?? app, more.by ?? world.bob, 'POST', `/decks/${id}/shares`, {
    body: { emails, ...(more.resend === undefined ? {} : { resend: more.resend }) },
  })
const invite = (email: string) => call(app, world.alice, 'POST', '/organizations/invitations', { body: { email } })
const newDeck = () => deckFor(world, { context_id: talk })
const sharedWith = async (id: string) => (await deckOf(world, id)).shares.map(({ email }: { email: string }) => email)
const REFUSED = { status: '429', code: 'mail_limit_exceeded' }

describe('does', () => {
  it('refuse the 25 re-shares of one deck with one victim: each mails nobody, and what is asked for again is counted', async () => {
    await fresh()
    const [id, victim] = [await newDeck(), someone()]
    for (let n = 0; n < 25; n++) expect((await share(id, [victim])).status).toBe(201)
    const answers = []
    for (let n = 0; n < 25; n++) answers.push(await share(id, [victim], { resend: true }))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, ...Array(23).fill(429)])
    await app.drain(world.acme)
    expect(app.mail.filter(({ to }) => to === victim)).toHaveLength(3)
  })

  it('say when it will be possible, in words and in Retry-After, and let it pass then', async () => {
    await fresh()
    const [id, victim] = [await newDeck(), someone()]
    for (let n = 0; n < 3; n++) {
      await share(id, [victim], { resend: true })
      now += 60_000
    }
    const refused = await share(id, [victim], { resend: true })
    expect(refused.body).toMatchObject(REFUSED)
    expect(refused.body.detail).toContain('up to 3 emails a day')
    expect(refused.body.detail).toContain(new Date(now - 180_000 + DAY_MS).toISOString())
    expect(refused.headers['retry-after']).toBe(String((DAY_MS - 180_000) / 1000))
    now += DAY_MS - 180_001
    expect((await share(id, [victim], { resend: true })).status).toBe(429)
    now += 1
    expect((await share(id, [victim], { resend: true })).status).toBe(201)
  })

  it('count by sender: decks that are made, shares and invitations together', async () => {
    await fresh()
    const id = await newDeck()
    expect((await share(id, several(5))).status).toBe(201)
    expect((await share(id, several(1))).body).toMatchObject(REFUSED)
    const body = { context_id: talk, users_to_share: several(1) }
    expect((await call(app, world.bob, 'POST', '/create_deck', { body })).body).toMatchObject(REFUSED)
    expect((await share(id, several(1), { by: world.alice })).status).toBe(201)
    for (const email of several(4)) expect((await invite(email)).status).toBe(201)
    expect((await invite(someone())).body).toMatchObject(REFUSED)
  })

  it('count by organization, whoever sends, and keep others out of it', async () => {
    await fresh()
    const id = await newDeck()
    const people = await Promise.all([1, 2, 3].map(() => newPerson(world, { role: 'ADMIN' })))
    for (const [n, count] of [5, 5, 2].entries()) {
      expect((await share(id, several(count), { by: people[n] as Caller })).status).toBe(201)
    }
    const refused = await share(id, several(1), { by: world.org })
    expect(refused.body).toMatchObject({
      ...REFUSED,
      detail: expect.stringContaining('organization can send up to 12'),
    })
    const body = { email: someone() }
    expect((await call(app, world.mallory, 'POST', '/organizations/invitations', { body })).status).toBe(201)
  })

  it('count once for all processes, however many ask at the same time', async () => {
    await fresh()
    const [id, victim] = [await newDeck(), someone()]
    await share(id, [victim])
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => share(id, [victim], { resend: true, at: n % 2 === 0 ? app : other })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('refuses', () => {
  it('the whole request: no share, invitation, deck or job is left of it, and nothing is counted', async () => {
    await fresh()
    const id = await newDeck()
    const first = several(4)
    await share(id, first)
    const decks = await call(app, world.bob, 'GET', '/decks')
    expect((await share(id, several(2))).status).toBe(429)
    const body = { context_id: talk, users_to_share: several(2) }
    expect((await call(app, world.bob, 'POST', '/create_deck', { body })).status).toBe(429)
    expect((await sharedWith(id)).toSorted()).toEqual(first.toSorted())
    expect((await call(app, world.bob, 'GET', '/decks')).body.meta).toEqual(decks.body.meta)
    await app.drain(world.acme)
    expect((await share(id, several(1))).status).toBe(201)

    for (const email of several(5)) await invite(email)
    const late = someone()
    expect((await invite(late)).status).toBe(429)
    const listed = await call(app, world.alice, 'GET', '/organizations/invitations')
    expect(listed.text).not.toContain(late)
  })

  it('an invitation that is sent again too often, and its link stays', async () => {
    await fresh()
    const email = someone()
    const { uuid } = (await invite(email)).body.data
    const resend = () =>
      call(app, world.alice, 'PATCH', `/organizations/invitations/${uuid}`, { body: { resend: true } })
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200])
    await app.drain(world.acme)
    const path = app.mail.findLast(({ to }) => to === email)?.text.match(/\/invitations\/\S+/)?.[0] ?? ''
    expect((await resend()).body).toMatchObject(REFUSED)
    const browser = openBrowser(app)
    expect((await browser.submit(path, await browser.get(path))).location).toBe('/account')
  })

  it('to tell of a first view, and tells it when it may again', async () => {
    await fresh()
    const views = () => app.mail.filter(({ to }) => to === world.bob.email).length
    const before = views()
    const codes = []
    for (let n = 0; n < 4; n++) {
      codes.push((await snippetFor(world, { conversation_id: talk, internal: false, notify_views: true })).share_code)
    }
    for (const code of codes) expect((await openBrowser(app).get(`/s/${code}`)).status).toBe(200)
    await app.drain(world.acme)
    expect(views() - before).toBe(3)
    now += DAY_MS
    for (const code of codes) await openBrowser(app).get(`/s/${code}`)
    await app.drain(world.acme)
    expect(views() - before).toBe(4)
  })
})

it('addresses are counted by a digest, and forgotten after their day', async () => {
  await fresh()
  const [id, victim] = [await newDeck(), someone()]
  await share(id, [victim])
  const rows = () =>
    app.store.owner.query<{ row: string }>(
      'select to_jsonb(m)::text as row from mail_counts m where organization_id = $1',
      [world.acme],
    )
  expect(JSON.stringify(await rows())).not.toContain(victim.split('@')[0])
  expect(await rows()).toHaveLength(3)
  now += DAY_MS
  await share(id, [someone()])
  // Of the organization, the user and the new recipient.
  expect(await rows()).toHaveLength(3)
})
