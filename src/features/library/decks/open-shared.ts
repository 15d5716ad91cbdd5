/** Opens a deck by the code of an outside link. Returns the slides only. */
import type { Store } from '../../../core/db.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isSharingOutsideAllowed } from '../../accounts/outside-sharing/index.ts'
import { answeringVisibility } from './link-visibility.ts'
import { type DeckDocument, deckDocument } from './model/index.ts'
import { type DeckRow, selectLinkedDeck } from './queries.ts'
import { type DeckShareLinkRow, selectByCode, updateOpened } from './queries-shares.ts'

export interface SharedDeck {
  readonly title: string
  /** Organization that shares the deck. */
  readonly organizationName: string
  /** Slides without notes, which are for the presenter. */
  readonly document: DeckDocument
}

/** @param isView whether somebody views the deck, rather than checks that it exists */
export type OpenSharedDeck = (code: string, isView: boolean) => Promise<SharedDeck | undefined>

/** Context of an anonymous viewer, in the organization of the code. */
type AnonymousContext = Ports & { readonly org: OrganizationId }

/** @returns a function from a code to the shared deck, or undefined if the code is invalid */
export function createDeckSharing(parts: {
  store: Store
  contextFor: (org: OrganizationId) => AnonymousContext
}): OpenSharedDeck {
  return async (code, isView) => {
    const token = readOpaqueToken(code)
    if (token === undefined) return undefined
    const found = await selectByCode(parts.store.of(token.organizationId).read, token.organizationId, token.hash)
    if (found === undefined) return undefined
    const ctx = parts.contextFor(token.organizationId)
    if (!(await isSharingOutsideAllowed(ctx.db, ctx.org))) return undefined
    const deck = await findLinkedDeck(ctx, found)
    if (deck === undefined) return undefined
    if (isView) await noteView(ctx, found.share_id)
    const document = deckDocument.parse(JSON.parse(deck.document))
    const slides = document.slides.map((slide) => ({ ...slide, notes: [] }))
    return { title: deck.title, organizationName: found.organization_name, document: { ...document, slides } }
  }
}

/** A link shows what the person who answers for it sees now; the link of a deactivated person shows nothing. */
async function findLinkedDeck(
  ctx: AnonymousContext,
  { deck_id, answers_id }: DeckShareLinkRow,
): Promise<DeckRow | undefined> {
  const visibility = await answeringVisibility(ctx.db, ctx.org, answers_id)
  return visibility === undefined ? undefined : selectLinkedDeck(ctx.db, ctx.org, visibility, deck_id)
}

/** Records a view. Failures don't affect the viewer. */
async function noteView(ctx: AnonymousContext, shareId: string): Promise<void> {
  try {
    await ctx.transact((tx) => updateOpened(tx, ctx.org, shareId, ctx.clock.now()))
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    ctx.log.warn({ share: shareId, error: message }, 'a view of a deck was not noted')
  }
}
