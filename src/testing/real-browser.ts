/** A real browser, without a window and without anything of its own: Chromium of the system, a profile of its own. */
import { type Browser, chromium } from 'playwright-core'
import type { TestApp } from './create-test-app.ts'
import { programNamed } from './programs.ts'

/** Undefined: tests that need one are skipped, and say so. */
export const browserProgram = programNamed(
  'TEST_BROWSER',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
)

/** @param more arguments for the program. @throws Error when there is none */
export async function openRealBrowser(more: readonly string[] = []): Promise<Browser> {
  if (browserProgram === undefined) {
    throw new Error('There is no Chromium in PATH: install chromium (Debian: apt-get install chromium).')
  }
  return chromium.launch({
    executablePath: browserProgram,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  })
}

/**
 * Serves the app of a world, which listens, under the name localhost. Browsers treat it as secure, accept passkeys for
 * it, and as another site than 127.0.0.1.
 * @returns the base of addresses
 */
export function serveAtLocalhost({ app }: { readonly app: Pick<TestApp, 'publicUrl' | 'servedAt'> }): string {
  const base = app.publicUrl().replace('127.0.0.1', 'localhost')
  app.servedAt(base)
  return base
}
