/** One-time sign-in links. */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Database, Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { recordOperator } from '../../platform/audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { insertLink } from './queries.ts'
import type { LinkMadeBy } from './schema.ts'

const MINUTE_MS = 60_000

/** Lifetime of emailed links. It is short, because others might read the email later. */
export const MAILED_MS = 15 * MINUTE_MS
/** Lifetime of links that the current browser follows immediately. */
export const CHOICE_MS = 5 * MINUTE_MS
/** Lifetime of links that are shown to the operator. */
const SHOWN_MS = 24 * 60 * MINUTE_MS

export const signInPath = (token: string) => `/sign-in/${token}`

/** @returns the token of the link; undefined if the user can't sign in */
export async function addLink(
  tx: Writer,
  org: OrganizationId,
  link: { userId: string; returnTo?: string | undefined; madeBy: LinkMadeBy; at: Date; lasts: number },
): Promise<string | undefined> {
  // Locks the user until commit, so that a concurrent deactivation deletes the link too.
  if ((await shareActiveUser(tx, org, link.userId)) === undefined) return undefined
  const token = newOpaqueToken(org)
  await insertLink(tx, org, {
    id: newId(),
    userId: link.userId,
    hash: hashOfToken(token),
    returnTo: link.returnTo,
    madeBy: link.madeBy,
    createdAt: link.at,
    expiresAt: new Date(link.at.getTime() + link.lasts),
  })
  return token
}

/**
 * Creates a link that is valid for 24 hours, for the command line and the first start.
 * @returns path of the link, relative to the public URL
 * @throws AppError `validation_failed` if the user doesn't exist or is deactivated
 */
export async function issueSignInLink(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  userId: string,
): Promise<string> {
  const at = clock.now()
  return database.transact(async (tx) => {
    const token = await addLink(tx, org, { userId, madeBy: 'command_line', at, lasts: SHOWN_MS })
    if (token === undefined)
      throw invalid({ pointer: '/user', detail: 'No active user has this ID. Check the ID, or reactivate the user.' })
    await recordOperator(tx, org, 'createSignInLink', at, [{ kind: 'user', id: userId }])
    return signInPath(token)
  })
}
