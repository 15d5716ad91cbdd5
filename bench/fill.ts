/** Makes the databases that lists are measured on: real conversations through the product, copies of them by SQL. */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { readConversations } from './conversations.ts'
import { createDatabase, databaseAt, exists, withClient } from './database.ts'
import { tell } from './report.ts'
import { importLines, parley, startService } from './service.ts'

/** Share of the copies that keep their transcript: one in twenty, so that a million rows fit a small disk. */
const WITH_TRANSCRIPT = 0.05

export interface Filled {
  readonly size: number
  readonly name: string
  readonly url: string
  /** The measured organization and an org-level key of it. */
  readonly organizationId: string
  readonly key: string
}

/** @param keep uses the database of an earlier run when there is one */
export async function fillDatabase(server: string, size: number, keep: boolean): Promise<Filled> {
  const name = `parley_bench_lists_${size}`
  const kept = keep && (await exists(server, name)) ? await filledBefore(databaseAt(server, name), size) : undefined
  const { url, organizationId } = kept ?? (await fillNew(server, name, size))
  const { token = '' } = await parley(url, 'key', 'create', '--organization', organizationId, '--name', 'bench')
  return { size, name, url, organizationId, key: token }
}

async function filledBefore(url: string, size: number) {
  const organizationId = await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from organizations where name = 'Measured'
       and (select count(*) from conversations where organization_id = organizations.id) = $1`,
      [size],
    )
    return rows[0]?.id
  })
  return organizationId === undefined ? undefined : { url, organizationId }
}

async function fillNew(server: string, name: string, size: number) {
  const begun = performance.now()
  const url = await createDatabase(server, name)
  const service = await startService(url)
  const { organization_id: real = '', api_key: key = '' } = service.said
  try {
    await importLines(service.baseUrl, key, await readConversations())
  } finally {
    await service.stop()
  }
  const made = await parley(url, 'organization', 'create', 'Measured', '--admin', 'admin@org0.example')
  const organizationId = made.organization_id ?? ''
  await withClient(url, (client) => copy(client, { size, real, organizationId }))
  tell(`${name}: filled in ${Math.round((performance.now() - begun) / 1000)} s`)
  return { url, organizationId }
}

async function copy(client: pg.Client, wanted: { size: number; real: string; organizationId: string }): Promise<void> {
  const settings = {
    conversations: String(wanted.size),
    big: wanted.organizationId,
    real: wanted.real,
    transcripts: String(WITH_TRANSCRIPT),
  }
  for (const [name, value] of Object.entries(settings)) {
    await client.query('select set_config($1, $2, false)', [`bench.${name}`, value])
  }
  const script = await readFile(new URL('fill.sql', import.meta.url), 'utf8')
  await withoutSecondaryIndexes(client, async () => {
    for (const statement of script.split(/;\s*\n/)) await timed(client, statement)
  })
  await timed(client, 'vacuum (freeze, analyze)')
  await timed(client, 'checkpoint')
}

/** Drops the indexes that back no constraint, and makes them again over all rows at once, which takes a third of the time. */
async function withoutSecondaryIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisprimary
      and c.relname in ('conversations', 'conversation_participants', 'conversation_crm_links')
      and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await timed(client, definition)
}

async function timed(client: pg.Client, statement: string): Promise<void> {
  const begun = performance.now()
  await client.query(statement)
  const seconds = (performance.now() - begun) / 1000
  if (seconds < 5) return
  const words = statement.replace(/--.*$/gm, '').trim().slice(0, 60).replace(/\s+/g, ' ')
  tell(`  ${seconds.toFixed(0)} s  ${words} …`)
}
