/** All SQL of idempotency records and their runs. */
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Reader, Tables, Writer } from '../../../core/db.ts'
import {
  type IdempotentRequest,
  type IdempotentRun,
  LEASE_SECONDS,
  type ResponseSources,
} from '../../../core/idempotency-store.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { sourceConversations } from '../derived-data/index.ts'
import type {} from './schema.ts'

/** SQL condition on `conversations` that selects the rows that a principal can read. */
export type VisibilityCondition = (visibility: Visibility) => RawBuilder<unknown>

/** Tries to lock the request until the transaction ends. @returns false if another transaction holds the lock */
export async function tryLockRequest(tx: Writer, org: OrganizationId, request: IdempotentRequest): Promise<boolean> {
  const name = `${org} ${request.caller} ${request.key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 8)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/** Leases use the clock of the database, which all processes share. */
const aliveRun = sql<boolean>`leased_until > now()`
const leaseFromNow = sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'`

function selectStored(db: Reader, org: OrganizationId, request: IdempotentRequest, since: Date) {
  return db
    .selectFrom('kept_answers')
    .select(['fingerprint', 'answer', aliveRun.as('alive')])
    .where('organization_id', '=', org)
    .where('caller', '=', request.caller)
    .where('key', '=', request.key)
    .where(sql<boolean>`kept_at > ${since}`)
}

export async function selectKnown(db: Reader, org: OrganizationId, request: IdempotentRequest, since: Date) {
  return selectStored(db, org, request, since).executeTakeFirst()
}

/** Returns the record and locks it, so that it waits for a run that is being completed. */
export async function selectKnownToClaim(tx: Writer, org: OrganizationId, request: IdempotentRequest, since: Date) {
  return selectStored(tx, org, request, since).forUpdate().executeTakeFirst()
}

export async function upsertKept(
  tx: Writer,
  org: OrganizationId,
  request: IdempotentRequest,
  { fingerprint, answer, at }: { fingerprint: string; answer: Buffer; at: Date },
  since: Date,
): Promise<void> {
  await upsert(
    tx,
    org,
    request,
    { fingerprint, answer, kept_at: at, run_id: null, leased_until: null, sources_recorded: true },
    since,
  )
}

export async function upsertRun(
  tx: Writer,
  org: OrganizationId,
  run: IdempotentRun,
  { fingerprint, at }: { fingerprint: string; at: Date },
  since: Date,
): Promise<void> {
  const row = {
    fingerprint,
    answer: null,
    kept_at: at,
    run_id: run.runId,
    leased_until: leaseFromNow,
    sources_recorded: true,
  }
  await upsert(tx, org, run, row, since)
}

type Row = Omit<Insertable<Tables['kept_answers']>, 'organization_id' | 'caller' | 'key' | 'leased_until'> & {
  leased_until: typeof leaseFromNow | null
}

/** Inserts or replaces a record, and deletes expired records of the organization. */
async function upsert(
  tx: Writer,
  org: OrganizationId,
  request: IdempotentRequest,
  row: Row,
  since: Date,
): Promise<void> {
  await tx
    .deleteFrom('kept_answers')
    .where('organization_id', '=', org)
    .where(sql<boolean>`kept_at <= ${since}`)
    .execute()
  await tx
    .insertInto('kept_answers')
    .values({ organization_id: org, caller: request.caller, key: request.key, ...row })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'caller', 'key']).doUpdateSet(({ ref }) => ({
        fingerprint: ref('excluded.fingerprint'),
        answer: ref('excluded.answer'),
        kept_at: ref('excluded.kept_at'),
        run_id: ref('excluded.run_id'),
        leased_until: ref('excluded.leased_until'),
        sources_recorded: ref('excluded.sources_recorded'),
      })),
    )
    .execute()
}

export async function extendRun(tx: Writer, org: OrganizationId, run: IdempotentRun): Promise<boolean> {
  const { numUpdatedRows } = await updateRun(tx, org, run).set({ leased_until: leaseFromNow }).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function completeRun(
  tx: Writer,
  org: OrganizationId,
  run: IdempotentRun,
  kept: { answer: Buffer; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await updateRun(tx, org, run)
    .set({ answer: kept.answer, kept_at: kept.at, run_id: null, leased_until: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const updateRun = (tx: Writer, org: OrganizationId, { caller, key, runId }: IdempotentRun) =>
  tx
    .updateTable('kept_answers')
    .where('organization_id', '=', org)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('run_id', '=', runId)

export async function deleteRun(tx: Writer, org: OrganizationId, { caller, key, runId }: IdempotentRun): Promise<void> {
  await tx
    .deleteFrom('kept_answers')
    .where('organization_id', '=', org)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('run_id', '=', runId)
    .execute()
}

/** Stores references to the conversations of a response, including those of its decks and snippets. */
export async function insertSources(
  tx: Writer,
  org: OrganizationId,
  { caller, key }: IdempotentRequest,
  { named, conversations }: ResponseSources,
): Promise<void> {
  await sql`
    insert into kept_answer_conversations (organization_id, caller, key, conversation_id)
    select ${org}, ${caller}, ${key}, conversation_id
    from (${sourceConversations(org, named)} union select id from unnest(${[...conversations]}::uuid[]) as r (id)) behind
    on conflict do nothing`.execute(tx)
}

/** Whether the caller can access all conversations of a response. False if no references were recorded. */
export async function isResponseVisible(
  db: Reader,
  org: OrganizationId,
  { caller, key }: IdempotentRequest,
  visible: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    select k.key from kept_answers k
    where k.organization_id = ${org} and k.caller = ${caller} and k.key = ${key} and k.sources_recorded
      and not exists (
        select from kept_answer_conversations s
        where s.organization_id = ${org} and s.caller = ${caller} and s.key = ${key} and not exists (
          select from conversations
          where organization_id = ${org} and id = s.conversation_id and ${visible}))`.execute(db)
  return rows.length > 0
}

/** Deletes stored responses that are derived from a conversation. Erasing a conversation does this by a trigger. */
export async function clearStoredResponses(tx: Writer, org: OrganizationId, conversationId: string): Promise<void> {
  await sql`select forget_responses_of(${org}, ${conversationId})`.execute(tx)
}
