/** Every email and chat post in another language: all text of Parley is translated. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addCatalog, readTranslations } from '../src/core/languages/catalogs.ts'
import { LANGUAGES, runInLanguage } from '../src/core/languages/current.ts'
import { MAIL_SUBJECTS, type MailMessage, translateSubject } from '../src/core/mail.ts'
import { formatPost } from '../src/features/collaboration/chat-posts/format-post.ts'
import { CHAT_WORDS } from '../src/features/platform/webhooks/index.ts'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { findUnmarked, mark } from './languages-pages.ts'
import { createMailKinds } from './mail-kinds.ts'

/** Tag of the language of marks, for private use. */
const MARKED = 'qam'
/** Everything that users choose. */
const WORDS = 'Zebra'
/** Data of users, addresses, and parts of dates, which have no marks. */
const DATA = new RegExp(
  [
    ...[`${PUBLIC_URL}/\\S*`, '\\S+@[a-z]+(?:\\.|\\[\\.\\])example', `\\b(?:${WORDS})+\\b`, '\\bUTC\\b'],
    // Headline of the conversation of the test.
    'We have half an hour\\.',
    '\\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\\b',
  ].join('|'),
  'g',
)

const KINDS = Object.keys(MAIL_SUBJECTS) as (keyof typeof MAIL_SUBJECTS)[]

let world: World
beforeAll(async () => {
  addCatalog(MARKED, mark)
  world = await createWorld(await createTestApp())
  const { owner } = world.app.store
  await owner.query('update organizations set name = $2 where id = $1', [world.acme, WORDS])
  await owner.query(
    'update users set first_name = $2, last_name = $2, bot_name = $2, language = $3 where organization_id = $1',
    [world.acme, WORDS, MARKED],
  )
})

/** Text of Parley in a message that isn't translated. */
const findUntranslated = (text: string) =>
  findUnmarked(text.replaceAll('<', '(')).flatMap((piece) => {
    const rest = piece.replaceAll(DATA, '')
    return /\p{L}/u.test(rest) ? [piece] : []
  })

describe('an email to a user of another language', () => {
  it.each(KINDS)('is translated: %s', async (kind) => {
    const address = await createMailKinds(world, world.bob, MARKED)[kind](WORDS)
    await world.app.drain(world.acme)
    const messages = world.app.mail.filter(({ to }) => to === address)
    const message = messages.find(({ subject }) => subject === MAIL_SUBJECTS[kind]) as MailMessage
    expect(message.language).toBe(MARKED)
    expect(translateSubject(message)).toBe(mark(MAIL_SUBJECTS[kind]))
    expect(findUntranslated(message.text)).toEqual([])
    expect(message.text).toContain('\u27e6')
  })
})

describe('a post in a channel of another language', () => {
  it.each(['slack', 'teams'] as const)('is translated: %s', (format) => {
    const url = `${PUBLIC_URL}/conversations/1`
    for (const words of Object.values(CHAT_WORDS)) {
      const [titled, untitled] = runInLanguage(MARKED, () =>
        [WORDS, ' ', undefined].map((title) =>
          formatPost(format, { words, url, ...(title === undefined ? {} : { title }) }),
        ),
      )
      expect(titled).toContain(mark(words.key))
      expect(untitled).toContain(mark('Untitled call'))
    }
  })
})

describe('subjects', () => {
  const languages = Object.keys(LANGUAGES).filter((language) => language !== 'en')

  it.each(languages)('have no line break and no name in %s', (language) => {
    const translations = readTranslations(language)
    for (const subject of Object.values(MAIL_SUBJECTS)) {
      const text = translateSubject({ to: '', subject, text: '', language })
      expect(text).toBe(translations[subject])
      expect(text).toMatch(/^[^\p{Cc}{}<>]{8,80}$/u)
    }
  })
})

describe('the search for untranslated text', () => {
  it('finds sentences and labels outside of messages', () => {
    expect(findUntranslated(`${mark('Good')}\nBad\n${mark('By {0}').replace('{0}', 'nobody')} ${WORDS}`)).toEqual([
      'Bad',
      'nobody',
    ])
  })
})
