/** Library in the real browser: the order of clips by drag and by touch, and the size of what fingers touch. */
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { itemFor as questionFor, scorecardFor } from '../src/testing/scorecards-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { browserAt, openWindow, PHONE, smallTargetsOf, type Window } from './pages-look.ts'

let world: World
let chromium: Chromium
let alice: Window
let phone: Page
let folder: string
let card: string
const items = new Map<string, string>()

describe.skipIf(browserProgram === undefined)('the library', () => {
  beforeAll(async () => {
    world = await createWorld()
    folder = await folderFor(world, { name: 'Price' })
    for (const title of ['Third', 'Second', 'First']) {
      const { id } = await snippetFor(world, { conversation_id: await talkFor(world), title })
      items.set(title, await itemFor(world, { snippetUUID: id, folderUUID: folder }))
    }
    card = await scorecardFor(world, { title: 'Discovery' })
    for (const title of ['Names the price', 'Asks for the date']) await questionFor(world, card, { title })
    chromium = await browserAt(world.app)
    const session = await signedIn(world.app, world.acme, world.alice.userId)
    alice = await openWindow(chromium, session)
    const context = await chromium.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
    await context.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url: PUBLIC_URL })))
    phone = await context.newPage()
  }, 120_000)
  afterAll(() => chromium?.close())

  const item = (page: Page, title: string) => page.locator(`#item-${items.get(title)}`)
  const shown = (page: Page) => page.locator('.library-items .grow > a').allTextContents()
  const stored = async () => {
    const query = { folderUUID: folder }
    const { data } = (await call(world.app, world.alice, 'GET', '/library/items', { query })).body
    return data.map(({ snippet }: { snippet: { title: string } }) => snippet.title)
  }

  it('orders clips by drag, without leaving the page', async () => {
    const { page } = alice
    await page.goto(`${PUBLIC_URL}/library?folder=${folder}`)
    expect(await shown(page)).toEqual(['First', 'Second', 'Third'])
    await page.evaluate(`document.body.dataset.kept = 'here'`)
    await item(page, 'Third').dragTo(item(page, 'First'))
    await expect.poll(() => shown(page)).toEqual(['Third', 'First', 'Second'])
    // The list that came can be dragged too.
    await item(page, 'Third').dragTo(item(page, 'Second'))
    await expect.poll(() => shown(page)).toEqual(['First', 'Second', 'Third'])
    expect(await page.evaluate(`document.body.dataset.kept`)).toBe('here')
    expect(await stored()).toEqual(['First', 'Second', 'Third'])
    expect(alice.faults()).toEqual([])
  }, 60_000)

  it('orders clips by touch', async () => {
    await phone.goto(`${PUBLIC_URL}/library?folder=${folder}`)
    await phone.getByRole('button', { name: 'Move Second up' }).tap()
    await expect.poll(() => shown(phone)).toEqual(['Second', 'First', 'Third'])
    await phone.getByRole('button', { name: 'Move Second down' }).tap()
    await expect.poll(stored).toEqual(['First', 'Second', 'Third'])
  }, 60_000)

  it('moves questions of a scorecard by touch', async () => {
    await phone.goto(`${PUBLIC_URL}/scorecards/${card}`)
    const titles = () => phone.locator('.scorecards-item h3').allTextContents()
    await phone.getByRole('button', { name: 'Move Asks for the date up' }).tap()
    await expect.poll(titles).toEqual(['Asks for the date', 'Names the price'])
  }, 60_000)

  it.each(['/home', '/library', '/conversations', '/tasks', '/search', '/account', '/admin/people', '/admin/sources'])(
    'has targets of at least 44 px on %s',
    async (path) => {
      await phone.goto(PUBLIC_URL + path)
      expect(await smallTargetsOf(phone)).toEqual([])
    },
    60_000,
  )

  it('has them in a folder, on a scorecard, and in the form of an invitation', async () => {
    for (const path of [`/library?folder=${folder}`, `/scorecards/${card}`, '/admin/people/invitations?new']) {
      await phone.goto(PUBLIC_URL + path)
      expect([path, await smallTargetsOf(phone)]).toEqual([path, []])
    }
  }, 60_000)
})
