/** Coaching in the real browser: a manager asks a rep about a part of a call and sees the answer, and reviews five scores. */
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { snippetFor } from '../src/testing/library-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { itemFor, scorecardFor } from '../src/testing/scorecards-fixtures.ts'
import { score } from '../src/testing/scored-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { TALK } from '../src/testing/transcript-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, DESKTOP, openWindow, PHONE, type Window } from './pages-look.ts'

const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

let world: World
let chromium: Chromium
let mark: Window
let bob: Window
let talk: string

describe.skipIf(browserProgram === undefined)('coaching', () => {
  beforeAll(async () => {
    world = await createWorld()
    const card = await scorecardFor(world, { title: 'Discovery' })
    const item = await itemFor(world, card, { title: 'Names the price' })
    const segments = TALK.map(([speaker, text], index) => ({ speaker, text, start: index * 5, end: index * 5 + 4 }))
    for (const title of ['Scanners', 'Second', 'Third', 'Fourth', 'Fifth']) {
      talk = await importFor(world, {
        ...{ conversationTitle: title, teamUUID: world.teams.north, transcript: { segments } },
        participants: [
          { email: 'bob@acme.example', name: 'Bob Baker' },
          { email: 'ann@customer.example', name: 'Ann Archer' },
        ],
      })
      const items = [{ uuid: item, score: 3, evidences: [TALK[2]?.[1]], confidence: 0.8 }]
      expect((await score(world, world.org, talk, card, { items })).status).toBe(201)
    }
    await world.app.drain(world.acme)
    // As the analysis stores its results.
    await world.app.store.owner.query("update scorecard_results set source = 'ai' where organization_id = $1", [
      world.acme,
    ])
    chromium = await browserAt(world.app)
    const windowOf = async (userId: string | undefined) =>
      openWindow(chromium, await signedIn(world.app, world.acme, userId))
    ;[mark, bob] = await Promise.all([windowOf(world.mark.userId), windowOf(world.bob.userId)])
  }, 240_000)
  afterAll(() => chromium?.close())

  const go = ({ page }: Window, path: string) => page.goto(PUBLIC_URL + path)
  const said = ({ page }: Window, words: string) => page.locator('[role=status]').filter({ hasText: words }).waitFor()
  /** Violations of axe on the page, and whether it is too wide. `pages-browser.test.ts` looks at every page both ways. */
  async function look(page: Page): Promise<unknown[]> {
    const found: unknown[] = []
    const ways = [
      { viewport: DESKTOP, colorScheme: 'light' },
      { viewport: PHONE, colorScheme: 'dark' },
    ] as const
    for (const { viewport, colorScheme } of ways) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      found.push(...(await barriersOf(page)))
      const excess = await page.evaluate<number>(TOO_WIDE)
      if (excess > 0) found.push(`${viewport.width}: ${excess} px too wide`)
    }
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    return found
  }

  it('a manager asks a rep about selected words, and sees the answer', async () => {
    const manager = mark.page
    await go(mark, `/conversations/${talk}`)
    await manager.evaluate(`getSelection().selectAllChildren(document.querySelector('#s2'))`)
    // Eight steps for the manager: select, Coach, colleague, question, date, assign, inbox, answer.
    await manager.getByRole('button', { name: 'Coach', exact: true }).click()
    await manager.waitForURL('**/coaching?from=*')
    expect(await manager.getByLabel('From', { exact: true }).inputValue()).toBe('0:10')
    expect(await look(manager)).toEqual([])
    await manager.getByLabel('Colleague').selectOption(world.bob.userId ?? '')
    await manager.getByLabel('Question').fill('What would you say <b>instead</b>?')
    await manager.getByLabel('Due').fill('2098-03-01')
    await manager.getByRole('button', { name: 'Assign coaching' }).click()
    await said(mark, 'Coaching assigned')
    await manager.locator('#coaching').getByText('What would you say <b>instead</b>?').waitFor()

    const rep = bob.page
    await go(bob, '/home')
    expect(await rep.textContent('main')).toContain('Coaching for you')
    await go(bob, '/inbox')
    await rep.getByRole('link', { name: 'asked you to look at a call' }).first().click()
    await rep.waitForURL('**/inbox?item=*')
    expect(await rep.textContent('.excerpt .here')).toContain('four hundred euros')
    expect(await look(rep)).toEqual([])
    await rep.getByLabel('Your answer').fill('The number first, then silence.')
    await rep.getByRole('button', { name: 'Send answer' }).click()
    await said(bob, 'Answer saved')
    await rep.getByRole('link', { name: 'View coaching' }).click()
    await rep.waitForURL('**/coaching/*')
    expect(await rep.textContent('.excerpt')).toContain('four hundred euros')
    expect(await look(rep)).toEqual([])
    await rep.getByRole('button', { name: 'Mark as done' }).click()
    await said(bob, 'Marked as done')

    await go(mark, '/inbox')
    await manager.getByRole('link', { name: 'responded to your coaching question' }).click()
    await manager.waitForURL('**/inbox?item=*')
    expect(await manager.textContent('#inbox-item')).toContain('The number first, then silence.')
    expect(await look(manager)).toEqual([])
    await go(mark, '/coaching?view=done')
    expect(await manager.textContent('.coaching-list')).toContain('The number first, then silence.')
    expect([mark.faults(), bob.faults()]).toEqual([[], []])
  }, 240_000)

  it('a rep asks about a clip, shows wrong input, changes the question and deletes it', async () => {
    const { page } = bob
    const { id } = await snippetFor(world, { conversation_id: talk, title: 'The price' })
    await go(bob, `/clips/${id}`)
    await page.getByRole('link', { name: 'Coach', exact: true }).click()
    expect(await page.textContent('#coaching')).toContain('Clip: The price')
    await page.getByLabel('Colleague').selectOption(world.mark.userId ?? '')
    await page.getByLabel('Question').fill('Is that clear?')
    await page.getByLabel('Due').fill('2020-01-01')
    await page.getByRole('button', { name: 'Assign coaching' }).click()
    await page.getByRole('alert').filter({ hasText: 'in the past' }).waitFor()
    expect(await page.getByLabel('Due').getAttribute('aria-invalid')).toBe('true')
    expect(await look(page)).toEqual([])
    await page.getByLabel('Due').fill('')
    await page.getByRole('button', { name: 'Assign coaching' }).click()
    await said(bob, 'Coaching assigned')
    await go(bob, '/coaching?view=asked')
    await page.getByRole('link', { name: 'Is that clear?' }).click()
    await page.getByText('Edit coaching', { exact: true }).click()
    await page.getByLabel('Question').fill('Is that clear to them?')
    await page.getByRole('button', { name: 'Save coaching' }).click()
    await said(bob, 'Coaching saved')
    expect(await page.textContent('h1')).toContain('Is that clear to them?')
    await page.getByText('Edit coaching', { exact: true }).click()
    bob.agrees()
    await page.getByRole('button', { name: 'Delete coaching' }).click()
    await said(bob, 'Coaching deleted')
    // The form with the date in the past was answered with 400.
    expect(bob.faults().filter((fault) => !fault.includes('400'))).toEqual([])
  }, 240_000)

  it('a manager reviews five scores one after the other', async () => {
    const { page } = mark
    await go(mark, '/scorecards/review')
    expect(await page.locator('.review-queue li').count()).toBe(5)
    expect(await look(page)).toEqual([])
    // Two clicks for each score that is right, and one to start.
    await page.getByRole('link', { name: 'Start review' }).click()
    const seen: string[] = []
    for (let left = 5; left > 0; left--) {
      await page.getByText(`1 of ${left}`, { exact: true }).waitFor()
      seen.push((await page.locator('.review-one .meta a').first().textContent()) ?? '')
      if (left === 5) {
        expect(await page.locator('.review-one blockquote').count()).toBeGreaterThan(0)
        expect(await look(page)).toEqual([])
        await page.getByRole('link', { name: 'Skip', exact: true }).click()
        await page.getByText('2 of 5', { exact: true }).waitFor()
        await page.goBack()
        await page.getByText('1 of 5', { exact: true }).waitFor()
        await page.getByLabel('Score', { exact: true }).selectOption('5')
      }
      await page.getByRole('button', { name: 'Save and next' }).click()
      await said(mark, 'Scores saved')
    }
    await page.getByRole('heading', { name: 'Everything is reviewed' }).waitFor()
    expect(await look(page)).toEqual([])
    expect(new Set(seen).size).toBe(5)
    const rows = await world.app.store.owner.query<{ source: string; by: string }>(
      'select source, scored_by as by from scorecard_results where organization_id = $1',
      [world.acme],
    )
    expect(rows.filter(({ source, by }) => source === 'human' && by === world.mark.userId)).toHaveLength(5)
    expect(mark.faults()).toEqual([])
  }, 240_000)
})
