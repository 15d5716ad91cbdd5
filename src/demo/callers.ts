/** Runs operations as users of the demo, with their permissions. */

import type { Clock } from '../core/clock.ts'
import type { Store } from '../core/db.ts'
import type { Log } from '../core/log.ts'
import type { AnyOperation, Context } from '../core/operation.ts'
import type { OrganizationId, Principal } from '../core/principal.ts'
import { runOperation } from '../core/run-operation.ts'
import { reloadCaller } from '../features/accounts/api-keys/index.ts'
import { findUser } from '../features/accounts/identity/index.ts'
import { emailOfUser, type UserName } from './people.ts'

/** Dependencies of the demo. */
export interface DemoParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly operations: readonly AnyOperation[]
  contextFor(principal: Principal): Context
}

export interface Callers {
  readonly org: OrganizationId
  /** Runs an operation as a user. The type of its output isn't checked. */
  as<Answer>(user: UserName, operation: string, input?: object): Promise<Answer>
  findUserId(user: UserName): Promise<string>
}

/** @param at time of what the operations store. Defaults to the present. */
export function createCallers(parts: DemoParts, org: OrganizationId, at?: Date): Callers {
  const known = new Map(parts.operations.map((operation) => [operation.id, operation]))
  const db = parts.store.of(org).read
  const findUserId = async (user: UserName): Promise<string> => {
    const found = await findUser(db, org, { email: emailOfUser(user) })
    if (found === undefined) throw new Error(`${user} is no longer an active user of the demo.`)
    return found.id
  }
  return {
    org,
    findUserId,
    async as<Answer>(user: UserName, operation: string, input: object = {}) {
      const found = known.get(operation)
      if (found === undefined) throw new Error(`The operation ${operation} doesn't exist.`)
      const rights = { via: 'command_line', scopes: ['read', 'write'] } as const
      const principal = await reloadCaller(db, org, await findUserId(user), rights, parts.clock.now())
      if (principal === undefined) throw new Error(`${user} is no longer an active user of the demo.`)
      const ctx = parts.contextFor(principal)
      return (await runOperation(found, input, at === undefined ? ctx : { ...ctx, clock: { now: () => at } })) as Answer
    },
  }
}
