/**
 * Law: no request costs more than its length deserves. Every route gets the worst body of each media type that it accepts,
 * at its limit and at an eighth of it, from people who are signed in and who aren't. Processor time must grow with the
 * length alone, and no body may end in an internal error. GROWTH_BYTES caps the length (default 1 MiB), and an eighth of it
 * the bodies that differ by operation; larger limits share the same readers.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { DEFAULT_BODY_LIMIT } from '../src/inbound/http/bind-operation.ts'
import { findOrigins, getInputFields, takesBody } from '../src/inbound/http/gather-input.ts'
import { DEFAULT_FORM, PUBLIC_FORM } from '../src/inbound/web/form-body.ts'
import { pages } from '../src/pages/index.ts'
import { type Browser, hiddenFields } from '../src/testing/browser-fixtures.ts'
import { expectNoSquareAsync } from '../src/testing/growth.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import {
  fieldBodies,
  formBodies,
  type HostileBody,
  jsonBodies,
  lineBodies,
  multipartBodies,
  transcriptBodies,
} from './growth-bodies.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

const MOST_BYTES = Number(process.env.GROWTH_BYTES ?? 1024 * 1024)
const SOME_ID = '0197a000-0000-7000-8000-000000000000'

let world: World
let samples: Samples
let alice: Browser

beforeAll(async () => {
  world = await createWorld()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'growth' }), 'growth')
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

interface Target {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends each body, and looks at how its cost grows. @param limit of the route in bytes */
async function expectLinear({ method, url, headers }: Target, bodies: readonly HostileBody[], limit: number) {
  for (const { name, type, body } of bodies) {
    await expectNoSquareAsync(Math.min(limit, MOST_BYTES) - 512, async (size) => {
      const payload = body(size)
      const { statusCode } = await world.app.server.inject({
        ...{ method, url, payload },
        headers: { host: 'parley.test', 'content-type': type, ...headers },
      })
      expect([`${method} ${url}: ${name}`, statusCode < 500]).toEqual([`${method} ${url}: ${name}`, true])
    })
  }
}

const written = operations.filter(takesBody)

describe.each(written.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const { bodyLimit = DEFAULT_BODY_LIMIT, lines, upload, method } = operation.rest
  const target = (key: string | undefined): Target => ({
    method: method as Target['method'],
    url: `/v2${pathOf(operation.rest.path, samples[id] ?? {})}`,
    headers: key === undefined ? {} : { authorization: key },
  })
  const fields = () => {
    const { path, query, headers = {} } = findOrigins(operation)
    return Object.keys(getInputFields(operation)).filter(
      (name) => !path.has(name) && !query.has(name) && !(name in headers),
    )
  }

  it('costs linear time, whatever it is sent', async () => {
    const { body, caller } = samples[id] ?? {}
    const sample = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
    const bodies = [
      ...jsonBodies,
      ...fieldBodies(fields(), sample as Record<string, unknown>),
      ...(lines ? lineBodies : []),
      ...(upload === undefined ? [] : multipartBodies(upload.field)),
    ]
    await expectLinear(target((caller ?? world.org).key), bodies, Math.min(bodyLimit, MOST_BYTES / 8))
    await expectLinear(target(undefined), jsonBodies.slice(0, 1), bodyLimit)
  })
})

describe('an import', () => {
  it('costs linear time for every JSON', async () => {
    const headers = { authorization: world.org.key }
    await expectLinear({ method: 'POST', url: '/v2/conversations/import', headers }, jsonBodies, MOST_BYTES)
  })

  it('costs linear time for a transcript of every form', async () => {
    const headers = { authorization: world.org.key }
    await expectLinear({ method: 'POST', url: '/v2/conversations/import', headers }, transcriptBodies, MOST_BYTES)
  })
})

describe('a page', () => {
  const posts = pages.flatMap((page) =>
    [...Object.keys(page.actions ?? {}), ...Object.keys(page.streams ?? {})].map((name) => ({ page, name })),
  )

  it('has limits for actions that it has', () => {
    for (const page of pages) {
      for (const name of Object.keys(page.forms ?? {})) {
        expect([page.path, Object.keys({ ...page.actions, ...page.streams })]).toEqual([
          page.path,
          expect.arrayContaining([name]),
        ])
      }
    }
  })

  it.each(posts.map(({ page, name }) => [`${page.path}/${name}`, page, name] as const))(
    '%s takes a form in linear time',
    async (path, page, name) => {
      const url = path.replaceAll(/:\w+/g, SOME_ID)
      const own = await alice.get('/account')
      const token = hiddenFields(own.text).form ?? ''
      const cookie = [...alice.cookies].map((pair) => pair.join('=')).join('; ')
      const { maxBytes } = page.forms?.[name] ?? DEFAULT_FORM
      const upload = page.uploads?.[name]
      const bodies = [
        ...formBodies.map((one) => ({
          ...one,
          body: (size: number) => `form=${encodeURIComponent(token)}&${one.body(size)}`,
        })),
        ...(upload === undefined ? [] : multipartBodies(upload.field)),
      ]
      await expectLinear(
        { method: 'POST', url, headers: { cookie, 'sec-fetch-site': 'same-origin' } },
        bodies,
        maxBytes,
      )
      await expectLinear({ method: 'POST', url, headers: {} }, formBodies, maxBytes)
    },
  )
})

describe('whoever is not signed in', () => {
  const addresses = ['/sign-in', '/sign-in/link', '/sign-in/password', '/sign-in/provider', `/sign-in/${SOME_ID}`]
  const others = [`/invitations/${SOME_ID}`, '/sign-out', '/oauth/token', '/oauth/revoke', `/saml/${SOME_ID}/acs`]

  it.each([...addresses, ...others])('sends a form to %s in linear time', async (url) => {
    const page = await alice.get('/sign-in?again=1')
    expect(page.status).toBe(200)
    const cookie = [...alice.cookies]
      .filter(([name]) => !/session/.test(name))
      .map((pair) => pair.join('='))
      .join('; ')
    for (const headers of [{}, { cookie, 'sec-fetch-site': 'same-origin' }]) {
      await expectLinear({ method: 'POST', url, headers }, formBodies, PUBLIC_FORM.maxBytes)
      await expectLinear({ method: 'POST', url, headers }, formBodies, MOST_BYTES)
    }
  })

  it('registers a client in linear time', async () => {
    await expectLinear({ method: 'POST', url: '/oauth/register', headers: {} }, jsonBodies, MOST_BYTES)
  })
})

describe('the tool server', () => {
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_calls","arguments":${args}}}`

  it('costs linear time, whatever it is sent', async () => {
    const within = jsonBodies.map((one) => ({
      ...one,
      name: `arguments: ${one.name}`,
      body: (size: number) => call(one.body(size)),
    }))
    const headers = { authorization: `Bearer ${world.alice.key}`, host: 'localhost' }
    await expectLinear({ method: 'POST', url: '/mcp', headers }, [...jsonBodies, ...within], MOST_BYTES)
    await expectLinear({ method: 'POST', url: '/mcp', headers: { host: 'localhost' } }, jsonBodies, MOST_BYTES)
  })
})
