/** Laws over all pages in the real browser: for everybody's eyes and hands, on a desk by day and on a phone by night. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../src/pages/index.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { codesSentTo, deckFor } from '../src/testing/decks-fixtures.ts'
import { snippetFor } from '../src/testing/library-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import {
  barriersOf,
  browserAt,
  crookedButtonsOf,
  DESKTOP,
  hiddenTabsOf,
  openWindow,
  PHONE,
  type Window,
} from './pages-look.ts'
import { BEGINNINGS, walk } from './pages-walk.ts'
import { type FilledWorld, filledWorld } from './pages-world.ts'

const DOCS = ['/v2/docs', '/v2/docs/labels', '/sign-in', '/sign-in?again=1', '/invitations/none']
/** Behind codes that were handed out. */
const SHARED = ['/s/:code', '/d/:code']
const WAYS = [
  ['on a desk by day', DESKTOP, 'light'],
  ['on a phone by night', PHONE, 'dark'],
] as const

const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

let world: FilledWorld
let chromium: Chromium
let alice: Window
let bob: Window
/** Page → an address of it that shows something, and to whom. */
const places = new Map<string, readonly [address: string, who: () => Window]>(
  DOCS.map((path) => [path, [path, () => bob]]),
)

describe.skipIf(browserProgram === undefined)('every page', () => {
  beforeAll(async () => {
    world = await filledWorld()
    const people = [world.alice, world.bob].map(({ userId }) => signedIn(world.app, world.acme, userId))
    const [hers, his] = (await Promise.all(people)) as [Awaited<(typeof people)[0]>, Awaited<(typeof people)[0]>]
    for (const [browser, who] of [
      [hers, () => alice],
      [his, () => bob],
    ] as const) {
      const { visited } = await walk(browser, [...BEGINNINGS, ...world.ledTo])
      for (const { page, address, answer } of visited) {
        if (answer.status === 200 && !places.has(page.path)) places.set(page.path, [address, who])
      }
    }
    const { conversation: context_id } = world
    const { share_code } = await snippetFor(world, {
      conversation_id: context_id,
      internal: false,
      questionsAllowed: true,
    })
    await deckFor(world, { context_id, users_to_share: ['looks@customer.example'] })
    await world.app.drain(world.acme)
    places.set('/s/:code', [`/s/${share_code}`, () => bob])
    places.set('/d/:code', [`/d/${codesSentTo(world, 'looks@customer.example').at(-1)}`, () => bob])
    chromium = await browserAt(world.app)
    ;[alice, bob] = await Promise.all([openWindow(chromium, hers), openWindow(chromium, his)])
  }, 300_000)
  afterAll(() => chromium?.close())

  it.each([...pages.map(({ path }) => path), ...DOCS, ...SHARED])(
    '%s can be used by everybody, and is quiet',
    async (path) => {
      const [address, who] = places.get(path) ?? []
      expect(address).toBeDefined()
      const { page, faults } = who?.() ?? alice
      await page.goto(PUBLIC_URL + address, { timeout: 90_000 })
      for (const [way, viewport, colorScheme] of WAYS) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect([path, way, await barriersOf(page)]).toEqual([path, way, []])
        expect([path, way, await page.evaluate<number>(TOO_WIDE)]).toEqual([path, way, 0])
        expect([path, way, await crookedButtonsOf(page)]).toEqual([path, way, []])
        expect([path, way, await hiddenTabsOf(page)]).toEqual([path, way, []])
      }
      expect(faults()).toEqual([])
    },
    180_000,
  )
})
