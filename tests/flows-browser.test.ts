/** What people do with what they found, in the real browser: clips, decks and the library, and what they send to others. */
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { codesSentTo } from '../src/testing/decks-fixtures.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { folderFor, itemFor, snippetFor } from '../src/testing/library-fixtures.ts'
import { newPerson } from '../src/testing/people.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { putMedia } from '../src/testing/recordings-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { wave } from '../src/testing/sound.ts'
import { TALK } from '../src/testing/transcript-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, DESKTOP, openWindow, type Window } from './pages-look.ts'

let world: World
let chromium: Chromium
let bob: Window
let alice: Window
let talk: string
/** Somewhere else: what browsers tell there of where they came from. */
let elsewhere: Server
const told: (string | undefined)[] = []

beforeAll(async () => {
  if (browserProgram === undefined) return
  world = await createWorld()
  const segments = TALK.map(([speaker, text], index) => ({ speaker, text, start: index * 5, end: index * 5 + 4 }))
  talk = await importFor(world, { conversationTitle: 'Scanners', transcript: { segments } })
  await putMedia(world, world.org, talk, wave({ seconds: 60, rate: 8_000 }))
  await world.app.drain(world.acme)
  elsewhere = createServer((request, response) => {
    if (request.url === '/here') told.push(request.headers.referer)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>')
  })
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  chromium = await browserAt(world.app)
  ;[bob, alice] = await Promise.all([windowOf(world.bob.userId), windowOf(world.alice.userId)])
})
afterAll(async () => {
  await chromium?.close()
  elsewhere?.close()
})

const windowOf = async (userId: string | undefined) =>
  openWindow(chromium, await signedIn(world.app, world.acme, userId))
/** In a browser that nobody has signed in with. */
const windowOfNobody = () => openWindow(chromium, openBrowser(world.app))
const go = ({ page }: Window, path: string) => page.goto(PUBLIC_URL + path)
/** A page that comes with the words is there with its modules too, so that it hears keys. */
async function said({ page }: Window, words: string): Promise<void> {
  await page.locator('[role=status]').filter({ hasText: words }).waitFor()
  await page.waitForLoadState()
}
const placeOf = (page: Page) => new URL(page.url()).pathname
const focused = (page: Page) => page.evaluate<string>('document.activeElement.id')
const comesTrue = (page: Page, what: string) => expect.poll(() => page.evaluate<boolean>(what)).toBe(true)
const mailTo = (email: string | undefined) => world.app.mail.findLast(({ to }) => to === email)?.text ?? ''
const linkIn = (text: string) => /http:\S+/.exec(text)?.[0] ?? ''

/** Follows a link to elsewhere from the page as it is. @returns what is told there of where it was followed */
async function leaves({ page }: Window): Promise<string | undefined> {
  const before = told.length
  const { port } = elsewhere.address() as AddressInfo
  await page.evaluate(`(() => {
    const link = document.createElement('a')
    link.href = 'http://127.0.0.1:${port}/here'
    document.body.append(link)
    link.click()
  })()`)
  await page.waitForURL(`http://127.0.0.1:${port}/here`)
  expect(told.length).toBe(before + 1)
  return told.at(-1)
}

