/** Sidebar, command palette, color scheme and forms of headings in the real browser. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, DESKTOP, openWindow, PHONE, type Window } from './pages-look.ts'

const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

let world: World
let chromium: Chromium
let bob: Window
let call: string

describe.skipIf(browserProgram === undefined)('the shell', () => {
  beforeAll(async () => {
    world = await createWorld()
    call = await importFor(world, { conversationTitle: 'Harbor: price' })
    chromium = await browserAt(world.app)
    bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
  })
  afterAll(() => chromium?.close())

  const open = async (path: string) => {
    await bob.page.goto(PUBLIC_URL + path)
    return bob.page
  }

  it('opens the palette by key, finds a call by its title and opens it', async () => {
    const page = await open('/home')
    await page.keyboard.press('Control+k')
    await page.fill('#palette input', 'harbor')
    const first = page.locator('#palette [role=option][aria-selected=true]')
    await expect.poll(() => first.getAttribute('href')).toBe(`/conversations/${call}`)
    expect(await page.getAttribute('#palette input', 'aria-activedescendant')).toBe(await first.getAttribute('id'))
    expect(await barriersOf(page)).toEqual([])
    await page.keyboard.press('ArrowUp')
    expect(await first.textContent()).toContain('Search all calls for')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/conversations/${call}`)
    expect(bob.faults()).toEqual([])
  })

  it('runs actions of the palette: opens a form, sets the color scheme and the language', async () => {
    const { page, faults } = await openWindow(chromium, await signedIn(world.app, world.acme, world.alice.userId))
    await page.goto(`${PUBLIC_URL}/home`)
    const choose = async (words: string, label: string) => {
      await page.keyboard.press('Control+k')
      await page.fill('#palette input', words)
      const selected = page.locator('#palette [role=option][aria-selected=true] .cut')
      await expect.poll(() => selected.textContent()).toBe(label)
      await page.keyboard.press('Enter')
    }
    await choose('dark app', 'Use dark appearance')
    await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
    expect(await page.locator('#palette').isVisible()).toBe(false)
    await page.reload()
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
    await choose('appearance of the sys', 'Use appearance of the system')
    await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe(null)
    await choose('clip folder', 'Create clip folder')
    await page.waitForURL('**/library?new')
    await page.waitForSelector('.form-drop [name=name]')
    expect(await page.locator('#new-name').isVisible()).toBe(true)
    expect(await barriersOf(page)).toEqual([])
    await choose('deutsch', 'Deutsch')
    await page.waitForURL('**/account#language')
    expect(await page.getAttribute('html', 'lang')).toBe('de')
    await choose('english', 'English')
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en')
    expect(faults()).toEqual([])
  }, 60_000)

  it('shows the keys, and closes with Escape', async () => {
    const page = await open('/home')
    await page.keyboard.press('?')
    expect(await page.locator('#keys').isVisible()).toBe(true)
    expect(await barriersOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.locator('#keys').isVisible()).toBe(false)
    expect(bob.faults()).toEqual([])
  })

  it('shows unsaved changes of a setting, and discards them', async () => {
    const page = await open('/account/notifications')
    const select = page.getByLabel('Mentions of you')
    const before = await select.inputValue()
    await page.setViewportSize({ width: DESKTOP.width, height: 420 })
    await select.selectOption('off')
    await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
    // The button stays in view, although the form ends below.
    const save = await page.getByRole('button', { name: 'Save settings' }).boundingBox()
    expect(save === null ? 0 : save.y + save.height).toBeLessThanOrEqual(420)
    expect(await barriersOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    expect([await select.inputValue(), await page.locator('.save-bar').count()]).toEqual([before, 0])
    await select.selectOption('off')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.locator('main > .said').filter({ hasText: 'Notification settings saved' }).waitFor()
    expect(await select.inputValue()).toBe('off')
    await page.setViewportSize(DESKTOP)
    expect(bob.faults()).toEqual([])
  }, 60_000)

  it('keeps the color scheme that the user chose, from the first frame of the next page', async () => {
    const page = await open('/home')
    await page.click('.account > summary')
    await page.click('.account [data-appearance] button[value=dark]')
    const next = await open('/conversations')
    expect(await next.content()).toContain('<html lang="en" data-theme="dark">')
    await next.click('.account > summary')
    await next.click('.account [data-appearance] button[value=""]')
    expect(await (await open('/home')).getAttribute('html', 'data-theme')).toBe(null)
  })

  it('has one navigation for each width, and no horizontal scrollbar', async () => {
    const page = await open('/labels')
    for (const [viewport, side, second, tabs] of [
      [DESKTOP, true, true, false],
      [{ width: 900, height: 720 }, true, false, false],
      [PHONE, false, false, true],
    ] as const) {
      await page.setViewportSize(viewport)
      const shown = await Promise.all(['.side', '.second', '.tabbar'].map((part) => page.locator(part).isVisible()))
      expect([viewport.width, ...shown]).toEqual([viewport.width, side, second, tabs])
      expect(await page.evaluate<number>(TOO_WIDE)).toBe(0)
      expect(await barriersOf(page)).toEqual([])
    }
    // The sidebar never scrolls at 720 px.
    await page.setViewportSize({ width: 1280, height: 720 })
    const over = await page.evaluate<number>(
      "document.querySelector('.side').scrollHeight - document.querySelector('.side').clientHeight",
    )
    expect(over).toBe(0)
    await page.setViewportSize(DESKTOP)
  })

  it('opens the form for a new entry from a button in the heading, on desktops and phones', async () => {
    const window = await openWindow(chromium, await signedIn(world.app, world.acme, world.alice.userId))
    const { page } = window
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await page.goto(`${PUBLIC_URL}/trackers`)
      await page.click('.form-menu > summary')
      await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('name')
      expect(await page.evaluate<number>(TOO_WIDE)).toBe(0)
      expect(await barriersOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect(await page.locator('.form-drop').isVisible()).toBe(false)
      expect(await page.evaluate<string>('document.activeElement.localName')).toBe('summary')
    }
    // A form with an error opens again with its input.
    await page.setViewportSize(DESKTOP)
    await page.click('.form-menu > summary')
    await page.fill('.form-drop [name=name]', ' ')
    await page.fill('.form-drop [name=phrases]', 'too expensive')
    await page.click('.form-drop button.primary')
    await page.waitForSelector('.form-drop [role=alert]')
    expect(await page.inputValue('.form-drop [name=phrases]')).toBe('too expensive')
  })

  it('lists calls in rows of one height, whatever they contain', async () => {
    for (const conversationTitle of ['A'.repeat(400), 'Pellwater: tender'])
      await importFor(world, { conversationTitle })
    const page = await open('/conversations')
    const measure = `[...document.querySelectorAll('.conversations-list > li')].map((row) => row.offsetHeight)`
    for (const width of [1440, 1280, 900]) {
      await page.setViewportSize({ width, height: 860 })
      const heights = await page.evaluate<number[]>(measure)
      expect(heights.length).toBeGreaterThan(2)
      expect([width, ...new Set(heights)]).toEqual([width, 60])
      expect(await page.evaluate<number>(TOO_WIDE)).toBe(0)
    }
    await page.setViewportSize(DESKTOP)
    expect(bob.faults()).toEqual([])
  })

  it('keeps the navigation on the page for an unknown address', async () => {
    const page = await open('/no-such-page')
    expect(await page.textContent('h1')).toBe('Page not found')
    expect(await page.locator('.side').isVisible()).toBe(true)
    expect(await barriersOf(page)).toEqual([])
    await page.click('main a.button')
    await page.waitForURL('**/home')
    // The browser reports the status of the page, which is 404.
    expect(bob.faults()).toHaveLength(1)
    const visitor = await chromium.newPage()
    await visitor.goto(`${PUBLIC_URL}/no-such-page`)
    expect(await visitor.locator('h1, .side').allTextContents()).toEqual(['Page not found'])
    await visitor.close()
  })

  it('filters the settings while the user types, and has a manifest', async () => {
    const page = await open('/labels')
    await page.fill('.second input', 'phrases')
    await expect.poll(() => page.locator('.second li:visible').allTextContents()).toEqual(['Trackers'])
    const address = await page.getAttribute('link[rel=manifest]', 'href')
    const statuses = await page.evaluate<number[]>(`(async () => {
      const { icons } = await (await fetch('${address}')).json()
      return Promise.all(icons.map(async ({ src }) => (await fetch(src)).status))
    })()`)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(bob.faults()).toEqual([])
  })
})
