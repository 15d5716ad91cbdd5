/** Clients that are identified by the URL of their metadata document. */
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromSomewhere } from '../../testing/browser-fixtures.ts'
import {
  asking,
  decide,
  discover,
  follow,
  knock,
  optionsFor,
  type Program,
  REDIRECT,
  redeem,
} from '../../testing/connect-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

/** Documents or complete responses by URL. */
const internet = new Map<string, unknown>()
const fetched: string[] = []
let world: World
let server: oauth.AuthorizationServer
beforeAll(async () => {
  const ask = async (url: string) => {
    fetched.push(url)
    const found = internet.get(url)
    if (found === undefined) throw new Error("The address isn't public.")
    return found instanceof Response ? found : Response.json(found)
  }
  const fetchPublic = Object.assign(ask, { refusalOf: async () => undefined })
  world = await createWorld(await createTestApp({ fetchPublic }))
  server = await discover(world.app)
})

let made = 0
function published(document: (url: string) => unknown): Program {
  const url = `https://program-${++made}.example/client.json`
  internet.set(url, document(url))
  return { server, client: { client_id: url }, auth: oauth.None(), options: optionsFor(world.app) }
}
const usual = (client_id: string) => ({ client_id, client_name: 'Known program', redirect_uris: [REDIRECT] })
const asBob = () => signedIn(world.app, world.acme, world.bob.userId)

describe('a program that is known by its address', () => {
  it('connects without registering, and is named with its address', async () => {
    const program = published((url) => ({ ...usual(url), token_endpoint_auth_method: 'none', scope: 'mcp:read' }))
    const browser = await asBob()
    const asked = await asking(program, { redirect_uri: REDIRECT.replace('53682', '61001') })
    const page = await follow(browser, await browser.get(asked.path))
    expect(page.text).toContain('Known program')
    expect(page.text).toContain(new URL(program.client.client_id).host)
    expect(page.text).toContain('127.0.0.1:61001')
    const again = await asking(program)
    const tokens = await redeem(program, await decide(browser, again.path), again)
    expect(await knock(world.app, tokens.access_token)).toEqual([200])
    expect((await world.app.authenticateOAuth(tokens.access_token)).clientId).toBe(program.client.client_id)
  })

  it('is asked for its document once, as long as that counts', async () => {
    const program = published(usual)
    const browser = await asBob()
    const before = fetched.length
    for (let n = 0; n < 3; n++) await browser.get((await asking(program)).path)
    expect(fetched.slice(before)).toEqual([program.client.client_id])
  })

  it.each<[string, (url: string) => unknown]>([
    ['is nowhere', () => undefined],
    ['is of another program', () => usual('https://other.example/client.json')],
    ['is of no program', () => ({ redirect_uris: [REDIRECT] })],
    ['brings a secret', (url) => ({ ...usual(url), client_secret: 'x'.repeat(43) })],
    ['wants a secret', (url) => ({ ...usual(url), token_endpoint_auth_method: 'client_secret_basic' })],
    ['wants a key', (url) => ({ ...usual(url), token_endpoint_auth_method: 'private_key_jwt' })],
    ['leads to a script', (url) => ({ ...usual(url), redirect_uris: ['javascript:alert(1)'] })],
    ['leads to plain http', (url) => ({ ...usual(url), redirect_uris: ['http://evil.example/'] })],
    ['is no object', () => ['x']],
    ['is no JSON', () => new Response('<html>')],
    ['is too large', (url) => ({ ...usual(url), filler: 'x'.repeat(64 * 1024) })],
    ['is not found', () => new Response('{}', { status: 404 })],
    ['lies elsewhere', () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
  ])('is refused on a page of ours when its document %s', async (_, document) => {
    const program = published(document)
    const answer = await (await asBob()).get((await asking(program)).path)
    expect([answer.location, answer.status >= 400 && answer.status < 500]).toEqual([undefined, true])
    expect(answer.text).toMatch(/invalid_client/)
    expect(answer.text).not.toContain("isn't public")
  })

  it.each([
    'http://program.example/client.json',
    'https://program.example/../client.json',
    'https://user@program.example/client.json',
    'https://program.example/client.json#x',
    'ftp://program.example/client.json',
  ])('is not even looked for at %s', async (client_id) => {
    const before = fetched.length
    const program: Program = { server, client: { client_id }, auth: oauth.None(), options: optionsFor(world.app) }
    const answer = await (await asBob()).get((await asking(program)).path)
    expect([answer.location, fetched.length]).toEqual([undefined, before])
  })

  it('cannot make us ask the internet without end', async () => {
    const { remoteAddress, headers } = fromSomewhere()
    const before = fetched.length
    for (let n = 0; n < 62; n++) {
      const program = published(usual)
      await world.app.server.inject({ method: 'GET', url: (await asking(program)).path, remoteAddress, headers })
    }
    expect(fetched.length - before).toBe(60)
  })
})
