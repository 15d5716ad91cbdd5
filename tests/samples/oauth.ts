import { issueSignInLink } from '../../src/features/accounts/sign-in/index.ts'
import { connectionFor } from '../../src/testing/connection-fixtures.ts'
import type { SamplesOf } from './sample.ts'

export const oauthSamples: SamplesOf = async ({ app, acme, bob }) => {
  // What signing in and asking for consent leave behind.
  const link = () => issueSignInLink(app.store.of(acme), acme, app.clock, bob.userId ?? '')
  await link()
  await app.signIn.open((await link()).split('/').at(-1) ?? '', { userAgent: 'a browser', address: '192.0.2.7' })
  await app.oauth.store.saveInteraction(acme, crypto.randomUUID(), {}, 3_600)
  return {
    listConnectedApps: {},
    deleteConnectedApp: { path: { id: (await connectionFor(app, acme, bob)).id } },
  }
}
