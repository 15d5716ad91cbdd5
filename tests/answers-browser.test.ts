/** Answers of a language model in the real browser: what is told while it writes, what comes of it, and what when it breaks off. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createModelServer, type ModelRequest, type ModelServer, saysJson } from '../src/testing/model-server.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { LAUNCH } from '../src/testing/sample-transcripts.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
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
})
afterAll(() => chromium?.close())

/** Writes its first sentence and some of the second, and the rest when it is told to. @returns what tells it to */
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
      { holds: { at: 0.7, until } },
    )
  return go
}

describe.skipIf(browserProgram === undefined)('an answer', () => {
  it.each([
    ['about one conversation', () => `/conversations/${launch}?tab=ask`],
    ['about all of them', () => '/search/ask'],
  ])(
    '%s is shown while it is written, with the moments it rests on, and stays as it was shown',
    async (_, path) => {
      const { page } = bob
      const [output, citations] = ['.answer-output', '.answer-passages blockquote a']
      await page.goto(PUBLIC_URL + path())
      const go = halting()
      try {
        await page.getByLabel('Your question').fill(PROMPT)
        await page.getByRole('button', { name: 'Ask question', exact: true }).click()
        // The model has not come to its end, and does not before what is asked here is answered.
        await page.locator(`${output}.more-to-come`).filter({ hasText: FIRST }).waitFor()
        await expect.poll(() => page.locator(citations).count()).toBe(1)
        expect(await page.locator(output).textContent()).toBe(FIRST)
        await page.locator(citations).first().focus()
      } finally {
        go()
      }
      await page.locator(`${output}:not(.more-to-come)`).filter({ hasText: SECOND }).waitFor()
      expect(await page.locator(output).textContent()).toBe(`${FIRST} ${SECOND}`)
      expect(await page.locator(citations).count()).toBe(2)
      // Nothing was drawn anew: who was there already still is.
      expect(await page.locator('.answer-passages li:first-child a:focus').count()).toBe(1)
      await page.locator(citations).last().click()
      await page.waitForSelector('#s4.conversation-here')
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/conversations/${launch}?t=40`)
      expect(bob.faults()).toEqual([])
    },
    60_000,
  )

  it('that broke off says so, and can be asked for again', async () => {
    const { page } = bob
    await page.goto(`${PUBLIC_URL}/conversations/${launch}?tab=ask`)
    // The line to us is cut, whatever the model does.
    await page.route('**/ask-stream', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: `event: text\ndata: {"text":"${FIRST}"}\n\n` }),
    )
    await page.getByLabel('Your question').fill(PROMPT)
    await page.getByRole('button', { name: 'Ask question', exact: true }).click()
    await page.locator('#answer').filter({ hasText: 'The answer is incomplete. Try again.' }).waitFor()
    await page.unroute('**/ask-stream')
    halting()()
    await page.getByRole('button', { name: 'Ask question', exact: true }).click()
    await page.locator('.answer-output').filter({ hasText: SECOND }).waitFor()
    expect(await page.locator('#answer').textContent()).not.toContain('is incomplete')
    expect(bob.faults()).toEqual([])
  })
})
