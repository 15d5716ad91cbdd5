/**
 * Stores records that were read from a CRM. Values beyond Parley's limits are shortened or dropped, and the rest is
 * stored.
 */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { fold } from '../../../core/fold.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { givenJson, type Json } from '../../../core/wire.ts'
import { toRecordRow, upsertRecords } from './queries.ts'
import { titleOpportunities } from './queries-opportunities.ts'
import {
  type CrmEntityCode,
  crmRecordId,
  FIELD_NAME_MAX,
  FIELDS_MAX,
  OPPORTUNITY_ID_MAX,
  opportunityTitle,
} from './schema.ts'

export interface ReadRecord {
  readonly id: string
  readonly fields: Readonly<Record<string, Json>>
}

/** Stores records, except those with an invalid ID. @returns the number of stored records */
export async function storeReadRecords(
  tx: Writer,
  org: OrganizationId,
  code: CrmEntityCode,
  records: readonly ReadRecord[],
  at: Date,
): Promise<number> {
  const rows = [...new Map(records.map((record) => [record.id, record])).values()]
    .filter(({ id }) => crmRecordId().safeParse(id).success)
    .map(({ id, fields }) => toRecordRow({ code, id }, storable(fields)))
  await upsertRecords(tx, org, rows, at)
  return rows.length
}

function storable(fields: Readonly<Record<string, Json>>): Record<string, Json> {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const clean = typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value
    const isName = name.length > 0 && name.length <= FIELD_NAME_MAX && givenJson.safeParse(name).success
    return isName && givenJson.safeParse(clean).success ? [[name, clean] as const] : []
  })
  return Object.fromEntries(kept.slice(0, FIELDS_MAX))
}

/**
 * Sets the titles of opportunities to those in the CRM.
 * @param teamId team that unknown opportunities are created in. Without a team they aren't created
 */
export async function storeReadOpportunities(
  tx: Writer,
  org: OrganizationId,
  read: readonly { readonly externalId: string; readonly title: unknown }[],
  teamId: string | null,
  at: Date,
): Promise<void> {
  const titled = new Map<string, { id: string; externalId: string; title: string; titleFolded: string }>()
  for (const { externalId, title } of read) {
    const cut = typeof title === 'string' ? [...title.trim()].slice(0, 512).join('') : ''
    const parsed = opportunityTitle().safeParse(cut)
    if (!parsed.success || externalId.length === 0 || externalId.length > OPPORTUNITY_ID_MAX) continue
    titled.set(externalId, { id: newId(), externalId, title: parsed.data, titleFolded: fold(parsed.data) })
  }
  // A fixed lock order prevents deadlocks of two syncs.
  const inOrder = [...titled.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
  if (inOrder.length > 0) await titleOpportunities(tx, org, inOrder, teamId, at)
}
