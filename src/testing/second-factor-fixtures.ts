/** Second factors of people, and the second step of their sign-in. */
import {
  computeTotp,
  confirmApp,
  findUnconfirmedKey,
  fromBase32,
  renewRecoveryCodes,
  startApp,
  toTotpStep,
} from '../features/accounts/second-factors/index.ts'
import type { Browser, PageAnswer } from './browser-fixtures.ts'
import type { World } from './world.ts'

export interface GivenApp {
  readonly recoveryCodes: readonly string[]
  /** Code that the app shows now, or some steps later. */
  code(later?: number): string
}

/** The code of a key, as an app shows it. */
export const codeFor = (key: string, now: Date, later = 0): string =>
  computeTotp(fromBase32(key), toTotpStep(now) + later)

/** A confirmed authenticator app. No code of it was used. */
export async function appFor({ app, acme }: World, userId: string, org = acme): Promise<GivenApp> {
  const ports = app.contextFor(app.operator(org))
  const now = app.clock.now()
  return app.store.of(org).transact(async (tx) => {
    await startApp(tx, org, ports, { userId, now })
    const key = (await findUnconfirmedKey(tx, org, ports, { userId, now })) ?? ''
    await confirmApp(tx, org, userId, now)
    const recoveryCodes = await renewRecoveryCodes(tx, org, userId)
    return { recoveryCodes, code: (later) => codeFor(key, app.clock.now(), later) }
  })
}

/** Enters a code on the page of the second step. */
export async function enterCode(browser: Browser, code: string): Promise<PageAnswer> {
  return browser.submit('/sign-in/code', await browser.get('/sign-in/code'), { code })
}
