/** What the player behind a share code may play, and who may. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type PageAnswer } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type MadeSnippet, snippetFor, TALK } from '../../../testing/library-fixtures.ts'
import { AVI } from '../../../testing/media-samples.ts'
import { erasureFor } from '../../../testing/privacy-fixtures.ts'
import { putMedia, untranscribedFor } from '../../../testing/recordings-fixtures.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { wave } from '../../../testing/sound.ts'
import { createWorld, type World } from '../../../testing/world.ts'

/** A minute, of which each second sounds higher than the one before. */
const RATE = 2_000
const MINUTE = wave(
  ...Array.from({ length: 60 }, (_, second) => ({ seconds: 1, hertz: 100 + 10 * second, rate: RATE })),
)
const HEAD = 44
/** A packet of a WAV file, in seconds. */
const PACKET = 2_048 / RATE

let world: World
beforeAll(async () => {
  world = await createWorld()
})

/** A conversation of bob's with a recording. */
async function heard(given: Record<string, unknown> = {}, content = MINUTE): Promise<string> {
  const id = await importFor(world, { transcript: TALK, ...given })
  expect((await putMedia(world, world.org, id, content)).status).toBe(200)
  return id
}
const shared = async (given: Record<string, unknown> = {}) =>
  snippetFor(world, { internal: false, ...given, conversation_id: given.conversation_id ?? (await heard()) })

