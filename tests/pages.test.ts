/** Laws over all pages of the app, written once and true for every later page. */
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/core/clock.ts'
import type { AnyPage } from '../src/inbound/web/define-page.ts'
import { pages } from '../src/pages/index.ts'
import { type Browser, hiddenFields, openBrowser } from '../src/testing/browser-fixtures.ts'
import { expectEvery } from '../src/testing/expect-every.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld } from '../src/testing/world.ts'
import { HEADERS, RECORDING_HEADERS } from './pages-headers.ts'
import { BEGINNINGS, type Walk, walk } from './pages-walk.ts'
import { type FilledWorld, filledWorld } from './pages-world.ts'
import { faultsOf } from './well-formed.ts'

let world: FilledWorld
let alice: Browser
let bob: Browser
let walked: Walk
/** Of bob, a sales rep, and of mark, his manager. */
let others: readonly [bob: Walk, mark: Walk]
/** Hidden fields of forms that alice and bob were sent. */
let ours: string
let theirs: string
beforeAll(async () => {
  world = await filledWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  const mark = await signedIn(world.app, world.acme, world.mark.userId)
  const forAll = BEGINNINGS.filter((path) => pages.find((page) => page.path === path)?.navigation?.role === undefined)
  walked = await walk(alice, [...BEGINNINGS, ...world.ledTo])
  others = [await walk(bob, forAll), await walk(mark, forAll)]
  const tokenOf = async (browser: Browser) => hiddenFields((await browser.get('/account')).text, '/sign-out').form ?? ''
  ours = await tokenOf(alice)
  theirs = await tokenOf(bob)
})

const named = pages.map((page) => [page.path, page] as const)

/** An address of the page that shows something, or one of the same form. */
const addressOf = ({ path }: AnyPage) =>
  (walked.visited.find((one) => one.page.path === path)?.address ?? path.replace(/:\w+/g, () => newId())).split(
    '?',
    1,
  )[0] ?? ''

const posts = pages.flatMap((page) =>
  [...Object.keys(page.actions ?? {}), ...Object.keys(page.streams ?? {})].map(
    (name) => [`${page.path}/${name}`, page, name] as const,
  ),
)
const gets = pages.flatMap((page) =>
  [...Object.keys(page.fragments ?? {}), ...Object.keys(page.files ?? {})].map(
    (name) => [`${page.path}/${name}`, page, name] as const,
  ),
)

describe('the list of pages', () => {
  it('has each address once, actions and pieces among them', () => {
    const shape = (path: string) => path.replace(/:\w+/g, ':')
    const shown = [...named, ...gets].map(([path]) => `GET ${shape(path)}`)
    const done = posts.map(([path]) => `POST ${shape(path)}`)
    expect(new Set([...shown, ...done]).size).toBe(shown.length + done.length)
    expect(pages.length).toBeGreaterThan(10)
  })

  it.each(named)('%s is reached by links, and shows something', (path, page) => {
    const found = [walked, ...others].flatMap(({ visited }) => visited).filter((one) => one.page.path === path)
    expect(found.map(({ address, answer }) => [address, answer.status])).toContainEqual([expect.any(String), 200])
    expect(page.navigation === undefined || BEGINNINGS.includes(path)).toBe(true)
  })

  it('leads nowhere where nothing is', () => {
    const broken = walked.visited.filter(({ answer }) => answer.status !== 200)
    expect(broken.map(({ address, answer }) => [address, answer.status])).toEqual([])
    // A recording or a link may lead on; what is gone or failed is a broken link.
    expect(walked.others.filter(({ status }) => status >= 400)).toEqual([])
  })
})

describe('every page', () => {
  it.each(named)('%s asks who is not signed in to sign in, and leads back', async (_, page) => {
    const address = `${addressOf(page)}?a=1`
    const answer = await openBrowser(world.app).get(address)
    expect([answer.status, answer.location]).toEqual([303, `/sign-in?return_to=${encodeURIComponent(address)}`])
  })

  it.each(named)('%s has strict headers, and well-formed HTML', (path) => {
    const seen = [walked, ...others].flatMap(({ visited }) => visited).filter((one) => one.page.path === path)
    expect(seen.length).toBeGreaterThan(0)
    for (const { address, answer } of seen) {
      const wanted = path.startsWith('/conversations/record') ? RECORDING_HEADERS : HEADERS
      expect([address, answer.headers]).toEqual([address, expect.objectContaining(wanted)])
      expect([address, faultsOf(answer.text)]).toEqual([address, []])
      expect(answer.text).toContain('<html lang="en">')
    }
  })

  it('has them too when there is nothing, or something was refused', async () => {
    const nothing = await alice.get(`/labels/${newId()}`)
    expect([nothing.status, nothing.headers, faultsOf(nothing.text)]).toEqual([
      404,
      expect.objectContaining(HEADERS),
      [],
    ])
    const refused = await alice.submit('/labels/create', await alice.get('/labels'), { name: '', options: '' })
    expect([refused.status, refused.headers, faultsOf(refused.text)]).toEqual([
      400,
      expect.objectContaining(HEADERS),
      [],
    ])
  })

  it.each(gets)('%s, a piece or a file, asks who is not signed in to sign in', async (_, page, name) => {
    const answer = await openBrowser(world.app).get(`${addressOf(page)}/${name}`)
    expect([answer.status, answer.location?.startsWith('/sign-in?')]).toEqual([303, true])
  })
})

