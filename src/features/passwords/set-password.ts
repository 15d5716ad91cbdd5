import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { defineToolOperation } from '../../core/tool.ts'
import { findUser, shareActiveUser } from '../identity/index.ts'
import { endOtherSessions, hasJustSignedIn } from '../sign-in/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { choosePassword } from './choose.ts'
import { upsertPassword } from './queries.ts'
import { newPassword } from './schema.ts'

/**
 * For the page of one's account alone: a key must not become a way to sign in. Asked of who has signed in only just now,
 * by the password of before, by a link or by a provider, so that a browser left open gives no account away.
 */
export const setPassword = defineToolOperation({
  id: 'setPassword',
  summary: 'Give oneself a password, or another one, and sign all other browsers out.',
  tag: 'Sign-in',
  input: z.object({ password: newPassword }),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  async handle({ password }, ctx) {
    const { user, sessionId } = ctx.principal
    const person = user && (await findUser(ctx.db, ctx.org, { id: user.id }))
    if (person === undefined || !(await hasJustSignedIn(ctx.db, ctx.principal, ctx.clock.now()))) {
      throw forbidden('fresh_sign_in_required', 'Sign in again first: this is asked of who has only just signed in.')
    }
    if (await isProviderRequired(ctx.db, ctx.org, person.email)) {
      throw forbidden('provider_required', 'People of your organization sign in by its provider alone.')
    }
    const hash = await choosePassword(ctx.db, ctx.org, person.id, password)
    await ctx.transact(async (tx) => {
      if ((await shareActiveUser(tx, ctx.org, person.id)) === undefined) {
        throw forbidden('fresh_sign_in_required', 'Sign in again first.')
      }
      await upsertPassword(tx, ctx.org, person.id, hash, ctx.clock.now())
      await endOtherSessions(tx, ctx.org, person.id, sessionId)
      ctx.names('user', person.id)
    })
    return {}
  },
})
