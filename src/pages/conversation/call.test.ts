/** The call page in a real browser: one screen, timeline, tabs, keys, and corrections in place. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../../features/accounts/sign-in/index.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { createWorld, type World } from '../../testing/world.ts'

const withBrowser = it.skipIf(browserProgram === undefined)
const [DESKTOP, PHONE] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

let world: World
let browser: Browser
let page: Page
let talk: string
const errors: string[] = []

beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true }))
  if (browserProgram === undefined) return
  browser = await openRealBrowser()
  const participants = [
    { email: 'bob@acme.example', name: 'Bob' },
    { email: 'ann@customer.example', name: 'Ann' },
  ]
  const segments = Array.from({ length: 60 }, (_, i) => ({
    speaker: ['Bob', 'Ann'][i % 2],
    text:
      i < 30 ? `The warehouse needs scanner number ${i} by Friday.` : `The contract has clause ${i} about liability.`,
    start: i * 10,
    end: i * 10 + (i % 2 === 0 ? 9 : 3),
  }))
  talk = await importFor(world, { conversationTitle: 'Scanners', participants, transcript: { segments } })
  await world.app.drain(world.acme)
  const { app, acme, bob } = world
  page = await browser.newPage({ viewport: DESKTOP })
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(app.publicUrl() + (await issueSignInLink(app.store.of(acme), acme, app.clock, bob.userId ?? '')))
  await page.click('main button')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  errors.length = 0
})
afterAll(() => browser?.close())

const open = async (query = '', viewport = DESKTOP) => {
  await page.setViewportSize(viewport)
  await page.goto(`${world.app.publicUrl()}/conversations/${talk}${query}`)
}
const comesTrue = (what: string) => expect.poll(() => page.evaluate<boolean>(what), { timeout: 10_000 }).toBe(true)
const selectedTab = () => page.locator('[role=tab][aria-selected=true]').textContent()
const valueText = () => page.getByLabel('Position').getAttribute('aria-valuetext')

describe('on a desk', () => {
  withBrowser('the page is one screen: the panes scroll, the page does not', async () => {
    await open()
    expect(await page.evaluate(`document.documentElement.scrollHeight - innerHeight`)).toBe(0)
    expect(await page.evaluate(`document.querySelector('.call-scroller').scrollHeight > innerHeight`)).toBe(true)
    expect(await page.locator('.call-lane[data-speaker]').allTextContents()).toEqual(['Bob75%', 'Ann25%'])
    expect(await page.locator('.call-lane[data-speaker] .talk-bar').first().getAttribute('class')).toContain(
      'talk-us-1',
    )
  })

  withBrowser('speakers have the same color in the timeline and in the statistics', async () => {
    await open('?tab=summary')
    const findFills = (rows: string, name: string, rect: string) =>
      page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('${rows}')].map((row) => [row.querySelector('${name}').textContent, getComputedStyle(row.querySelector('${rect}')).fill])`,
      )
    const lanes = await findFills('.call-lane[data-speaker]', 'bdi', '.talk-bar rect')
    expect(lanes.map(([name]) => name)).toEqual(['Bob', 'Ann'])
    expect(new Set(lanes.map(([, fill]) => fill)).size).toBe(2)
    expect(await findFills('#figures .bars tr', 'th', 'rect:last-of-type')).toEqual(lanes)
  })

  withBrowser('without a recording, the timeline moves the transcript, by pointer and by keys', async () => {
    await open()
    expect(await page.getByRole('button', { name: 'Play' }).isDisabled()).toBe(true)
    await page.getByLabel('Position').focus()
    await page.keyboard.press('ArrowRight')
    expect(await valueText()).toMatch(/^0:05 of 9:53/)
    await page.keyboard.press('Shift+ArrowRight')
    expect(await valueText()).toMatch(/^0:10 of/)
    await page.waitForSelector('#s1.conversation-spoken')
    const { x, width, y, height } = (await page.getByLabel('Position').boundingBox()) ?? {
      x: 0,
      width: 0,
      y: 0,
      height: 0,
    }
    await page.mouse.click(x + width / 2, y + height / 2)
    expect(await valueText()).toMatch(/^4:5\d of/)
    await page.waitForSelector('#s29.conversation-spoken')
    await page.locator('body').press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
  })

  withBrowser('a lane shows only its speaker, and all of them again', async () => {
    await open()
    await page.getByRole('link', { name: /^Ann/ }).first().click()
    await page.getByText('Only lines by Ann').waitFor()
    expect(await page.locator('.conversation-turn').count()).toBe(30)
    expect(await page.locator('.call-lane-chosen').getAttribute('data-speaker')).toBe('Ann')
    await page.locator('.call-lane-chosen a').click()
    await comesTrue(`document.querySelectorAll('.conversation-turn').length === 60`)
    expect(await page.locator('.call-lane-chosen').count()).toBe(0)
  })

  withBrowser('tabs swap in place, by pointer and by arrow keys, and the address keeps them', async () => {
    await open()
    expect(await selectedTab()).toBe('Summary')
    await page.getByRole('tab', { name: 'Fields' }).click()
    await page.getByText('No fields apply to this call').waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('fields')
    await page.keyboard.press('ArrowRight')
    expect(await selectedTab()).toBe('Scorecard')
    await page.keyboard.press('Home')
    expect(await selectedTab()).toBe('Summary')
    await open('?tab=details')
    expect(await selectedTab()).toBe('Details')
    await page.getByLabel('Title').waitFor()
    await open('#settings')
    await expect.poll(selectedTab).toBe('Details')
  })

  withBrowser('a number opens the list behind it in place, and a time of the list the transcript', async () => {
    await open()
    const number = page.getByRole('link', { name: /per minute/ })
    await number.press('Enter')
    await page.getByRole('region', { name: 'Speaker changes' }).waitFor()
    expect(await number.getAttribute('aria-expanded')).toBe('true')
    await page.locator('#figure-places').getByRole('link', { name: '0:10', exact: true }).press('Enter')
    await page.waitForSelector('#s1.conversation-here')
    await page.getByRole('link', { name: 'Close Speaker changes' }).press('Enter')
    expect(await page.locator('#figure-places').isHidden()).toBe(true)
    expect(await page.evaluate(`document.activeElement.textContent`)).toMatch(/per minute/)
    await page.locator('#figures .bars').getByRole('link', { name: '25%' }).click()
    await page.getByText('Only lines by Ann').waitFor()
  })

  withBrowser('the timeline zooms by buttons, keys and the wheel, and follows the position', async () => {
    await open()
    const range = () => page.evaluate<number[]>(`[Number(seek.min), Number(seek.max)].map(Math.round)`)
    expect(await range()).toEqual([0, 593])
    await page.getByRole('button', { name: 'Zoom in' }).click()
    expect(await range()).toEqual([0, 297])
    await page.locator('body').press('+')
    expect(await range()).toEqual([0, 148])
    expect(await page.locator('.talk-axis text').allTextContents()).toContain('1:00')
    // A position outside moves the visible part, and the lanes stay inside the page.
    await page.locator('.conversation-clock', { hasText: '5:00' }).click()
    await comesTrue(`Number(seek.min) > 280 && Number(seek.min) < 300`)
    expect(await page.evaluate(`document.documentElement.scrollWidth - innerWidth`)).toBe(0)
    const { x, width, y } = (await page.getByLabel('Position').boundingBox()) ?? { x: 0, width: 0, y: 0 }
    await page.mouse.move(x + width / 2, y + 10)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, 100)
    await page.keyboard.up('Control')
    await comesTrue(`Math.round(seek.max - seek.min) === 297`)
    for (const _ of [1, 2]) await page.locator('body').press('-')
    await comesTrue(`Number(seek.min) === 0 && Number(seek.max) === 593`)
    expect(await page.getByRole('button', { name: 'Zoom out' }).isDisabled()).toBe(true)
  })

  withBrowser('a line is corrected where it is read, and the correction is undone', async () => {
    await open('?t=40')
    await page.locator('.conversation-turn:has(#s4)').hover()
    await page.getByRole('link', { name: 'Correct 0:40' }).click()
    await page.getByLabel('Text at 0:40').fill('The warehouse needs no scanner.')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText('Line corrected').waitFor()
    expect(await page.locator('#s4').textContent()).toBe('The warehouse needs no scanner.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Correction undone').waitFor()
    expect(await page.locator('#s4').textContent()).toBe('The warehouse needs scanner number 4 by Friday.')
    await world.app.drain(world.acme)
  })
})

describe('on a phone', () => {
  withBrowser('transcript and panels take turns, and a time leads from a panel to the transcript', async () => {
    await open('', PHONE)
    expect(await selectedTab()).toBe('Transcript')
    expect(await page.getByLabel('Position').isVisible()).toBe(true)
    await page.getByRole('tab', { name: 'Summary' }).click()
    expect(await page.locator('#transcript').isVisible()).toBe(false)
    const link = page.locator('#panel-summary a[data-segment]').first()
    const segment = await link.getAttribute('data-segment')
    await link.press('Enter')
    await page.waitForSelector(`#s${segment}.conversation-here`)
    expect(await selectedTab()).toBe('Transcript')
    expect(await page.evaluate(`document.documentElement.scrollWidth - innerWidth`)).toBe(0)
  })
})

withBrowser('no script stumbles', () => expect(errors).toEqual([]))
