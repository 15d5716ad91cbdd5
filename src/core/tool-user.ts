import { invalid } from './errors.ts'
import type { Context } from './operation.ts'

/**
 * The user that a tool is to be about: the one it names, else the caller.
 * @param pointer where the user would have been named
 * @throws AppError `validation_failed`: an org-level key that names nobody
 */
export function userOrCaller({ principal }: Context, given: string | undefined, pointer: string): string {
  const id = given ?? principal.user?.id
  if (id === undefined) throw invalid({ pointer, detail: 'An org-level key must name the user.' })
  return id
}
