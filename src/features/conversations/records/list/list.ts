/** Shared code of the two list operations. */
import { z } from 'zod'
import type { Context, Wire } from '../../../../core/operation.ts'
import { linksSchema, metaSchema, pageLinks, pageMeta, type Rows, rowsSchema } from '../../../../core/page.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { type ConversationElement, conversationElement } from '../schema.ts'
import { serializeConversations, withAddresses } from '../serialize-conversation.ts'
import { type ConversationFilters, type Flags, listFields } from './filters.ts'
import { selectPage } from './queries-list.ts'

export const listInput = (size: { default: number; max: number }) => z.object(listFields(size))

const data = rowsSchema(conversationElement)
export const listOutput = z.object({ data, meta: metaSchema })
/** REST response in the format of the contract. */
export const listAnswer = z.object({ data, links: linksSchema, meta: metaSchema })

export async function listPage(
  ctx: Context,
  filters: ConversationFilters,
  flags: Flags,
  { page, size }: { page: number; size: number },
) {
  const { total, rows } = await selectPage(ctx.db, ctx.org, toVisibility(ctx.principal), filters, flags, {
    limit: size,
    offset: (page - 1) * size,
  })
  return { data: serializeConversations(ctx.db, ctx.org, rows, flags), meta: pageMeta(page, size, total) }
}

export function presentList(output: z.output<typeof listOutput>, wire: Wire) {
  const rows = output.data as Rows<ConversationElement>
  return { data: withAddresses(rows, wire), links: pageLinks(wire, output.meta), meta: output.meta }
}
