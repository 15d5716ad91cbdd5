/** SQL of the states of sources: their newest delivery, and failures among their newest calls. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export interface SourceStateRow {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly enabled: boolean
  readonly fault: string | null
  readonly last_call_at: string | null
  readonly delivery_at: string | null
  readonly delivery_state: string | null
  readonly delivery_reason: string | null
  readonly failed: number
  readonly is_failing: boolean
}

/**
 * States of all sources, failing ones first. An organization has few sources, and the indexes
 * `source_deliveries_listed` and `source_recordings_listed` bound the reads of each, however many calls it has imported.
 * @param calls maximum number of the newest calls of a source whose failures are counted
 * @param limit maximum number of sources
 */
export async function selectSourceStates(
  db: Reader,
  org: OrganizationId,
  { calls, limit }: { readonly calls: number; readonly limit: number },
): Promise<SourceStateRow[]> {
  const { rows } = await sql<SourceStateRow>`
    with states as (
      select s.id, s.kind, s.name, s.enabled, s.fault, s.last_call_at,
             d.received_at as delivery_at, d.state as delivery_state, d.reason as delivery_reason, r.failed,
             s.enabled and (s.fault is not null or coalesce(d.state in ('refused', 'failed'), false) or r.failed > 0)
               as is_failing
      from sources s
      left join lateral (
        select received_at, state, reason from source_deliveries
        where organization_id = ${org} and source_id = s.id
        order by received_at desc, id desc limit 1
      ) d on true
      left join lateral (
        select count(*) filter (where state = 'failed')::int as failed
        from (
          select state from source_recordings
          where organization_id = ${org} and source_id = s.id
          order by created_at desc, id desc limit ${calls}
        ) newest
      ) r on true
      where s.organization_id = ${org}
    )
    select * from states order by is_failing desc, name, id limit ${limit}`.execute(db)
  return rows
}
