/** SQL queries for the redaction settings. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { RedactionKind } from './kinds.ts'
import type { RedactionPattern } from './patterns.ts'
import { OFF, type RedactionMode, type RedactionSettings } from './schema.ts'

interface Row {
  mode: RedactionMode
  kinds: RedactionKind[]
  patterns: RedactionPattern[]
  knowledge_sources: boolean
  updated_at: string
}

export async function selectSettings(db: Reader, org: OrganizationId): Promise<RedactionSettings> {
  const { rows } = await sql<Row>`
    select mode, kinds, patterns, knowledge_sources, updated_at from redaction_settings
    where organization_id = ${org}`.execute(db)
  const [row] = rows
  if (row === undefined) return OFF
  const { mode, kinds, patterns, knowledge_sources: knowledgeSources, updated_at: updatedAt } = row
  return { mode, kinds, patterns, knowledgeSources, updatedAt }
}

export async function putSettings(
  tx: Writer,
  org: OrganizationId,
  given: Omit<RedactionSettings, 'updatedAt'>,
  at: Date,
): Promise<void> {
  await sql`
    insert into redaction_settings (organization_id, mode, kinds, patterns, knowledge_sources, updated_at)
    values (${org}, ${given.mode}, ${[...given.kinds]}::text[], ${JSON.stringify(given.patterns)}::jsonb,
      ${given.knowledgeSources}, ${at})
    on conflict (organization_id) do update
    set mode = excluded.mode, kinds = excluded.kinds, patterns = excluded.patterns,
        knowledge_sources = excluded.knowledge_sources, updated_at = excluded.updated_at`.execute(tx)
}
