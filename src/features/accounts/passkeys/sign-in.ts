/** Sign-in with a passkey, in the browser. */
import { createHash, randomBytes } from 'node:crypto'
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import type { Log } from '../../../core/log.ts'
import { INSTALLATION, type Sealer } from '../../../core/sealed.ts'
import { findUser } from '../identity/index.ts'
import { selectPasskey, updatePasskeyUsed } from '../second-factors/index.ts'
import { type Arrival, type StartedSession, startSession } from '../sign-in/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { CHALLENGE_SECONDS, findRelyingParty, type RelyingParty, readUserHandle } from './relying-party.ts'
import { type Authentication, readAuthentication } from './schema.ts'

const SIGN_INS_FROM_A_NETWORK = { max: 300, seconds: 900 }
/** Longer than a challenge is valid, so that no challenge is forgotten before. */
const USED_ONCE = { max: 1, seconds: 2 * CHALLENGE_SECONDS }

/** Challenge for one sign-in with a passkey. */
export interface PasskeyRequest {
  /** Options for `navigator.credentials.get`, in JSON. */
  readonly options: string
  /** Encrypted challenge, for a hidden field. Only the browser that got it can use it, once. */
  readonly challenge: string
}

export type PasskeyAnswer =
  | { readonly is: 'begun'; readonly begun: StartedSession }
  /**
   * `ended`: the challenge has expired, was used, or is of another browser. `wrong`: an unknown passkey, or an invalid
   * signature. `provider`: the organization requires its identity provider.
   */
  | { readonly is: 'ended' | 'wrong' | 'provider' | 'too_many' }

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>

export function createPasskeySignIn(parts: {
  store: Store
  clock: Clock
  log: Log
  attempts: Attempts
  sealer: Sealer
  publicUrl: () => string
}) {
  const { store, clock, log, attempts, sealer } = parts
  const toSealPurpose = (browser: string) =>
    `passkey sign-in ${createHash('sha256').update(browser).digest('base64url')}`

  /** @returns the challenge; undefined if it has expired, was used, or is of another browser */
  async function takeChallenge(sealed: string, browser: string): Promise<string | undefined> {
    let opened: { challenge: string; expires: number }
    try {
      opened = JSON.parse(sealer.open(INSTALLATION, toSealPurpose(browser), sealed)) as typeof opened
    } catch {
      return undefined
    }
    if (opened.expires <= clock.now().getTime()) return undefined
    return (await attempts.take('passkey challenge', opened.challenge, USED_ONCE)) ? opened.challenge : undefined
  }

  return {
    isAvailable: (): boolean => findRelyingParty(parts.publicUrl()) !== undefined,

    /**
     * Challenge of a sign-in. The user and the passkey are unknown until the browser responds.
     * @param browser value of a cookie that the browser must send with the response.
     * @returns undefined if browsers don't accept passkeys at the public URL
     */
    request(browser: string): PasskeyRequest | undefined {
      const party = findRelyingParty(parts.publicUrl())
      if (party === undefined) return undefined
      const challenge = randomBytes(32).toString('base64url')
      const expires = clock.now().getTime() + CHALLENGE_SECONDS * 1000
      const options = { challenge, rpId: party.id, userVerification: 'required', timeout: CHALLENGE_SECONDS * 1000 }
      return {
        options: JSON.stringify(options),
        challenge: sealer.seal(INSTALLATION, toSealPurpose(browser), JSON.stringify({ challenge, expires })),
      }
    },

    /** Signs in with the response of the browser, which proves two factors: the device, and its finger, face or PIN. */
    async signIn(
      given: { readonly challenge: string; readonly response: string; readonly browser: string },
      from: Arrival,
      returnTo: string | undefined,
    ): Promise<PasskeyAnswer> {
      if (!(await attempts.take('passkey from', toNetworkKey(from.address), SIGN_INS_FROM_A_NETWORK)))
        return { is: 'too_many' }
      const party = findRelyingParty(parts.publicUrl())
      const challenge = await takeChallenge(given.challenge, given.browser)
      if (party === undefined || challenge === undefined) return { is: 'ended' }
      const response = readAuthentication(given.response)
      const handle = response && readUserHandle(response.response.userHandle)
      if (response === undefined || handle === undefined) return { is: 'wrong' }
      const { org, userId } = handle
      const database = store.of(org)
      const passkey = await selectPasskey(database.read, org, { userId, credentialId: response.id })
      const user = await findUser(database.read, org, { id: userId })
      if (passkey === undefined || user === undefined) return { is: 'wrong' }
      const counter = await verify(response, { ...passkey, challenge, party }).catch((error: Error) => {
        // The message can contain text of the browser, so the log doesn't.
        log.warn({ organization: org, error: error.name }, 'a passkey was rejected')
        return undefined
      })
      if (counter === undefined) return { is: 'wrong' }
      return database
        .transact(async (tx): Promise<PasskeyAnswer> => {
          if (await isProviderRequired(tx, org, user.email)) return { is: 'provider' }
          const counts = { before: passkey.counter, after: counter }
          // Lock order: user, then passkey, as where passkeys are removed.
          const begun = await startSession(tx, org, clock, { userId, way: 'passkey', from, returnTo })
          if (begun === undefined) return { is: 'wrong' }
          if (await updatePasskeyUsed(tx, org, passkey.id, counts, clock.now())) return { is: 'begun', begun }
          throw new PasskeyChanged()
        })
        .catch((error: unknown) => {
          if (error instanceof PasskeyChanged) return { is: 'ended' } as const
          throw error
        })
    },
  }
}

/** The passkey was removed or used while its signature was verified. Rolls back the session. */
class PasskeyChanged extends Error {}

/** @returns the new count of signatures; undefined if the signature is invalid */
async function verify(
  response: Authentication,
  given: {
    readonly public_key: string
    readonly counter: number
    readonly transports: string[]
    readonly challenge: string
    readonly party: RelyingParty
  },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { counter, transports, challenge, party } = given
  const publicKey = new Uint8Array(Buffer.from(given.public_key, 'base64url'))
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...{ expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
    credential: { id: response.id, publicKey, counter, transports },
    requireUserVerification: true,
  })
  return verified ? authenticationInfo.newCounter : undefined
}
