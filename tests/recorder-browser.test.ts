/**
 * The recorder with the real Chromium on the real service. Chromium has a microphone that beeps, and shares a tab by its
 * title without asking.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { browserProgram, openRealBrowser, serveAtLocalhost } from '../src/testing/real-browser.ts'
import { sendPart } from '../src/testing/recording-session-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const PAGE = '/conversations/record'
const FAKE_DEVICES = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-tab-capture-source-by-title=Record a call',
]
const STORED = 'Everything recorded so far is stored.'

let world: World
let base: string
let browser: Browser
beforeAll(async () => {
  if (browserProgram === undefined) return
  world = await createWorld(await createTestApp({ listen: true }))
  // Browsers record only on secure origins, and localhost is one.
  base = serveAtLocalhost(world)
  browser = await openRealBrowser(FAKE_DEVICES)
})
afterAll(() => browser?.close())

async function openSignedIn(): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('dialog', (dialog) => void dialog.accept())
  const link = await issueSignInLink(
    world.app.store.of(world.acme),
    world.acme,
    world.app.clock,
    world.bob.userId ?? '',
  )
  await page.goto(base + link)
  await page.click('button:has-text("Sign in")')
  await page.goto(base + PAGE)
  return { page, errors }
}

const state = (page: Page) => page.textContent('[data-recorder-state]')
const untilStored = (page: Page) => expect.poll(() => state(page), { timeout: 30_000 }).toBe(STORED)

/** Number of parts that the browser still has. */
const countKept = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const opened = indexedDB.open('parley-recorder')
    opened.onerror = () => reject(opened.error)
    opened.onsuccess = () => {
      const counted = opened.result.transaction('parts').objectStore('parts').count()
      counted.onsuccess = () => resolve(counted.result)
    }
  })`)

async function importedCall(page: Page) {
  await page.waitForURL(/\/conversations\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)
  const details = await call(world.app, world.bob, 'GET', `/conversations/${id}/media-details`)
  const shown = await call(world.app, world.bob, 'GET', `/conversations/${id}`, {
    query: { 'filter[include_import_metadata]': 'true' },
  })
  return { recording: details.body.data, attributes: shown.body.attributes }
}

describe.skipIf(browserProgram === undefined)('a call recorded in the browser', () => {
  it('survives a lost connection and a reload, and continues as one recording', async () => {
    const { page, errors } = await openSignedIn()
    await page.fill('input[name=title]', 'Site visit')
    await page.uncheck('input[name=tab]')
    await page.click('button:has-text("Start recording")')
    // The browser requires consent first.
    expect(await page.isVisible('[data-recorder-live]')).toBe(false)
    await page.check('input[name=consent]')
    await page.click('button:has-text("Start recording")')
    await untilStored(page)
    await expect
      .poll(() => page.evaluate<number>('document.querySelector("meter").value'), { timeout: 10_000 })
      .toBeGreaterThan(0)

    await page.context().setOffline(true)
    await expect.poll(() => state(page), { timeout: 30_000 }).toContain('No connection.')
    await page.context().setOffline(false)
    await page.goto(base + PAGE)
    await page.click('a:has-text("Site visit")')
    await untilStored(page)

    await page.click('button:has-text("Continue recording")')
    await page.waitForSelector('[data-recorder-live]:not([hidden])')
    await untilStored(page)
    await page.click('[data-recorder-pause]')
    await page.click('[data-recorder-pause]')
    await page.click('button:has-text("Stop and save")')
    const { recording, attributes } = await importedCall(page)
    // The last part was sent before the call was saved.
    expect(await countKept(page)).toBe(0)
    expect(recording.recording).toMatchObject({ status: 'kept', contentType: 'audio/webm' })
    // Two parts of five seconds before the reload, and one after it, at least.
    expect(recording.recording.duration).toBeGreaterThan(12)
    expect(attributes).toMatchObject({
      title: 'Site visit',
      importMetadata: {
        externalMetadata: {
          extra: { recorder: { sources: ['microphone'], consent: { confirmedBy: world.bob.userId } } },
        },
      },
    })
    expect((await call(world.app, world.bob, 'GET', '/recording-sessions')).body.data).toEqual([])
    expect(errors).toEqual([])
  }, 180_000)

  it('keeps a part that the server refuses, says so, and saves what is stored', async () => {
    const { page, errors } = await openSignedIn()
    await page.uncheck('input[name=tab]')
    await page.check('input[name=consent]')
    await page.click('button:has-text("Start recording")')
    await untilStored(page)
    const [{ id }] = (await call(world.app, world.bob, 'GET', '/recording-sessions')).body.data
    await sendPart(world, world.bob, id, 'of another recorder', { part: 1 })
    await expect.poll(() => state(page), { timeout: 30_000 }).toContain('Parley stores no more of this recording')
    expect(await countKept(page)).toBeGreaterThan(0)
    await page.click('button:has-text("Stop and save")')
    const { recording } = await importedCall(page)
    expect(recording.recording.duration).toBeGreaterThan(4)
    expect(errors).toEqual([])
  }, 180_000)

  it('has a channel for the microphone and one for the tab', async () => {
    const { page, errors } = await openSignedIn()
    await page.check('input[name=consent]')
    await page.click('button:has-text("Start recording")')
    await untilStored(page)
    await page.click('button:has-text("Stop and save")')
    const { recording } = await importedCall(page)
    expect(recording.recording.streams).toMatchObject([{ kind: 'audio', codec: 'opus', channels: 2 }])
    expect(errors).toEqual([])
  }, 180_000)
})
