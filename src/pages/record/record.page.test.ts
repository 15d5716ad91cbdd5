import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { fileForm } from '../../testing/file-form.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const PAGE = '/conversations/record'
const CONSENT = { microphone: 'true', tab: 'true', consent: 'true' }

let world: World
let bob: Browser
let carol: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  carol = await signedIn(world.app, world.acme, world.carol.userId)
})

async function start(fields: Record<string, string> = {}): Promise<string> {
  const { status, location } = await bob.submit(`${PAGE}/start`, await bob.get(PAGE), { ...CONSENT, ...fields })
  expect(status).toBe(303)
  return /\/([0-9a-f-]{36})\/state$/.exec(location ?? '')?.[1] ?? ''
}

/** As the script sends a part. */
async function sendPart(browser: Browser, session: string, content: string, fields: Record<string, string>) {
  const token = hiddenFields((await browser.get(PAGE)).text, `${PAGE}/start`)
  const { body, headers } = fileForm('part.webm', content, { ...token, ...fields })
  const {
    statusCode,
    headers: sent,
    body: text,
  } = await world.app.server.inject({
    ...{ method: 'POST', url: `${PAGE}/${session}/part`, payload: body },
    headers: { ...headers, host: 'parley.test', cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  return { status: statusCode, location: String(sent.location ?? ''), text }
}

describe('the page', () => {
  it('starts a recording with its consent, and lists it until it is saved', async () => {
    const session = await start({ title: 'Site visit' })
    expect((await bob.get(`${PAGE}/${session}/state`)).text).toContain(`data-session="${session}"`)
    const { text } = await bob.get(PAGE)
    expect(text).toContain('Unfinished recordings')
    expect(text).toContain('Site visit')
    const own = await bob.get(`${PAGE}/${session}`)
    expect(own.text).toContain('data-sources="microphone tab"')
    const listed = await call(world.app, world.bob, 'GET', '/recording-sessions')
    expect(listed.body.data).toMatchObject([
      {
        id: session,
        consent: {
          confirmedBy: world.bob.userId,
          statement: 'Everyone on the call knows that it is recorded, and agrees.',
        },
      },
    ])
    expect((await carol.get(PAGE)).text).not.toContain('Site visit')
    expect((await carol.get(`${PAGE}/${session}`)).status).toBe(404)
    await bob.submit(`${PAGE}/${session}/discard`, own)
    expect((await bob.get(PAGE)).text).not.toContain('Site visit')
    expect((await bob.get(`${PAGE}/${session}`)).status).toBe(404)
  })

  it('starts no recording without consent, or of nothing', async () => {
    const page = await bob.get(PAGE)
    for (const left of ['consent', 'both']) {
      const fields = left === 'consent' ? { microphone: 'true' } : { consent: 'true' }
      const { status, text } = await bob.submit(`${PAGE}/start`, page, fields)
      expect([left, status]).toEqual([left, 400])
      expect(text).toContain('class="problem" role="alert"')
    }
    expect((await call(world.app, world.bob, 'GET', '/recording-sessions')).body.data).toEqual([])
  })

  it('stores parts of the user alone', async () => {
    const session = await start()
    const part = { take: '0', part: '0' }
    const sent = await sendPart(bob, session, 'first', part)
    expect([sent.status, sent.location]).toEqual([303, `${PAGE}/${session}/state`])
    expect((await sendPart(carol, session, 'other', part)).status).toBe(404)
    const { body } = await call(world.app, world.bob, 'GET', '/recording-sessions')
    expect(body.data[0].takes).toEqual([{ take: 0, parts: 1, bytes: 5 }])
    const refused = await sendPart(bob, session, 'again', part)
    expect([refused.status, refused.text.includes('class="problem"')]).toEqual([409, true])
    const wrong = await sendPart(bob, session, 'x', { take: 'a', part: '0' })
    expect(wrong.status).toBe(400)
    const empty = await start()
    const saved = await bob.submit(`${PAGE}/${empty}/finish`, await bob.get(`${PAGE}/${empty}`))
    expect([saved.status, saved.text.includes('class="problem"')]).toEqual([409, true])
  })

  it('may use the microphone, and no other page may', async () => {
    expect((await bob.get(PAGE)).headers['permissions-policy']).toContain('microphone=(self), display-capture=(self)')
    expect((await bob.get('/conversations')).headers['permissions-policy']).toContain(
      'microphone=(), display-capture=()',
    )
  })
})
