import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { putPasskeyChallenge, selectPasskeys } from '../second-factors/index.ts'
import { ALGORITHMS, CHALLENGE_SECONDS, requireRelyingParty, toUserHandle } from './relying-party.ts'
import { requirePasskeyUser } from './require-user.ts'

/** Creates the challenge for a new passkey of the caller, on the account page only. It is for this session and works once. */
export const startPasskey = defineToolOperation({
  id: 'startPasskey',
  summary: 'Start the registration of a passkey',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({ options: z.string().describe('Options for `navigator.credentials.create`, in JSON.') }),
  requires: { scope: 'write', level: 'user' },
  async handle(_, ctx) {
    const { org, principal, clock } = ctx
    const party = requireRelyingParty(ctx.publicUrl())
    const { userId, email, sessionId } = await requirePasskeyUser(ctx)
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const known = await selectPasskeys(ctx.db, org, userId)
    const options = await generateRegistrationOptions({
      ...{ rpName: 'Parley', rpID: party.id, userName: email, userDisplayName: email },
      userID: toUserHandle(org, userId),
      timeout: CHALLENGE_SECONDS * 1000,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const expiresAt = new Date(clock.now().getTime() + CHALLENGE_SECONDS * 1000)
    await ctx.transact(async (tx) => {
      await putPasskeyChallenge(tx, org, { sessionId, challenge: options.challenge, expiresAt })
      ctx.addAuditTarget('user', principal.user?.id ?? userId)
    })
    return { options: JSON.stringify(options) }
  },
})
