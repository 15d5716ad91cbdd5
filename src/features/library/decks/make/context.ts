/** Resolves what a deck is about: a conversation, a snippet, an opportunity or an account that the caller can see. */
import type { Context } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { uuid } from '../../../../core/wire.ts'
import { selectMeant } from '../../../assistant/answers/index.ts'
import { selectOpportunitiesNamed } from '../../../conversations/opportunities/index.ts'
import { NO_FILTERS, selectFoundConversations } from '../../../conversations/records/index.ts'
import { loadVisibleSnippets } from '../../snippets/index.ts'
import { selectAccount, selectOpportunityTitles } from './queries.ts'

export type DeckSourceType = 'conversation' | 'opportunity' | 'account' | 'snippet'

/** Part of a conversation, by time, or by segments if there are no times. */
export interface DeckClip {
  readonly start: number
  readonly end: number
  readonly segments: { readonly first: number; readonly last: number } | undefined
}

export interface DeckContext {
  readonly type: DeckSourceType
  /** Parley ID, or CRM ID of an account. */
  readonly id: string
  readonly title: string
  /** Newest conversations with text, up to the maximum of a deck. */
  readonly conversationIds: readonly string[]
  /** Number of all conversations with text. */
  readonly total: number
  readonly clip: DeckClip | undefined
}

/** Maximum number of conversations in a deck. The newest are used. */
export const TALKS_MAX = 20

/** Undefined if the ID matches nothing that the caller can see. */
export async function findDeckContext(ctx: Context, id: string): Promise<DeckContext | undefined> {
  const ours = uuid().safeParse(id).data
  return (
    (ours === undefined ? undefined : await findConversationContext(ctx, ours)) ??
    (await findOpportunityContext(ctx, ours ?? id))
  )
}

async function findConversationContext(ctx: Context, id: string): Promise<DeckContext | undefined> {
  const visibility = toVisibility(ctx.principal)
  const found = (await selectFoundConversations(ctx.db, ctx.org, visibility, [id])).get(id)
  if (found !== undefined) {
    return { type: 'conversation', id, title: found.title, conversationIds: [id], total: 1, clip: undefined }
  }
  const snippet = (await loadVisibleSnippets(ctx, [id])).get(id)
  if (snippet === undefined) return undefined
  const named = snippet.reference?.speakers
  return {
    ...{ type: 'snippet', id, title: snippet.title, conversationIds: [snippet.conversation_id], total: 1 },
    clip: {
      ...{ start: snippet.video.start_time, end: snippet.video.end_time },
      segments: named === undefined ? undefined : { first: Number(named.start_idx), last: Number(named.end_idx) },
    },
  }
}

async function findOpportunityContext(ctx: Context, id: string): Promise<DeckContext | undefined> {
  const visibility = toVisibility(ctx.principal)
  const selectConversations = async (
    more: { opportunityIds: readonly string[] } | { conversationIds: readonly string[] },
  ) => {
    const within =
      'opportunityIds' in more
        ? { visibility, filters: { ...NO_FILTERS, ...more } }
        : { visibility, filters: NO_FILTERS, ...more }
    const { total, newest } = await selectMeant(ctx.db, ctx.org, within, TALKS_MAX)
    return { total, conversationIds: newest.map((one) => one.id), clip: undefined }
  }
  const named = await selectOpportunitiesNamed(ctx.db, ctx.org, visibility, id)
  const [deal] = await selectOpportunityTitles(ctx.db, ctx.org, named)
  if (deal !== undefined) {
    const title = deal.title.trim() || deal.external_id
    return { type: 'opportunity', id: deal.id, title, ...(await selectConversations({ opportunityIds: named })) }
  }
  const account = await selectAccount(ctx.db, ctx.org, visibility, id)
  if (account === undefined) return undefined
  const title = findCompanyName(account.fields) ?? id
  if (account.conversationIds.length === 0) {
    return { type: 'account', id, title, conversationIds: [], total: 0, clip: undefined }
  }
  return { type: 'account', id, title, ...(await selectConversations({ conversationIds: account.conversationIds })) }
}

/** Returns the company name from the fields that common CRMs use. */
function findCompanyName(fields: Readonly<Record<string, unknown>> | null): string | undefined {
  const name = Object.entries(fields ?? {}).find(([field]) => /^(?:account|company)?[ _]?name$/i.test(field))?.[1]
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined
}