const ask = (code: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.server.inject({ method, url: `/s/${code}/recording`, headers })
const pageOf = async ({ share_code }: MadeSnippet) => (await openBrowser(world.app).get(`/s/${share_code}`)).text
const isPlayed = async (snippet: MadeSnippet) => {
  const [page, file] = [await pageOf(snippet), await ask(snippet.share_code)]
  expect(/<audio|<video|<script/.test(page)).toBe(file.statusCode === 200)
  expect(page).toContain('Please do.')
  return file.statusCode === 200
}
const put = (body: unknown) => call(world.app, world.alice, 'PUT', '/organizations/redaction', { body })

describe('the player of a snippet that is not internal', () => {
  it('plays its part of the recording and nothing else, from where it begins', async () => {
    const snippet = await shared({ video: { start_time: 10, end_time: 30 } })
    const { statusCode, rawPayload: file, headers } = await ask(snippet.share_code)
    expect([statusCode, headers['content-type']]).toEqual([200, 'audio/wav'])
    const samples = file.subarray(HEAD)
    const begins = Math.ceil(10 / PACKET) * PACKET
    const at = Math.round(begins * RATE) * 2
    expect(samples.equals(MINUTE.subarray(HEAD + at, HEAD + at + samples.length))).toBe(true)
    expect(begins + samples.length / 2 / RATE).toBeLessThanOrEqual(30)
    expect(begins + samples.length / 2 / RATE).toBeGreaterThan(30 - PACKET)
    const page = await pageOf(snippet)
    expect(page).toContain(
      `<audio id="clip-media" src="/s/${snippet.share_code}/recording" controls preload="metadata"`,
    )
    const [, told] = /data-begins="([\d.]+)"/.exec(page) ?? []
    expect(Number(told)).toBeCloseTo(begins, 6)
    expect([...page.matchAll(/<li id="line-\d+" data-at="(\d+)">/g)].map(([, second]) => second)).toEqual(['10'])
  })

  it('gets parts of its file, and never a file that a browser keeps or another site may hold', async () => {
    const { share_code } = await shared()
    const whole = await ask(share_code)
    const part = await ask(share_code, { range: 'bytes=100-199' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${whole.rawPayload.length}`])
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true)
    expect((await ask(share_code, { range: 'bytes=99999999-' })).statusCode).toBe(416)
    const known = await ask(share_code, { 'if-none-match': String(whole.headers.etag) })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    const head = await ask(share_code, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(whole.rawPayload.length)])
    for (const { headers } of [whole, part, head]) {
      expect(headers).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex, nofollow',
        'content-disposition': expect.stringMatching(/^inline; filename="clip";/),
      })
    }
  })

  it('follows the times of the snippet, and the recording of the conversation', async () => {
    const conversation_id = await heard()
    const { share_code, id } = await shared({ conversation_id })
    const before = await ask(share_code)
    const video = { start_time: 10, end_time: 20 }
    await call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: { video } })
    const shorter = await ask(share_code)
    expect(shorter.rawPayload.length).toBeLessThan(before.rawPayload.length * 0.6)
    await putMedia(world, world.org, conversation_id, wave({ seconds: 60, rate: RATE, hertz: 50 }))
    expect((await ask(share_code)).rawPayload.equals(shorter.rawPayload)).toBe(false)
    await call(world.app, world.org, 'DELETE', `/conversations/${conversation_id}/media`)
    expect((await ask(share_code)).statusCode).toBe(404)
    expect(await pageOf({ share_code } as MadeSnippet)).toContain('Please do.')
  })

  it('is left out where there is nothing to be played, or nothing that can be cut', async () => {
    const none = await shared({ conversation_id: await importFor(world, { transcript: TALK }) })
    const behind = await heard({}, wave({ seconds: 5, rate: RATE }))
    expect([await isPlayed(none), await isPlayed(await shared({ conversation_id: behind }))]).toEqual([false, false])
    const broken = await heard()
    // As if it had been kept by a version that could read it.
    await world.app.store.owner.query(
      `update media_files set content_type = 'video/x-msvideo', size = $2 where conversation_id = $1`,
      [broken, AVI.length],
    )
    expect(await isPlayed(await shared({ conversation_id: broken }))).toBe(false)
  })
})

describe('it plays nothing', () => {
  const told = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body]

  it('for a code that opens nothing, and tells no more of one that did', async () => {
    const nothing = told(await ask('a'.repeat(24)))
    expect(nothing[0]).toBe(404)
    const conversation_id = await heard()
    const own = await shared({ conversation_id })
    const hidden = await shared({ conversation_id, user_uuid: world.mark.userId })
    expect([(await ask(own.share_code)).statusCode, (await ask(hidden.share_code)).statusCode]).toEqual([200, 200])
    await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/privacy`, { body: { private: true } })
    expect(told(await ask(hidden.share_code))).toEqual(nothing)
    expect((await ask(own.share_code)).statusCode).toBe(200)
    await call(world.app, world.org, 'DELETE', `/conversations/${conversation_id}`, { query: { erase: 'true' } })
    const deleted = await shared()
    await call(world.app, world.bob, 'DELETE', `/snippets/${deleted.id}`)
    for (const code of [own.share_code, deleted.share_code, 'x', '%00', 'a'.repeat(5_000)]) {
      expect([code.slice(0, 30), ...told(await ask(code))]).toEqual([code.slice(0, 30), ...nothing])
    }
  })

  it('of an internal one, but to who has signed in and sees the conversation', async () => {
    const conversation_id = await heard({ private: true })
    const { share_code } = await shared({ conversation_id, internal: true })
    const statusFor = async (org: typeof world.acme, userId: string | undefined): Promise<PageAnswer['status']> =>
      (await (await signedIn(world.app, org, userId)).get(`/s/${share_code}/recording`)).status
    expect((await ask(share_code)).statusCode).toBe(404)
    expect([
      await statusFor(world.acme, world.bob.userId),
      await statusFor(world.acme, world.alice.userId),
      await statusFor(world.acme, world.mark.userId),
      await statusFor(world.rival, world.mallory.userId),
    ]).toEqual([200, 200, 404, 404])
  })

  it('of a conversation in which something was masked, then or later, in whatever version', async () => {
    const segments = TALK.segments.map((one, index) => (index === 5 ? { ...one, text: 'Call 415-555-0132.' } : one))
    const said = { transcript: { segments } }
    const later = await heard(said)
    const clipOfLater = await shared({ conversation_id: later })
    expect(await isPlayed(clipOfLater)).toBe(true)
    await put({ mode: 'models_only' })
    expect(await isPlayed(clipOfLater)).toBe(true)
    await put({ mode: 'storage' })
    const clipOfThen = await shared({ conversation_id: await heard(said) })
    const clipOfHarmless = await shared({ conversation_id: await heard() })
    const clipOfUnheard = await shared({ conversation_id: await untranscribedFor(world, {}, MINUTE) })
    expect([await isPlayed(clipOfThen), await isPlayed(clipOfHarmless)]).toEqual([false, true])
    expect((await ask(clipOfUnheard.share_code)).statusCode).toBe(404)
    await put({ mode: 'off' })
    expect([await isPlayed(clipOfThen), (await ask(clipOfUnheard.share_code)).statusCode]).toEqual([false, 200])
    await call(world.app, world.org, 'POST', `/conversations/${later}/redact`)
    await call(world.app, world.org, 'PUT', `/conversations/${later}/transcript`, { body: { transcript: TALK } })
    expect(await isPlayed(clipOfLater)).toBe(false)
  })

  it('of a conversation from which somebody was taken out, whether or not they were named', async () => {
    const email = 'zoe@customer.example'
    const conversation_id = await heard({ participants: [{ name: 'Zoe Quill', email }] })
    const snippet = await shared({ conversation_id })
    expect(await isPlayed(snippet)).toBe(true)
    await erasureFor(world, { email, names: [], originals: 'keep' })
    await world.app.drain(world.acme)
    expect(await isPlayed(snippet)).toBe(false)
  })
})
