/** Page of the components, which is served only in development. */
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from '../src/http-app.ts'
import { styleguidePage } from '../src/pages/styleguide/styleguide.page.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { barriersOf, browserAt, DESKTOP, openWindow, PHONE } from './pages-look.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

it('is served only with the option of developers', async () => {
  const bob = await signedIn(world.app, world.acme, world.bob.userId)
  expect((await bob.get('/styleguide')).status).toBe(404)
})

describe.skipIf(browserProgram === undefined)('in a browser', () => {
  let chromium: Chromium
  let server: ReturnType<typeof createHttpApp>
  beforeAll(async () => {
    server = createHttpApp(world.app, { extraPages: [styleguidePage] })
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    chromium = await browserAt({ ...world.app, server, listen: async () => address })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  it('shows every component in light and dark, on desktops and phones', async () => {
    const { page, faults } = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await page.goto(`${PUBLIC_URL}/styleguide`)
      const parts = await page.locator('.styleguide-part').count()
      expect(parts).toBeGreaterThan(15)
      expect(await page.locator('.styleguide-light').count()).toBe(parts)
      expect(await page.locator('.styleguide-dark').count()).toBe(parts)
      // Each component is there twice, so its landmarks are too.
      expect((await barriersOf(page)).filter((one) => !one.startsWith('landmark-unique'))).toEqual([])
      const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate<number>(over)).toBe(0)
    }
    const colorOf = (scheme: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.styleguide-${scheme}')).backgroundColor`)
    expect(await colorOf('light')).not.toBe(await colorOf('dark'))
    expect(faults()).toEqual([])
  }, 60_000)
})
