/**
 * Cursors of the call search. A list continues after the last call of the previous page, so new calls don't shift it. A
 * search returns the best calls that no earlier page contained. Its order can change between pages, but no call is
 * repeated, and no call that still matches is skipped.
 */
import { invalid } from '../../../core/errors.ts'
import { instant, uuid } from '../../../core/wire.ts'
import type { CallCursor } from './queries.ts'

export const CURSOR_MAX = 4_000

/** Number of random hexadecimal digits of an ID that distinguish a few hundred calls. */
const FINGERPRINT = 10
export const fingerprint = (id: string): string => id.slice(-FINGERPRINT)

export type Cursor =
  | { readonly kind: 'list'; readonly after: CallCursor }
  | { readonly kind: 'search'; readonly told: ReadonlySet<string> }

export function printCursor(cursor: Cursor): string {
  return cursor.kind === 'list'
    ? Buffer.from(`${cursor.after.id} ${cursor.after.startedAt}`).toString('base64url')
    : Buffer.from([...cursor.told].join(''), 'hex').toString('base64url')
}

/** @throws AppError `validation_failed` if the cursor is invalid or of the other kind */
export function readCursor<Kind extends Cursor['kind']>(
  kind: Kind,
  cursor: string | undefined,
): Extract<Cursor, { kind: Kind }> | undefined {
  if (cursor === undefined) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  const read = kind === 'list' ? listCursor(bytes.toString()) : searchCursor(bytes)
  if (read === undefined || printCursor(read) !== cursor) {
    const detail = '`cursor` must be the `next_cursor` of a response to the same arguments. Omit it for the first page.'
    throw invalid({ pointer: '/cursor', detail })
  }
  return read as Extract<Cursor, { kind: Kind }>
}

function listCursor(text: string): Cursor | undefined {
  const [id = '', startedAt = ''] = text.split(' ')
  const isPlace = uuid().safeParse(id).success && instant().safeParse(startedAt).success
  return isPlace ? { kind: 'list', after: { id, startedAt } } : undefined
}

function searchCursor(bytes: Buffer): Cursor | undefined {
  const digits = bytes.toString('hex')
  const told = digits.match(new RegExp(`.{${FINGERPRINT}}`, 'g')) ?? []
  return told.length > 0 && told.length * FINGERPRINT === digits.length
    ? { kind: 'search', told: new Set(told) }
    : undefined
}
