/** Sight that decides what a share of a deck shows: its recipient's, or that of the person who answers for its link. */
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { selectVisibilityOfActive } from '../../conversations/records/index.ts'
import { isDeckVisible } from './queries.ts'
import type { ShareRow } from './queries-shares.ts'

/**
 * Visibility of the person behind a share. Organization-level keys see everything and own nothing, so a link that one of
 * them created needs no person.
 * @param userId `null` for a link that an organization-level key created
 */
export async function answeringVisibility(
  db: Reader | Writer,
  org: OrganizationId,
  userId: string | null,
): Promise<Visibility | undefined> {
  return userId === null ? 'everything' : selectVisibilityOfActive(db, org, userId)
}

/** People behind the shares who see the deck now, `null` among them if the organization does. */
export async function selectAnswering(
  db: Reader | Writer,
  org: OrganizationId,
  deckId: string,
  shares: readonly Pick<ShareRow, 'answers_id'>[],
): Promise<ReadonlySet<string | null>> {
  const people = new Set(shares.map(({ answers_id }) => answers_id))
  const seeing = new Set<string | null>()
  for (const one of people) {
    const visibility = await answeringVisibility(db, org, one)
    if (visibility !== undefined && (await isDeckVisible(db, org, visibility, deckId))) seeing.add(one)
  }
  return seeing
}
