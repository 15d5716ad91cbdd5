/**
 * What people and their programs write stays text, on every page. Hostile words are put wherever words can be put, by the
 * doors that take them; then every page is opened, and read as its text and in the real browser.
 */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { type Browser, openBrowser } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { codesSentTo, deckFor } from '../src/testing/decks-fixtures.ts'
import { fileForm } from '../src/testing/file-form.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { snippetFor } from '../src/testing/library-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { browserAt, openWindow, type Window } from './pages-look.ts'
import { BEGINNINGS, type Walk, walk } from './pages-walk.ts'
import { pathOf, samplesOf } from './samples/index.ts'
import { faultsOf } from './well-formed.ts'

/** Short enough for a title. Each would do something, were it ever more than text. */
const PAYLOADS = [
  '<script>window.hit=1;alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</title></textarea></script><svg onload=alert(1)>',
  'javascript:alert(1)//',
  '[a](javascript:alert(1)) ![b](https://evil.example/x.png)',
  '<a href="https://evil.example">x</a><base href="//evil.example">',
  `{{constructor.constructor("alert(1)")()}} ${'$'}{alert(1)} #{7*7}`,
  '\u202Egnp.exe\u202C \u2066\u200F<b>\u2069 e\u0301\u0301\u0301',
  '&lt;script&gt; &amp;amp; &#60;img src=x onerror=alert(1)&#62;',
  '%00%0d%0aSet-Cookie:a=b \\u0000 \\x3cscript\\x3e',
  `${'W'.repeat(120)}`,
  '<style>*{display:none}</style><meta http-equiv=refresh content=0;url=//evil.example>',
  '=HYPERLINK("https://evil.example") @SUM(1+1)',
] as const

/** Fields that hold words of people, whatever the operation is. */
const WORDS =
  /^(title|name|description|displayName|givenName|familyName|firstName|lastName|content|text|notes|prompt|subject|draft_body|rationale|reason|note|label|value|expertPrompt|instructions|conversationTitle|speaker|folder_path|phrases)$/

/** In the browser, with all that was folded away: elements and attributes that no page of ours has. */
const FOREIGN = `(() => {
  for (const one of document.querySelectorAll('details')) one.open = true
  const all = [...document.querySelectorAll('*')]
  const foreign = document.querySelectorAll('main img, iframe, object, base, meta[http-equiv], main style, main script')
  const handlers = all.filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on')))
  const scripted = all.filter((one) => /^\\s*(javascript|data|vbscript):/i.test(one.getAttribute('href') ?? ''))
  const found = [...foreign, ...handlers, ...scripted].map((one) => one.outerHTML.slice(0, 200))
  return 'hit' in window ? [...found, 'a script ran'] : found
})()`

let world: World
let alice: Browser
let walked: Walk
/** What anybody is shown who has a code: a clip, and a deck. */
let handedOut: readonly string[]
/** Operations that took hostile words. */
const taken: string[] = []

