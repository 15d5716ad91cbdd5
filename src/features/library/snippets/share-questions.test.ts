/** Questions on share pages: answered from the words of the clip, under the access rules of the page. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../core/log.ts'
import { openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { snippetFor } from '../../../testing/library-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { putMedia } from '../../../testing/recordings-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { wave } from '../../../testing/sound.ts'
import { createWorld, type World } from '../../../testing/world.ts'

const SAID = {
  segments: [
    { speaker: 'Bob', text: 'Our internal floor price is forty thousand euros.', start: 0, end: 9 },
    { speaker: 'Ann', text: 'What does one scanner cost for the warehouse?', start: 10, end: 19 },
    { speaker: 'Bob', text: 'One scanner costs 900 euros, and the cradle is included.', start: 20, end: 29 },
    { speaker: 'Ann', text: 'Then we need twelve of them before the audit in March.', start: 30, end: 39 },
    { speaker: 'Bob', text: 'The warranty lasts five years, but do not say that outside.', start: 40, end: 50 },
  ],
}
const CLIP = { start_time: 10, end_time: 39 }
const COST = 'What does one scanner cost?'

let world: World
const logged: string[] = []
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void logged.push(line) })
  world = await createWorld(await createTestApp({ log }))
})

const importSaid = (given = {}) => importFor(world, { transcript: SAID, ...given })
async function askable(given: Record<string, unknown> = {}) {
  const conversation_id = given.conversation_id ?? (await importSaid())
  return snippetFor(world, { internal: false, questionsAllowed: true, video: CLIP, conversation_id, ...given })
}
/** Sends the form of a page that was loaded before to the path of the page, as a browser does: without the fragment. */
async function prepare(code: string) {
  const browser = openBrowser(world.app)
  const page = await browser.get(`/s/${code}`)
  const [, form = ''] = /name="form" value="([^"]+)"/.exec(page.text) ?? []
  const send = (question: string, headers = {}) => browser.post(`/s/${code}`, { form, question }, headers)
  return { browser, page, form, send }
}
const asked = async (code: string, question: string) => (await prepare(code)).send(question)
const answerIn = (text: string) => /<div class="clip-answered"[\s\S]*?<\/div>/.exec(text)?.[0] ?? ''

describe('a question to a clip', () => {
  it('is answered with quotes of the clip, which link to their lines', async () => {
    const { share_code } = await askable()
    const { status, text, headers } = await asked(share_code, COST)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const answer = answerIn(text)
    expect(answer).toContain('One scanner costs 900 euros')
    expect(answer).toMatch(/<bdi>Bob<\/bdi> <a class="at" href="#line-2">0:20<\/a>/)
    expect(text).toContain('<li id="line-2">')
  })

  it('never gets words from outside of the clip', async () => {
    const { share_code } = await askable()
    const { send } = await prepare(share_code)
    for (const question of [
      'What is the floor price?',
      'How long does the warranty last?',
      'What is this call about?',
      'Summarize everything that was said',
      'Who takes part in the call and what are their email addresses?',
      'What is the internal price in euros?',
      'List all action items',
    ]) {
      const { status, text } = await send(question)
      expect([question, status]).toEqual([question, 200])
      const answer = answerIn(text).replaceAll(question, '')
      expect(answer).not.toMatch(/forty|floor|warranty|five years|acme\.example/)
    }
    expect(answerIn((await send('How long does the warranty last?')).text)).toContain('No answer found in this clip')
  })

  it('never gets words of the rest of a segment that the clip cuts', async () => {
    const words = ['Secret', 'margin', 'is', 'ninety', 'and', 'the', 'scanner', 'costs', 'nine', 'hundred.']
    const timed = words.map((text, at) => ({ text, startTimestamp: at, endTimestamp: at + 1 }))
    const transcript = { segments: [{ speaker: 'Bob', start: 0, end: 10, words: timed }] }
    const conversation_id = await importFor(world, { transcript })
    const { share_code } = await askable({ conversation_id, video: { start_time: 5, end_time: 10 } })
    const { send, page } = await prepare(share_code)
    expect(page.text).toContain('the scanner costs nine hundred.')
    const { text } = await send('What does the scanner cost?')
    expect(answerIn(text)).toContain('the scanner costs nine hundred.')
    expect((await send('What is the secret margin?')).text.replaceAll('What is the secret margin?', '')).not.toMatch(
      /margin|ninety/i,
    )
  })

  it('is shown as text, whatever it contains', async () => {
    const { share_code } = await askable()
    const hostile = `"><script>alert(1)</script> scanner cost '"`
    const { text } = await asked(share_code, hostile)
    expect(text).not.toMatch(/<script|alert\(1\)<\/script>/)
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; scanner cost')
  })

  it('keeps the recording on the page, and is no view', async () => {
    const conversation_id = await importSaid()
    await putMedia(world, world.org, conversation_id, wave({ seconds: 60, hertz: 200, rate: 2_000 }))
    const { share_code, id } = await askable({ conversation_id, notify_views: true })
    const { send } = await prepare(share_code)
    const before = (await call(world.app, world.org, 'GET', `/snippets/${id}`)).body.data.viewCount
    expect((await send(COST)).text).toContain('<audio id="clip-media"')
    expect((await call(world.app, world.org, 'GET', `/snippets/${id}`)).body.data.viewCount).toBe(before)
  })

  it('is neither stored nor logged, nor are the words of the answer', async () => {
    const { share_code } = await askable()
    logged.length = 0
    const { text } = await asked(share_code, 'What does one scanner cost, zanzibar?')
    expect(answerIn(text)).toContain('zanzibar')
    await world.app.drain(world.acme)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toMatch(/zanzibar|scanner|900 euros|cradle/i)
  })
})

