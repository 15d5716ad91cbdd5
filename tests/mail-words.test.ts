/**
 * No message says in its subject what somebody chose, and none holds a link but ours: every kind of message is sent by an
 * organization whose names, titles and addresses are as hostile as the database lets them be.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_SUBJECTS, type MailMessage } from '../src/core/mail.ts'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { createMailKinds } from './mail-kinds.ts'

let world: World
let kinds: ReturnType<typeof createMailKinds>
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
  // Bob calls himself and everything he makes by these words.
  kinds = createMailKinds(world, world.bob)
})

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
  it.each(Object.keys(MAIL_SUBJECTS) as (keyof typeof MAIL_SUBJECTS)[])(
    'sends nothing of it as a link or subject: %s',
    async (name) => {
      await callEverything(words)
      const address = await kinds[name](words)
      await world.app.drain(world.acme)
      const messages = world.app.mail.filter(({ to }) => to === address)
      expect(messages.map(({ subject }) => subject)).toContain(MAIL_SUBJECTS[name])
      for (const message of messages) checkWords(message)
    },
  )
})
