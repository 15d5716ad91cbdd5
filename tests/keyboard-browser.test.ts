/**
 * The list of calls and the page of a call with the keyboard alone, in the real browser: Tab reaches everything that can
 * be used, in the order of the page, and each place shows that it has the focus.
 */
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { putMedia } from '../src/testing/recordings-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { wave } from '../src/testing/sound.ts'
import { TALK } from '../src/testing/transcript-fixtures.ts'
import { viewFor } from '../src/testing/views-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { browserAt, openWindow, PHONE, type Window } from './pages-look.ts'

let world: World
let chromium: Chromium
let bob: Window
let talk: string
beforeAll(async () => {
  if (browserProgram === undefined) return
  world = await createWorld()
  const segments = TALK.slice(0, 12).map(([speaker, text], at) => ({ speaker, text, start: at * 5, end: at * 5 + 4 }))
  talk = await importFor(world, { conversationTitle: 'Scanners', transcript: { segments } })
  await importFor(world, { conversationTitle: 'Cradles', transcript: { segments: segments.slice(0, 4) } })
  await putMedia(world, world.org, talk, wave({ seconds: 60, rate: 8_000 }))
  await viewFor(world, world.bob, { name: 'Renewals', filters: {} })
  await world.app.drain(world.acme)
  chromium = await browserAt(world.app)
  bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
})
afterAll(() => chromium?.close())

/** In the browser: what Tab must reach. Of a group of radio buttons, the browser offers one. */
const USABLE = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex]')].filter((one) =>
  one.tabIndex >= 0 && !one.disabled && one.type !== 'hidden' && one.type !== 'radio' &&
  one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && one.closest('[inert]') === null)`

const PREPARED = `(() => {
  globalThis.usable = ${USABLE}
  document.activeElement?.blur()
  getSelection()?.removeAllRanges()
  scrollTo(0, 0)
  return usable.map((one) => one.outerHTML.slice(0, 120))
})()`

interface Focus {
  readonly at: number
  readonly isShown: boolean
  readonly isInView: boolean
}

/** The element with the focus: its place among the usable ones. An input that is drawn by its label shows the focus there. */
const FOCUS = `(() => {
  const one = document.activeElement
  if (one === null || one === document.body) return undefined
  const shows = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  const { top, bottom, left, right } = one.getBoundingClientRect()
  return {
    at: usable.indexOf(one),
    isShown: shows(one) || (one.closest('label') !== null && shows(one.closest('label'))),
    isInView: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  }
})()`

const STEPS_MAX = 300

/** Presses Tab through a page. @returns what was usable, and what had the focus, in order */
async function tabThrough(page: Page): Promise<{ usable: string[]; reached: Focus[] }> {
  const usable = await page.evaluate<string[]>(PREPARED)
  const reached: Focus[] = []
  for (let step = 0; step < STEPS_MAX; step++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate<Focus | undefined>(FOCUS)
    // After the last element, the focus leaves the page or starts again.
    if (focus === undefined || (reached.length > 0 && focus.at === reached[0]?.at)) break
    // A player has several controls.
    if (reached.at(-1)?.at !== focus.at) reached.push(focus)
  }
  return { usable, reached }
}

const open = async (path: string) => {
  await bob.page.goto(PUBLIC_URL + path)
  await bob.page.waitForLoadState('networkidle')
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  throw new Error(`Tab doesn't reach ${selector}.`)
}

describe.skipIf(browserProgram === undefined)('with the keyboard alone', () => {
  it.each([
    ['the list of calls', () => '/conversations'],
    ['a filtered list', () => '/conversations?title=a&open=filters'],
    ['a call', () => `/conversations/${talk}`],
  ])('Tab reaches all of %s, in order, and shows where it is', async (_, path) => {
    await open(path())
    const { usable, reached } = await tabThrough(bob.page)
    expect(usable.length).toBeGreaterThan(20)
    const places = reached.map(({ at }) => at)
    expect(usable.filter((_, at) => !places.includes(at))).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(reached.filter(({ isShown }) => !isShown).map(({ at }) => usable[at])).toEqual([])
    expect(reached.filter(({ isInView }) => !isInView).map(({ at }) => usable[at])).toEqual([])
    expect(bob.faults()).toEqual([])
  })

  it('the same on a narrow screen', async () => {
    await bob.page.setViewportSize(PHONE)
    await open('/conversations')
    const { usable, reached } = await tabThrough(bob.page)
    const places = reached.map(({ at }) => at)
    expect(usable.filter((_, at) => !places.includes(at))).toEqual([])
    expect(reached.filter(({ isShown }) => !isShown).map(({ at }) => usable[at])).toEqual([])
    await bob.page.setViewportSize({ width: 1280, height: 860 })
  })

  it('somebody selects calls, and gets to an action for them', async () => {
    const { page } = bob
    await open('/conversations')
    await page.evaluate(PREPARED)
    await tabTo(page, `input[name="call"][value="${talk}"]`)
    await page.keyboard.press('Space')
    expect(await page.locator('input[name="call"]:checked').count()).toBe(1)
    const button = 'button[formaction$="/choose-assignee"]'
    await tabTo(page, button)
    expect(await page.locator(button).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/choose-assignee')
    await page.locator('main form textarea').first().waitFor()
    expect(bob.faults()).toEqual([])
  })

  it('somebody changes the order of the list', async () => {
    const { page } = bob
    await open('/conversations')
    await page.evaluate(PREPARED)
    await tabTo(page, 'summary.button')
    await page.keyboard.press('Enter')
    await tabTo(page, 'select[name="sort"]')
    await page.keyboard.press('End')
    await tabTo(page, '.form-drop button:not([type="button"])')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/conversations?*sort=lowest_score*')
  })

  it('somebody opens a call, and plays it from a line', async () => {
    const { page } = bob
    await open('/conversations')
    await page.evaluate(PREPARED)
    await tabTo(page, `a[href^="/conversations/${talk}"]`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/conversations/${talk}*`)
    await page.waitForLoadState('networkidle')
    await page.evaluate(PREPARED)
    await tabTo(page, '.conversation-clock[data-at="15"]')
    await page.keyboard.press('Enter')
    const isAt = 'Math.round(document.querySelector("audio, video").currentTime) >= 15'
    await expect.poll(() => page.evaluate<boolean>(isAt)).toBe(true)
    expect(bob.faults()).toEqual([])
  })

  it('a place that hides the focus is noticed', async () => {
    const { page } = bob
    await open('/conversations')
    await page.evaluate(`(() => {
      const hidden = new CSSStyleSheet()
      hidden.replaceSync('.conversations-list a { outline: 0 !important; box-shadow: none !important }')
      document.adoptedStyleSheets = [hidden]
    })()`)
    const { usable, reached } = await tabThrough(page)
    const unseen = reached.filter(({ isShown }) => !isShown).map(({ at }) => usable[at])
    expect(unseen).toEqual(expect.arrayContaining([expect.stringContaining(`/conversations/${talk}`)]))
  })
})
