import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { snippetFor, TALK, talkFor } from '../../../testing/library-fixtures.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const open = async (code: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) => {
  const {
    statusCode: status,
    body,
    headers: got,
  } = await world.app.server.inject({ method, url: `/s/${code}`, headers })
  return { status, body, headers: got }
}
const openFor = async (given: Record<string, unknown>) => {
  const { share_code } = await snippetFor(world, { internal: false, ...given })
  return open(share_code)
}

describe('the page of a snippet that is not internal', () => {
  it('shows title, date, time and what is said within it, to everybody', async () => {
    const conversation_id = await talkFor(world, { conversationStartedAt: '2026-03-10T23:30:00Z' })
    const { status, body, headers } = await openFor({ conversation_id, title: 'The price' })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const shown of [
      'The price',
      '10 March 2026',
      '0:10–0:30',
      'Please do. We have half an hour.',
      'Ann',
      'Acme',
    ]) {
      expect(body).toContain(shown)
    }
    for (const hidden of ['Shall we begin?', 'Then the price first.', 'Opening']) expect(body).not.toContain(hidden)
  })

  it('tells neither notes nor ids nor addresses', async () => {
    const conversation_id = await talkFor(world, {
      participants: [{ name: 'Ann', email: 'ann@customer.example' }],
    })
    const { body } = await openFor({ conversation_id, notes: 'Ann is difficult.' })
    for (const secret of ['difficult', 'customer.example', 'acme.example', conversation_id, world.acme]) {
      expect(body).not.toContain(secret)
    }
  })

  it('shows the words as they were corrected', async () => {
    const conversation_id = await talkFor(world)
    const { share_code } = await snippetFor(world, { internal: false, conversation_id })
    const segments = TALK.segments.map((one) => ({ ...one, text: one.text.replace('Please do', 'Indeed') }))
    await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/transcript`, {
      body: { transcript: { segments } },
    })
    const { body } = await open(share_code)
    expect(body).toContain('Indeed.')
    expect(body).not.toContain('Please do.')
  })

  it('goes by the reference where the transcript has no times, and says so when there is nothing to show', async () => {
    const conversation_id = await importFor(world, { transcript: 'Bob: Hello.\nAnn: What does it cost?\nBob: Much.' })
    const reference = { speakers: { start_idx: '1', end_idx: '1' }, transcript_version: 'V1' }
    const named = await openFor({ conversation_id, reference })
    expect(named.body).toContain('What does it cost?')
    expect(named.body).not.toContain('Much.')
    expect((await openFor({ conversation_id })).body).toContain('This clip has no transcript.')
  })

  it('cannot be broken out of by a title, a name or a word', async () => {
    const hostile = `</title></h1><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`
    const conversation_id = await importFor(world, {
      transcript: { segments: [{ speaker: hostile, text: hostile, start: 0, end: 5 }] },
    })
    const { body } = await openFor({ conversation_id, title: hostile, video: { start_time: 0, end_time: 5 } })
    expect(body).not.toMatch(/<script|<img|onerror=alert\(1\)>(?!&)/)
    expect(body.match(/<\/title>/g)).toHaveLength(1)
    expect(body.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&gt;/g)).toHaveLength(5)
    expect(body).toContain('&amp;amp;')
  })
})

describe('a page is refused', () => {
  it('with the way to sign in and back, and not a word more, when the snippet is internal', async () => {
    const { share_code, id } = await snippetFor(world, { title: 'The price' })
    const closed = await open(share_code)
    expect([closed.status, closed.headers.location, closed.body]).toEqual([
      303,
      `/sign-in?return_to=${encodeURIComponent(`/s/${share_code}`)}`,
      '',
    ])
    await call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: { internal: false } })
    expect((await open(share_code)).status).toBe(200)
  })

  it.each([
    ['one character', 'x'],
    ['a code that nobody has', 'a'.repeat(24)],
    ['5,000 characters', 'a'.repeat(5_000)],
    ['a NUL', '%00'],
    ['SQL', "'%20or%20true%20--"],
    ['a path', '..%2F..%2Fv2'],
    ['an emoji', '%F0%9F%9A%80'],
  ])('as not found for %s', async (_, code) => {
    const { status, body } = await open(code)
    expect([status, body.includes('The link is invalid, or the clip is no longer shared.')]).toEqual([404, true])
  })

  it('as nothing for a code in other letters, or cut', async () => {
    const { share_code } = await snippetFor(world, { internal: false })
    const swapped = share_code.replace(/[a-zA-Z]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const code of [swapped, share_code.slice(1), `${share_code}A`]) expect((await open(code)).status).toBe(404)
  })

  it('as nothing once its creator could not see the same', async () => {
    const conversation_id = await talkFor(world)
    const given = { internal: false, conversation_id, user_uuid: world.mark.userId }
    const { share_code } = await snippetFor(world, given)
    const own = await snippetFor(world, { ...given, user_uuid: world.bob.userId })
    expect((await open(share_code)).status).toBe(200)
    await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/privacy`, { body: { private: true } })
    expect([(await open(share_code)).status, (await open(own.share_code)).status]).toEqual([404, 200])
    await call(world.app, world.org, 'DELETE', `/conversations/${conversation_id}`, { query: { erase: 'true' } })
    expect((await open(own.share_code)).status).toBe(404)
  })
})

