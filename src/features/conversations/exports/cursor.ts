/** Cursors of an export: the last exported conversation, and the position of the feed of changes at the first page. */
import { invalid } from '../../../core/errors.ts'
import { uuid } from '../../../core/wire.ts'

export interface ExportPlace {
  /** ID of the last exported conversation. */
  readonly after: string
  /** Value of `since` for the feed of changes. */
  readonly changesCursor: string
}

export const CURSOR_MAX = 400
const FORMAT = /^e1 (\S{36}) ([\w-]{1,200})$/

export const printExportCursor = ({ after, changesCursor }: ExportPlace): string =>
  Buffer.from(`e1 ${after} ${changesCursor}`).toString('base64url')

/** @throws AppError `validation_failed` if Parley didn't create the cursor */
export function parseExportCursor(cursor: string): ExportPlace {
  const [, after, changesCursor] = FORMAT.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const id = uuid().safeParse(after).data
  if (id === undefined || changesCursor === undefined) {
    throw invalid({
      pointer: '/query/cursor',
      detail:
        '`cursor` must be a `meta.cursor` from a response of `GET /conversations/export`. Omit it to start an export.',
    })
  }
  return { after: id, changesCursor }
}
