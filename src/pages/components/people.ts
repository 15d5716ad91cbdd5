/** Names of users. */
import { AppError } from '../../core/errors.ts'
import { getOrganizationUser } from '../../features/accounts/identity/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'

/** Name of a user, or the email address of one without a name. */
export const formatPersonName = ({
  email,
  firstName,
  lastName,
}: {
  email: string
  firstName: string
  lastName: string
}): string => `${firstName} ${lastName}`.trim() || email

/** Maximum number of users looked up for one page. Other users are shown as "a colleague". */
const PEOPLE_MAX = 12

const known = new WeakMap<object, Map<string, Promise<string>>>()

/** Returns a lookup of user names; the signed-in user is `you`. Each user is loaded once per request. */
export async function createNameLookup(
  req: Pick<PageRequest, 'run' | 'ctx' | 'user'>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  const names = known.get(req.ctx) ?? new Map<string, Promise<string>>([[req.user.id, Promise.resolve('you')]])
  known.set(req.ctx, names)
  for (const id of new Set(ids)) {
    if (id !== null && !names.has(id) && names.size <= PEOPLE_MAX) names.set(id, loadUserName(req, id))
  }
  const told = new Map(await Promise.all([...names].map(async ([id, name]) => [id, await name] as const)))
  return (id) => (id === null ? 'a program' : (told.get(id) ?? 'a colleague'))
}

async function loadUserName(req: Pick<PageRequest, 'run'>, id: string): Promise<string> {
  try {
    return formatPersonName(await req.run(getOrganizationUser, { id }))
  } catch (error) {
    // The user may have been erased.
    if (error instanceof AppError && error.kind === 'not_found') return 'a deleted user'
    throw error
  }
}
