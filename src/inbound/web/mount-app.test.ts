/** Forms are rejected by their headers before their bodies are read. */
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { DEFAULT_FORM } from './form-body.ts'

let world: World
let alice: Browser
let port: number
beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true }))
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  const [address] = world.app.server.addresses()
  port = typeof address === 'object' ? address.port : 0
})

const cookies = () => [...alice.cookies].map((pair) => pair.join('=')).join('; ')

/** Announces a form of 8 MiB, sends none of it, and returns the status line of the response. */
function announceForm(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(10_000, () => socket.destroy(new Error('No response to a form that was only announced.')))
    socket.once('error', reject)
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n', 1)[0] ?? '')
      socket.destroy()
    })
    const lines = Object.entries({
      ...{
        host: `127.0.0.1:${port}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '8388608',
      },
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
}

describe('a form that is only announced', () => {
  it('leads to the sign-in page without a session', async () => {
    expect(await announceForm('/account/password', {})).toBe('HTTP/1.1 303 See Other')
    expect(await announceForm('/knowledge/write', { cookie: 'parley_session=none' })).toBe('HTTP/1.1 303 See Other')
  })

  it('is refused if another site sends it', async () => {
    const headers = { cookie: cookies(), 'sec-fetch-site': 'cross-site' }
    expect(await announceForm('/account/password', headers)).toBe('HTTP/1.1 403 Forbidden')
  })

  it('is refused without the cookie of a form', async () => {
    const cookie = cookies().replace(/parley_form=[^;]*/, '')
    expect(await announceForm('/account/password', { cookie })).toBe('HTTP/1.1 403 Forbidden')
    for (const path of ['/sign-in', '/sign-in/password', '/sign-out', '/invitations/some-token']) {
      expect([path, await announceForm(path, {})]).toEqual([path, 'HTTP/1.1 403 Forbidden'])
    }
  })

  it('is refused if it is larger than the page accepts', async () => {
    expect(await announceForm('/account/password', { cookie: cookies() })).toBe('HTTP/1.1 413 Payload Too Large')
  })
})

describe('a form that is too large', () => {
  it('is answered with a page that names both sizes, and changes nothing', async () => {
    const form = hiddenFields((await alice.get('/account')).text).form ?? ''
    const answer = await alice.post('/account/profile', { form, firstName: 'a'.repeat(DEFAULT_FORM.maxBytes) })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('The form is too large')
    expect(answer.text).toMatch(/The body has \d+ bytes\. The maximum is 262144 bytes\./)
    expect((await alice.get('/account')).text).not.toContain('aaaaaaaaaa')
  })

  it('has a limit for its fields', async () => {
    const form = hiddenFields((await alice.get('/account')).text).form ?? ''
    const answer = await alice.post('/account/profile', { form, x: Array.from({ length: 1_001 }, () => '') })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('more than 1000 fields')
  })

  it('is a page for people who are not signed in, too', async () => {
    const stranger = await alice.get('/sign-in?again=1')
    const answer = await alice.submit('/sign-in', stranger, { email: 'a'.repeat(20_000) })
    expect(answer.status).toBe(413)
    expect(answer.headers['content-type']).toContain('text/html')
  })
})
