/** Shared code of the two list operations. */
import { z } from 'zod'
import { type ListWindow, toWindow } from '../../../../core/list-page.ts'
import type { Context, Wire } from '../../../../core/operation.ts'
import { linksSchema, metaSchema, pageLinks, type Rows, rowsSchema } from '../../../../core/page.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { type ConversationElement, conversationElement } from '../schema.ts'
import { serializeConversations, withAddresses } from '../serialize-conversation.ts'
import { type ConversationFilters, conversationListFields, type Flags } from './filters.ts'
import { selectPage } from './queries-list.ts'

export const listInput = (size: { default: number; max: number }) => z.object(conversationListFields(size))

const data = rowsSchema(conversationElement)
export const listOutput = z.object({ data, meta: metaSchema })
/** REST response in the format of the contract. */
export const listAnswer = z.object({ data, links: linksSchema, meta: metaSchema })

/** Page that a request asks for. `filter[updatedSince]` is one of the filters of conversations. */
export const toListWindow = ({ page, size, cursor }: ListWindow): ListWindow => toWindow({ page, size, cursor })

export async function listPage(ctx: Context, filters: ConversationFilters, flags: Flags, window: ListWindow) {
  const { rows, meta } = await selectPage(ctx.db, ctx.org, toVisibility(ctx.principal), filters, flags, window)
  return { data: serializeConversations(ctx.db, ctx.org, rows, flags), meta }
}

export function presentList(output: z.output<typeof listOutput>, wire: Wire) {
  const rows = output.data as Rows<ConversationElement>
  return { data: withAddresses(rows, wire), links: pageLinks(wire, output.meta), meta: output.meta }
}