describe('every action', () => {
  it('is sent by a token that counts on every page of the same person, and on no page of another', async () => {
    const sent = (browser: Browser, form: string) => browser.post('/labels/create', { form, name: '', options: '' })
    // Refused for what it says, as against for who sent it: what follows means something by that alone.
    expect((await sent(alice, ours)).status).toBe(400)
    const notOurs = 'sent from Parley. Open the page again'
    expect((await sent(bob, theirs)).text).not.toContain(notOurs)
    expect((await sent(alice, theirs)).text).toContain(notOurs)
  })

  it.each(posts)('%s asks who is not signed in to sign in', async (_, page, name) => {
    const answer = await openBrowser(world.app).post(`${addressOf(page)}/${name}`, { a: '1' })
    expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/sign-in/)])
  })

  it.each(posts)('%s is refused when no page of ours sent it', async (_, page, name) => {
    const path = `${addressOf(page)}/${name}`
    const attempts = [
      alice.post(path, { a: '1' }),
      alice.post(path, { form: `${ours}x` }),
      alice.post(path, { form: theirs }),
      alice.post(path, { form: ours }, { origin: 'https://evil.example' }),
      alice.post(path, { form: ours }, { 'sec-fetch-site': 'cross-site' }),
      alice.post(path, { form: ours }, { 'sec-fetch-site': 'same-site' }),
    ]
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 403))
  })

  const uploads = pages.flatMap((page) =>
    Object.keys(page.uploads ?? {}).map((name) => [`${page.path}/${name}`, page, name] as const),
  )
  it.each(uploads)('%s, which takes a file, is refused in the same way', async (_, page, name) => {
    // Recordings belong to bob, and others are refused before the form is read.
    const own = others[0].visited.find((one) => one.page.path === page.path)?.address
    const isRecording = page.path.startsWith('/conversations/record')
    const path = `${isRecording && own !== undefined ? own : addressOf(page)}/${name}`
    const boundary = 'x-boundary'
    const field = page.uploads?.[name]?.field ?? ''
    const body = [
      `--${boundary}\r\ncontent-disposition: form-data; name="form"\r\n\r\nnobody\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nBob: Hello.\r\n`,
      `--${boundary}--\r\n`,
    ].join('')
    const send = async (headers: Record<string, string>) => {
      const answer = await world.app.server.inject({
        ...{ method: 'POST', url: path, payload: body },
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          cookie: [...(isRecording ? bob : alice).cookies].map((pair) => pair.join('=')).join('; '),
          ...headers,
        },
      })
      return answer.statusCode
    }
    expect(await send({ 'sec-fetch-site': 'same-origin' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  })
})

describe('the navigation', () => {
  const roles = ['alice', 'mark', 'bob'] as const

  it.each(roles)(
    'leads to pages for %s, with something in them and without',
    async (name) => {
      for (const where of [world, await createWorld(world.app)]) {
        const browser = await signedIn(where.app, where.acme, where[name].userId)
        const { text } = await browser.get('/account')
        const places = [...text.matchAll(/<nav class="(?:places|second)"[\s\S]*?<\/nav>/g)].flatMap(([nav]) =>
          [...nav.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href),
        )
        expect(places.length).toBeGreaterThan(10)
        for (const place of places) {
          const answer = await browser.get(place)
          expect([place, answer.status, faultsOf(answer.text)]).toEqual([place, 200, []])
          expect(answer.text).toContain(`<a href="${place}" aria-current="page">`)
        }
      }
    },
    120_000,
  )

  it.each([0, 1] as const)('and no link of a page leads who is no admin where nothing is (%s)', (index) => {
    const theirs = others[index]
    const broken = theirs.visited.filter(({ answer }) => answer.status !== 200)
    expect(broken.map(({ address, answer }) => [address, answer.status])).toEqual([])
    const faults = theirs.visited.flatMap(({ address, answer }) =>
      faultsOf(answer.text).map((fault) => [address, fault]),
    )
    expect(faults).toEqual([])
    expect(theirs.others.filter(({ status }) => status >= 400)).toEqual([])
  })
})

describe('the API for people', () => {
  it('needs nobody to be signed in, is small, well-formed and as strict as the app', async () => {
    const nobody = openBrowser(world.app)
    const { visited, others } = await walk(nobody, ['/v2/docs', '/v2/docs?q=snippet', '/v2/docs?q=nothing-like-it'])
    expect(visited).toEqual([])
    expectEvery(others, ({ status }) => status === 200)
    const overview = await nobody.get('/v2/docs')
    const families = [
      ...new Set([...overview.text.matchAll(/href="(\/v2\/docs\/[a-z-]+)"/g)].map(([, href = '']) => href)),
    ]
    expect(families.length).toBeGreaterThan(15)
    for (const address of ['/v2/docs', '/v2/docs?q=%3Cb%3E', ...families]) {
      const answer = await nobody.get(address, { 'accept-encoding': 'br' })
      expect([address, answer.status, answer.headers]).toEqual([address, 200, expect.objectContaining(HEADERS)])
      expect(
        Number(
          (await world.app.server.inject({ url: address, headers: { 'accept-encoding': 'br' } })).rawPayload.length,
        ),
      ).toBeLessThan(150_000)
      expect([address, faultsOf((await nobody.get(address)).text)]).toEqual([address, []])
    }
    expect((await nobody.get('/v2/docs/nothing')).status).toBe(404)
    expect(overview.headers['set-cookie']).toBeUndefined()
  })
})
