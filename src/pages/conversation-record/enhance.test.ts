/** Panels on the conversation's page, in a real browser: what is done there renews the panel and nothing else. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../../features/accounts/sign-in/index.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { askingFor, ITEMS, SALE, transcriptOf, valuesOf } from '../../testing/field-values-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { putMedia } from '../../testing/recordings-fixtures.ts'
import { saleCardFor } from '../../testing/scored-transcripts.ts'
import { wave } from '../../testing/sound.ts'
import { createWorld, type World } from '../../testing/world.ts'

const withBrowser = it.skipIf(browserProgram === undefined)

let world: World
let browser: Browser
let page: Page
let conversation: string
let seats: { id: string; key: string }
let card: Awaited<ReturnType<typeof saleCardFor>>
beforeAll(async () => {
  if (browserProgram !== undefined) browser = await openRealBrowser()
  world = await createWorld(await createTestApp({ listen: true }))
  ;({ seats } = await askingFor(world, { seats: ITEMS.seats, budget: ITEMS.budget }))
  card = await saleCardFor(world)
  conversation = await importFor(world, { transcript: transcriptOf(SALE), conversationTitle: 'Licences' })
  await putMedia(world, world.org, conversation, wave({ seconds: 60, rate: 8_000 }))
  await world.app.drain(world.acme)
  if (browserProgram === undefined) return
  page = await browser.newPage()
  const { app, acme, bob } = world
  await page.goto(app.publicUrl() + (await issueSignInLink(app.store.of(acme), acme, app.clock, bob.userId ?? '')))
  await page.click('main button')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
})
afterAll(() => browser?.close())

const open = async (tab: string) => {
  await page.goto(`${world.app.publicUrl()}/conversations/${conversation}`)
  await openTab(tab)
  // What plays is known again by a mark that no server sends.
  await page.evaluate(`document.querySelector('#media').muted = true; document.querySelector('#media').play()`)
  await page.evaluate(`document.querySelector('#media').dataset.kept = 'yes'`)
}
const openTab = (name: string) => page.getByRole('tab', { name }).click()
const isPlaying = () =>
  page.evaluate<boolean>(
    `document.querySelector('#media').dataset.kept === 'yes' && !document.querySelector('#media').paused`,
  )
const focused = () => page.evaluate<string>(`document.activeElement.closest('[id]')?.id ?? ''`)
const seatsNow = async () => (await valuesOf(world, conversation)).find((one: { key: string }) => one.key === seats.key)

describe('on the conversation’s page', () => {
  withBrowser(
    'a value is accepted and edited in place: the recording plays on, and the keyboard stays there',
    async () => {
      await open('Fields')
      const row = page.locator(`#field-${seats.id}`)
      await row.getByRole('button', { name: 'Confirm Seats' }).press('Enter')
      await row.getByText('Confirmed', { exact: true }).waitFor()
      expect((await seatsNow()).state).toBe('confirmed')
      expect(await focused()).toBe(`field-${seats.id}`)
      expect(await page.locator('main > .said').textContent()).toBe('Value confirmed')

      await row.getByRole('link', { name: 'Ann, 0:30' }).click()
      await page.waitForFunction(`document.querySelector('#media').currentTime >= 30`)

      await row.getByText('Edit', { exact: false }).first().click()
      await row.getByLabel('Seats').fill('')
      await row.getByRole('button', { name: 'Save value' }).click()
      await row.getByRole('alert').waitFor()
      expect(await row.getByLabel('Seats').getAttribute('aria-invalid')).toBe('true')
      await row.getByLabel('Seats').fill('61')
      await row.getByRole('button', { name: 'Save value' }).click()
      await row.getByText('Corrected', { exact: true }).waitFor()
      expect((await seatsNow()).value).toBe(61)
      expect(new URL(page.url()).pathname).toBe(`/conversations/${conversation}`)
      expect(await isPlaying()).toBe(true)
    },
  )

  withBrowser('a scorecard is scored by a form that opens in place, and a record is looked for', async () => {
    await open('Scorecard')
    const place = page.locator(`#scorecard-${card.id}`)
    await place
      .getByRole('link', { name: 'Score call' })
      .or(place.getByRole('link', { name: 'Edit scores' }))
      .click()
    const score = place.getByLabel('Score', { exact: true }).first()
    await score.waitFor()
    expect(await focused()).toContain('field-score-')
    await place.getByRole('link', { name: 'Cancel scoring' }).click()
    await score.waitFor({ state: 'detached' })
    await place.getByRole('link', { name: 'score' }).click()
    await score.selectOption('1')
    await place.getByRole('button', { name: 'Save scores' }).click()
    await place.getByText('Scored by you').waitFor()

    await openTab('Details')
    await page.getByLabel('Link a record or an opportunity').fill('nothing like it')
    await page.locator('#crm').getByRole('button', { name: 'Search CRM' }).click()
    await page.getByText('No records or opportunities found for').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/conversations/${conversation}`)
    expect(await isPlaying()).toBe(true)
  })
})
