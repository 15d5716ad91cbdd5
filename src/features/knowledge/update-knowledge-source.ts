import { z } from 'zod'
import type { Writer } from '../../core/db.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import { COSTS, type Context, defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { indexSource } from '../passages/index.ts'
import { passagesOfContent } from './content.ts'
import { sourceOf } from './element.ts'
import { maskingOf, titleOf } from './masked.ts'
import { lockSource, type SourceChange, type SourceRow, selectSource, updateSource } from './queries.ts'
import {
  CONTENT_BODY_LIMIT,
  content,
  type ManualFormat,
  manualFormat,
  NOUN,
  source,
  sourceAnswer,
  title,
} from './schema.ts'

/** How often a change is read again that others keep overtaking. */
const TRIES = 5

const fields = z.object({
  title: title().optional(),
  content: content().optional(),
  format: manualFormat.optional(),
})

export const updateKnowledgeSource = defineOperation({
  id: 'updateKnowledgeSource',
  summary: 'Change the title, content or format of a knowledge base source.',
  description:
    'What is omitted stays as it is. Changed content is indexed before the answer; until then search finds the old one. ' +
    'Of a file only the title can be changed.',
  tag: 'Knowledge base',
  cost: COSTS.high,
  input: fields.extend({ id: pathId(NOUN) }),
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
    if (Object.values(given).every((value) => value === undefined)) {
      throw invalid({ pointer: '', detail: 'At least one of title, content and format must be given.' })
    }
    const mask = await maskingOf(ctx)
    const stored = {
      ...given,
      ...(given.title === undefined ? {} : { title: titleOf(mask(given.title)) }),
      ...(given.content === undefined ? {} : { content: mask(given.content) }),
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const changed = await changeOnce(ctx, id, stored)
      if (changed !== undefined) return sourceOf(changed)
    }
    throw conflict('changed_meanwhile', 'Others keep changing this source. Try again.')
  },
})

type Given = z.output<typeof fields>

/** Reads the new content outside of the transaction. @returns undefined when the source was changed meanwhile */
async function changeOnce(ctx: Context, id: string, given: Given): Promise<SourceRow | undefined> {
  const before = await selectSource(ctx.db, ctx.org, id)
  if (before === undefined) throw notFound(NOUN)
  const next = contentAfter(before, given)
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
    return stored(tx, ctx, id)
  })
}

/** What has to be read anew, and undefined when nothing has. @throws AppError for a file, whose content stays */
function contentAfter(before: SourceRow, given: Given): { content: string; format: ManualFormat } | undefined {
  if (given.content === undefined && given.format === undefined) return undefined
  const now = manualFormat.safeParse(before.format).data
  if (before.content === null || now === undefined) {
    const pointer = given.content === undefined ? '/format' : '/content'
    throw invalid({ pointer, detail: 'Of a file only the title can be changed.' })
  }
  return { content: given.content ?? before.content, format: given.format ?? now }
}

async function stored(tx: Writer, ctx: Context, id: string): Promise<SourceRow> {
  const row = await selectSource(tx, ctx.org, id)
  if (row === undefined) throw notFound(NOUN)
  return row
}
