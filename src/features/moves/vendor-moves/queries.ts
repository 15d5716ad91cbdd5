/** SQL of moves. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { CallOutcome, DefinitionKind, MoveState } from './schema.ts'
import type { MissingPart } from './vendor.ts'

export interface MoveRow {
  id: string
  vendor: string
  application: string
  account: string
  state: MoveState
  since: string | null
  until: string | null
  position: string | null
  runs: number
  found: number
  added: number
  known: number
  failed: number
  request_day: string | null
  requests: number
  created_at: string
  started_at: string
  updated_at: string
  completed_at: string | null
}

const columns = sql`
  id, vendor, application, account, state, since, until, position, runs, found, added, known, failed,
  to_char(request_day, 'YYYY-MM-DD') as request_day, requests, created_at, started_at, updated_at, completed_at`

export async function selectMoveOfApplication(
  db: Reader | Writer,
  org: OrganizationId,
  application: string,
): Promise<MoveRow | undefined> {
  const { rows } = await sql<MoveRow>`
    select ${columns} from moves where organization_id = ${org} and application = ${application}`.execute(db)
  return rows[0]
}

export async function selectMove(db: Reader, org: OrganizationId, id: string): Promise<MoveRow | undefined> {
  const { rows } = await sql<MoveRow>`
    select ${columns} from moves where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

const order = defineOrder('moves', descending('updated_at', 'time'), descending('id', 'uuid'))

export const selectMoves = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<MoveRow>(db, window, {
    columns,
    from: sql`moves`,
    where: sql`organization_id = ${org}`,
    order,
    updated: 'updated_at',
  })

export interface NewMove {
  readonly id: string
  readonly application: string
  readonly vendor: string
  readonly account: string
  readonly since: Date | null
  readonly until: Date | null
  readonly at: Date
}

export async function insertMove(tx: Writer, org: OrganizationId, move: NewMove): Promise<boolean> {
  const { rows } = await sql`
    insert into moves (organization_id, id, application, vendor, account, since, until, state, created_at, started_at, updated_at)
    values (${org}, ${move.id}, ${move.application}, ${move.vendor}, ${move.account}, ${move.since}, ${move.until},
      'running', ${move.at}, ${move.at}, ${move.at})
    on conflict (organization_id, application) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Starts another run from the beginning of the vendor's list. */
