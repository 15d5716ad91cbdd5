/** A conversation in a real browser: moments, the player, clips, answers, and long transcripts. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../../features/accounts/sign-in/index.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { putMedia } from '../../testing/recordings-fixtures.ts'
import { wave } from '../../testing/sound.ts'
import { TALK } from '../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const withBrowser = it.skipIf(browserProgram === undefined)

let world: World
let browser: Browser
let page: Page
let talk: string
let long: string
const errors: string[] = []

const LINES = 5_000
/** Every word half a second, one after the other. */
const timed = TALK.slice(0, 4).map(([speaker, text], turn) => ({
  speaker,
  words: text.split(' ').map((word, i) => ({
    text: word,
    startTimestamp: turn * 12 + i / 2,
    endTimestamp: turn * 12 + i / 2 + 0.4,
  })),
}))

beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true }))
  if (browserProgram === undefined) return
  browser = await openRealBrowser()
  talk = await importFor(world, { transcript: { final: timed }, conversationTitle: 'Scanners' })
  await putMedia(world, world.org, talk, wave({ seconds: 60, rate: 8_000 }))
  const segments = Array.from({ length: LINES }, (_, i) => ({
    speaker: ['Ann', 'Bob'][i % 2],
    text: i === 4_321 ? 'Here stands a zeppelin.' : `This is what is said at ${i}.`,
    start: i * 4,
    end: i * 4 + 3,
  }))
  long = await importFor(world, { transcript: { segments } })
  await world.app.drain(world.acme)
  const { app, acme, bob } = world
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  page.on('pageerror', ({ message }) => errors.push(message))
  // A form that is refused is an answer, not a fault.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 400')) errors.push(message.text())
  })
  await page.goto(app.publicUrl() + (await issueSignInLink(app.store.of(acme), acme, app.clock, bob.userId ?? '')))
  await page.click('main button')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  errors.length = 0
})
afterAll(() => browser?.close())

const open = (path: string) => page.goto(`${world.app.publicUrl()}/conversations/${path}`)
/** Pages forbid what `waitForFunction` does. */
const comesTrue = (what: string) => expect.poll(() => page.evaluate<boolean>(what), { timeout: 10_000 }).toBe(true)
const isSeen = (selector: string) =>
  comesTrue(`(() => {
    const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
    return top > 0 && bottom < innerHeight
  })()`)
const windows = () => page.locator('.conversation-window').count()
const placeOfPlayer = () => page.evaluate<number>(`document.querySelector('#media').currentTime`)

describe('a recording and what is said in it', () => {
  withBrowser('go together: a line plays from there, is marked word by word, and keys steer it', async () => {
    await open(talk)
    await page.evaluate(`document.querySelector('#media').muted = true`)
    await page.click('#s2')
    await comesTrue(`document.querySelector('#media').currentTime > 24.6`)
    await page.waitForSelector('#s2.conversation-spoken')
    const word = await page.evaluate<string>(`String([...CSS.highlights.get('conversation-word')][0])`)
    expect(timed[2]?.words.map(({ text }) => text)).toContain(word)
    await page.keyboard.press('Space')
    expect(await page.evaluate(`document.querySelector('#media').paused`)).toBe(true)
    const at = await placeOfPlayer()
    await page.keyboard.press('ArrowRight')
    await comesTrue(`document.querySelector('#media').currentTime > ${at + 4.5}`)
    await page.keyboard.press(']')
    await page.getByRole('button', { name: '1.25× speed' }).waitFor()
  })

  withBrowser('open at a moment', async () => {
    await open(`${talk}?t=36`)
    await page.waitForSelector('#s3.conversation-here')
    await comesTrue(`document.querySelector('#media').currentTime === 36`)
    await open(`${talk}#t=12`)
    await page.waitForSelector('#s1.conversation-here')
  })

  withBrowser('have links to copy', async () => {
    await open(talk)
    await page.locator('.conversation-turn').nth(1).hover()
    await page.getByRole('link', { name: 'Copy link to 0:12' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(`navigator.clipboard.readText()`)).toBe(
      `${world.app.publicUrl()}/conversations/${talk}?t=12`,
    )
  })
})

withBrowser('selected words become a clip, with their times', async () => {
  await open(talk)
  await page.evaluate(`(() => {
    const text = document.querySelector('#s2').firstChild
    const range = document.createRange()
    range.setStart(text, text.data.indexOf('price'))
    range.setEnd(text, text.data.indexOf('scanner') + 'scanner'.length)
    getSelection().removeAllRanges()
    getSelection().addRange(range)
  })()`)
  await page.getByRole('button', { name: 'Create clip', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create clip' })
  expect(await dialog.getByLabel('Start').inputValue()).toBe('0:24.5')
  expect(await dialog.getByLabel('End', { exact: true }).inputValue()).toBe('0:26.5')
  await dialog.getByLabel('End', { exact: true }).fill('0:10')
  await dialog.getByRole('button', { name: 'Create clip' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('End', { exact: true }).fill('0:26.5')
  await dialog.getByLabel('Title').fill('The price')
  await dialog.getByRole('button', { name: 'Create clip' }).click()
  expect(await dialog.getByLabel('Share link').inputValue()).toContain(`${world.app.publicUrl()}/s/`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const { body } = await call(world.app, world.bob, 'GET', '/snippets', { query: { conversation_id: talk } })
  expect(body.data).toMatchObject([{ title: 'The price', video: { start_time: 24.5, end_time: 26.5 } }])
})

withBrowser('an answer comes without leaving the page, and its quotes lead to their moments', async () => {
  await open(talk)
  await page.getByRole('tab', { name: 'Ask' }).click()
  await page.getByLabel('Your question').fill('How many scanners does the warehouse in Rotterdam need?')
  await page.getByRole('button', { name: 'Ask question', exact: true }).click()
  await page.locator('.answer-passages').filter({ hasText: 'sixty scanners' }).waitFor()
  await page.locator('.answer-passages a').filter({ hasText: '0:24' }).click()
  await page.waitForSelector('#s2.conversation-here')
  expect(new URL(page.url()).searchParams.get('t')).toBe('24')
  await comesTrue(`document.querySelector('#media').currentTime >= 24`)
})

describe('a transcript of 5,000 lines', () => {
  withBrowser('loads what is looked at, and nothing else', async () => {
    await open(long)
    expect(await windows()).toBe(1)
    await page.evaluate(`document.querySelectorAll('.conversation-turn')[149].scrollIntoView()`)
    await page.waitForSelector('#s150')
    const loaded = await windows()
    await open(`${long}#t=${4_000 * 4}`)
    await page.waitForSelector('#s4000.conversation-here')
    await isSeen('#s4000')
    expect(loaded).toBeLessThanOrEqual(3)
    expect(await windows()).toBeLessThanOrEqual(6)
    expect(await page.locator('.conversation-gap').count()).toBeGreaterThan(25)
  })

  withBrowser('is searched, and shows what it found', async () => {
    await open(long)
    await page.fill('#find', 'zeppelin')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#s4321.conversation-here mark')
    await isSeen('#s4321')
    expect(await page.locator('.conversation-find [role=status]').textContent()).toContain('1 result')
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.waitForSelector('#s0')
  })
})

withBrowser('what the analysis finds comes by itself, and no script stumbles', async () => {
  const fresh = await importFor(world)
  await open(fresh)
  await page.getByRole('heading', { name: 'Analyzing…' }).waitFor()
  await world.app.drain(world.acme)
  await page.waitForSelector('#state[hidden]', { state: 'attached' })
  await page.locator('#figures caption').waitFor()
  expect(errors).toEqual([])
})