describe('a question is refused', () => {
  it('where the sharer has not allowed questions, before and after', async () => {
    const closed = await snippetFor(world, { internal: false, video: CLIP, conversation_id: await importSaid() })
    const { page } = await prepare(closed.share_code)
    expect(page.text).not.toMatch(/<form|Ask about this clip/)
    const { share_code, id } = await askable()
    const { send, browser, form } = await prepare(share_code)
    expect((await browser.post(`/s/${closed.share_code}`, { form, question: COST })).status).toBe(403)
    await call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: { questionsAllowed: false } })
    const { status, text } = await send(COST)
    expect([status, answerIn(text)]).toEqual([403, ''])
    expect(text).toContain('Questions about this clip are no longer allowed.')
  })

  it('like the page, once the link opens nothing: expired, private, deactivated, deleted, sharing disabled', async () => {
    const person = await newPerson(world, { teamIds: [world.teams.north] })
    const deactivated = await newPerson(world, { teamIds: [world.teams.north] })
    const hidden = await importSaid({ teamUUID: world.teams.north })
    const shared = await importSaid({ teamUUID: world.teams.north })
    const cases: [string, () => Promise<unknown>][] = []
    const add = async (given: Record<string, unknown>, close: (id: string) => Promise<unknown>) => {
      const { share_code, id } = await askable(given)
      cases.push([share_code, () => close(id)])
    }
    const { app, org, alice, bob } = world
    await add({}, (id) => call(app, org, 'DELETE', `/snippets/${id}`))
    await add({}, (id) =>
      app.store.owner.query(`update snippets set expires_at = now() - interval '1 minute' where id = $1`, [id]),
    )
    await add({ conversation_id: hidden, user_uuid: person.userId }, () =>
      call(app, bob, 'PUT', `/conversations/${hidden}/privacy`, { body: { private: true } }),
    )
    await add({ conversation_id: shared, user_uuid: deactivated.userId }, () =>
      app.store.owner.query('update users set active = false where id = $1', [deactivated.userId]),
    )
    for (const [code, close] of cases) {
      const { send } = await prepare(code)
      expect(answerIn((await send(COST)).text)).toContain('900 euros')
      await close()
      const { status, text } = await send(COST)
      expect([status, text.includes('The link is invalid, or the clip is no longer shared.')]).toEqual([404, true])
      expect(text).not.toMatch(/scanner|<form/)
    }
    const { share_code } = await askable()
    const { send } = await prepare(share_code)
    await call(app, alice, 'PUT', '/organizations/sharing', { body: { outside: false } })
    const { status, location, text } = await send(COST)
    await call(app, alice, 'PUT', '/organizations/sharing', { body: { outside: true } })
    expect([status, location, text]).toEqual([303, expect.stringContaining('/sign-in?'), ''])
  })

  it('for an internal clip, whose link opens the app', async () => {
    const { share_code, id } = await askable()
    await call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: { internal: true } })
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const page = await browser.get('/labels')
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(page.text) ?? []
    const { status, location, text } = await browser.post(`/s/${share_code}`, { form, question: COST })
    expect([status, location, text]).toEqual([303, `/clips/${id}`, ''])
  })

  it('without the token of the form, from another site, or by another browser', async () => {
    const { share_code } = await askable()
    const { send, form } = await prepare(share_code)
    const stranger = openBrowser(world.app)
    const answers = [
      await send(COST, { 'sec-fetch-site': 'cross-site' }),
      await send(COST, { origin: 'https://evil.example' }),
      await stranger.post(`/s/${share_code}`, { form, question: COST }),
      await (await prepare(share_code)).browser.post(`/s/${share_code}`, { form: 'x.y', question: COST }),
    ]
    for (const { status, text } of answers) {
      expect([status, text.includes('900 euros')]).toEqual([403, false])
      expect(text).toContain('Form expired')
    }
    expect((await send(COST)).status).toBe(200)
  })

  it('if it is empty or too long, in the page, and keeps what was written', async () => {
    const { share_code } = await askable()
    const { send } = await prepare(share_code)
    const empty = await send('   ')
    expect([empty.status, empty.text.includes('Enter a question.')]).toEqual([400, true])
    const long = await send('é'.repeat(301))
    expect([long.status, long.text.includes('A question has at most 300 characters.')]).toEqual([400, true])
    expect(long.text).toContain(`value="${'é'.repeat(300)}"`)
    expect((await send('é'.repeat(300))).status).toBe(200)
  })

  it('after 60 in an hour from one network, and after 300 to one link', async () => {
    const { share_code } = await askable()
    const { send } = await prepare(share_code)
    for (let count = 0; count < 60; count++) await send('Hm?')
    const { status, text, headers } = await send(COST)
    expect([status, headers['retry-after'], answerIn(text)]).toEqual([429, '3600', ''])
    expect(text).toContain('Too many questions arrived.')
    const elsewhere = await prepare(share_code)
    expect((await elsewhere.send(COST)).status).toBe(200)
    for (let network = 0; network < 4; network++) {
      const other = await prepare(share_code)
      for (let count = 0; count < 60; count++) await other.send('Hm?')
    }
    expect((await elsewhere.send(COST)).status).toBe(429)
    expect((await asked((await askable()).share_code, COST)).status).toBe(200)
  })
})

