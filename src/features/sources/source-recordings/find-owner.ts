/** Owner of a call: the host or a person whom the source names, if it is a user, otherwise the default of the source. */
import type { JobContext } from '../../../core/jobs.ts'
import { findUser, findUsersNamed } from '../../accounts/identity/index.ts'
import type { SourceRow } from '../call-sources/index.ts'
import type { AnnouncedCall } from '../source-kinds/index.ts'

const NOBODY = {
  detail: 'The owner whom a subfolder or manifest names matches no active user. The default owner owns the call.',
}
const SEVERAL = {
  detail: 'The owner whom a subfolder or manifest names matches several users. The default owner owns the call.',
}

export interface CallOwner {
  /** Undefined: the first admin. */
  readonly id: string | undefined
  /** Why a named person doesn't own the call. */
  readonly notice: string | undefined
}

export async function findOwner(ctx: JobContext, source: SourceRow, call: AnnouncedCall): Promise<CallOwner> {
  const named = call.ownerName === undefined ? undefined : await findNamed(ctx, call.ownerName)
  const host = call.ownerEmail === undefined ? undefined : await findUser(ctx.db, ctx.org, { email: call.ownerEmail })
  const usual = source.owner_id === null ? undefined : await findUser(ctx.db, ctx.org, { id: source.owner_id })
  return { id: named?.id ?? (host ?? usual)?.id, notice: named?.notice }
}

async function findNamed(ctx: JobContext, name: string): Promise<CallOwner> {
  const users = name.includes('@')
    ? [await findUser(ctx.db, ctx.org, { email: name })].flatMap((user) => (user === undefined ? [] : [user.id]))
    : await findUsersNamed(ctx.db, ctx.org, name)
  const [only, second] = users
  if (only !== undefined && second === undefined) return { id: only, notice: undefined }
  // The name itself isn't repeated, because it can be of a person who isn't a user.
  return { id: undefined, notice: only === undefined ? NOBODY.detail : SEVERAL.detail }
}
