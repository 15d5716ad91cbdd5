/** People at a browser. */
import type { OrganizationId } from '../core/principal.ts'
import { issueSignInLink } from '../features/accounts/sign-in/index.ts'
import { type Browser, openBrowser } from './browser-fixtures.ts'
import type { TestApp } from './create-test-app.ts'

/** A browser in which the user has signed in by a link, as the command line makes them. */
export async function signedIn(app: TestApp, org: OrganizationId, userId: string | undefined): Promise<Browser> {
  const browser = openBrowser(app)
  const path = await issueSignInLink(app.store.of(org), org, app.clock, userId ?? '')
  const entered = await browser.submit(path, await browser.get(path))
  if (entered.status !== 303) throw new Error(`Signing in failed: ${entered.status} ${entered.text}`)
  return browser
}
