/** Comments on the call page, in the real browser: from selected words to the marks in the transcript and on the timeline. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { commentFor } from '../src/testing/comments-fixtures.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { TALK, talkFor } from '../src/testing/library-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, DESKTOP, openWindow, PHONE, type Window } from './pages-look.ts'

let world: World
let chromium: Chromium
let bob: Window

describe.skipIf(browserProgram === undefined)('comments in a call', () => {
  beforeAll(async () => {
    world = await createWorld()
    chromium = await browserAt(world.app)
    bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
  }, 240_000)
  afterAll(() => chromium?.close())

  const go = (id: string, query = '') => bob.page.goto(`${PUBLIC_URL}/conversations/${id}${query}`)
  const threads = async (id: string) =>
    (await call(world.app, world.bob, 'GET', `/conversations/${id}/comments`)).body.data
  const focused = () => bob.page.evaluate<string>('document.activeElement.id || document.activeElement.textContent')
  /** Selects a part of a line, in UTF-16 units. */
  const select = (line: string, from: number, to: number) =>
    bob.page.evaluate(`(() => {
      const text = document.querySelector('${line}').firstChild
      getSelection().setBaseAndExtent(text, ${from}, text, ${to})
    })()`)
  const composer = () => bob.page.locator('#comment-composer')
  const send = async (text: string) => {
    await composer().getByRole('textbox').fill(text)
    await composer().getByRole('button', { name: 'Comment' }).click()
    await bob.page.locator('[role=status]').filter({ hasText: 'Comment added' }).waitFor()
  }

  it('begin with selected words, and are seen at the turn and on the timeline', async () => {
    const { page } = bob
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    await go(talk)
    await page.evaluate('globalThis.isSamePage = true')
    // Half of the word "price" becomes the whole word.
    await select('#s3', 12, 14)
    const toolbar = page.getByRole('toolbar', { name: 'Selected words' })
    await toolbar.getByRole('button', { name: 'Comment', exact: true }).click()
    await composer()
      .locator('q', { hasText: /^price$/ })
      .waitFor()
    expect(await focused()).toBe('field-text')
    expect(await toolbar.isVisible()).toBe(false)
    expect(await barriersOf(page)).toEqual([])
    await send('Too early.')
    expect((await threads(talk))[0].anchor).toMatchObject({ quote: 'price', firstSegment: 3, start: 30 })

    const mark = page
      .locator('.conversation-turn', { hasText: 'Then the price first.' })
      .locator('.conversation-comment')
    expect(await mark.textContent()).toContain('1 comment, by bob@acme.example')
    const marker = page
      .locator('.talk-markers')
      .getByRole('link', { name: 'Comment by bob@acme.example: Too early., 0:30' })
    expect(await marker.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Comments 1' }).getAttribute('aria-pressed')).toBe('true')
    // The focus is back at the turn.
    expect(await focused()).toBe('Comment on 0:30')

    await mark.click()
    const [{ uuid }] = await threads(talk)
    expect([await focused(), new URL(page.url()).hash]).toEqual([`comment-${uuid}`, `#comment-${uuid}`])
    await page.keyboard.press('Escape')
    expect(await focused()).toContain('1 comment, by bob@acme.example')
    await marker.focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe(`comment-${uuid}`)
    expect(await page.textContent('[data-player=now]')).toBe('0:30')
    // The words lead back to the transcript.
    await page.locator(`#comment-${uuid}`).getByRole('link', { name: '0:30' }).click()
    await page.waitForSelector('#s3.conversation-here')

    await page.locator(`#comment-${uuid}`).getByRole('button', { name: 'Resolve' }).click()
    await page.locator('.conversation-resolved').waitFor()
    expect(await page.locator('.talk-comment-resolved').count()).toBe(1)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await barriersOf(page)).toEqual([])
    }
    bob.agrees()
    await page.locator(`#comment-${uuid}`).getByRole('button', { name: 'Delete' }).click()
    await mark.waitFor({ state: 'detached' })
    expect([await marker.count(), await page.evaluate('globalThis.isSamePage')]).toEqual([0, true])
    expect(bob.faults()).toEqual([])
  }, 120_000)

  it('are written by keys, also without times, and keep what was written', async () => {
    const { page } = bob
    const transcript = { segments: TALK.segments.map(({ speaker, text }) => ({ speaker, text })) }
    const untimed = await importFor(world, { transcript })
    await go(untimed)
    await page.locator('[href$="?s=0"].conversation-clock').focus()
    await page.keyboard.press('c')
    await composer().getByLabel('Comment on line 1').waitFor()
    expect(await focused()).toBe('field-text')
    await page.keyboard.type('A c')
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('Comment on line 1')
    await select('#s3', 0, 8)
    const toolbar = page.getByRole('toolbar', { name: 'Selected words' })
    await toolbar.waitFor()
    // Clips and coaching need times.
    expect(await toolbar.getByRole('button').allTextContents()).toEqual(['Comment', 'Copy link', 'Correct'])
    await page.keyboard.press('c')
    await composer()
      .locator('q', { hasText: /^Then the$/ })
      .waitFor()
    expect(await composer().getByRole('textbox').inputValue()).toBe('A c')
    await send('A comment.')
    expect((await threads(untimed))[0]).toMatchObject({
      text: 'A comment.',
      anchor: { quote: 'Then the', start: null },
    })
    expect(await page.locator('.conversation-comment').count()).toBe(1)
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Comment on the selection or the current turn').waitFor()
    await page.keyboard.press('Escape')

    await page.keyboard.press('c')
    await composer().getByRole('link', { name: 'Comment on the whole call instead' }).click()
    await composer().getByLabel('Time in the call').waitFor()
    expect(await barriersOf(page)).toEqual([])
    expect(bob.faults()).toEqual([])
  }, 120_000)

  it('are at turns that are loaded later, and their threads are found in long lists', async () => {
    const { page } = bob
    const segments = Array.from({ length: 400 }, (_, index) => ({
      ...{ speaker: ['Ann', 'Bob'][index % 2], text: `This is line ${index}.` },
      ...{ start: index * 10, end: index * 10 + 8 },
    }))
    const long = await importFor(world, { transcript: { segments } })
    for (let index = 0; index < 25; index++) await commentFor(world, long, { text: `Comment ${index}.` })
    const { uuid } = await commentFor(world, long, { text: 'Late.', words: { firstSegment: 390 } })
    await go(long)
    expect(await page.locator('.conversation-comment').count()).toBe(0)
    await page.locator('.talk-markers').getByRole('link', { name: 'Late.' }).focus()
    await page.keyboard.press('Enter')
    await page
      .locator('.conversation-turn', { hasText: 'This is line 390.' })
      .locator('.conversation-comment')
      .waitFor()
    await expect.poll(focused).toBe(`comment-${uuid}`)
    expect(bob.faults()).toEqual([])
  }, 120_000)

  it('swap transcript and panel on a phone', async () => {
    const { page } = bob
    await page.setViewportSize(PHONE)
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    await commentFor(world, talk, { text: 'Hm.', words: { firstSegment: 2 } }, world.mark)
    await go(talk)
    await page.locator('.conversation-comment').click()
    await page.locator('.comments-open').waitFor()
    expect(await page.isVisible('#transcript')).toBe(false)
    expect(await barriersOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect([await page.isVisible('#transcript'), await focused()]).toEqual([true, expect.stringContaining('1 comment')])
    await page.locator('[data-comment-words="0-0@1"]').click()
    await composer().getByLabel('Comment at 0:00').waitFor()
    await send('From the phone.')
    // The transcript is hidden, so the new thread has the focus.
    expect(await focused()).toMatch(/^comment-/)
    await page.setViewportSize(DESKTOP)
    expect(bob.faults()).toEqual([])
  }, 120_000)
})