export async function restartMove(
  tx: Writer,
  org: OrganizationId,
  { id, account, since, until, at }: Omit<NewMove, 'application' | 'vendor'>,
): Promise<void> {
  await sql`
    update moves set account = ${account}, since = ${since}, until = ${until}, state = 'running', position = null,
      runs = runs + 1, found = 0, added = 0, known = 0, failed = 0, started_at = ${at}, updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Forgets failures of files. A corrected file has another identity, so that its old row would stay for ever. */
export async function deleteFailedCalls(tx: Writer, org: OrganizationId, moveId: string): Promise<void> {
  await sql`
    delete from move_calls
    where organization_id = ${org} and move_id = ${moveId} and outcome = 'failed'`.execute(tx)
}

export interface RunCounts {
  readonly found: number
  readonly added: number
  readonly known: number
  readonly failed: number
}

export interface MoveProgress extends RunCounts {
  readonly state: MoveState
  readonly position: string | undefined
  readonly requestDay: string | undefined
  readonly requests: number
  readonly at: Date
}

export async function updateProgress(
  tx: Writer,
  org: OrganizationId,
  id: string,
  progress: MoveProgress,
): Promise<void> {
  const completed = progress.state === 'completed' ? sql`${progress.at}` : sql`completed_at`
  await sql`
    update moves set state = ${progress.state}, position = ${progress.position ?? null}, found = ${progress.found},
      added = ${progress.added}, known = ${progress.known}, failed = ${progress.failed},
      request_day = ${progress.requestDay ?? null}::date, requests = ${progress.requests},
      updated_at = ${progress.at}, completed_at = ${completed}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** IDs among these whose calls are in Parley, or were before they were erased. Failed ones are tried again. */
export async function selectMovedIds(
  db: Reader,
  org: OrganizationId,
  moveId: string,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from move_calls
    where organization_id = ${org} and move_id = ${moveId} and external_id = any(${[...externalIds]}::text[])
      and outcome <> 'failed'`.execute(db)
  return new Set(rows.map((row) => row.external_id))
}

export interface NewMoveCall {
  readonly externalId: string
  readonly outcome: CallOutcome
  readonly reason: string | null
  readonly detail: string | null
  readonly startedAt: Date | null
  readonly durationSeconds: number | null
  readonly ownerEmail: string | null
  readonly ownerId: string | null
  readonly parts: Readonly<Record<string, number>>
  readonly missing: readonly MissingPart[]
  readonly at: Date
}

/** Stores the outcome of a call. Replaces only a failed one. @returns false if the call came before */
export async function upsertMoveCall(
  tx: Writer,
  org: OrganizationId,
  moveId: string,
  call: NewMoveCall,
): Promise<boolean> {
  const { rows } = await sql`
    insert into move_calls as c (organization_id, move_id, external_id, outcome, reason, detail, started_at,
      duration_seconds, owner_email, owner_id, parts, missing, moved_at)
    values (${org}, ${moveId}, ${call.externalId}, ${call.outcome}, ${call.reason}, ${call.detail}, ${call.startedAt},
      ${call.durationSeconds}, ${call.ownerEmail}, ${call.ownerId}, ${JSON.stringify(call.parts)}::jsonb,
      ${JSON.stringify(call.missing)}::jsonb, ${call.at})
    on conflict (organization_id, move_id, external_id) do update set
      outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail, started_at = excluded.started_at,
      duration_seconds = excluded.duration_seconds, owner_email = excluded.owner_email, owner_id = excluded.owner_id,
      parts = excluded.parts, missing = excluded.missing, moved_at = excluded.moved_at
    where c.outcome = 'failed'
    returning external_id`.execute(tx)
  return rows.length > 0
}

/** Addresses of owners who had no user when their calls came, case-folded. */
export async function selectOwnersWithoutUser(db: Reader, org: OrganizationId, moveId: string): Promise<string[]> {
  const { rows } = await sql<{ owner_email: string }>`
    select distinct owner_email from move_calls
    where organization_id = ${org} and move_id = ${moveId} and outcome <> 'failed' and owner_email is not null
      and (parts -> 'owner') is null
    order by 1`.execute(db)
  return rows.map((row) => row.owner_email)
}

/** Calls of such an owner that still have the owner of the import, by external ID. */
export async function selectCallsWithoutOwner(
  db: Reader,
  org: OrganizationId,
  given: { readonly move: MoveRow; readonly email: string; readonly after: string; readonly limit: number },
): Promise<readonly { external_id: string; id: string }[]> {
  const { move, email, after, limit } = given
  const { rows } = await sql<{ external_id: string; id: string }>`
    select m.external_id, c.id
    from move_calls m
    join conversations c on c.organization_id = ${org} and c.application = ${move.application}
      and c.external_id = m.external_id and c.owner_id = m.owner_id
    where m.organization_id = ${org} and m.move_id = ${move.id} and m.owner_email = ${email} and m.outcome <> 'failed'
      and (m.parts -> 'owner') is null and m.external_id > ${after}
    order by m.external_id limit ${limit}`.execute(db)
  return rows
}

/** Stores in the ledger that the call has its owner. */
export async function updateMoveOwner(
  tx: Writer,
  org: OrganizationId,
  { moveId, externalId, userId }: { readonly moveId: string; readonly externalId: string; readonly userId: string },
): Promise<void> {
  await sql`
    update move_calls set owner_id = ${userId}, parts = parts || '{"owner": 1}'::jsonb,
      missing = coalesce((select jsonb_agg(m) from jsonb_array_elements(missing) m where m ->> 'kind' <> 'owner'), '[]'::jsonb)
    where organization_id = ${org} and move_id = ${moveId} and external_id = ${externalId}`.execute(tx)
}

export interface MovePart {
  readonly kind: DefinitionKind
  readonly externalId: string
  readonly entityId: string | null
  readonly reason: string | null
  readonly title: string
}

export async function insertMovePart(tx: Writer, org: OrganizationId, moveId: string, part: MovePart): Promise<void> {
  await sql`
    insert into move_parts as p (organization_id, move_id, kind, external_id, entity_id, reason, title)
    values (${org}, ${moveId}, ${part.kind}, ${part.externalId}, ${part.entityId}, ${part.reason}, ${part.title})
    on conflict (organization_id, move_id, kind, external_id) do update set
      entity_id = excluded.entity_id, reason = excluded.reason, title = excluded.title
    where p.entity_id is null`.execute(tx)
}

/** Parts of a kind that came, as external ID → ID. */
export async function selectMoveParts(
  db: Reader | Writer,
  org: OrganizationId,
  moveId: string,
  kind: DefinitionKind,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ external_id: string; entity_id: string }>`
    select external_id, entity_id from move_parts
    where organization_id = ${org} and move_id = ${moveId} and kind = ${kind} and entity_id is not null`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row.entity_id]))
}

/** Owner and start of a conversation. */
export async function selectConversationFacts(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<{ owner_id: string; started_at: string | null } | undefined> {
  const { rows } = await sql<{ owner_id: string; started_at: string | null }>`
    select owner_id, live_started_at as started_at from conversations
    where organization_id = ${org} and id = ${id}`.execute(tx)
  return rows[0]
}

/** Conversation of a call that came. Undefined if it was erased since. */
export async function selectConversationBySource(
  db: Reader | Writer,
  org: OrganizationId,
  source: { readonly application: string; readonly externalId: string },
): Promise<{ id: string; created_at: string } | undefined> {
  const { rows } = await sql<{ id: string; created_at: string }>`
    select id, created_at from conversations
    where organization_id = ${org} and application = ${source.application} and external_id = ${source.externalId}`.execute(
    db,
  )
  return rows[0]
}

interface GroupRow {
  calls: number
  failed: number
  minutes: number
}

const figures: RawBuilder<unknown> = sql`
  count(*) filter (where outcome <> 'failed')::int as calls,
  count(*) filter (where outcome = 'failed')::int as failed,
  coalesce(round((sum(duration_seconds) filter (where outcome <> 'failed') / 60)::numeric, 1), 0)::double precision as minutes`

const LISTED_MAX = 500

export interface LedgerRows {
  readonly total: GroupRow
  readonly years: readonly (GroupRow & { year: number | null })[]
  readonly owners: readonly (GroupRow & { email: string | null; user_id: string | null; matched: boolean })[]
  readonly parts: readonly { kind: string; count: number }[]
  readonly missing: readonly { kind: string; reason: string; count: number }[]
  readonly failures: readonly { reason: string; detail: string | null; count: number; examples: string[] }[]
  readonly definitions: readonly { kind: string; title: string; entity_id: string | null; reason: string | null }[]
}

export async function selectLedger(db: Reader, org: OrganizationId, moveId: string): Promise<LedgerRows> {
  const calls = sql`move_calls where organization_id = ${org} and move_id = ${moveId}`
  const [total, years, owners, parts, missing, failures, definitions] = await Promise.all([
    sql<GroupRow>`select ${figures} from ${calls}`.execute(db),
    sql<GroupRow & { year: number | null }>`
      select extract(year from started_at at time zone 'UTC')::int as year, ${figures} from ${calls}
      group by 1 order by 1 nulls last`.execute(db),
    sql<GroupRow & { email: string | null; user_id: string | null; matched: boolean }>`
      select owner_email as email, min(owner_id::text) as user_id,
        coalesce(bool_or((parts ->> 'owner')::int > 0), false) as matched, ${figures}
      from ${calls} group by 1 order by count(*) desc, 1 nulls last limit ${LISTED_MAX}`.execute(db),
    sql<{ kind: string; count: number }>`
      select kind, sum(n)::int as count
      from (select organization_id, move_id, outcome, p.key as kind, p.value::int as n
            from move_calls, lateral jsonb_each_text(parts) p
            where organization_id = ${org} and move_id = ${moveId} and outcome <> 'failed') s
      group by 1 having sum(n) > 0 order by 1`.execute(db),
    sql<{ kind: string; reason: string; count: number }>`
      select m.kind, m.reason, sum(m.count)::int as count
      from move_calls, lateral jsonb_to_recordset(missing) as m (kind text, reason text, count int)
      where organization_id = ${org} and move_id = ${moveId} and outcome <> 'failed'
      group by 1, 2 order by 1, 2`.execute(db),
    sql<{ reason: string; detail: string | null; count: number; examples: string[] }>`
      select coalesce(reason, 'unknown') as reason, detail, count(*)::int as count,
        (array_agg(external_id order by external_id))[1:5] as examples
      from ${calls} and outcome = 'failed' group by 1, 2 order by 3 desc, 1, 2 limit ${LISTED_MAX}`.execute(db),
    sql<{ kind: string; title: string; entity_id: string | null; reason: string | null }>`
      select kind, title, entity_id, reason from move_parts
      where organization_id = ${org} and move_id = ${moveId} and kind <> 'question'
      order by entity_id is not null, kind, title, external_id limit ${LISTED_MAX}`.execute(db),
  ])
  const [sum] = total.rows
  if (sum === undefined) throw new Error('The totals of the ledger are missing.')
  return {
    total: sum,
    ...{ years: years.rows, owners: owners.rows, parts: parts.rows, missing: missing.rows },
    ...{ failures: failures.rows, definitions: definitions.rows },
  }
}
