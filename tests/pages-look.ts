/** Pages in the real browser, watched: what they say went wrong, ask, and fetch from elsewhere. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BrowserContext, Browser as Chromium, Page } from 'playwright-core'
import type { Browser } from '../src/testing/browser-fixtures.ts'
import { PUBLIC_URL, type TestApp } from '../src/testing/create-test-app.ts'
import { openRealBrowser } from '../src/testing/real-browser.ts'

/** The real browser, for which the app's address leads to the app, on whatever port it listens. */
export async function browserAt(app: TestApp): Promise<Chromium> {
  const { hostname, port } = new URL(await app.listen())
  return openRealBrowser([
    `--host-resolver-rules=MAP ${new URL(PUBLIC_URL).host}:80 ${hostname}:${port}`,
    // As one that came over TLS, or from this machine, would be.
    `--unsafely-treat-insecure-origin-as-secure=${PUBLIC_URL}`,
  ])
}

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** The next question that a page asks is answered with yes, and is no fault. */
  agrees(): void
  /** What should not have been, since it was asked last: with the address at which it was. */
  faults(): string[]
}

/** A window in which somebody is signed in already. */
export async function openWindow(chromium: Chromium, browser: Browser, base: string = PUBLIC_URL): Promise<Window> {
  const context = await chromium.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })
  await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: base })))
  const page = await context.newPage()
  let faults: string[] = []
  let isAgreed = false
  const fault = (words: string) => void faults.push(`${new URL(page.url()).pathname}: ${words}`)
  page.on('dialog', (dialog) => {
    if (isAgreed) {
      isAgreed = false
      return void dialog.accept()
    }
    fault(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => fault(`an error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') fault(`the console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== new URL(base).origin && !['data:', 'blob:'].includes(url.protocol)) fault(`a request to ${url}`)
  })
  return {
    page,
    context,
    agrees() {
      isAgreed = true
    },
    faults() {
      const told = faults
      faults = []
      return told
    },
  }
}

/** In the browser, with all that is folded away: what axe finds, each kind with its first places. */
const JUDGED = `(async () => {
  for (const one of document.querySelectorAll('main details')) one.open = true
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => id + ': ' + html.slice(0, 200)))
})()`
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
let source: Promise<string> | undefined

/** What keeps somebody from using the page as it is now. */
export async function barriersOf(page: Page): Promise<string[]> {
  source ??= readFile(axe, 'utf8')
  // Once for a document, which is looked at several ways.
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(await source)
  return page.evaluate<string[]>(JUDGED)
}

/** In the browser: buttons with a ground or a border whose text isn't in the middle, or doesn't fit. */
const CROOKED = `((textBox) => [...document.querySelectorAll('button, .button')].flatMap((button) => {
  const { backgroundColor, borderTopColor, clipPath, borderTopWidth, paddingLeft, paddingRight } = getComputedStyle(button)
  const isClear = (color) => /^rgba\\(.*, 0\\)$/.test(color)
  const isBare = isClear(backgroundColor) && (borderTopWidth === '0px' || isClear(borderTopColor))
  const isHidden = clipPath !== 'none' || !button.checkVisibility()
  if (isBare || isHidden || button.textContent.trim() === '') return []
  const [box, words] = [button.getBoundingClientRect(), textBox(button)]
  const isLow = Math.abs(words.top + words.bottom - box.top - box.bottom) > 4
  const isCrooked = paddingLeft !== paddingRight || button.scrollWidth > button.clientWidth + 1 || isLow
  return isCrooked ? [button.outerHTML.slice(0, 200)] : []
}))((element) => {
  const range = document.createRange()
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const lines = []
  while (nodes.nextNode()) {
    const { parentElement: parent, data } = nodes.currentNode
    // Words for screen readers are clipped.
    if (data.trim() === '' || getComputedStyle(parent).clipPath !== 'none') continue
    range.selectNodeContents(nodes.currentNode)
    lines.push(...range.getClientRects())
  }
  const { top, bottom } = element.getBoundingClientRect()
  return lines.length === 0
    ? { top, bottom }
    : { top: Math.min(...lines.map((line) => line.top)), bottom: Math.max(...lines.map((line) => line.bottom)) }
})`

/** Buttons that look broken. */
export const crookedButtonsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(CROOKED)

/** In the browser: selected tabs that are scrolled out of their row. */
const HIDDEN_TABS = `[...document.querySelectorAll('.tabs > :is([aria-selected="true"], [aria-current])')].flatMap((tab) => {
  const [own, all] = [tab.getBoundingClientRect(), tab.parentElement.getBoundingClientRect()]
  return own.left < all.left - 1 || own.right > all.right + 1 ? [tab.outerHTML.slice(0, 200)] : []
})`

/** Selected tabs that the user can't see. */
export const hiddenTabsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(HIDDEN_TABS)

export const DESKTOP = { width: 1280, height: 860 }
export const PHONE = { width: 390, height: 844 }

/**
 * In the browser: controls that fingers can't hit. The area of a control is that of its label and of its invisible edge.
 * Links in a text are exempt (WCAG 2.2, 2.5.8).
 */
const SMALL_TARGETS = `[...document.querySelectorAll('button, .button, summary, select, input:not([type=hidden]), .tabs > *, .segmented > *, .tabbar a')].flatMap((control) => {
  const box = control.getBoundingClientRect()
  if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || box.width < 2 || box.height < 2) return []
  const label = control.matches('[type=checkbox], [type=radio]') ? control.closest('label')?.getBoundingClientRect() : undefined
  const edges = ['::before', '::after'].map((edge) => getComputedStyle(control, edge)).filter(({ content, position }) => content !== 'none' && position === 'absolute')
  const height = Math.max(box.height, label?.height ?? 0, ...edges.map((edge) => parseFloat(edge.height) || 0))
  const width = Math.max(box.width, label?.width ?? 0, ...edges.map((edge) => parseFloat(edge.width) || 0))
  const isText = control.matches('.tabs > *, .segmented > *, .disclosure > summary, button.link')
  return height < 43.5 || (width < 43.5 && !isText) ? [height + ' x ' + width + ': ' + control.outerHTML.slice(0, 160)] : []
})`

/** Controls below 44 px on a page that is open with a coarse pointer. */
export const smallTargetsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(SMALL_TARGETS)
