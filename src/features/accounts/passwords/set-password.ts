import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { findUser, shareActiveUser } from '../identity/index.ts'
import { endOtherSessions, hasJustSignedIn } from '../sign-in/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { choosePassword } from './choose.ts'
import { upsertPassword } from './queries.ts'
import { newPassword } from './schema.ts'

/**
 * Sets a password, on the account page only: an API key must not become a way to sign in. Requires a recent sign-in
 * with the previous password, a link or a provider, so that an unattended browser isn't enough to take over the
 * account.
 */
export const setPassword = defineToolOperation({
  id: 'setPassword',
  summary: 'Set your password',
  tag: 'Sign-in',
  input: z.object({ password: newPassword }),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  async handle({ password }, ctx) {
    const { user, sessionId } = ctx.principal
    const person = user && (await findUser(ctx.db, ctx.org, { id: user.id }))
    if (person === undefined || !(await hasJustSignedIn(ctx.db, ctx.principal, ctx.clock.now()))) {
      throw forbidden(
        'fresh_sign_in_required',
        'Setting a password requires a recent sign-in. Sign in again, then retry.',
      )
    }
    if (await isProviderRequired(ctx.db, ctx.org, person.email)) {
      throw forbidden(
        'provider_required',
        "Your organization requires sign-in with its identity provider, so you can't set a password.",
      )
    }
    const hash = await choosePassword(ctx.db, ctx.org, person.id, password)
    await ctx.transact(async (tx) => {
      if ((await shareActiveUser(tx, ctx.org, person.id)) === undefined) {
        throw forbidden('fresh_sign_in_required', 'Your account is no longer active. Sign in again.')
      }
      await upsertPassword(tx, ctx.org, person.id, hash, ctx.clock.now())
      await endOtherSessions(tx, ctx.org, person.id, sessionId)
      ctx.addAuditTarget('user', person.id)
    })
    return {}
  },
})
