import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation, StoredAnswer } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { deckDocument } from './model/index.ts'
import { selectDeck } from './queries.ts'
import { PPTX_TYPE, renderPptx } from './render/index.ts'

export const getDeckFile = defineOperation({
  id: 'getDeckFile',
  summary: 'Download a deck as PPTX',
  description:
    'Returns the deck as a PowerPoint file. Supports Range, If-Range and If-None-Match (RFC 9110): the bytes of an ' +
    'unchanged deck are always the same.',
  tag: 'Decks',
  cost: COSTS.high,
  input: z.object({ id: pathId('deck') }),
  output: z.instanceof(StoredAnswer),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/decks/{id}/file',
    statuses: [200, 206, 304],
    produces: [PPTX_TYPE],
    refusals: [416],
  },
  async handle({ id }, ctx) {
    const row = await selectDeck(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (row === undefined) throw notFound('deck')
    const document = deckDocument.parse(JSON.parse(row.document))
    const file = await renderPptx({
      ...{ title: row.title, document, updatedAt: row.updated_at },
      publicUrl: ctx.publicUrl(),
    })
    return new StoredAnswer({
      contentType: PPTX_TYPE,
      fileName: toFileName(row.title),
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      open: async (range) =>
        Readable.from([range === undefined ? file : file.subarray(range.first, range.last + 1)], { objectMode: false }),
    })
  },
})

const NAME_MAX = 80

/** Converts a title to a file name that is valid on every file system. */
function toFileName(title: string): string {
  const bare = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '')
  return `${[...bare].slice(0, NAME_MAX).join('').trim() || 'Deck'}.pptx`
}
