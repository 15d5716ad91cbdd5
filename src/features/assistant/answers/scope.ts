/** Resolves the scope of a question: conversations that the caller can see, or the knowledge base. */
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { findUser, teamExists } from '../../accounts/identity/index.ts'
import { selectOpportunitiesNamed } from '../../conversations/opportunities/index.ts'
import { type ConversationFilters, NO_FILTERS, selectFoundConversations } from '../../conversations/records/index.ts'
import { selectSourceTitles } from '../../search/knowledge-base/index.ts'
import { type ScopedConversations, selectLinked } from './queries.ts'

export type AnswerScope =
  | { readonly kind: 'conversations'; readonly within: ScopedConversations }
  | { readonly kind: 'sources'; readonly sources: 'all' | readonly string[] }

export const contextTypes = [
  'conversation',
  'opportunity',
  'account',
  'contact',
  'user',
  'team',
  'organization',
  'knowledge_base',
] as const
export type AnswerContextType = (typeof contextTypes)[number]

type Asker = Pick<Context, 'db' | 'org' | 'principal'>

/** Filters for records that the request names. They can be archived. */
const NAMED: ConversationFilters = { ...NO_FILTERS, includeArchived: true }

/** @throws AppError `…_not_found` if the record doesn't exist or is hidden */
export async function scopeOfContext(
  ctx: Asker,
  type: AnswerContextType,
  id: string | undefined,
): Promise<AnswerScope> {
  const missing = () => notFound(type.replace('_', ' '), '/context_id')
  const ours = uuid().safeParse(id).data
  const visibility = toVisibility(ctx.principal)
  const conversationScope = (more: Partial<ScopedConversations>): AnswerScope => ({
    kind: 'conversations',
    within: { visibility, filters: NO_FILTERS, ...more },
  })
  switch (type) {
    case 'conversation':
      if (ours === undefined) throw missing()
      return scopeOfConversations(ctx, [ours], missing)
    case 'opportunity': {
      const named = await selectOpportunitiesNamed(ctx.db, ctx.org, visibility, ours ?? id ?? '')
      if (named.length === 0) throw missing()
      return conversationScope({ filters: { ...NO_FILTERS, opportunityIds: named } })
    }
    case 'account':
    case 'contact': {
      const linked = await selectLinked(ctx.db, ctx.org, visibility, type, id ?? '')
      if (linked === undefined) throw missing()
      return conversationScope({ conversationIds: linked })
    }
    case 'user':
      if (ours === undefined || (await findUser(ctx.db, ctx.org, { id: ours })) === undefined) throw missing()
      return conversationScope({ filters: { ...NO_FILTERS, ownerIds: [ours] } })
    case 'team':
      if (ours === undefined || !(await teamExists(ctx.db, ctx.org, ours))) throw missing()
      return conversationScope({ filters: { ...NO_FILTERS, teamIds: [ours] } })
    case 'organization':
      if (id !== undefined && ours !== ctx.org) throw missing()
      return conversationScope({})
    case 'knowledge_base':
      if (id === undefined || ours === ctx.org) return { kind: 'sources', sources: 'all' }
      if (ours === undefined || !(await selectSourceTitles(ctx.db, ctx.org, [ours])).has(ours)) throw missing()
      return { kind: 'sources', sources: [ours] }
  }
}

/** Requires all conversations. @throws AppError `conversation_not_found` if one doesn't exist or is hidden */
export async function scopeOfConversations(
  ctx: Asker,
  ids: readonly string[],
  missing = () => notFound('conversation', '/conversation_ids'),
): Promise<AnswerScope> {
  const visibility = toVisibility(ctx.principal)
  const wanted = [...new Set(ids)]
  const found = await selectFoundConversations(ctx.db, ctx.org, visibility, wanted)
  if (found.size < wanted.length) throw missing()
  return { kind: 'conversations', within: { visibility, filters: NAMED, conversationIds: wanted } }
}
