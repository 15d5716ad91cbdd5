/**
 * Cursors of the feed: a place in the order of changes. A place is the ID of a transaction, in an epoch of the database's
 * transaction counter, and a resource in it.
 */
import { AppError, invalid } from '../../../core/errors.ts'
import { uuid } from '../../../core/wire.ts'

export interface FeedPlace {
  /** Decimal numbers of up to 20 digits, which JavaScript numbers can't hold. */
  readonly epoch: string
  readonly xid: string
  readonly kind: string
  readonly id: string
}

export const CURSOR_MAX = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const FORMAT = /^c1 (\d{1,19}) (\d{1,20}) ([a-z_]{0,40}) (\S{36})$/

/** Place before all changes of a transaction. */
export const startOfTransaction = (epoch: string, xid: string): FeedPlace => ({ epoch, xid, kind: '', id: FIRST_ID })

export const printFeedCursor = ({ epoch, xid, kind, id }: FeedPlace): string =>
  Buffer.from(`c1 ${epoch} ${xid} ${kind} ${id}`).toString('base64url')

/** @throws AppError `validation_failed` if Parley didn't create the cursor */
export function readFeedCursor(cursor: string): FeedPlace {
  const [, epoch, xid, kind, id] = FORMAT.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isPlace = epoch !== undefined && xid !== undefined && kind !== undefined && id !== undefined
  // An xid8 has 64 bits.
  if (!isPlace || BigInt(xid) >= 2n ** 64n || BigInt(epoch) >= 2n ** 63n || !uuid().safeParse(id).success) {
    throw invalid({
      pointer: '/query/since',
      detail: '`since` must be a `cursor` from a response of `GET /changes`. Omit it to get the current one.',
    })
  }
  return { epoch, xid, kind, id }
}

export const cursorExpired = (): AppError =>
  new AppError('gone', 'cursor_expired', 'Cursor expired', [
    {
      pointer: '/query/since',
      detail:
        'Changes after this cursor are no longer stored: it is older than 30 days, or the database was restored. Get a ' +
        'new cursor with `GET /changes`, then list all resources again.',
    },
  ])
