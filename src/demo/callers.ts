/** The demo asks for everything as everybody does: by an operation, as one of its people, with that person's rights. */

import type { Clock } from '../core/clock.ts'
import type { Store } from '../core/db.ts'
import type { Log } from '../core/log.ts'
import type { AnyOperation, Context } from '../core/operation.ts'
import type { OrganizationId, Principal } from '../core/principal.ts'
import { runOperation } from '../core/run-operation.ts'
import { callerAgain } from '../features/access/index.ts'
import { findUser } from '../features/identity/index.ts'
import { emailOfUser, type UserName } from './people.ts'

/** What the app and its catalog give. */
export interface DemoParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly operations: readonly AnyOperation[]
  contextFor(principal: Principal): Context
}

export interface Callers {
  readonly org: OrganizationId
  /** Runs an operation as one of the users. What it answers is taken for what its name says. */
  as<Answer>(user: UserName, operation: string, input?: object): Promise<Answer>
  idOf(user: UserName): Promise<string>
}

export function callersOf(parts: DemoParts, org: OrganizationId): Callers {
  const known = new Map(parts.operations.map((operation) => [operation.id, operation]))
  const db = parts.store.of(org).read
  const idOf = async (user: UserName): Promise<string> => {
    const found = await findUser(db, org, { email: emailOfUser(user) })
    if (found === undefined) throw new Error(`${user} is no active user of the demo any more.`)
    return found.id
  }
  return {
    org,
    idOf,
    async as<Answer>(user: UserName, operation: string, input: object = {}) {
      const found = known.get(operation)
      if (found === undefined) throw new Error(`There is no operation ${operation}.`)
      const rights = { via: 'command_line', scopes: ['read', 'write'] } as const
      const principal = await callerAgain(db, org, await idOf(user), rights, parts.clock.now())
      if (principal === undefined) throw new Error(`${user} is no active user of the demo any more.`)
      return (await runOperation(found, input, parts.contextFor(principal))) as Answer
    },
  }
}
