/** SQL of looks at sources: their progress, and the objects that were seen. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SourceObject } from '../source-kinds/index.ts'
import type { LookState } from './schema.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    source_objects: {
      organization_id: string
      source_id: string
      name_hash: string
      version: string
      external_id: string
    }
  }
}

export async function updateLook(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{
    look_state: LookState
    look_ticket: number
    looked_until: Date | null
    looking_since: Date | null
    looking_until: Date | null
    look_cursor: string | null
    look_failures: number
  }>,
): Promise<void> {
  await tx.updateTable('sources').set(change).where('organization_id', '=', org).where('id', '=', id).execute()
}

/**
 * Starts a limit of the source unless one applies, and reserves the next time at which a delayed call continues. Times are
 * at least a step apart.
 * @returns undefined if the source doesn't exist
 */
export async function reserveLimited(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { now, until, stepMs }: { readonly now: Date; readonly until: Date; readonly stepMs: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ next: string }>`
    update sources set
      limited_until = case when limited_until > ${now} then limited_until else ${until} end,
      limited_next = ${stepMs} * interval '1 millisecond' +
        case when limited_until > ${now} then limited_next else greatest(${until}, limited_next) end
    where organization_id = ${org} and id = ${id}
    returning limited_next as next`.execute(tx)
  const [row] = rows
  return row === undefined ? undefined : new Date(Date.parse(row.next) - stepMs)
}

const hashName = (name: string): string => createHash('sha256').update(name).digest('hex')

/** Returns what earlier looks stored about objects, by name. */
export async function selectSeen(
  db: Reader | Writer,
  org: OrganizationId,
  sourceId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, { version: string; externalId: string }>> {
  const byHash = new Map(names.map((name) => [hashName(name), name]))
  const { rows } = await sql<{ hash: string; version: string; externalId: string }>`
    select name_hash as hash, version, external_id as "externalId" from source_objects
    where organization_id = ${org} and source_id = ${sourceId}
      and name_hash = any(${[...byHash.keys()]}::text[])`.execute(db)
  return new Map(rows.map(({ hash, version, externalId }) => [byHash.get(hash) ?? '', { version, externalId }]))
}

export async function upsertSeen(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  objects: readonly SourceObject[],
  externalId: string,
): Promise<void> {
  for (const { name, version } of objects) {
    await sql`
      insert into source_objects (organization_id, source_id, name_hash, version, external_id)
      values (${org}, ${sourceId}, ${hashName(name)}, ${version}, ${externalId})
      on conflict (organization_id, source_id, name_hash) do update
      set version = excluded.version, external_id = excluded.external_id`.execute(tx)
  }
}
