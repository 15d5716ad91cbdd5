/** Opens a deck by the code of an outside link. Returns the slides only. */
import type { Store } from '../../../core/db.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isSharingOutsideAllowed } from '../../accounts/outside-sharing/index.ts'
import { isExpired, type LinkVisitor, type ViewCounter } from '../shared-links/index.ts'
import { answeringVisibility } from './link-visibility.ts'
import { type DeckDocument, deckDocument } from './model/index.ts'
import { type DeckRow, selectLinkedDeck } from './queries.ts'
import { type DeckShareLinkRow, selectByCode } from './queries-shares.ts'

export interface SharedDeck {
  readonly title: string
  /** Organization that shares the deck. */
  readonly organizationName: string
  /** Slides without notes, which are for the presenter. */
  readonly document: DeckDocument
  /** Expiry of the link, ISO 8601; null: never. */
  readonly expiresAt: string | null
}

/** Signed-in user of the browser. */
export interface DeckViewer {
  readonly organizationId: OrganizationId
  readonly userId: string
}

/** @param asked.visitor who views the deck; undefined if the request only checks that it exists */
export type OpenSharedDeck = (
  code: string,
  asked: { readonly visitor: LinkVisitor | undefined; readonly viewer: DeckViewer | undefined },
) => Promise<SharedDeck | undefined>

/** Context of an anonymous viewer, in the organization of the code. */
type AnonymousContext = Ports & { readonly org: OrganizationId }

/** @returns a function from a code to the shared deck, or undefined if the code is invalid */
export function createDeckSharing(parts: {
  store: Store
  contextFor: (org: OrganizationId) => AnonymousContext
  views: ViewCounter
}): OpenSharedDeck {
  return async (code, { visitor, viewer }) => {
    const token = readOpaqueToken(code)
    if (token === undefined) return undefined
    const found = await selectByCode(parts.store.of(token.organizationId).read, token.organizationId, token.hash)
    if (found === undefined) return undefined
    const ctx = parts.contextFor(token.organizationId)
    if (isExpired(found.expires_at, ctx.clock.now())) return undefined
    if (!(await isSharingOutsideAllowed(ctx.db, ctx.org))) return undefined
    const deck = await findLinkedDeck(ctx, found)
    if (deck === undefined) return undefined
    const isOwner = viewer !== undefined && [...found.owner_ids, deck.user_id].includes(viewer.userId)
    if (visitor !== undefined && !isOwner) {
      parts.views.note({ kind: 'deck_share', organizationId: ctx.org, id: found.share_id }, visitor)
    }
    const document = deckDocument.parse(JSON.parse(deck.document))
    const slides = document.slides.map((slide) => ({ ...slide, notes: [] }))
    return {
      title: deck.title,
      organizationName: found.organization_name,
      document: { ...document, slides },
      expiresAt: found.expires_at,
    }
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