beforeAll(async () => {
  world = await createWorld(await createTestApp())
  const segments = PAYLOADS.map((text, index) => ({
    speaker: PAYLOADS[(index + 1) % PAYLOADS.length],
    text,
    start: index * 5,
    end: index * 5 + 4,
  }))
  const talk = await importFor(world, {
    ...{
      transcript: { segments },
      conversationTitle: PAYLOADS[0],
      applicationName: PAYLOADS[1],
      applicationExternalID: 'hostile',
    },
    ...{ opportunityID: PAYLOADS[6], labels: { [PAYLOADS[2]]: PAYLOADS[5] }, teamUUID: world.teams.north },
    conversationStartedAt: new Date(Date.now() - 86_400_000).toISOString(),
    participants: PAYLOADS.map((name, index) => ({ name, email: `p${index}@customer.example` })),
    externalMetadata: { extra: { note: PAYLOADS[0] } },
  })
  for (const title of PAYLOADS)
    await importFor(world, {
      conversationTitle: title,
      transcript: `Ann: Good morning to all of you.\n${title.replaceAll(':', '')}: ${title}\nBob: I will send you ${title} by Friday.`,
    })
  const samples = await samplesOf(world, talk, 'hostile')
  let at = 0
  const spoilt = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return WORDS.test(field) ? PAYLOADS[at++ % PAYLOADS.length] : value
    if (Array.isArray(value)) return value.map((one) => spoilt(one, field))
    if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoilt(one, name)]))
  }
  for (const { id, rest } of operations) {
    const sample = samples[id]
    if (
      sample?.body === undefined ||
      rest.method === 'GET' ||
      /^(delete|create(Person|Redaction)|ask|reanalyze|preview)/.test(id)
    )
      continue
    // Several times, so that of what may be made often there is one of each kind.
    const times = rest.method === 'POST' && /^(create|put)/.test(id) ? 4 : 1
    for (let i = 0; i < times; i++) {
      const body = spoilt(sample.body)
      if (JSON.stringify(body) === JSON.stringify(sample.body)) break
      const { status } = await call(world.app, sample.caller ?? world.org, rest.method, pathOf(rest.path, sample), {
        ...{ body },
        ...(sample.headers === undefined ? {} : { headers: sample.headers }),
      })
      expect([id, status]).toEqual([id, expect.toSatisfy((code: number) => code < 500)])
      if (status < 300) taken.push(id)
    }
  }
  const page = `<h1>${PAYLOADS[0]}</h1><img src="https://evil.example/x.png" onerror="alert(1)"><iframe src="javascript:alert(1)"></iframe><p onclick="alert(1)">Prices ${PAYLOADS.join(' ')}</p><svg><script>alert(1)</script></svg>`
  await call(world.app, world.org, 'POST', '/knowledge-base/sources', {
    body: { title: PAYLOADS[1], content: page, content_type: 'text/html' },
  })
  for (const name of ['"><img src=x onerror=alert(1)>.md', '\u202Edm.exe<b>.md']) {
    await call(
      world.app,
      world.org,
      'POST',
      '/knowledge-base/sources/upload',
      fileForm(name, `# ${PAYLOADS[0]}\n\n${PAYLOADS.join('\n\n')}`),
    )
  }
  await world.app.drain(world.acme)
  const email = 'hostile@customer.example'
  // As it was said: the other one has been changed by what was done to it above.
  const shown = await importFor(world, { transcript: { segments }, conversationTitle: PAYLOADS[0] })
  const { share_code } = await snippetFor(world, {
    ...{ conversation_id: shown, internal: false, title: PAYLOADS[3], video: { start_time: 0, end_time: 70 } },
  })
  await deckFor(world, { context_id: shown, users_to_share: [email] }, world.alice)
  await world.app.drain(world.acme)
  handedOut = [`/s/${share_code}`, `/d/${codesSentTo(world, email).at(-1)}`]
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  const asked = PAYLOADS.slice(0, 4).flatMap((payload) => [
    `/search?q=${encodeURIComponent(payload)}`,
    `/labels?page=${encodeURIComponent(payload)}`,
  ])
  walked = await walk(alice, [...BEGINNINGS, `/conversations/${talk}`, ...asked])
}, 600_000)

describe('hostile words', () => {
  it('are taken, as any words are, by many operations', () => {
    expect(new Set(taken).size).toBeGreaterThan(25)
  })

  it('stay text in the HTML of every page', () => {
    const faults = walked.visited.flatMap(({ address, answer }) =>
      faultsOf(answer.text).map((fault) => `${address}: ${fault}`),
    )
    expect(faults).toEqual([])
    expect(walked.visited.filter(({ answer }) => answer.status >= 500).map(({ address }) => address)).toEqual([])
    const shown = walked.visited.filter(({ answer }) =>
      /&lt;script&gt;window\.hit|onerror=alert|W{120}/.test(answer.text),
    )
    expect(shown.length).toBeGreaterThan(15)
  })

  it('stay text where anybody may look who has a link', async () => {
    for (const path of handedOut) {
      const { status, text } = await openBrowser(world.app).get(path)
      expect([path, status, faultsOf(text)]).toEqual([path, 200, []])
      expect(text).toMatch(/&lt;script&gt;window\.hit|onerror=alert/)
    }
  })

  it('break no header', () => {
    for (const { answer } of walked.visited) {
      expect(Object.keys(answer.headers)).not.toContain('a')
      expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('a=b')
    }
  })
})

describe.skipIf(browserProgram === undefined)('hostile words in the real browser', () => {
  let chromium: Chromium
  let window: Window
  beforeAll(async () => {
    chromium = await browserAt(world.app)
    window = await openWindow(chromium, alice)
  })
  afterAll(() => chromium?.close())

  it('do nothing: no dialog, no error, no request to elsewhere, no element of theirs', async () => {
    const { page } = window
    const told: string[] = []
    const met = new Set<string>()
    for (const { page: kind, address, answer } of walked.visited) {
      if (answer.status !== 200 || met.has(kind.path)) continue
      met.add(kind.path)
      await page.goto(PUBLIC_URL + address)
      const found = await page.evaluate<string[]>(FOREIGN)
      told.push(...found.map((one) => `${address}: ${one}`), ...window.faults())
    }
    for (const path of handedOut) {
      await page.goto(PUBLIC_URL + path)
      told.push(...(await page.evaluate<string[]>(FOREIGN)).map((one) => `${path}: ${one}`), ...window.faults())
    }
    expect(told).toEqual([])
    expect(met.size).toBeGreaterThan(20)
  }, 300_000)
})
