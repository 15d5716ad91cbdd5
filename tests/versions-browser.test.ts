/** Recovery from a wrong rename, in the real browser: at once in the editor, and later from the list of versions. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, crookedButtonsOf, DESKTOP, openWindow, PHONE, type Window } from './pages-look.ts'

let world: World
let chromium: Chromium
let bob: Window
beforeAll(async () => {
  if (browserProgram === undefined) return
  world = await createWorld()
  chromium = await browserAt(world.app)
  bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
})
afterAll(() => chromium?.close())

const LINES = 89
const talk = () =>
  importFor(world, {
    conversationTitle: 'Renewal',
    transcript: {
      segments: Array.from({ length: 2 * LINES }, (_, at) => ({
        ...{
          speaker: at % 2 === 0 ? 'Speaker 1' : 'Ann',
          text: `Sentence ${at} of the call.`,
          start: at * 3,
          end: at * 3 + 2,
        },
      })),
    },
  })
const speakersOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/transcript`, { query: { size: '1' } })).body.meta
    .speakers

async function looksRight(): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await bob.page.setViewportSize(size)
    expect([await barriersOf(bob.page), await crookedButtonsOf(bob.page)]).toEqual([[], []])
    expect(await bob.page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  }
}

/** Renames Speaker 1 to Ann, who speaks already, so that another rename couldn't separate them. */
async function renameWrongly(id: string): Promise<void> {
  const { page } = bob
  await page.goto(`${PUBLIC_URL}/conversations/${id}/edit`)
  await page.getByText('Rename a speaker everywhere').click()
  await page.getByLabel('Speaker', { exact: true }).selectOption('Speaker 1')
  await page.getByLabel('New name').fill('Ann')
  await page.getByRole('button', { name: 'Rename speaker' }).click()
  await page.getByText(`Ann already speaks ${LINES} lines. Both become one speaker.`).waitFor()
  expect((await speakersOf(id)).length).toBe(2)
  await looksRight()
  await page.getByRole('button', { name: `Rename in ${LINES} lines` }).click()
  await page.getByText(`Speaker 1 renamed to Ann in ${LINES} lines`).waitFor()
  expect((await speakersOf(id)).length).toBe(1)
}

describe.skipIf(browserProgram === undefined)('a wrong rename', () => {
  it('is undone in the editor', async () => {
    const id = await talk()
    await renameWrongly(id)
    await looksRight()
    await bob.page.getByRole('button', { name: 'Undo rename' }).click()
    await bob.page
      .locator('[role=status]')
      .filter({ hasText: 'Rename undone: version 1 restored as version 3.' })
      .waitFor()
    expect((await speakersOf(id)).length).toBe(2)
    expect(bob.faults()).toEqual([])
  })

  it('is found and undone later in the list of versions', async () => {
    const id = await talk()
    await renameWrongly(id)
    const { page } = bob
    await page.goto(`${PUBLIC_URL}/conversations/${id}/versions`)
    await page.getByText(`Speaker 1 renamed to Ann in ${LINES} lines`).waitFor()
    await looksRight()
    await page.getByRole('link', { name: 'Open version 1' }).click()
    await page.getByText('Earlier version, read-only.').waitFor()
    await looksRight()
    await page.getByRole('link', { name: 'Compare with current' }).click()
    await page.locator('ins', { hasText: 'Ann' }).first().waitFor()
    await looksRight()
    await page.getByRole('link', { name: 'Restore version 1' }).click()
    await page.getByText(`Ann renamed to Speaker 1 in ${LINES} lines`).waitFor()
    await looksRight()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.locator('[role=status]').filter({ hasText: 'Version 1 restored as version 3.' }).waitFor()
    await page.getByText('Version 3: version 1 restored').waitFor()
    expect((await speakersOf(id)).length).toBe(2)
    expect(bob.faults()).toEqual([])
  })
})
