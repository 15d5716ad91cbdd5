/**
 * Twelve jobs in the real browser, each from the start page by visible links and buttons, with a maximum of clicks.
 * docs/app.md lists the numbers. Typing, and keys in a field, are no clicks. A selection of an option or of words is one.
 */
import type { Browser as Chromium, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { newId } from '../src/core/clock.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { toMeetingDate } from '../src/demo/calendar.ts'
import { type Callers, createCallers, type DemoParts } from '../src/demo/callers.ts'
import { DEMO_COMPANY, fillDemo, settleDemo } from '../src/demo/index.ts'
import { ADMIN, type UserName } from '../src/demo/people.ts'
import { createOrganization } from '../src/features/accounts/identity/index.ts'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import { createTestApp, PUBLIC_URL, type TestApp } from '../src/testing/create-test-app.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { browserAt, openWindow, PHONE, type Window } from './pages-look.ts'

/** A shared machine of two cores may be ten times as slow. */
const PATIENCE_MS = 400_000
const JOB_MS = 120_000

let app: TestApp
let org: OrganizationId
let callers: Callers
let chromium: Chromium

/** Steps of a job, with the clicks so far. */
class Job {
  clicks = 0
  readonly window: Window
  readonly page: Page
  constructor(window: Window) {
    this.window = window
    this.page = window.page
  }
  /** Clicks what a person can see, and waits until the page that it opens is there. */
  async click(target: Locator): Promise<void> {
    this.clicks++
    await target.first().click()
    await this.page.waitForLoadState()
  }
  link(name: string | RegExp, within: Pick<Page, 'getByRole'> = this.page): Promise<void> {
    return this.click(within.getByRole('link', { name }))
  }
  button(name: string | RegExp, within: Pick<Page, 'getByRole'> = this.page): Promise<void> {
    return this.click(within.getByRole('button', { name }))
  }
  async choose(field: string | RegExp, option: string | { label: string }): Promise<void> {
    this.clicks++
    await this.page.getByLabel(field).first().selectOption(option)
  }
  said(words: string): Promise<void> {
    return this.page.locator('[role=status]').filter({ hasText: words }).first().waitFor()
  }
}

/** A job of a user, from the start page. */
async function start(user: UserName): Promise<Job> {
  const window = await openWindow(chromium, await signedIn(app, org, await callers.findUserId(user)))
  await window.page.goto(`${PUBLIC_URL}/home`)
  return new Job(window)
}

describe.skipIf(browserProgram === undefined)('a job', () => {
  beforeAll(async () => {
    app = await createTestApp()
    org = newId() as OrganizationId
    await createOrganization(app.store.of(org), org, app.clock, DEMO_COMPANY)
    const parts: DemoParts = {
      ...{ store: app.store, clock: app.clock, log: app.log, operations },
      contextFor: (one) => app.contextFor(one),
    }
    callers = createCallers(parts, org)
    await fillDemo(parts, org)
    await app.drain(org)
    await settleDemo(parts, org, new AbortController().signal)
    chromium = await browserAt(app)
  }, PATIENCE_MS)
  afterAll(() => chromium?.close())

  it(
    '1: finds who objected to the price, and shares it outside',
    async () => {
      const job = await start('Priya Raman')
      const { page } = job
      await job.link('Search & Ask')
      await page.getByRole('searchbox', { name: 'Search calls' }).first().fill('too expensive price')
      await job.click(page.locator('#found .search-groups ol a'))
      await page.waitForURL('**/conversations/*')
      await page.locator('.conversation-turn:has(.conversation-here)').hover()
      await job.click(page.locator('.conversation-turn:has(.conversation-here) [data-clip]'))
      await job.choose('Who can view the clip', 'anyone')
      await job.button('Create clip', page.getByRole('dialog'))
      const address = await page.getByLabel('Share link').inputValue()
      await job.button('Copy link', page.getByRole('dialog'))
      const { text, status } = await openBrowser(app).get(new URL(address).pathname)
      expect([status, /price|expensive/i.test(text)]).toEqual([200, true])
      expect(job.clicks).toBeLessThanOrEqual(6)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '2: prepares a call with an account',
    async () => {
      const job = await start('Tom Birkett')
      await job.link('Deals')
      await job.link(/^Ottermoor Dairy/)
      await job.page.waitForURL('**/deals/*')
      const text = await job.page.textContent('main')
      for (const part of [
        'Proposal',
        'Demo → Proposal',
        'Promises and tasks',
        'Their people',
        'Ottermoor Dairy: ten trucks',
      ])
        expect(text?.replace(/\s+/g, ' ').replaceAll('→to', '→')).toContain(part)
      expect(job.clicks).toBeLessThanOrEqual(2)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '3: confirms three field values',
    async () => {
      // The demo users decided about these values. As the analysis stores them, nobody did.
      await app.store.owner.query(
        `update field_values set state = 'proposed', decided_by = null, decided_at = null
         where organization_id = $1 and state in ('confirmed', 'corrected') and conversation_id =
           (select id from conversations where organization_id = $1 and title = 'Harbor & Vane: price and contract')`,
        [org],
      )
      const job = await start('Priya Raman')
      const { page } = job
      await job.link('Harbor & Vane: price and contract')
      await job.click(page.getByRole('tab', { name: 'Fields' }))
      await page.locator('#fields .record-rows').first().waitFor()
      const confirmed = () => page.locator('#fields').getByText('Confirmed', { exact: true }).count()
      for (const before = await confirmed(); (await confirmed()) < before + 3; ) {
        const now = await confirmed()
        await job.click(page.locator('#fields .record-rows').getByRole('button', { name: /^Confirm/ }))
        await expect.poll(confirmed).toBe(now + 1)
      }
      expect(job.clicks).toBeLessThanOrEqual(5)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '4: names a speaker',
    async () => {
      const lines = [
        ['Priya Raman', 'Thank you for joining. Who is on the line today?'],
        ['Speaker 1', 'Hello, this is Nadia Brandt from Harbor and Vane. I plan the routes.'],
        ['Priya Raman', 'Good to meet you, Nadia. How many routes do you plan each day?'],
        ['Speaker 1', 'About forty routes, and twelve of them change every morning.'],
      ] as const
      await callers.as('Priya Raman', 'importConversation', {
        conversationTitle: 'Harbor & Vane: routes',
        // In the week of the newest calls of the demo.
        conversationStartedAt: toMeetingDate({ week: 0, day: 'Fri', at: '16:00' }, app.clock.now()).toISOString(),
        participants: [{ name: 'Nadia Brandt', email: 'nadia.brandt@harborvane.example' }],
        transcript: {
          segments: lines.map(([speaker, text], at) => ({ speaker, text, start: at * 6, end: at * 6 + 5 })),
        },
      })
      await app.drain(org)
      const job = await start('Priya Raman')
      await job.link('Harbor & Vane: routes')
      await job.button(/^Rename Speaker 1 to Nadia Brandt/)
      await job.page.getByText('Speaker 1 renamed to Nadia Brandt in 2 lines').waitFor()
      expect(await job.page.locator('.conversation-who', { hasText: 'Nadia Brandt' }).count()).toBe(2)
      expect(job.clicks).toBeLessThanOrEqual(2)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '5: coaches a rep on a place in a call, and sees the answer',
    async () => {
      const job = await start('Ines Falk')
      const { page } = job
      await job.link('Fennick: the lab network')
      // Selecting words is one step.
      job.clicks++
      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#s2'))`)
      await job.button('Coach')
      await page.waitForURL('**/coaching?from=*')
      await job.choose('Colleague', { label: 'Priya Raman' })
      await page.getByLabel('Question').fill('How would you open the call today?')
      await job.button('Assign coaching')
      await job.said('Coaching assigned')

      const rep = await start('Priya Raman')
      await rep.link(/How would you open the call today/)
      await rep.page.getByLabel('Your answer').fill('With their numbers.')
      await rep.button('Send answer')
      await rep.said('Answer saved')
      expect(rep.clicks).toBeLessThanOrEqual(2)

      await page.goto(`${PUBLIC_URL}/home`)
      await job.link(/How would you open the call today/)
      await page.getByText('With their numbers.').first().waitFor()
      expect(job.clicks).toBeLessThanOrEqual(6)
      expect([...job.window.faults(), ...rep.window.faults()]).toEqual([])
    },
    JOB_MS,
  )

  it(
    '6: explains a change of the talk share',
    async () => {
      const job = await start('Ines Falk')
      const { page } = job
      await job.link(/We spoke/)
      await page.waitForURL('**/conversations?*')
      await job.link('Harbor & Vane: first review')
      await page.waitForURL(/conversations\/[^?]+$/)
      await job.click(page.locator('#figures [data-figure=internalTalkShare]'))
      await page.getByRole('region', { name: 'Our monologues, longest first' }).waitFor()
      expect(await page.locator('#figure-places li a').count()).toBeGreaterThan(2)
      expect(job.clicks).toBeLessThanOrEqual(3)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '7: finds lost deals, and why they were lost',
    async () => {
      const job = await start('Ines Falk')
      const { page } = job
      await job.link('Deals')
      await job.link('Lost')
      await page.getByRole('columnheader', { name: 'Loss reason' }).waitFor()
      expect(await page.textContent('main')).toContain('Wayloom was cheaper')
      // The reason in the words of the customer.
      await job.link(/^Pellwater Beverages/)
      await job.link('Pellwater: the decision')
      await page.waitForURL('**/conversations/*')
      expect(job.clicks).toBeLessThanOrEqual(4)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '8: reviews five scorecards',
    async () => {
      const job = await start('Ines Falk')
      await job.link(/^Review$/)
      for (let left = 5; left > 0; left--) {
        await job.button('Save and next')
        await job.said('Scores saved')
      }
      expect(job.clicks).toBeLessThanOrEqual(6)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '9: invites a colleague, who joins',
    async () => {
      const job = await start(ADMIN)
      const { page } = job
      await job.link('Settings')
      await job.link('People', page.getByRole('main'))
      await job.link('Invite people')
      await page.getByLabel('Email address').fill('nora.lind@brennwick.example')
      await page.getByLabel('First name').fill('Nora')
      await job.button('Send invitation')
      await job.said('Invitation sent to nora.lind@brennwick.example')
      expect(job.clicks).toBeLessThanOrEqual(4)

      await app.drain(org)
      const text = app.mail.findLast(({ to }) => to === 'nora.lind@brennwick.example')?.text ?? ''
      const colleague = new Job(await openWindow(chromium, openBrowser(app)))
      colleague.clicks++
      await colleague.page.goto(/http:\S+/.exec(text)?.[0] ?? '')
      await colleague.click(colleague.page.locator('main button'))
      // New users can set a password first.
      await colleague.page.waitForURL('**/account')
      expect(colleague.clicks).toBeLessThanOrEqual(2)
      expect([...job.window.faults(), ...colleague.window.faults()]).toEqual([])
    },
    JOB_MS,
  )

  it(
    '10: connects a source of calls',
    async () => {
      const job = await start(ADMIN)
      const { page } = job
      await job.link('Settings')
      await job.link('Call sources', page.getByRole('main'))
      await job.click(page.locator('summary', { hasText: /^Connect Zoom/ }))
      const form = page.locator('form', { has: page.getByRole('button', { name: 'Connect source' }) }).first()
      for (const field of await form.locator('input[required]').all())
        if ((await field.inputValue()) === '') await field.fill('value')
      await job.button('Connect source')
      await job.said('Source connected')
      await page.getByRole('button', { name: 'Test source' }).waitFor()
      expect(job.clicks).toBeLessThanOrEqual(4)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '11: can be installed on a phone',
    async () => {
      const { window, page } = await start('Priya Raman')
      await page.setViewportSize(PHONE)
      const devtools = await window.context.newCDPSession(page)
      const { data, errors } = await devtools.send('Page.getAppManifest')
      expect(errors).toEqual([])
      const manifest = JSON.parse(data ?? '{}')
      expect(manifest).toMatchObject({ name: 'Parley', start_url: '/home', scope: '/', display: 'standalone' })
      const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes)
      expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      // The browser of the test is private, which no page can change.
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
      expect(window.faults()).toEqual([])
    },
    JOB_MS,
  )

  it(
    '12: recovers from a wrong rename of a speaker',
    async () => {
      const { id } = await callers.as<{ id: string }>('Priya Raman', 'getConversationByExternalId', {
        externalId: 'fennick-3-expansion',
      })
      const { meta } = await callers.as<{ meta: { speakers: { name: string }[] } }>('Priya Raman', 'getTranscript', {
        id,
      })
      const [first, second] = meta.speakers.map(({ name }) => name)
      await callers.as('Priya Raman', 'updateTranscript', { id, speakers: [{ from: first, to: second }] })
      await app.drain(org)
      const job = await start('Priya Raman')
      const { page } = job
      await job.link('Fennick: the lab network')
      await job.click(page.locator('.conversation-menu > summary'))
      await job.link('Transcript versions')
      await job.link('Restore version 1')
      await job.button('Restore version 1')
      await job.said('Version 1 restored as version 3.')
      expect(job.clicks).toBeLessThanOrEqual(5)
      expect(job.window.faults()).toEqual([])
    },
    JOB_MS,
  )
})
