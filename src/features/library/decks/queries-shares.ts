/** SQL of deck shares and their links. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export interface ShareRow {
  id: string
  email: string
  user_id: string | null
  created_at: string
  sent_at: string | null
  opened_at: string | null
  expires_at: string | null
  view_count: number
  /** User whose sight decides what the share shows: its recipient, else the person who answers for the link. */
  answers_id: string | null
}

/** Person who answers for the link of a share `s`; null: the organization, whose key created it. */
const keeper = sql`coalesce(s.taken_over_by, s.shared_by)`

/** Returns the shares, oldest first. */
export async function selectShares(db: Reader | Writer, org: OrganizationId, deckId: string): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.id, coalesce(u.email, s.email) as email, s.user_id, s.created_at, s.sent_at, s.opened_at,
           s.expires_at, s.view_count,
           coalesce(s.user_id, ${keeper}) as answers_id
    from deck_shares s
    left join users u on u.organization_id = ${org} and u.id = s.user_id
    where s.organization_id = ${org} and s.deck_id = ${deckId}
    order by s.created_at, s.id`.execute(db)
  return rows
}

export interface KnownAddress {
  email_folded: string
  id: string
  active: boolean
}

/** Users of the organization with one of these addresses, active or not. */
export async function selectUsersWith(
  db: Reader | Writer,
  org: OrganizationId,
  folded: readonly string[],
): Promise<KnownAddress[]> {
  const { rows } = await sql<KnownAddress>`
    select email_folded, id, active from users
    where organization_id = ${org} and email_folded = any(${[...folded]}::text[])`.execute(db)
  return rows
}

export interface NewShare {
  readonly id: string
  readonly userId: string | null
  readonly email: string | null
  readonly emailFolded: string | null
  /** Case-folded address that the message is sent to. */
  readonly address: string
}

/**
 * Adds shares; a share that exists stays as it is.
 * @param by.resends whether the message of a share that exists goes out again
 * @param by.expiresAt expiry of the links. Undefined: new links never expire, and links that exist keep their expiry
 * @returns the shares whose message goes out
 */
export async function putShares(
  tx: Writer,
  org: OrganizationId,
  deckId: string,
  shares: readonly NewShare[],
  by: { userId: string | null; at: Date; resends: boolean; expiresAt: Date | null | undefined },
): Promise<{ id: string; address: string }[]> {
  const sent: { id: string; address: string }[] = []
  for (const one of shares) {
    const target =
      one.userId === null ? sql`on constraint deck_shares_of_address` : sql`on constraint deck_shares_of_user`
    const expiresAt = one.userId === null ? (by.expiresAt ?? null) : null
    const keepsExpiry = by.expiresAt === undefined
    const { rows } = await sql<{ id: string }>`
      insert into deck_shares (organization_id, id, deck_id, user_id, email, email_folded, shared_by, expires_at,
        created_at)
      values (${org}, ${one.id}, ${deckId}, ${one.userId}, ${one.email}, ${one.emailFolded}, ${by.userId}, ${expiresAt},
        ${by.at})
      on conflict ${target} do update set shared_by = excluded.shared_by, taken_over_by = null, sent_at = null,
          expires_at = case when ${keepsExpiry}::boolean then deck_shares.expires_at else excluded.expires_at end
        where ${by.resends}::boolean
      returning id`.execute(tx)
    sent.push(...rows.map(({ id }) => ({ id, address: one.address })))
  }
  return sent
}

export async function countShares(tx: Writer, org: OrganizationId, deckId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from deck_shares where organization_id = ${org} and deck_id = ${deckId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Deletes a share. @returns whether it existed */
export async function deleteShareRow(tx: Writer, org: OrganizationId, deckId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from deck_shares where organization_id = ${org} and deck_id = ${deckId} and id = ${id}
    returning id`.execute(tx)
  return rows.length > 0
}