describe.skipIf(browserProgram === undefined)('in the browser', () => {
  it('a transcript follows its recording until somebody looks elsewhere, and again when they say so', async () => {
    const { page } = bob
    await page.setViewportSize({ width: 1000, height: 420 })
    await go(bob, `/conversations/${talk}`)
    // So slow that nothing moves but what is moved here.
    await page.evaluate(`Object.assign(document.querySelector('#media'), { muted: true, playbackRate: 0.1 })`)
    const isSeen = (id: string) =>
      `(() => { const { top, bottom } = document.querySelector('${id}').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight })()`
    const playFrom = async (second: number, id: string) => {
      await page.evaluate(`document.querySelector('#media').currentTime = ${second}`)
      await page.waitForSelector(`${id}.conversation-spoken`)
    }
    await page.click('#s0')
    await page.waitForSelector('#s0.conversation-spoken')
    await comesTrue(page, `!document.querySelector('#media').paused`)
    expect(await page.evaluate(isSeen('#s11'))).toBe(false)
    await playFrom(56, '#s11')
    await comesTrue(page, isSeen('#s11'))
    const back = page.getByRole('button', { name: 'Follow playback' })
    expect(await back.isVisible()).toBe(false)
    await page.locator('#s10').hover()
    await page.mouse.wheel(0, -10_000)
    await back.waitFor()
    await comesTrue(page, 'scrollY === 0')
    await playFrom(51, '#s10')
    expect(await page.evaluate(isSeen('#s10'))).toBe(false)
    await back.click()
    await comesTrue(page, isSeen('#s10'))
    expect(await back.isVisible()).toBe(false)
    await page.evaluate(`document.querySelector('#media').pause()`)
    await page.setViewportSize(DESKTOP)
    expect(bob.faults()).toEqual([])
  })

  it('what was selected is sent to everybody, who hears of nothing else, and then to people inside alone', async () => {
    const { page } = bob
    await go(bob, `/conversations/${talk}`)
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#s2'))`)
    await page.getByRole('button', { name: 'Create clip', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Create clip' })
    await dialog.getByLabel('Title').fill('The <b>price</b>')
    await dialog.getByLabel('Who can view the clip').selectOption({ label: 'Anyone with the link' })
    await dialog.getByLabel('Email me when somebody opens the clip for the first time').check()
    await dialog.getByRole('button', { name: 'Create clip' }).click()
    const address = await dialog.getByLabel('Share link').inputValue()
    const inside = `/clips/${await newestClip()}`

    const nobody = await windowOfNobody()
    await nobody.page.goto(address)
    expect(await nobody.page.textContent('h1')).toBe('The <b>price</b>')
    expect(await nobody.page.textContent('ol')).toContain('four hundred euros')
    expect(await nobody.page.textContent('main')).not.toMatch(/Sixty scanners|training|Notes|Sign in/)
    expect(await nobody.page.locator('a, form').count()).toBe(0)
    // Its part of the recording, and no more, goes with its words.
    const media = `document.querySelector('#clip-media')`
    await comesTrue(nobody.page, `${media}.readyState > 0`)
    const length = await nobody.page.evaluate<number>(`${media}.duration`)
    expect(length).toBeGreaterThan(3)
    expect(length).toBeLessThanOrEqual(4)
    await nobody.page.evaluate(`${media}.muted = true`)
    await nobody.page.getByRole('button', { name: 'Play from 0:10' }).click()
    await comesTrue(nobody.page, `!${media}.paused && ${media}.currentTime > 0`)
    await comesTrue(
      nobody.page,
      `document.querySelector('.spoken')?.textContent.includes('four hundred euros') === true`,
    )
    await nobody.page.evaluate(`${media}.pause()`)
    expect(await barriersOf(nobody.page)).toEqual([])
    expect([nobody.faults(), await leaves(nobody)]).toEqual([[], undefined])
    await world.app.drain(world.acme)
    expect(mailTo(world.bob.email)).toContain('opened the link to your snippet for the first time')

    await go(bob, inside)
    await page.locator('summary', { hasText: 'Edit clip' }).click()
    await page.getByLabel('Who can view the clip').selectOption({ label: 'People in the organization, after sign-in' })
    await page.getByRole('button', { name: 'Save clip' }).click()
    await said(bob, 'Clip saved')

    // The same link now asks who one is, and leads on from the mail to the clip with its recording.
    const colleague = await newPerson(world, {
      ...{ email: `colleague-${randomBytes(6).toString('hex')}@acme.example`, teamIds: [world.teams.north] },
    })
    await nobody.page.goto(address)
    expect(placeOf(nobody.page)).toBe('/sign-in')
    await nobody.page.getByLabel('Email address').fill(colleague.email)
    await nobody.page.keyboard.press('Enter')
    await nobody.page.getByRole('button', { name: 'Email me a sign-in link' }).waitFor()
    expect(await barriersOf(nobody.page)).toEqual([])
    await nobody.page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    await nobody.page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await world.app.signIn.settled()
    await nobody.page.goto(linkIn(mailTo(colleague.email)))
    await nobody.page.getByRole('button', { name: 'Sign in' }).click()
    await nobody.page.waitForURL(PUBLIC_URL + inside)
    await comesTrue(nobody.page, `document.querySelector('#clip-media').currentTime === 10`)
    expect(await nobody.page.textContent('.clips-said')).toContain('four hundred euros')
    await nobody.context.close()
    expect(bob.faults()).toEqual([])
  })

  async function newestClip(): Promise<string> {
    const [row] = await world.app.store.owner.query<{ id: string }>(
      'select id from snippets where conversation_id = $1 order by created_at desc limit 1',
      [talk],
    )
    return row?.id ?? ''
  }

  it('a deck is made, turned by keys, presented and shared by mail with somebody who has no account', async () => {
    const { page } = bob
    await go(bob, `/decks/new?context=${talk}`)
    await page.getByLabel('Type').selectOption({ label: 'Recap' })
    await page.getByRole('button', { name: 'Create presentation' }).click()
    await said(bob, 'Presentation created')
    const path = placeOf(page)
    const last = await page.locator('.deck-slide').count()
    expect(last).toBeGreaterThan(2)

    const steps = [
      ...[['Home', 1] as const, ['ArrowRight', 2] as const, ['PageDown', 3] as const, ['ArrowLeft', 2] as const],
      ...[['End', last] as const, ['ArrowDown', last] as const, ['Shift+Space', last - 1] as const],
    ]
    for (const [key, slide] of steps) {
      await page.keyboard.press(key)
      expect([key, await focused(page)]).toEqual([key, `slide-${slide}`])
    }
    const openNotes = () => page.locator('.deck-notes[open]').count()
    const notes = await page.locator('.deck-notes').count()
    expect([notes > 0, await openNotes()]).toEqual([true, 0])
    await page.keyboard.press('n')
    expect(await openNotes()).toBe(notes)
    await page.keyboard.press('n')
    expect(await openNotes()).toBe(0)
    // Keys that are typed are letters.
    await page.getByLabel('Email addresses').focus()
    await page.keyboard.press('n')
    expect(await openNotes()).toBe(0)

    await page.keyboard.press('Control+A')
    await page.getByRole('button', { name: 'Present', exact: true }).click()
    await page.waitForSelector('.deck-presenting')
    const shown = () => page.locator('.deck-here').count()
    const shownFirst = async () => page.locator('.deck-here .deck-slide').getAttribute('id')
    await page.keyboard.press('Home')
    expect([await shown(), await shownFirst()]).toEqual([1, 'slide-1'])
    await page.keyboard.press('ArrowRight')
    expect([await shown(), await shownFirst()]).toEqual([1, 'slide-2'])
    await page.locator('#slide-2').click({ position: { x: 5, y: 5 } })
    expect(await shownFirst()).toBe('slide-3')
    await page.keyboard.press('f')
    await page.waitForSelector('#slides:not(.deck-presenting)')
    expect(await shown()).toBe(0)

    const guest = `guest-${randomBytes(4).toString('hex')}@customer.example`
    await page.getByLabel('Email addresses').fill(guest)
    await page.getByRole('button', { name: 'Share presentation', exact: true }).click()
    await said(bob, 'Presentation shared. New recipients get an email.')
    await world.app.drain(world.acme)
    const nobody = await windowOfNobody()
    await nobody.page.goto(linkIn(mailTo(guest)))
    expect(placeOf(nobody.page)).toBe(`/d/${codesSentTo(world, guest).at(-1)}`)
    expect(await nobody.page.locator('.deck-slide').count()).toBe(last)
    expect(await nobody.page.locator('.deck-notes, a, form, button').count()).toBe(0)
    expect(await barriersOf(nobody.page)).toEqual([])
    expect([nobody.faults(), await leaves(nobody)]).toEqual([[], undefined])

    await go(bob, path)
    const row = page.getByRole('row').filter({ hasText: guest })
    expect(await row.textContent()).not.toContain('Not yet')
    bob.agrees()
    await row.getByRole('button', { name: 'Stop sharing' }).click()
    await said(bob, 'Sharing stopped')
    await nobody.page.goto(linkIn(mailTo(guest)))
    expect(await nobody.page.textContent('h1')).toBe('Link not found')
    await nobody.context.close()
  })

  it('what lies in the library is dragged into folders, and where it may not go it says so', async () => {
    const { page } = alice
    const { id } = await snippetFor(world, { conversation_id: talk, title: 'The warranty' })
    const [inner, outer] = [await folderFor(world, { name: 'Objections' }), await folderFor(world, { name: 'Best of' })]
    const item = await itemFor(world, { snippetUUID: id })
    await go(alice, '/library')
    // What a page keeps that was not left.
    await page.evaluate(`document.body.dataset.kept = 'here'`)
    const folder = (key: string) => page.locator(`#folder-${key}`)
    await page.locator(`#item-${item}`).dragTo(folder(inner))
    await said(alice, 'Clip moved')
    await page.locator(`#item-${item}`).waitFor({ state: 'detached' })
    expect(await folder(inner).textContent()).toContain('1 clip')
    // What came is as much to be dragged as what was there.
    await folder(inner).dragTo(folder(outer))
    await folder(inner).waitFor({ state: 'detached' })
    expect(await folder(outer).textContent()).toContain('1 folder')
    expect([await page.evaluate(`document.body.dataset.kept`), placeOf(page)]).toEqual(['here', '/library'])
    await folder(outer).getByRole('link').click()
    await folder(inner).getByRole('link').click()
    await page.getByRole('link', { name: 'The warranty' }).waitFor()
    expect(alice.faults()).toEqual([])

    // By who may not: it stays where it is, and the page says why.
    const other = await folderFor(world, { name: 'Openings' })
    await go(bob, '/library')
    await bob.page.locator(`#folder-${other}`).dragTo(bob.page.locator(`#folder-${outer}`))
    await bob.page.locator(`#folder-${other} [role=alert]`).waitFor()
    expect(await bob.page.locator(`#folder-${other}`).count()).toBe(1)
    // It is told in the console as well, which nobody reads.
    expect(bob.faults().filter((fault) => !fault.includes('status of 403'))).toEqual([])
  })

  it('somebody who is invited comes in by the mail, sets a password, and comes back by it', async () => {
    const { page } = alice
    const email = `new-${randomBytes(6).toString('hex')}@acme.example`
    await go(alice, '/admin/people')
    await page.getByRole('link', { name: 'Invite people' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('First name').fill('Nora')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await said(alice, `Invitation sent to ${email}`)
    await world.app.drain(world.acme)

    const nora = await windowOfNobody()
    await nora.page.goto(linkIn(mailTo(email)))
    await nora.page.getByRole('button', { name: 'Accept invitation' }).click()
    await nora.page.waitForURL(`${PUBLIC_URL}/account`)
    expect(await nora.page.textContent('#you')).toContain(email)
    await nora.page.locator('input[autocomplete="new-password"]').fill('walnut carpet orbit nine')
    await nora.page.getByRole('button', { name: 'Set password' }).click()
    await said(nora, 'Password saved.')
    await nora.page.click('.account summary')
    await nora.page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await nora.page.waitForURL(`${PUBLIC_URL}/sign-in`)
    await go(nora, '/conversations')
    await nora.page.getByLabel('Email address').fill(email)
    await nora.page.getByRole('button', { name: 'Continue' }).click()
    await nora.page.getByLabel('Password').fill('walnut carpet orbit nine')
    await nora.page.getByRole('button', { name: 'Sign in' }).click()
    await nora.page.waitForURL(`${PUBLIC_URL}/conversations`)
    expect(nora.faults()).toEqual([])
    await nora.context.close()
    await go(alice, '/admin/people/invitations')
    expect(await page.textContent('main')).not.toContain(email)
    expect(alice.faults()).toEqual([])
  })
})
