import type { Page, Browser as RealBrowser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../../features/accounts/sign-in/index.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { talkFor } from '../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

/** Skipped where the machine has none, which CI does not allow. */
const withBrowser = it.skipIf(browserProgram === undefined)

let world: World
let bob: Browser
let carol: Browser
let real: RealBrowser | undefined
let talk: string
beforeAll(async () => {
  if (browserProgram !== undefined) real = await openRealBrowser()
  world = await createWorld(await createTestApp({ listen: true }))
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  carol = await signedIn(world.app, world.acme, world.carol.userId)
  talk = await talkFor(world, { conversationTitle: 'Scanners <i>' })
  await talkFor(world, { transcript: 'Bob: <b>The warranty</b> of the printer & more.', conversationTitle: 'Printer' })
  await world.app.drain(world.acme)
})
afterAll(() => real?.close())

const search = async (browser: Browser, query: string) => (await browser.get(`/search?${query}`)).text

describe('searching', () => {
  it('shows moments by conversation, with the words marked and a link to where they are said', async () => {
    const page = await search(bob, 'q=scanners+rotterdam&mode=lexical')
    expect(page).toContain('Scanners &lt;i&gt;</a></h2>')
    expect(page).toMatch(/<mark>scanners<\/mark>/i)
    expect(page).toMatch(new RegExp(`href="/conversations/${talk}\\?t=\\d+"`))
    expect(page).toMatch(/<bdi>Bob<\/bdi> <span class="search-clock">0:20/)
    expect(page).toContain('name="q" value="scanners rotterdam"')
    expect(page).toContain('value="lexical" checked')
  })

  it('shows text as text, also between marks', async () => {
    const page = await search(bob, 'q=%22the+warranty%22+printer&mode=lexical')
    expect(page).toContain('&lt;b&gt;')
    expect(page).not.toContain('<b>The')
    expect(await search(bob, `q=${encodeURIComponent('"><script>alert(1)</script>')}`)).not.toContain('<script>alert')
  })

  it('leads to a line where nothing has a time', async () => {
    expect(await search(bob, 'q=printer&mode=lexical')).toMatch(/\?s=0"[^>]*>.*Line 1/)
  })

  it('narrows by the filters of the list', async () => {
    const page = await search(bob, 'q=warranty&mode=lexical&title=printer')
    expect(page).toContain('Title contains “printer”')
    expect(page).not.toContain(talk)
    expect(page).toContain('<input type="hidden" name="title" value="printer">')
  })

  it('shows nobody what they may not see', async () => {
    const page = await search(carol, 'q=scanners')
    expect(page).toContain('No results')
    expect(page).not.toContain(talk)
  })

  it('says what to try where nothing is asked, and tells what cannot be', async () => {
    expect(await search(bob, '')).toContain('Search your calls')
    const refused = await search(bob, 'q=scanners&team=north')
    expect(refused).toContain('The filter “Team” has a value that isn&#39;t valid.')
    expect(refused).not.toMatch(/filter\[team|UUID/)
  })

  it('gives the results alone, for a script', async () => {
    const piece = await bob.get('/search/found?q=scanners&mode=lexical')
    expect(piece.text).toContain('<mark>')
    expect(piece.text).not.toContain('<html')
  })
})

describe('asking', () => {
  const ask = async (browser: Browser, prompt: string, query = '') =>
    browser.submit('/search/ask/answer', await browser.get(`/search/ask${query}`), { prompt })

  it('answers with quotes, each a link to its moment', async () => {
    const { text } = await ask(bob, 'How much is one scanner?')
    expect(text).toContain('four hundred euros')
    expect(text).toMatch(new RegExp(`<a href="/conversations/${talk}\\?t=20"`))
    expect(text).toContain('>How much is one scanner?</h2>')
  })

  it('asks those that the filters mean, and says when they hold no answer', async () => {
    const { text } = await ask(bob, 'How much is one scanner?', '?title=printer')
    expect(text).not.toContain('four hundred euros')
    expect(text).toContain('answer-none')
    expect((await ask(carol, 'How much is one scanner?')).text).not.toContain('four hundred')
  })

  it('shows lists as lists', async () => {
    const { text } = await ask(bob, 'List the calls about scanners')
    expect(text).toMatch(/<div class="answer-output"><p dir="auto">1 call[^<]*:<\/p><ul><li dir="auto">“Scanners/)
  })

  it('offers questions that fit the role until one is asked', async () => {
    const { text } = await bob.get('/search/ask?title=printer')
    expect(text).toContain('What do I have to do?')
    expect(text).toMatch(/href="\/search\/ask\?title=printer&amp;q=What\+happened\+last\+week%3F"/)
    // Nobody has recorded a deal.
    expect(text).not.toContain('Which deals')
    expect((await bob.get('/search/ask?q=What')).text).not.toContain('Questions to start with')
  })

  it('refuses an empty question, and keeps the filters', async () => {
    const answer = await ask(bob, ' ', '?title=printer')
    expect([answer.status, answer.text.includes('Title contains “printer”')]).toEqual([400, true])
  })
})

describe('with a script', () => {
  async function open(path: string): Promise<Page> {
    const page = await real?.newPage()
    if (page === undefined) throw new Error('There is no browser.')
    const link = await issueSignInLink(
      world.app.store.of(world.acme),
      world.acme,
      world.app.clock,
      world.bob.userId ?? '',
    )
    await page.goto(world.app.publicUrl() + link)
    await page.click('main button')
    await page.goto(world.app.publicUrl() + path)
    return page
  }

  withBrowser('finds while one types, and shows the newest alone', async () => {
    const page = await open('/search?mode=lexical')
    // What was asked first is answered last.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/search/found?q=printer*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const first = page.waitForRequest(/found\?q=printer/)
    await page.fill('#search-q', 'printer')
    await first
    await page.fill('#search-q', 'rotterdam')
    await page.waitForSelector('#found mark')
    release()
    expect(await page.locator('#found mark').first().textContent()).toBe('Rotterdam')
    expect(new URL(page.url()).searchParams.get('q')).toBe('rotterdam')
    expect(await page.locator('main nav.tabs a').last().getAttribute('href')).toContain('q=rotterdam')
    expect(await page.locator('#found h2').allInnerTexts()).toEqual(['Scanners <i>'])
    await page.close()
  })

  withBrowser('answers piece by piece, with links to the moments', async () => {
    const page = await open('/search/ask')
    await page.fill('textarea[name=prompt]', 'How much is one scanner?')
    await page.click('main form button:has-text("Ask")')
    const link = page.locator('.answer-passages a').first()
    await link.waitFor()
    expect(await page.locator('.answer-passages').textContent()).toContain('four hundred euros')
    expect(await link.getAttribute('href')).toBe(`/conversations/${talk}?t=20`)
    expect(new URL(page.url()).pathname).toBe('/search/ask')
    await page.close()
  })

  withBrowser('asks an offered question immediately', async () => {
    const page = await open('/search/ask')
    await page.click('text="What do customers complain about?"')
    await page.locator('#answer .answer-output, #answer .answer-none').first().waitFor()
    expect(await page.inputValue('textarea[name=prompt]')).toBe('What do customers complain about?')
    expect(await page.locator('[data-examples]').isVisible()).toBe(false)
    await page.close()
  })
})
