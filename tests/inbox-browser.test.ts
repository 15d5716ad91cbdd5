/** The inbox in the real browser: both panes, the keys, and one pane at a time on phones. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { commentFor } from '../src/testing/comments-fixtures.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { talkFor } from '../src/testing/library-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, DESKTOP, openWindow, PHONE, type Window } from './pages-look.ts'

let world: World
let chromium: Chromium
let bob: Window

describe.skipIf(browserProgram === undefined)('the inbox', () => {
  beforeAll(async () => {
    world = await createWorld()
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    for (const text of ['First', 'Second', 'Third'])
      await commentFor(world, talk, { text: `${text} @${world.bob.email}`, words: { firstSegment: 3 } }, world.mark)
    chromium = await browserAt(world.app)
    bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
  }, 240_000)
  afterAll(() => chromium?.close())

  const unread = async (): Promise<number> => {
    const query = { status: 'unread' }
    return (await call(world.app, world.bob, 'GET', '/notifications', { query })).body.meta.totalRecords
  }
  /** Waits until the pane has the comment. */
  const opened = (text: string) =>
    bob.page.locator('#inbox-item .inbox-thread').filter({ hasText: text }).waitFor({ state: 'visible' })

  it('opens notifications beside the list, by clicks and keys', async () => {
    const { page } = bob
    await page.goto(`${PUBLIC_URL}/inbox`)
    await opened('Third')
    expect(await unread()).toBe(3)
    // A mark that a new page wouldn't have.
    await page.evaluate('globalThis.isSamePage = true')
    await page.getByRole('link', { name: 'Second' }).click()
    await opened('Second')
    expect([await unread(), await page.textContent('.side .count')]).toEqual([2, '2 new'])
    expect(new URL(page.url()).search).toMatch(/^\?item=/)
    expect(await page.evaluate(`document.activeElement.id`)).toBe('inbox-item')
    await page.keyboard.press('j')
    await opened('First')
    await page.keyboard.press('k')
    await opened('Second')
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
    await page.keyboard.press('e')
    await page.locator('[role=status]').filter({ hasText: 'Marked as done' }).waitFor()
    // The next one is selected, and nobody opened it.
    await opened('First')
    expect(await page.locator('.inbox-row').count()).toBe(2)
    await page.goBack()
    await page.waitForURL('**/inbox?item=*')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await barriersOf(page)).toEqual([])
    }
    expect(bob.faults()).toEqual([])
  }, 120_000)

  it('shows the list or the notification on a phone', async () => {
    const { page } = bob
    await page.setViewportSize(PHONE)
    await page.goto(`${PUBLIC_URL}/inbox`)
    expect(await page.isVisible('#inbox-item')).toBe(false)
    await page.getByRole('link', { name: 'Third' }).click()
    await opened('Third')
    expect(await page.isVisible('.inbox-list')).toBe(false)
    expect(await barriersOf(page)).toEqual([])
    await page.getByLabel('Reply').fill('Thanks.')
    await page.getByRole('button', { name: 'Reply' }).click()
    await opened('Thanks.')
    await page.locator('.inbox-back a').click()
    await page.locator('.inbox-list').waitFor()
    expect(await page.isVisible('#inbox-item')).toBe(false)
    await page.setViewportSize(DESKTOP)
    expect(bob.faults()).toEqual([])
  }, 120_000)
})
