/** Sends each kind of email, by the subject. A new subject needs its entry. */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { MAIL_SUBJECTS } from '../src/core/mail.ts'
import { runOperation } from '../src/core/run-operation.ts'
import { resetUserSecondFactor } from '../src/features/accounts/second-factor-settings/index.ts'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { commentFor } from '../src/testing/comments-fixtures.ts'
import { deckFor } from '../src/testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { newPerson } from '../src/testing/people.ts'
import { appFor } from '../src/testing/second-factor-fixtures.ts'
import type { Caller, World } from '../src/testing/world.ts'

/** @param words text of everything that users choose @returns address of the recipient */
/** Hour of Monday at which digests of the past week are sent, in UTC. */
const DIGEST_HOUR = 7
const DAY_MS = 86_400_000

export type MailSender = (words: string) => Promise<string>

const newAddress = () => `a-${randomBytes(6).toString('hex')}@customer.example`

/**
 * @param sender user who causes emails to others
 * @param language of all recipients; undefined: they have none
 */
export function createMailKinds(
  world: World,
  sender: Caller,
  language?: string,
): Readonly<Record<keyof typeof MAIL_SUBJECTS, MailSender>> {
  async function addPerson(given: { email: string; teamIds?: string[] }) {
    const person = await newPerson(world, given)
    if (language !== undefined)
      await world.app.store.owner.query('update users set language = $2 where id = $1', [person.userId, language])
    return person
  }

  async function link(person: Caller): Promise<void> {
    const browser = openBrowser(world.app)
    const page = await browser.get('/sign-in')
    await browser.submit('/sign-in/link', page, { email: person.email ?? '' })
    await world.app.signIn.settled()
  }

  /** A colleague whom a comment mentions. */
  async function mention(words: string, channel: string): Promise<string> {
    const reader = await addPerson({ email: newAddress(), teamIds: [world.teams.north] })
    await world.app.store.owner.query(
      `insert into notification_settings (organization_id, user_id, kind, channel) values ($1, $2, 'mention', $3)`,
      [world.acme, reader.userId, channel],
    )
    const talk = await talkFor(world, { conversationTitle: words, teamUUID: world.teams.north })
    await commentFor(world, talk, { text: `@${reader.email} ${words}` }, sender)
    return reader.email
  }

  return {
    async signInLink() {
      const person = await addPerson({ email: newAddress() })
      await link(person)
      return person.email
    },
    async signInLinksUsedUp() {
      const person = await addPerson({ email: newAddress() })
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
      const id = await deckFor(world, { context_id: await talkFor(world, { conversationTitle: words }) }, sender)
      await call(world.app, sender, 'PATCH', `/decks/${id}`, { body: { title: words } })
      await call(world.app, sender, 'POST', `/decks/${id}/shares`, { body: { emails: [email] } })
      return email
    },
    async snippetView(words) {
      const maker = await addPerson({ email: newAddress(), teamIds: [world.teams.north] })
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
      const owner = await addPerson({ email: newAddress(), teamIds: [world.teams.north] })
      const database = world.app.store.owner
      await database.query('delete from weekly_digests where organization_id = $1', [world.acme])
      // Early on a Monday, the next digest is about the week that has ended.
      const now = new Date()
      const isEarly = now.getUTCDay() === 1 && now.getUTCHours() < DIGEST_HOUR
      const start = new Date(now.getTime() - (isEarly ? DAY_MS : 0)).toISOString()
      const call = { conversationTitle: words, userID: owner.userId, teamUUID: world.teams.north }
      const talk = await talkFor(world, { ...call, conversationStartedAt: start })
      await commentFor(world, talk, { text: words }, world.alice)
      await world.app.drain(world.acme)
      await database.query(
        `update pgboss.job set start_after = now() where name = 'send_weekly_digests' and data::text like $1`,
        [`%${world.acme}%`],
      )
      return owner.email
    },
    async secondFactorReset() {
      const person = await addPerson({ email: newAddress() })
      await appFor(world, person.userId)
      const { contextFor, operator } = world.app
      const ctx = contextFor(operator(world.acme))
      await runOperation(resetUserSecondFactor, { id: person.userId }, ctx)
      return person.email
    },
  }
}
