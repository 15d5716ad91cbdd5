/** Sign-in of people and programs: links, passwords, passkeys, providers and OAuth. */
import { hkdfSync } from 'node:crypto'
import { type Attempts, type Reservations, toNetworkKey } from './core/attempts.ts'
import type { Clock } from './core/clock.ts'
import type { Secret } from './core/config.ts'
import type { Store } from './core/db.ts'
import type { Log } from './core/log.ts'
import type { Mail } from './core/mail.ts'
import type { PublicFetch } from './core/public-fetch.ts'
import type { Sealer } from './core/sealed.ts'
import { findUser } from './features/accounts/identity/index.ts'
import { createOAuthStore } from './features/accounts/oauth/index.ts'
import { createPasskeySignIn, type PasskeySignIn } from './features/accounts/passkeys/index.ts'
import { createPasswords, type Passwords } from './features/accounts/passwords/index.ts'
import { createSaml, RESPONSE_MAX, type Saml } from './features/accounts/saml/index.ts'
import { createSignIn, type SignIn } from './features/accounts/sign-in/index.ts'
import { createSingleSignOn, type SingleSignOn } from './features/accounts/single-sign-on/index.ts'
import type { OAuthParts } from './inbound/oauth/parts.ts'
import { createForms } from './inbound/web/forms.ts'

export interface Accounts {
  readonly signIn: SignIn
  readonly passwords: Passwords
  readonly passkeys: PasskeySignIn
  readonly singleSignOn: SingleSignOn
  readonly saml: Saml & { readonly responseMax: number }
  /** Dependencies of the OAuth routes. */
  readonly oauth: OAuthParts
}

export interface AccountsPorts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly mail: Mail
  readonly attempts: Attempts & Reservations
  readonly sealer: Sealer
  readonly fetchPublic: PublicFetch
  readonly publicUrl: () => string
  readonly secret: Secret
  /** Maximum number of client registrations per network and hour. */
  readonly registrationsMax: number
}

/** Limit of client metadata documents fetched per network. */
const DOCUMENTS = { max: 60, seconds: 3_600 }

export function createAccounts({ registrationsMax, secret, mail, fetchPublic, ...common }: AccountsPorts): Accounts {
  const { store, clock, log, attempts, sealer, publicUrl } = common
  const signIn = createSignIn({ store, clock, log, mail, attempts, sealer, publicUrl })
  const passwords = createPasswords({ store, clock, attempts, choices: signIn.choices })
  const passkeys = createPasskeySignIn({ store, clock, log, attempts, sealer, publicUrl })
  const saml = { ...createSaml({ store, clock, log, attempts, sealer, publicUrl }), responseMax: RESPONSE_MAX }
  const singleSignOn = createSingleSignOn({ store, clock, log, attempts, sealer, fetchPublic, publicUrl })
  const oauth: OAuthParts = {
    ...{ secret, clock, log, publicUrl },
    store: createOAuthStore({ store, clock }),
    forms: createForms(new Uint8Array(hkdfSync('sha256', secret.reveal(), '', 'parley forms', 32)), publicUrl),
    findUser: signIn.findUser,
    isActive: async (org, id) => (await findUser(store.of(org).read, org, { id })) !== undefined,
    reserveRegistration: (address) =>
      attempts.reserve('client registration', toNetworkKey(address), {
        max: registrationsMax,
        seconds: 3_600,
      }),
    mayFetch: (address) => attempts.take('client document', toNetworkKey(address), DOCUMENTS),
    fetchPublic: (url, signal) => fetchPublic(url, { signal }),
  }
  return { signIn, passwords, passkeys, singleSignOn, saml, oauth }
}