describe('the field', () => {
  it('requires a public link, and is lost when the clip becomes internal', async () => {
    const conversation_id = await importSaid()
    const body = { user_uuid: world.bob.userId, conversation_id, video: CLIP, questionsAllowed: true }
    const refused = await call(world.app, world.bob, 'POST', '/snippets', { body })
    expect([refused.status, refused.body]).toMatchObject([400, refusedField('/questionsAllowed')])
    const { id } = await askable()
    const patch = (change: object) => call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: change })
    expect((await patch({ title: 'Other' })).body.data.questionsAllowed).toBe(true)
    expect((await patch({ internal: true })).body.data.questionsAllowed).toBe(false)
    expect((await patch({ questionsAllowed: true })).body).toMatchObject(refusedField('/questionsAllowed'))
    expect((await patch({ internal: false })).body.data.questionsAllowed).toBe(false)
  })
})

describe('who may', () => {
  it('the creator and admins allow questions, and nobody else', async () => {
    const { id } = await askable()
    const by = async (caller: typeof world.bob) =>
      (await call(world.app, caller, 'PATCH', `/snippets/${id}`, { body: { questionsAllowed: false } })).status
    expect([await by(world.bob), await by(world.alice), await by(world.mallory)]).toEqual([200, 200, 404])
  })
})
