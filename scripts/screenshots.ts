/**
 * `npm run screenshots [folder]`: every page of the app as it looks on a desk and on a phone, in light and in dark, on the demo.
 * Default: `screenshots/`. Needs Chromium. Exit 1 when a page said that something went wrong.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { untilQuiet } from '../bench/service.ts'
import { openRealBrowser } from '../src/testing/real-browser.ts'
import { BEGINNINGS, walk } from '../tests/pages-walk.ts'
import { firstLine } from './running-service.ts'

const WAYS = [
  { name: 'desktop', viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const
/** What is in no navigation. */
const PUBLIC = ['/v2/docs', '/v2/docs/snippets', '/sign-in']
/** Of a picture: a long page is shown to here. */
const HEIGHT_MAX = 2_600
const SETTLE_SECONDS = 300

const { positionals } = parseArgs({ allowPositionals: true })
const folder = resolve(positionals[0] ?? 'screenshots')
const data = await mkdtemp(join(tmpdir(), 'parley-screenshots-'))
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const service = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', main, 'serve', '--demo', '--port', '0', '--json', '--data', data],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOG_LEVEL: 'warn' } },
)
const faults: string[] = []
const browser = await openRealBrowser()
try {
  const said: Record<string, string> = JSON.parse(await firstLine(service))
  // A slow machine is shown as far as it has come.
  await untilQuiet(said.base_url ?? '', said.api_key ?? '', SETTLE_SECONDS)
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(said.sign_in_link ?? '')
  await page.click('main button')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  const addresses = await addressesOf(context, said.url ?? '')
  watch(page)
  for (const way of WAYS) {
    await mkdir(join(folder, way.name), { recursive: true })
    await page.setViewportSize(way.viewport)
    await page.emulateMedia({ colorScheme: way.colorScheme, reducedMotion: 'reduce' })
    for (const [name, address] of addresses)
      await picture(page, said.url + address, join(folder, way.name, `${name}.png`))
  }
  process.stdout.write(`${addresses.size} pages, each in ${WAYS.length} ways: ${folder}\n`)
} finally {
  await browser.close()
  if (service.exitCode === null && service.kill()) await once(service, 'exit')
  await rm(data, { recursive: true })
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

/** Name of the file → an address of that page with something on it, found by going through the app. */
async function addressesOf(context: BrowserContext, base: string): Promise<ReadonlyMap<string, string>> {
  const get = async (path: string) => {
    const answer = await context.request.get(base + path, { maxRedirects: 0 })
    return {
      status: answer.status(),
      text: await answer.text(),
      headers: answer.headers(),
      location: answer.headers().location,
    }
  }
  const { visited } = await walk({ get }, BEGINNINGS)
  const found = new Map<string, string>(PUBLIC.map((path) => [nameOf(path), path]))
  for (const { page, address, answer } of visited) {
    if (answer.status === 200 && !found.has(nameOf(page.path))) found.set(nameOf(page.path), address)
  }
  return found
}

/** `/conversations/:id/edit` → `conversations-id-edit`. */
function nameOf(path: string): string {
  return path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')
}

function watch(page: Page): void {
  const fault = (words: string) => void faults.push(`${page.url()}: ${words}`)
  page.on('pageerror', ({ message }) => fault(message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') fault(message.text())
  })
}

async function picture(page: Page, url: string, path: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.goto(url, { waitUntil: 'networkidle' })
  const long = await page.evaluate<number>('document.documentElement.scrollHeight')
  // A window as long as the page, so that what keeps its place in the window does so in the picture.
  await page.setViewportSize({ width, height: Math.min(Math.max(long, height), HEIGHT_MAX) })
  await page.screenshot({ path, animations: 'disabled' })
  await page.setViewportSize({ width, height })
}
