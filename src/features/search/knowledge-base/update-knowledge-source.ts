import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { indexSource } from '../../text/passages/index.ts'
import { passagesOfContent } from './content.ts'
import { createMasker, cutTitle } from './masked.ts'
import { lockSource, type SourceChange, type SourceRow, selectSource, updateSource } from './queries.ts'
import {
  CONTENT_BODY_LIMIT,
  CONTENT_MAX,
  content,
  type ManualFormat,
  manualFormat,
  NOUN,
  source,
  sourceAnswer,
  TITLE_MAX,
  title,
} from './schema.ts'
import { serializeSource } from './serialize-source.ts'

/** Maximum attempts if concurrent requests change the source. */
const TRIES = 5

const fields = z.object({
  title: title().optional().describe(`New title, 1 to ${TITLE_MAX} characters. Example: \`Price list 2026\`.`),
  content: content()
    .optional()
    .describe(`New text, 1 to ${CONTENT_MAX} characters. Replaces all existing content. Not allowed for files.`),
  format: manualFormat.optional().describe('New format of the content. Not allowed for files. Example: `text/plain`.'),
})

export const updateKnowledgeSource = defineOperation({
  id: 'updateKnowledgeSource',
  summary: 'Update a knowledge source',
  description:
    'Updates the fields that you send. Omitted fields keep their values. New content is indexed before the response; until ' +
    'then, search finds the previous content. For files, only `title` can change. Requires the admin role.',
  tag: 'Knowledge base',
  cost: COSTS.high,
  input: fields.extend({ id: pathId(NOUN) }).refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: source,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/knowledge-base/sources/{id}',
    bodyLimit: CONTENT_BODY_LIMIT,
    present: (data) => ({ data }),
    answer: sourceAnswer,
  },
  async precheck({ id }, ctx) {
    if ((await selectSource(ctx.db, ctx.org, id)) === undefined) throw notFound(NOUN)
  },
  async handle({ id, ...given }, ctx) {
    const mask = await createMasker(ctx)
    const stored = {
      ...given,
      ...(given.title === undefined ? {} : { title: cutTitle(mask(given.title)) }),
      ...(given.content === undefined ? {} : { content: mask(given.content) }),
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const changed = await changeOnce(ctx, id, stored)
      if (changed !== undefined) return serializeSource(changed)
    }
    throw conflict('changed_meanwhile', 'Another request is changing this source. Read the source again, then retry.')
  },
})

type SourceChanges = z.output<typeof fields>

/** Parses the new content outside the transaction. @returns undefined if another request changed the source */
async function changeOnce(ctx: Context, id: string, given: SourceChanges): Promise<SourceRow | undefined> {
  const before = await selectSource(ctx.db, ctx.org, id)
  if (before === undefined) throw notFound(NOUN)
  const next = resolveNewContent(before, given)
  const passages = next === undefined ? [] : await passagesOfContent(ctx, next.content, next.format)
  return ctx.transact(async (tx) => {
    const standing = await lockSource(tx, ctx.org, id)
    if (standing === undefined) throw notFound(NOUN)
    if (next !== undefined && standing.revision !== before.revision) return undefined
    const change: SourceChange = {
      title: given.title === undefined ? undefined : { text: given.title, folded: fold(given.title) },
      content:
        next === undefined
          ? undefined
          : {
              text: next.content,
              format: next.format,
              size: Buffer.byteLength(next.content),
              chunkCount: passages.length,
            },
    }
    await updateSource(tx, ctx.org, id, change, ctx.clock.now())
    if (next !== undefined) await indexSource(ctx, tx, id, passages)
    return readStoredSource(tx, ctx, id)
  })
}

/**
 * Content to index after the update, or undefined if it doesn't change.
 * @throws AppError `validation_failed` for a file
 */
function resolveNewContent(
  before: SourceRow,
  given: SourceChanges,
): { content: string; format: ManualFormat } | undefined {
  if (given.content === undefined && given.format === undefined) return undefined
  const now = manualFormat.safeParse(before.format).data
  if (before.content === null || now === undefined) {
    const pointer = given.content === undefined ? '/format' : '/content'
    throw invalid({
      pointer,
      detail: 'Only the title of a file can be updated. To replace the file, upload a new source.',
    })
  }
  return { content: given.content ?? before.content, format: given.format ?? now }
}

async function readStoredSource(tx: Writer, ctx: Context, id: string): Promise<SourceRow> {
  const row = await selectSource(tx, ctx.org, id)
  if (row === undefined) throw notFound(NOUN)
  return row
}
