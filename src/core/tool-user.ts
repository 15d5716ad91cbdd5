import { invalid } from './errors.ts'
import type { Context } from './operation.ts'

/**
 * ID of the user that a tool call is about. Defaults to the caller.
 * @param pointer location of the argument with the user's ID
 * @throws AppError `validation_failed` if the caller uses an organization-level key and sets no user
 */
export function userOrCaller({ principal }: Context, given: string | undefined, pointer: string): string {
  const id = given ?? principal.user?.id
  if (id === undefined)
    throw invalid({
      pointer,
      detail: 'A user ID is required with an organization-level API key. Get one from list_reps.',
    })
  return id
}
