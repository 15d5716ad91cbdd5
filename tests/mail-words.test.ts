/**
 * No message says in its subject what somebody chose, and none holds a link but ours: every kind of message is sent by an
 * organization whose names, titles and addresses are as hostile as the database lets them be.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_SUBJECTS, type MailMessage } from '../src/core/mail.ts'
import { runOperation } from '../src/core/run-operation.ts'
import { resetUserSecondFactor } from '../src/features/accounts/second-factor-settings/index.ts'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { commentFor } from '../src/testing/comments-fixtures.ts'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { deckFor } from '../src/testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { newPerson } from '../src/testing/people.ts'
import { appFor } from '../src/testing/second-factor-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

let world: World
/** Bob, who calls himself and everything he makes by these words. */
let hostile: Caller
const WORDS = [
  'URGENT: https://evil.example/login',
  'www.evil.example',
  'evil.example/login',
  'ｈｔｔｐｓ：／／evil.example',
  'Ann\r\nBcc: eve@evil.example\r\n\r\nhttp://evil.example',
  '\u202eelpmaxe.live\u2066 mailto:eve@evil.example',
]

beforeAll(async () => {
  world = await createWorld(await createTestApp())
  hostile = world.bob
})

const newAddress = () => `a-${randomBytes(6).toString('hex')}@customer.example`

/** As it may stand in a database that an earlier version filled. */
async function callEverything(words: string): Promise<void> {
  const { owner } = world.app.store
  await owner.query('update organizations set name = $2 where id = $1', [world.acme, words])
  await owner.query('update teams set name = left($2 || id::text, 256) where organization_id = $1', [world.acme, words])
  await owner.query('update users set first_name = $2, last_name = $2, bot_name = $2 where organization_id = $1', [
    world.acme,
    words,
  ])
}

async function link(person: Caller): Promise<void> {
  const browser = openBrowser(world.app)
  const page = await browser.get('/sign-in')
  await browser.submit('/sign-in/link', page, { email: person.email ?? '' })
  await world.app.signIn.settled()
}

/** A colleague whom a comment mentions. */
async function mention(words: string, channel: string): Promise<string> {
  const reader = await newPerson(world, { email: newAddress(), teamIds: [world.teams.north] })
  await world.app.store.owner.query(
    `insert into notification_settings (organization_id, user_id, kind, channel) values ($1, $2, 'mention', $3)`,
    [world.acme, reader.userId, channel],
  )
  const talk = await talkFor(world, { conversationTitle: words, teamUUID: world.teams.north })
  await commentFor(world, talk, { text: `@${reader.email} ${words}` }, hostile)
  return reader.email
}

/** How each message comes about. A new subject needs its line. */
const SENDING: Readonly<Record<keyof typeof MAIL_SUBJECTS, (words: string) => Promise<string>>> = {
  async signInLink() {
    const person = await newPerson(world, { email: newAddress() })
    await link(person)
    return person.email
  },
  async signInLinksUsedUp() {
    const person = await newPerson(world, { email: newAddress() })
    for (let n = 0; n < 6; n++) await link(person)
    return person.email
  },
  async invitation(words) {
    const email = newAddress()
    const { status } = await call(world.app, world.alice, 'POST', '/organizations/invitations', { body: { email } })
    expect(status).toBe(201)
    await world.app.store.owner.query('update invitations set first_name = $2, last_name = $2 where email = $1', [
      email,
      words,
    ])
    return email
  },
  async deckShare(words) {
    const email = newAddress()
    const id = await deckFor(world, { context_id: await talkFor(world, { conversationTitle: words }) }, hostile)
    await call(world.app, hostile, 'PATCH', `/decks/${id}`, { body: { title: words } })
    await call(world.app, hostile, 'POST', `/decks/${id}/shares`, { body: { emails: [email] } })
    return email
  },
  async snippetView(words) {
    const maker = await newPerson(world, { email: newAddress(), teamIds: [world.teams.north] })
    const given = { user_uuid: maker.userId, title: words, internal: false, notify_views: true }
    const { share_code } = await snippetFor(world, given)
    await openBrowser(world.app).get(`/s/${share_code}`)
    return maker.email
  },
  notification: (words) => mention(words, 'email'),
  async digest(words) {
    const email = await mention(words, 'daily_digest')
    await world.app.store.owner.query(
      `update pgboss.job set start_after = now() where name = 'send_notification_digest' and data::text like $1`,
      [`%${world.acme}%`],
    )
    return email
  },
  async weeklyDigest(words) {
    const owner = await newPerson(world, { email: newAddress(), teamIds: [world.teams.north] })
    const database = world.app.store.owner
    await database.query('delete from weekly_digests where organization_id = $1', [world.acme])
    const talk = await talkFor(world, { conversationTitle: words, userID: owner.userId, teamUUID: world.teams.north })
    await commentFor(world, talk, { text: words }, world.alice)
    await world.app.drain(world.acme)
    await database.query(
      `update pgboss.job set start_after = now() where name = 'send_weekly_digests' and data::text like $1`,
      [`%${world.acme}%`],
    )
    return owner.email
  },
  async secondFactorReset() {
    const person = await newPerson(world, { email: newAddress() })
    await appFor(world, person.userId)
    const { contextFor, operator } = world.app
    const ctx = contextFor(operator(world.acme))
    await runOperation(resetUserSecondFactor, { id: person.userId }, ctx)
    return person.email
  },
}

/** What a mail program makes a link of. */
const LINKS = /(?:[a-z][a-z0-9+.-]*:\/\/|\bwww\.)\S+|\b(?:mailto|tel):\S+|[^\s@[\]]*[\p{L}\p{N}]\.\p{L}{2,}\S*/giu

function checkWords({ to, subject, text }: MailMessage): void {
  expect(Object.values(MAIL_SUBJECTS)).toContain(subject)
  const known = (one: string) =>
    one.startsWith(`${PUBLIC_URL}/`) || one.endsWith('acme.example') || one.endsWith('customer.example')
  const foreign = [...text.matchAll(LINKS)].map(([one]) => one).filter((one) => !known(one))
  expect([to, foreign]).toEqual([to, []])
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b]/u)
  expect(text).not.toMatch(/^(bcc|cc|to|subject):/im)
}

describe.each(WORDS)('an organization that calls everything %j', (words) => {
  it.each(Object.entries(SENDING))('sends nothing of it as a link or subject: %s', async (name, send) => {
    await callEverything(words)
    const address = await send(words)
    await world.app.drain(world.acme)
    const messages = world.app.mail.filter(({ to }) => to === address)
    expect(messages.map(({ subject }) => subject)).toContain(MAIL_SUBJECTS[name as keyof typeof MAIL_SUBJECTS])
    for (const message of messages) checkWords(message)
  })
})
