/** Laws over all pages in the real browser: for everybody's eyes and hands, on a desk by day and on a phone by night. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../src/pages/index.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-for.ts'
import { browserAt, DESKTOP, openWindow, PHONE, type Window } from './pages-look.ts'
import { BEGINNINGS, walk } from './pages-walk.ts'
import { type FilledWorld, filledWorld } from './pages-world.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const DOCS = ['/v2/docs', '/v2/docs/labels', '/sign-in']
const WAYS = [
  ['on a desk by day', DESKTOP, 'light'],
  ['on a phone by night', PHONE, 'dark'],
] as const

/** In the browser, with all that is folded away: what axe finds, each kind with its first places. */
const JUDGED = `(async () => {
  for (const one of document.querySelectorAll('main details')) one.open = true
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => id + ': ' + html.slice(0, 200)))
})()`
const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

let world: FilledWorld
let chromium: Chromium
let alice: Window
let bob: Window
let source: string
/** Page → an address of it that shows something, and to whom. */
const places = new Map<string, readonly [address: string, who: () => Window]>(
  DOCS.map((path) => [path, [path, () => bob]]),
)

describe.skipIf(browserProgram === undefined)('every page', () => {
  beforeAll(async () => {
    world = await filledWorld()
    source = await readFile(axe, 'utf8')
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
    chromium = await browserAt(world.app)
    ;[alice, bob] = await Promise.all([openWindow(chromium, hers), openWindow(chromium, his)])
  }, 300_000)
  afterAll(() => chromium?.close())

  it.each([...pages.map(({ path }) => path), ...DOCS])(
    '%s can be used by everybody, and is quiet',
    async (path) => {
      const [address, who] = places.get(path) ?? []
      expect(address).toBeDefined()
      const { page, faults } = who?.() ?? alice
      await page.goto(PUBLIC_URL + address)
      for (const [way, viewport, colorScheme] of WAYS) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.evaluate(source)
        expect([path, way, await page.evaluate<string[]>(JUDGED)]).toEqual([path, way, []])
        expect([path, way, await page.evaluate<number>(TOO_WIDE)]).toEqual([path, way, 0])
      }
      expect(faults()).toEqual([])
    },
    60_000,
  )
})
