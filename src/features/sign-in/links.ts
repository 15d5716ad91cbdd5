/** Links that sign a user in, once. */
import { type Clock, newId } from '../../core/clock.ts'
import type { Database, Writer } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { hashOfToken, newOpaqueToken } from '../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { recordOperator } from '../audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { insertLink } from './queries.ts'
import type { LinkMadeBy } from './schema.ts'

const MINUTE_MS = 60_000

/** Mail may be read by others later on. */
export const MAILED_MS = 15 * MINUTE_MS
/** Followed by a browser that is here already. */
export const CHOICE_MS = 5 * MINUTE_MS
/** Shown to who runs the installation. */
const SHOWN_MS = 24 * 60 * MINUTE_MS

export const signInPath = (token: string) => `/sign-in/${token}`

/** @returns the token of the link; undefined when the user may not sign in */
export async function addLink(
  tx: Writer,
  org: OrganizationId,
  link: { userId: string; returnTo?: string | undefined; madeBy: LinkMadeBy; at: Date; lasts: number },
): Promise<string | undefined> {
  // Held until the link is there, so that it ends with the user even when both happen at the same moment.
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
 * Makes a link from the command line or at the first start, for 24 hours.
 * @returns its path, below the address people reach the service under
 * @throws AppError `validation_failed` for a user who is none, or deactivated.
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
    if (token === undefined) throw invalid({ pointer: '/user', detail: 'There is no such user.' })
    await recordOperator(tx, org, 'createSignInLink', at, [{ kind: 'user', id: userId }])
    return signInPath(token)
  })
}
