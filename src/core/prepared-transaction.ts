/**
 * Computes before a transaction and stores the result in it. A long computation in a transaction would hold its locks and,
 * in the embedded database, the only session. What the computation depends on is compared under the lock, so that a change
 * in between, such as a redaction, is never overwritten with an older text.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Reader, Writer } from './db.ts'
import type { Context } from './operation.ts'

/** Steps of a prepared transaction. `Basis` consists of plain values. */
export interface PreparedSteps<Basis, Made, Locked, Result> {
  /** Reads a small description of everything that `prepare` depends on, with a stamp for each large text. */
  readonly read: (db: Reader | Writer) => Promise<Basis>
  /**
   * Loads the large texts and computes.
   * @param isLocked whether it runs in the transaction, so that it must not start another one
   */
  readonly prepare: (db: Reader, basis: Basis, isLocked: boolean) => Promise<Made>
  /** Locks what `read` reads, and checks permissions. @throws AppError */
  readonly lock: (tx: Writer) => Promise<Locked>
  readonly store: (tx: Writer, made: Made, locked: Locked) => Promise<Result>
  /** Removes what `prepare` stored for the transaction, after it has ended. */
  readonly release?: (made: Made) => Promise<void>
}

/** Number of computations before a transaction. If all are outdated, the last one is done under the lock. */
const ATTEMPTS = 2

class OutdatedBasis extends Error {
  override readonly name = 'OutdatedBasis'
}

export async function transactPrepared<Basis, Made, Locked, Result>(
  ctx: Pick<Context, 'db' | 'transact'>,
  { read, prepare, lock, store, release }: PreparedSteps<Basis, Made, Locked, Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const basis = await read(ctx.db)
    const made = await prepare(ctx.db, basis, false)
    try {
      return await ctx.transact(async (tx) => {
        const locked = await lock(tx)
        if (!isDeepStrictEqual(await read(tx), basis)) throw new OutdatedBasis()
        return store(tx, made, locked)
      })
    } catch (error) {
      if (!(error instanceof OutdatedBasis)) throw error
    } finally {
      await release?.(made)
    }
  }
  return ctx.transact(async (tx) => {
    const locked = await lock(tx)
    return store(tx, await prepare(tx, await read(tx), true), locked)
  })
}
