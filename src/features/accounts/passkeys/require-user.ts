import { forbidden } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { findUser } from '../identity/index.ts'
import { requireFreshUser } from '../second-factor-settings/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'

/**
 * Requires a recent sign-in of a user who may sign in without the identity provider.
 * @throws AppError `fresh_sign_in_required`, `provider_required`
 */
export async function requirePasskeyUser(
  ctx: Context,
): Promise<{ readonly userId: string; readonly email: string; readonly sessionId: string }> {
  const userId = await requireFreshUser(ctx)
  const { sessionId } = ctx.principal
  const user = await findUser(ctx.db, ctx.org, { id: userId })
  if (user === undefined || sessionId === undefined)
    throw forbidden('fresh_sign_in_required', 'Your account is no longer active. Sign in again.')
  if (await isProviderRequired(ctx.db, ctx.org, user.email))
    throw forbidden(
      'provider_required',
      "Your organization requires sign-in with its identity provider, so you can't add a passkey.",
    )
  return { userId, email: user.email, sessionId }
}
