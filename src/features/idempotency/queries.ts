/** All SQL of kept answers. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../core/db.ts'
import type { NamedRequest } from '../../core/kept-answers.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type {} from './schema.ts'

/** Held until the transaction ends. @returns false when another process has it */
export async function tryLockRequest(tx: Writer, org: OrganizationId, request: NamedRequest): Promise<boolean> {
  const name = `${org} ${request.caller} ${request.key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 8)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

export async function selectKept(db: Reader, org: OrganizationId, request: NamedRequest, since: Date) {
  return db
    .selectFrom('kept_answers')
    .select(['fingerprint', 'answer'])
    .where('organization_id', '=', org)
    .where('caller', '=', request.caller)
    .where('key', '=', request.key)
    .where(sql<boolean>`kept_at > ${since}`)
    .executeTakeFirst()
}

/** Takes the chance to forget what is older. */
export async function insertKept(
  tx: Writer,
  org: OrganizationId,
  request: NamedRequest,
  kept: { fingerprint: string; answer: Buffer; at: Date },
  since: Date,
): Promise<void> {
  await tx
    .deleteFrom('kept_answers')
    .where('organization_id', '=', org)
    .where(sql<boolean>`kept_at <= ${since}`)
    .execute()
  await tx
    .insertInto('kept_answers')
    .values({
      organization_id: org,
      ...request,
      fingerprint: kept.fingerprint,
      answer: kept.answer,
      kept_at: kept.at,
    })
    .execute()
}
