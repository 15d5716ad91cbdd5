/** All SQL of calls at sources. */
import { type Selectable, sql } from 'kysely'
import type { Reader, Tables, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { RecordingState } from './schema.ts'

export interface RecordingRow extends Omit<Selectable<Tables['source_recordings']>, 'organization_id'> {
  /** Title of the conversation that the call became. Null before the import, and after the conversation was erased. */
  conversation_title: string | null
}

const columns = sql.raw(
  'id, source_id, external_id, state, ticket, announced, has_transcript, has_recording, conversation_id, delivery_id, ' +
    'tries, next_try_at, fault, created_at, updated_at, (select c.title from conversations c where ' +
    'c.organization_id = source_recordings.organization_id and c.id = source_recordings.conversation_id) ' +
    'as conversation_title',
)

/** Creates the row of a call if there is none, and locks it until the transaction ends. */
export async function lockOrInsertRecording(
  tx: Writer,
  org: OrganizationId,
  wanted: { readonly id: string; readonly sourceId: string; readonly externalId: string; readonly at: Date },
): Promise<RecordingRow> {
  await sql`
    insert into source_recordings (
      organization_id, id, source_id, external_id, state, ticket, created_at, updated_at)
    values (${org}, ${wanted.id}, ${wanted.sourceId}, ${wanted.externalId}, 'waiting', 0, ${wanted.at}, ${wanted.at})
    on conflict (organization_id, source_id, external_id) do nothing`.execute(tx)
  const { rows } = await sql<RecordingRow>`
    select ${columns} from source_recordings
    where organization_id = ${org} and source_id = ${wanted.sourceId} and external_id = ${wanted.externalId}
    for update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The row that was just inserted does not exist.')
  return row
}

export async function lockRecording(tx: Writer, org: OrganizationId, id: string): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    select ${columns} from source_recordings where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function selectRecording(
  db: Reader | Writer,
  org: OrganizationId,
  sourceId: string,
  id: string,
): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    select ${columns} from source_recordings
    where organization_id = ${org} and source_id = ${sourceId} and id = ${id}`.execute(db)
  return rows[0]
}

const order = defineOrder('source recordings', descending('created_at', 'time'), descending('id', 'uuid'))

export const selectRecordings = (
  db: Reader,
  org: OrganizationId,
  sourceId: string,
  statuses: readonly string[] | undefined,
  window: ListWindow,
) =>
  selectListPage<RecordingRow>(db, window, {
    columns,
    from: sql`source_recordings`,
    where: sql`organization_id = ${org} and source_id = ${sourceId}
      and ${statuses === undefined ? sql`true` : sql`state = any(${[...statuses]}::text[])`}`,
    order,
    updated: 'updated_at',
  })

/** Returns calls by ID, for the deliveries that announced them. */
export async function selectRecordingsById(
  db: Reader | Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<RecordingRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RecordingRow>`
    select ${columns} from source_recordings
    where organization_id = ${org} and id = any(${[...ids]}::uuid[]) order by created_at, id`.execute(db)
  return rows
}

export async function updateRecording(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{
    state: RecordingState
    ticket: number
    announced: string | null
    has_transcript: boolean
    has_recording: boolean
    conversation_id: string | null
    delivery_id: string | null
    tries: number
    next_try_at: Date | null
    fault: string | null
  }>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('source_recordings')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** Deletes a body with a transcript, because it was imported or announced again. */
export async function clearDeliveryBody(tx: Writer, org: OrganizationId, deliveryId: string): Promise<void> {
  await sql`
    update source_deliveries set body = null
    where organization_id = ${org} and id = ${deliveryId} and has_words`.execute(tx)
}

/** Deletes what was announced of failed calls that nobody tried again. */
export async function clearOldAnnouncements(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  before: Date,
): Promise<void> {
  await sql`
    update source_recordings set announced = null
    where organization_id = ${org} and source_id = ${sourceId} and state = 'failed' and announced is not null
      and updated_at < ${before}`.execute(tx)
}

/** Deletes every stored body and every announcement of a failed call. They are encrypted, so nobody can search them. */
export async function clearAllWords(tx: Writer, org: OrganizationId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with bodies as (
      update source_deliveries set body = null where organization_id = ${org} and body is not null returning 1
    ), announcements as (
      update source_recordings set announced = null
      where organization_id = ${org} and state = 'failed' and announced is not null returning 1
    )
    select (select count(*) from bodies)::int + (select count(*) from announcements)::int as n`.execute(tx)
  return rows[0]?.n ?? 0
}
