/** Names of users. */
import { AppError } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
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

const known = new WeakMap<object, Map<string, Promise<Text>>>()

/** Returns a lookup of user names; the signed-in user is `you`. Each user is loaded once per request. */
export async function createNameLookup(
  req: Pick<PageRequest, 'run' | 'ctx' | 'user'>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => Text> {
  const names = known.get(req.ctx) ?? new Map<string, Promise<Text>>([[req.user.id, Promise.resolve(t('you'))]])
  known.set(req.ctx, names)
  for (const id of new Set(ids)) {
    if (id !== null && !names.has(id) && names.size <= PEOPLE_MAX) names.set(id, loadUserName(req, id))
  }
  const told = new Map(await Promise.all([...names].map(async ([id, name]) => [id, await name] as const)))
  return (id) => (id === null ? t('a program') : (told.get(id) ?? t('a colleague')))
}

async function loadUserName(req: Pick<PageRequest, 'run'>, id: string): Promise<Text> {
  try {
    return formatPersonName(await req.run(getOrganizationUser, { id }))
  } catch (error) {
    // The user may have been erased.
    if (error instanceof AppError && error.kind === 'not_found') return t('a deleted user')
    throw error
  }
}
