import type { Writer } from '../../../core/db.ts'
import { fold } from '../../../core/fold.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Passage } from '../../../core/search.ts'
import { indexSource } from '../../text/passages/index.ts'
import { passagesOfContent } from './content.ts'
import { discardStoredFile, hasFile } from './discard-file.ts'
import { cutTitle } from './masked.ts'
import { lockSource, type SourceRow, selectSource, updateSource } from './queries.ts'
import { selectPassages, updateFileName, updateFileRemoved } from './queries-rewrite.ts'
import { manualFormat } from './schema.ts'

type RewritePorts = Pick<Ports, 'db' | 'transact' | 'clock' | 'textExtraction' | 'search' | 'embedding' | 'jobs'> & {
  readonly org: OrganizationId
}

/** Maximum attempts if concurrent requests change the source. */
const TRIES = 5

/** Outcome for a source. `file kept` and `file removed` imply that texts changed. */
type Rewritten = 'same' | 'changed' | 'file kept' | 'file removed'

/**
 * Applies a change to every text of a source: its title, and its content or the passages of its file. The file itself
 * isn't changed; it is kept or deleted.
 * @param about.isFileUnwanted decides in the transaction of the change whether the file is deleted
 * @param about.note called in the same transaction with the outcome
 */
export async function rewriteSource(
  ctx: RewritePorts,
  id: string,
  change: (text: string) => string,
  about: {
    readonly isFileUnwanted: (tx: Writer) => Promise<boolean>
    readonly note: (tx: Writer, outcome: Rewritten) => Promise<void>
  },
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await selectSource(ctx.db, ctx.org, id)
    const after = before === undefined ? undefined : await read(ctx, before, change)
    const isDone = await ctx.transact(async (tx) => {
      const standing = await lockSource(tx, ctx.org, id)
      if (before === undefined || after === undefined || standing === undefined) {
        await about.note(tx, 'same')
        return true
      }
      if (standing.revision !== before.revision || standing.updated_at !== before.updated_at) return false
      await store(ctx, tx, before, after)
      const isOfFile = after.changed && hasFile(standing)
      const isRemoved = isOfFile && (await about.isFileUnwanted(tx))
      if (isRemoved) {
        await updateFileRemoved(tx, ctx.org, id, ctx.clock.now())
        await discardStoredFile(tx, ctx, standing)
      }
      await about.note(tx, !after.changed ? 'same' : !isOfFile ? 'changed' : isRemoved ? 'file removed' : 'file kept')
      return true
    })
    if (isDone) return
  }
  throw new Error('Concurrent requests changed the knowledge base source on every attempt.')
}

interface After {
  readonly changed: boolean
  readonly title: string
  readonly fileName: string | null
  readonly content: string | null
  /** New passages. Undefined if they don't change. */
  readonly passages: readonly Passage[] | undefined
}

async function read(ctx: RewritePorts, row: SourceRow, change: (text: string) => string): Promise<After> {
  const title = cutTitle(change(row.title))
  const fileName = row.file_name === null ? null : change(row.file_name)
  const content = row.content === null ? null : change(row.content)
  const isRenamed = title !== row.title || fileName !== row.file_name
  const format = manualFormat.safeParse(row.format).data
  if (content !== null && format !== undefined) {
    const isSame = content === row.content
    return {
      ...{ title, fileName, content, changed: isRenamed || !isSame },
      passages: isSame ? undefined : await passagesOfContent(ctx, content, format),
    }
  }
  const before = await selectPassages(ctx.db, ctx.org, row.id)
  const passages = before.map(({ headings, text }) => ({ headings: headings.map(change), text: change(text) }))
  const isSame = JSON.stringify(passages) === JSON.stringify(before)
  return { title, fileName, content, changed: isRenamed || !isSame, passages: isSame ? undefined : passages }
}

async function store(ctx: RewritePorts, tx: Writer, before: SourceRow, after: After): Promise<void> {
  const format = manualFormat.safeParse(before.format).data
  const content =
    after.content === null || after.passages === undefined || format === undefined
      ? undefined
      : {
          ...{ text: after.content, format, chunkCount: after.passages.length },
          size: Buffer.byteLength(after.content),
        }
  const title = after.title === before.title ? undefined : { text: after.title, folded: fold(after.title) }
  if (title !== undefined || content !== undefined) {
    await updateSource(tx, ctx.org, before.id, { title, content }, ctx.clock.now())
  }
  if (after.fileName !== null && after.fileName !== before.file_name) {
    await updateFileName(tx, ctx.org, before.id, after.fileName)
  }
  if (after.passages !== undefined) await indexSource(ctx, tx, before.id, after.passages)
}
