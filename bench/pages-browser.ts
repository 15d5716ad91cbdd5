/** Pages in Chromium: what a first view sends, what moves while it appears, when one can use it. */
import type { Browser, BrowserContext } from 'playwright-core'

export interface FirstView {
  /** Bytes over the wire with nothing kept from before, headers included; media are not among them. */
  readonly bytes: number
  readonly requests: number
  /** Cumulative layout shift, the largest of a desk and a phone. */
  readonly shift: number
  /** The beginnings of what moved. */
  readonly moved: readonly string[]
  /** Milliseconds from the click to where the page and its modules have run. */
  readonly interactive: number
  /** The longest time that the page heard nothing, in milliseconds. */
  readonly blocked: number
}

const WATCH = `
  globalThis.seen = { shift: 0, blocked: 0, moved: [] }
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      if (one.hadRecentInput) continue
      seen.shift += one.value
      for (const { node } of one.sources) seen.moved.push((node?.outerHTML ?? node?.textContent ?? '').slice(0, 80))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.blocked = Math.max(seen.blocked, one.duration) })
    .observe({ type: 'longtask', buffered: true })`

const SIZES = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]

export async function windowFor(browser: Browser, url: string, cookies: string): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addCookies(
    cookies.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url }
    }),
  )
  await context.addInitScript(WATCH)
  return context
}

export async function firstView(context: BrowserContext, address: string): Promise<FirstView> {
  let view: FirstView = { bytes: 0, requests: 0, shift: 0, moved: [], interactive: 0, blocked: 0 }
  for (const viewport of SIZES) {
    const page = await context.newPage()
    try {
      await page.setViewportSize(viewport)
      const network = await context.newCDPSession(page)
      await network.send('Network.enable')
      await network.send('Network.setCacheDisabled', { cacheDisabled: true })
      const media = new Set<string>()
      let bytes = 0
      let requests = 0
      network.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Media' && media.add(requestId)))
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (media.has(requestId)) return
        bytes += encodedDataLength
        requests += 1
      })
      await page.goto(address, { waitUntil: 'networkidle' })
      const { shift, blocked, moved } = await page.evaluate<Pick<FirstView, 'shift' | 'blocked' | 'moved'>>('seen')
      const interactive = await page.evaluate<number>(
        `performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`,
      )
      view = {
        bytes: Math.max(view.bytes, bytes),
        requests: Math.max(view.requests, requests),
        shift: Math.max(view.shift, shift),
        moved: shift > view.shift ? moved : view.moved,
        interactive: Math.max(view.interactive, interactive),
        blocked: Math.max(view.blocked, blocked),
      }
    } finally {
      await page.close()
    }
  }
  return view
}