export interface ShareMail {
  deck_id: string
  deck_title: string
  email: string
  is_outside: boolean
  /** Same meaning as in `ShareRow`. */
  answers_id: string | null
  /** Expiry of the link. */
  expires_at: string | null
  /** Name and address of the person who shared the deck. Null for organization-level keys. */
  first_name: string | null
  last_name: string | null
  sender_email: string | null
  /** Language of the recipient, or of the sender for a person outside. */
  language: string | null
  organization: string
}

/** Locks the share and returns the content of its email. Undefined if the share was deleted or its user deactivated. */
export async function lockShareMail(tx: Writer, org: OrganizationId, id: string): Promise<ShareMail | undefined> {
  const { rows } = await sql<ShareMail>`
    select s.deck_id, d.title as deck_title, coalesce(u.email, s.email) as email, s.user_id is null as is_outside,
           coalesce(s.user_id, ${keeper}) as answers_id, s.expires_at,
           b.first_name, b.last_name, b.email as sender_email,
           case when s.user_id is null then coalesce(b.language, b.browser_language)
             else coalesce(u.language, u.browser_language) end as language, o.name as organization
    from deck_shares s
    join decks d on d.organization_id = ${org} and d.id = s.deck_id
    join organizations o on o.id = ${org}
    left join users u on u.organization_id = ${org} and u.id = s.user_id
    left join users b on b.organization_id = ${org} and b.id = s.shared_by
    where s.organization_id = ${org} and s.id = ${id} and (s.user_id is null or u.active)
    for update of s`.execute(tx)
  return rows[0]
}

export async function updateCode(tx: Writer, org: OrganizationId, id: string, hash: string): Promise<void> {
  await sql`update deck_shares set code_hash = ${hash} where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function updateSent(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`update deck_shares set sent_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
}

export interface DeckShareLinkRow {
  share_id: string
  deck_id: string
  answers_id: string | null
  /** Users who own the link: the person who shared the deck, and the admin who took the link over. */
  owner_ids: string[]
  expires_at: string | null
  organization_name: string
}

/** Share whose link has this code. */
export async function selectByCode(
  db: Reader,
  org: OrganizationId,
  hash: string,
): Promise<DeckShareLinkRow | undefined> {
  const { rows } = await sql<DeckShareLinkRow>`
    select s.id as share_id, s.deck_id, ${keeper} as answers_id, s.expires_at,
           array_remove(array[s.shared_by, s.taken_over_by], null)::text[] as owner_ids, o.name as organization_name
    from deck_shares s join organizations o on o.id = ${org}
    where s.organization_id = ${org} and s.code_hash = ${hash}`.execute(db)
  return rows[0]
}

/** Adds views to the link of a share. */
export async function addShareViews(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { count, at }: { readonly count: number; readonly at: Date },
): Promise<void> {
  await sql`
    update deck_shares set view_count = view_count + ${count}, opened_at = greatest(opened_at, ${at}::timestamptz)
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Changes the expiry of the link of a share. @returns `user` for a share with a user, which has no link */
export async function updateShareExpiry(
  tx: Writer,
  org: OrganizationId,
  share: { readonly deckId: string; readonly id: string },
  expiresAt: Date | null,
): Promise<'updated' | 'user' | undefined> {
  const { rows } = await sql<{ user_id: string | null }>`
    update deck_shares set expires_at = case when user_id is null then ${expiresAt}::timestamptz end
    where organization_id = ${org} and deck_id = ${share.deckId} and id = ${share.id} returning user_id`.execute(tx)
  if (rows[0] === undefined) return undefined
  return rows[0].user_id === null ? 'updated' : 'user'
}

/** Addresses among `folded` whose link to the deck has expired. */
export async function selectExpired(
  tx: Writer,
  org: OrganizationId,
  deckId: string,
  folded: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ email_folded: string }>`
    select email_folded from deck_shares
    where organization_id = ${org} and deck_id = ${deckId} and email_folded = any(${[...folded]}::text[])
      and expires_at <= ${now}::timestamptz`.execute(tx)
  return rows.map(({ email_folded: email }) => email)
}
