/**
 * Driver of the reader of one operation that only reads. Its first statement chooses the server, and the others use the
 * same one, so that an operation never sees an older state than it saw before. If a statement fails on the replica, it
 * is repeated on the primary, and so are all later ones.
 */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ReadOutcome } from '../../../core/replicas.ts'
import type { TenantConnection } from '../postgres-dialect.ts'
import type { Choice } from './choose-replica.ts'
import type { Replica } from './replica.ts'
import type { WriteMark } from './write-marks.ts'

export type ReadingReplica = Pick<Replica, 'read'>

export interface OperationParts {
  readonly organizationId: OrganizationId
  readonly findMark: () => WriteMark | undefined
  readonly choose: (mark: WriteMark | undefined) => Choice<ReadingReplica>
  readonly acquirePrimary: () => Promise<Pick<TenantConnection, 'executeQuery' | 'release'>>
  /** Counts the operation, by the server that it reads on. */
  readonly count: (outcome: ReadOutcome) => void
}

type Server = { readonly replica: ReadingReplica; readonly mark: WriteMark } | 'primary'

export class OperationDriver implements Driver {
  readonly #parts: OperationParts
  #server: Server | undefined
  #isCounted = false

  constructor(parts: OperationParts) {
    this.#parts = parts
  }

  usePrimary(): void {
    this.#server = 'primary'
  }

  async read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#server ??= this.#choose()
    if (this.#server !== 'primary') {
      const { replica, mark } = this.#server
      const result = await replica.read<R>(this.#parts.organizationId, mark, query)
      if (result !== undefined) {
        this.#count('replica')
        return result
      }
      this.#repeatOnPrimary()
    }
    const connection = await this.#parts.acquirePrimary()
    try {
      return await connection.executeQuery<R>(query)
    } finally {
      connection.release()
    }
  }

  /** Statements that run at the same time can fail together, and count once. */
  #repeatOnPrimary(): void {
    if (this.#server === 'primary') return
    this.#server = 'primary'
    this.#isCounted = true
    this.#parts.count('repeated')
  }

  #choose(): Server {
    const mark = this.#parts.findMark()
    const choice = this.#parts.choose(mark)
    if ('replica' in choice && mark !== undefined) return { replica: choice.replica, mark }
    this.#count('reason' in choice ? choice.reason : 'unknown')
    return 'primary'
  }

  #count(outcome: ReadOutcome): void {
    if (this.#isCounted) return
    this.#isCounted = true
    this.#parts.count(outcome)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <R>(query: CompiledQuery) => this.read<R>(query),
      streamQuery: () => refuse(),
    }
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    refuse()
  }

  async commitTransaction(): Promise<void> {
    refuse()
  }

  async rollbackTransaction(): Promise<void> {
    refuse()
  }

  async destroy(): Promise<void> {}
}

function refuse(): never {
  throw new Error('The reader of an operation has neither transactions nor streams.')
}
