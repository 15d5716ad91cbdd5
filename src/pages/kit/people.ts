/** People by their ids, as they are called. */
import { AppError } from '../../core/errors.ts'
import { getOrganizationUser } from '../../features/identity/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'

/** Those whom one page tells by name; whoever else there is is a colleague. */
const PEOPLE_MAX = 12

const known = new WeakMap<object, Map<string, Promise<string>>>()

/** Names of users: `you` for who looks. Each is asked for once a visit, however many parts of a page ask. */
export async function namesOf(
  visit: Pick<Visit, 'ask' | 'ctx' | 'person'>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  const names = known.get(visit.ctx) ?? new Map<string, Promise<string>>([[visit.person.id, Promise.resolve('you')]])
  known.set(visit.ctx, names)
  for (const id of new Set(ids)) {
    if (id !== null && !names.has(id) && names.size <= PEOPLE_MAX) names.set(id, nameOf(visit, id))
  }
  const told = new Map(await Promise.all([...names].map(async ([id, name]) => [id, await name] as const)))
  return (id) => (id === null ? 'a program' : (told.get(id) ?? 'a colleague'))
}

async function nameOf(visit: Pick<Visit, 'ask'>, id: string): Promise<string> {
  try {
    const { firstName, lastName, email } = await visit.ask(getOrganizationUser, { id })
    return `${firstName} ${lastName}`.trim() || email
  } catch (error) {
    // Who did it may be gone for good.
    if (error instanceof AppError && error.kind === 'not_found') return 'somebody who left'
    throw error
  }
}