describe('an internal snippet', () => {
  it('leads whoever sees its conversation into the app, and nobody else anywhere', async () => {
    const conversation_id = await talkFor(world, { private: true })
    const { share_code, id } = await snippetFor(world, { conversation_id })
    const [bob, alice, mark, mallory] = await Promise.all([
      signedIn(world.app, world.acme, world.bob.userId),
      signedIn(world.app, world.acme, world.alice.userId),
      signedIn(world.app, world.acme, world.mark.userId),
      signedIn(world.app, world.rival, world.mallory.userId),
    ])
    for (const browser of [bob, alice]) {
      expect((await browser.get(`/s/${share_code}`)).location).toBe(`/clips/${id}`)
      expect((await browser.get(`/clips/${id}`)).status).toBe(200)
    }
    const nothing = (await mark.get('/s/none')).text
    for (const browser of [mark, mallory]) {
      const { status, text } = await browser.get(`/s/${share_code}`)
      expect([status, text]).toEqual([404, nothing])
    }
  })
})

describe('every page', () => {
  it('may load, run, frame and send nothing, is found by no engine and tells nobody of its address', async () => {
    const { share_code } = await snippetFor(world, { internal: false })
    for (const code of [share_code, 'none']) {
      const { headers, body } = await open(code)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri /)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      const ours = body.replace(
        /<link rel="(?:icon|preload|stylesheet)"[^>]* href="\/assets\/[\w./-]+"(?: crossorigin)?>/g,
        '',
      )
      expect(ours).not.toMatch(/<script|<link|<img|<iframe|<form|src=|href=(?!"#line-)|style=|@import|url\(/)
    }
  })
})

describe('the first view', () => {
  const mails = () => world.app.mail.filter(({ to }) => to === world.bob.email)
  const drained = async () => {
    const before = mails().length
    await world.app.drain(world.acme)
    return mails().slice(before)
  }

  it('is told to the creator once, however many come at once', async () => {
    const { share_code, url } = await snippetFor(world, { internal: false, notify_views: true, title: 'A\nB' })
    await Promise.all(Array.from({ length: 8 }, () => open(share_code)))
    const told = await drained()
    expect(told).toEqual([
      { to: world.bob.email, subject: 'Your snippet was opened', language: 'en', text: expect.any(String) },
    ])
    expect(told[0]?.text).toContain(url)
    await open(share_code)
    expect(await drained()).toEqual([])
  })

  it('is not told unless that was asked for, nor for asking whether the page is there', async () => {
    const silent = await snippetFor(world, { internal: false })
    await open(silent.share_code)
    const { share_code } = await snippetFor(world, { internal: false, notify_views: true })
    expect((await open(share_code, 'HEAD')).status).toBe(200)
    expect(await drained()).toEqual([])
    await open(share_code)
    expect(await drained()).toHaveLength(1)
  })

  it('is not one where the viewer was sent away', async () => {
    const { share_code, id } = await snippetFor(world, { notify_views: true })
    await open(share_code)
    await call(world.app, world.bob, 'GET', `/snippets/${id}`)
    expect(await drained()).toEqual([])
  })

  it('is one by somebody who has signed in, and none by the creator', async () => {
    const { share_code } = await snippetFor(world, { notify_views: true })
    await (await signedIn(world.app, world.acme, world.bob.userId)).get(`/s/${share_code}`)
    expect(await drained()).toEqual([])
    await (await signedIn(world.app, world.acme, world.alice.userId)).get(`/s/${share_code}`)
    expect(await drained()).toHaveLength(1)
  })

  it('is told anew when the creator asks anew, and not for asking twice', async () => {
    const { share_code, id } = await snippetFor(world, { internal: false, notify_views: true })
    const ask = (notify_views: boolean) =>
      call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: { notify_views } })
    await open(share_code)
    expect(await drained()).toHaveLength(1)
    await ask(true)
    await open(share_code)
    expect(await drained()).toEqual([])
    await ask(false)
    await ask(true)
    await open(share_code)
    expect(await drained()).toHaveLength(1)
  })

  it('shows the page even when the creator has no address that mail can be sent to', async () => {
    const { share_code } = await snippetFor(world, { internal: false, notify_views: true })
    const { owner } = world.app.store
    await owner.query(`update users set email = 'bob@nowhere' where id = $1`, [world.bob.userId])
    expect((await open(share_code)).status).toBe(200)
    expect(await drained()).toEqual([])
    await owner.query('update users set email = $2 where id = $1', [world.bob.userId, world.bob.email])
  })
})
