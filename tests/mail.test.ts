/** Mail as people get it: the service hands it to a real mail server, it is read there, and its link is followed. */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { readMessage } from '../src/outbound/mail/read.ts'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { deckFor, deckOf } from '../src/testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { type MailServer, type Received, startMailServer } from '../src/testing/mail-server.ts'
import { newPerson } from '../src/testing/people.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

/** From the real time on: what is counted is shared with other tests. */
let now = Date.now()
let server: MailServer
let world: World
beforeAll(async () => {
  server = await startMailServer()
  world = await createWorld(await createTestApp({ smtp: server.url, clock: { now: () => new Date(now) } }))
})

const newAddress = (name = 'ann') => `${name}-${randomBytes(6).toString('hex')}@customer.example`
const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address))

/** The only mail that came for this address: what its headers and its text say, and where its link leads. */
function read(address: string): { head: readonly string[]; subject: string; text: string; path: string } {
  const mails = mailsTo(address)
  expect(mails).toHaveLength(1)
  const [mail] = mails as [Received]
  // Nobody else gets it, and it says itself for whom it is.
  expect([mail.to, mail.from, mail.user]).toEqual([[address], 'parley@house.example', 'parley@house.example'])
  const { to, subject, text } = readMessage(mail.source)
  expect(to).toBe(address)
  const head = (mail.source.split('\r\n\r\n')[0] ?? '').split('\r\n')
  expect(head).toContain('From: Parley <parley@house.example>')
  expect(head).toContain('Auto-Submitted: auto-generated')
  // Text alone: there is no other part that could say something else, or tell that it was opened.
  expect(head).toContain('Content-Type: text/plain; charset=utf-8')
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link))
  expect(links.map(({ origin }) => origin)).toEqual([PUBLIC_URL])
  return { head, subject, text, path: links[0]?.pathname ?? '' }
}

it('a link to sign in, which leads to where one wanted to go', async () => {
  const person = await newPerson(world, { email: newAddress('bob') })
  const browser = openBrowser(world.app)
  const page = await browser.get('/sign-in?return_to=/decks')
  expect((await browser.submit('/sign-in/link', page, { email: person.email })).text).toContain('Check your email')
  await world.app.signIn.settled()
  const { subject, text, path } = read(person.email)
  expect(subject).toBe('Your link to sign in to Parley')
  expect(text).toContain('sign in to Acme on Parley')
  expect((await browser.submit(path, await browser.get(path))).location).toBe('/decks')
  expect((await browser.get('/account')).text).toContain(person.email)
  // It opens once, whoever has read the mail.
  expect((await openBrowser(world.app).get(path)).status).toBe(404)
})

it('an invitation, whose words are those of people and stay one line each', async () => {
  const email = newAddress('nora')
  const name = 'Ängström & Söhne 👋'
  const { owner } = world.app.store
  await owner.query('update organizations set name = $2 where id = $1', [
    world.acme,
    `${name}\r\nBcc: eve@evil.example`,
  ])
  await call(world.app, world.alice, 'POST', '/organizations/invitations', { body: { email, firstName: 'Nora' } })
  await world.app.drain(world.acme)
  await owner.query(`update organizations set name = 'Acme' where id = $1`, [world.acme])
  const { head, subject, text, path } = read(email)
  expect([subject, text]).toEqual([
    'Invitation to Parley',
    expect.stringContaining(`\nOrganization: ${name} Bcc: eve@evil[.]example\n`),
  ])
  expect(head.filter((line) => /^bcc:/i.test(line))).toEqual([])
  expect(mailsTo('eve@evil.example')).toEqual([])
  const browser = openBrowser(world.app)
  expect((await browser.submit(path, await browser.get(path))).location).toBe('/account')
  expect((await browser.get('/account')).text).toContain('value="Nora"')
})

it('a deck, for somebody without an account, and for a colleague', async () => {
  const [guest, colleague] = [
    newAddress('guest'),
    await newPerson(world, {
      email: newAddress('mark'),
      teamIds: [world.teams.north],
    }),
  ]
  const id = await deckFor(world, {
    context_id: await talkFor(world, { conversationTitle: 'Preis – 60 %', teamUUID: world.teams.north }),
    users_to_share: [guest, colleague.email],
  })
  await world.app.drain(world.acme)
  const outside = read(guest)
  expect(outside.text).toContain('Preis – 60 %')
  expect(outside.text).toContain('without signing in')
  expect((await openBrowser(world.app).get(outside.path)).text).toContain('aria-label="Slide 1 of ')
  const inside = read(colleague.email)
  expect(inside.path).toBe(`/decks/${id}`)
  expect((await openBrowser(world.app).get(inside.path)).location).toBe(`/sign-in?return_to=%2Fdecks%2F${id}`)
  const browser = await signedIn(world.app, world.acme, colleague.userId)
  expect((await browser.get(inside.path)).text).toContain('aria-label="Slide 1 of ')
})

it('that a clip was opened', async () => {
  const maker = await newPerson(world, { email: newAddress('maker'), teamIds: [world.teams.north] })
  const { share_code } = await snippetFor(world, { user_uuid: maker.userId, internal: false, notify_views: true })
  await openBrowser(world.app).get(`/s/${share_code}`)
  await world.app.drain(world.acme)
  const { subject, path } = read(maker.email)
  expect([subject, path]).toEqual(['Your snippet was opened', `/s/${share_code}`])
})

it('waits for a server that takes nothing, and comes once it does; admins are told that it is sent, and see none', async () => {
  const guest = newAddress('late')
  server.isFull = true
  const id = await deckFor(world, { context_id: await talkFor(world), users_to_share: [guest] })
  const sent = async () =>
    (await deckOf(world, id)).shares.map(({ sent_at }: { sent_at: string | null }) => sent_at !== null)
  expect((await world.app.drain(world.acme)).map(({ outcome }) => outcome)).toContain('retry')
  expect([mailsTo(guest), await sent()]).toEqual([[], [false]])
  server.isFull = false
  // Tries come later and later, up to an hour apart.
  now += 3_600_000
  await world.app.drain(world.acme)
  expect(await sent()).toEqual([true])
  expect((await openBrowser(world.app).get(read(guest).path)).status).toBe(200)

  const alice = await signedIn(world.app, world.acme, world.alice.userId)
  const outbox = await alice.get('/admin/outbox')
  expect([outbox.status, outbox.text.includes(guest)]).toEqual([200, false])
})
