import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation, FileAnswer, type StoredAnswer } from '../../../core/operation.ts'
import { Rows, rowsSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryInteger, queryString } from '../../../core/wire.ts'
import { printFeedCursor, selectFeedState, startOfTransaction } from '../changes/index.ts'
import { EXPORT_FORMATS, type ExportFormat, writeExport } from '../records/index.ts'
import { CURSOR_MAX, parseExportCursor, printExportCursor } from './cursor.ts'
import { type SizedConversation, selectSizedConversations } from './queries.ts'

const LIMIT_MAX = 100
/** Maximum size of the transcripts of a page in bytes. A page has at least one conversation. */
const PAGE_BYTES = 16 * 1024 * 1024

const exportedFile = z.object({
  id: z.string().describe('ID of the conversation.'),
  fileName: z.string().nullable().describe('Name for the file. Null after an error.'),
  contentType: z.string().nullable().describe('Media type of the file. Null after an error.'),
  encoding: z
    .enum(['utf-8', 'base64'])
    .nullable()
    .describe('`base64` for `docx` and `pdf`, otherwise `utf-8`. Null after an error.'),
  content: z.string().nullable().describe('Content of the file. Null after an error.'),
  error: z
    .object({
      code: z.string().describe('Stable code. Example: `export_impossible`.'),
      detail: z.string().describe('Explanation of the error for people.'),
    })
    .nullable()
    .describe('Reason why the conversation has no file in this format. Null on success.'),
})
type ExportedFile = z.infer<typeof exportedFile>

export const exportConversations = defineOperation({
  id: 'exportConversations',
  summary: 'Export all conversations',
  description:
    'Returns conversations of the organization as files, in order of their IDs, archived and private ones too. ' +
    'Continue with `cursor` until `meta.cursor` is null. A cursor stays valid, also after an interruption. Then read ' +
    '`GET /changes` from `meta.changesCursor` for changes during the export. A page ends early after transcripts of ' +
    '16 MiB. A conversation that has no file in the format, such as `vtt` without times, is returned with its `error`. ' +
    'Requires the admin role.',
  tag: 'Conversations',
  cost: COSTS.highest,
  input: z.object({
    format: z
      .enum(EXPORT_FORMATS)
      .default('vcon')
      .describe('File format, the same on all pages. Defaults to `vcon`. Example: `md`.'),
    cursor: queryString(CURSOR_MAX)
      .optional()
      .describe('`meta.cursor` from the previous response. Omit it to start an export.'),
    limit: queryInteger({ min: 1, max: LIMIT_MAX, default: 20 }).describe(
      `Maximum number of conversations per page, 1 to ${LIMIT_MAX}. Defaults to 20. Example: \`50\`.`,
    ),
  }),
  output: z.object({
    data: rowsSchema(exportedFile).describe('Files of the page, in order of conversation IDs.'),
    meta: z
      .object({
        cursor: z.string().nullable().describe('Value of `cursor` for the next page. Null on the last page.'),
        changesCursor: z.string().describe('Value of `since` for `GET /changes` after the last page.'),
      })
      .describe('Cursors for the next page and for later changes.'),
  }),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/conversations/export' },
  async handle({ format, cursor, limit }, ctx) {
    const place = cursor === undefined ? undefined : parseExportCursor(cursor)
    const changesCursor = place?.changesCursor ?? (await selectFeedEnd(ctx))
    const found = await selectSizedConversations(ctx.db, ctx.org, toVisibility(ctx.principal), {
      after: place?.after,
      limit: limit + 1,
    })
    const page = takePage(found, limit)
    const last = page.at(-1)
    const isLast = last === undefined || page.length === found.length
    return {
      data: new Rows(writeFiles(ctx, page, format)),
      meta: { cursor: isLast ? null : printExportCursor({ after: last.id, changesCursor }), changesCursor },
    }
  },
})

/** Current end of the feed of changes. */
async function selectFeedEnd(ctx: Context): Promise<string> {
  const { epoch, xid } = await selectFeedState(ctx.db, ctx.org, undefined)
  return printFeedCursor(startOfTransaction(epoch, xid))
}

/** First conversations, up to the limits of a page. */
export function takePage(found: readonly SizedConversation[], limit: number): SizedConversation[] {
  const page: SizedConversation[] = []
  let bytes = 0
  for (const conversation of found.slice(0, limit)) {
    bytes += conversation.size
    if (page.length > 0 && bytes > PAGE_BYTES) break
    page.push(conversation)
  }
  return page
}

/** Conversations that were erased after the page was selected are left out. */
async function* writeFiles(
  ctx: Context,
  page: readonly SizedConversation[],
  format: ExportFormat,
): AsyncGenerator<ExportedFile[]> {
  for (const { id } of page) {
    ctx.signal.throwIfAborted()
    try {
      yield [await encodeFile(id, await writeExport(ctx, id, format))]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.kind === 'not_found') continue
      const reason = { code: error.code, detail: error.message }
      yield [{ id, fileName: null, contentType: null, encoding: null, content: null, error: reason }]
    }
  }
}

async function encodeFile(id: string, file: FileAnswer | StoredAnswer): Promise<ExportedFile> {
  const { fileName, contentType } = file
  if (file instanceof FileAnswer) {
    return { id, fileName, contentType, encoding: 'utf-8', content: file.body, error: null }
  }
  const bytes = Buffer.concat(await (await file.open(undefined)).toArray())
  return { id, fileName, contentType, encoding: 'base64', content: bytes.toString('base64'), error: null }
}
