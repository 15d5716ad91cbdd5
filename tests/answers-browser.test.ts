/** Answers of a language model in the real browser: what is told while it writes, what comes of it, and what when it breaks off. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-for.ts'
import { createModelServer, type ModelRequest, type ModelServer, saysJson } from '../src/testing/model-server.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-for.ts'
import { LAUNCH } from '../src/testing/talks.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { browserAt, openWindow, type Window } from './pages-look.ts'

const PROMPT = 'What is the price of the starter plan?'
const FIRST = 'The starter plan costs twelve euros a month.'
const SECOND = 'Nine euros seemed too cheap to customers.'

let world: World
let model: ModelServer
let chromium: Chromium
let bob: Window
let launch: string
beforeAll(async () => {
  if (browserProgram === undefined) return
  model = await createModelServer()
  world = await createWorld(await createTestApp({ model: model.url }))
  launch = await importFor(world, { conversationTitle: 'Launch', transcript: { segments: LAUNCH } })
  chromium = await browserAt(world.app)
  bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
}, 60_000)
afterAll(() => chromium?.close())

/** Writes half of its answer, and the rest when it is told to. @returns what tells it to */
function halting(): () => void {
  let go = () => {}
  const until = new Promise<void>((done) => {
    go = done
  })
  const cites = ({ prompt }: ModelRequest, quote: string) => {
    const part = prompt.split(/^\[passage /m).find((one) => one.includes(quote.slice(0, 20)))
    return [{ passage: Number(part?.split(']')[0] ?? 0), quote }]
  }
  model.script = (request) =>
    saysJson(
      {
        answered: true,
        sentences: [
          { text: FIRST, citations: cites(request, 'the price of the starter plan should be twelve euros') },
          { text: SECOND, citations: cites(request, 'nine euros was too cheap') },
        ],
        search_for: '',
      },
      { holds: { at: 0.5, until } },
    )
  return go
}

describe.skipIf(browserProgram === undefined)('an answer', () => {
  it.each([
    ['about one conversation', () => `/conversations/${launch}`, 'Reading the conversation', '.conversation'],
    ['about all of them', () => '/search/ask', 'Looked into 1, found something in 1.', '.search'],
  ])(
    '%s is waited for where it will be, and comes with the moments it rests on',
    async (_, path, state, style) => {
      const { page } = bob
      const [output, citations] = [`${style}-output`, `${style}-citations a`]
      await page.goto(PUBLIC_URL + path())
      const go = halting()
      try {
        await page.getByLabel('Your question').fill(PROMPT)
        await page.getByRole('button', { name: 'Ask', exact: true }).click()
        // Told before the model has come to its end.
        await page.locator('#answer').filter({ hasText: state }).waitFor()
        expect(await page.locator(citations).count()).toBe(0)
      } finally {
        go()
      }
      await page.locator(output).filter({ hasText: SECOND }).waitFor()
      await expect.poll(() => page.locator(citations).count()).toBe(2)
      await page.locator(citations).last().click()
      await page.waitForSelector('#s4.conversation-here')
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/conversations/${launch}?t=40`)
      expect(bob.faults()).toEqual([])
    },
    60_000,
  )

  it('that broke off says so, and can be asked for again', async () => {
    const { page } = bob
    await page.goto(`${PUBLIC_URL}/conversations/${launch}`)
    // The line to us is cut, whatever the model does.
    await page.route('**/ask-stream', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: `event: text\ndata: {"text":"${FIRST}"}\n\n` }),
    )
    await page.getByLabel('Your question').fill(PROMPT)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('#answer').filter({ hasText: 'The answer did not come. Please ask again.' }).waitFor()
    await page.unroute('**/ask-stream')
    halting()()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('.conversation-output').filter({ hasText: SECOND }).waitFor()
    expect(await page.locator('#answer').textContent()).not.toContain('did not come')
    expect(bob.faults()).toEqual([])
  }, 60_000)
})
