import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { lockFreshUser } from '../second-factor-settings/index.ts'
import {
  hasSecondFactor,
  insertPasskey,
  renewRecoveryCodes,
  selectPasskeys,
  takePasskeyChallenge,
} from '../second-factors/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { ALGORITHMS, requireRelyingParty } from './relying-party.ts'
import { requirePasskeyUser } from './require-user.ts'
import { browserResponse, notAccepted, PASSKEYS_MAX, passkeyName, readRegistration } from './schema.ts'

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/**
 * Adds a passkey of the caller with the response of the browser. All other browsers are signed out, because they proved
 * one factor only.
 */
export const createPasskey = defineToolOperation({
  id: 'createPasskey',
  summary: 'Create a passkey',
  tag: 'Sign-in',
  input: z.object({ name: passkeyName, response: browserResponse }),
  output: z.object({
    recovery_codes: z
      .array(z.string())
      .describe('Recovery codes, shown once. Empty if the user has a second factor already.'),
  }),
  requires: { scope: 'write', level: 'user' },
  async handle({ name, response }, ctx) {
    const { org, clock } = ctx
    const party = requireRelyingParty(ctx.publicUrl())
    const { userId, sessionId } = await requirePasskeyUser(ctx)
    const read = readRegistration(response)
    // Taken in a transaction of its own, so that a rejected response uses the challenge too.
    const challenge = await ctx.transact((tx) => takePasskeyChallenge(tx, org, sessionId, clock.now()))
    if (challenge === undefined)
      throw invalid({ pointer: '', detail: 'The registration has expired or was already used. Start it again.' })
    const { credential, credentialBackedUp } = await verify(read, challenge, party)
    const codes = await ctx.transact(async (tx) => {
      await lockFreshUser(tx, ctx, userId)
      if ((await selectPasskeys(tx, org, userId)).length >= PASSKEYS_MAX)
        throw invalid({ pointer: '', detail: `You have ${PASSKEYS_MAX} passkeys, the maximum. Remove one first.` })
      const isFirst = !(await hasSecondFactor(tx, org, userId))
      const id = newId()
      const isNew = await insertPasskey(tx, org, {
        ...{ id, userId, name, at: clock.now(), isBackedUp: credentialBackedUp },
        ...{ credentialId: credential.id, counter: credential.counter, transports: read.response.transports },
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      })
      if (!isNew) throw invalid({ pointer: '', detail: 'This passkey is registered already. Use another one.' })
      await endOtherSessions(tx, org, userId, sessionId)
      ctx.addAuditTarget('passkey', id)
      return isFirst ? renewRecoveryCodes(tx, org, userId) : []
    })
    return { recovery_codes: codes }
  },
})

/** @throws AppError `validation_failed` if the response isn't for this challenge, origin and relying party */
async function verify(
  response: ReturnType<typeof readRegistration>,
  challenge: string,
  party: { readonly id: string; readonly origin: string },
): Promise<Registered> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...{ expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified && registrationInfo !== undefined) return registrationInfo
  } catch (error) {
    // The library throws plain errors for everything that a browser can send.
    if (error instanceof AppError) throw error
  }
  throw notAccepted()
}
