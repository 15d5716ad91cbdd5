/** Row-level security and keys of every tenant table, as the database itself tells them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnerDatabase } from '../src/core/db.ts'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { samplesOf } from './samples/index.ts'

/** Tables of the whole installation. They hold no data of organizations. */
const INSTALLATION = ['schema_migrations', 'change_epochs']

let world: World
let owner: OwnerDatabase
let tables: string[]
beforeAll(async () => {
  world = await createWorld()
  owner = world.app.store.owner
  const conversation = await importFor(world, {
    applicationExternalID: 'one',
    opportunityID: 'deal-1',
    linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
    participants: [{ email: 'ann@customer.example' }],
  })
  await samplesOf(world, conversation, 'one')
  await call(world.app, world.org, 'PUT', `/conversations/${conversation}/title`, { body: { title: 'Renamed' } })
  await call(world.app, world.org, 'POST', '/conversations/import', {
    body: { transcript: 'Bob: Hello.' },
    headers: { 'idempotency-key': 'kept' },
  })
  await call(world.app, world.alice, 'PUT', '/organizations/phone-numbers', { body: { phoneNumbers: ['+493012345'] } })
  // What jobs write: vectors.
  await world.app.drain(world.acme)
  // What an import writes while it runs, and deletes at its end.
  await owner.query(
    `insert into staged_texts (organization_id, id, position, content, created_at)
     values ($1, gen_random_uuid(), 0, 'Bob: Hello.', now())`,
    [world.acme],
  )
  // What a look at a folder or bucket writes.
  await owner.query(
    `insert into source_objects (organization_id, source_id, name_hash, version, external_id)
     select organization_id, id, 'hash', '1', 'call-1' from sources where organization_id = $1 limit 1`,
    [world.acme],
  )
  // What the deletion of old changes writes.
  await owner.query(
    `insert into change_floors (organization_id, epoch, xid)
     select $1, last_value, pg_current_xact_id() from change_epochs`,
    [world.acme],
  )
  // What changes of users and teams write for webhooks until jobs send them.
  await owner.query(
    `insert into webhook_wakes (organization_id, webhook_id)
     select organization_id, id from webhooks where organization_id = $1 limit 1`,
    [world.acme],
  )
  await addSecondFactors()
  const rows = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any($1) order by relname`,
    [INSTALLATION],
  )
  tables = rows.map((row) => row.name)
})

/** What second factors leave behind, of a user whom no other test signs in. */
async function addSecondFactors(): Promise<void> {
  const values = [world.acme, world.bob.userId]
  for (const statement of [
    `insert into authenticator_apps (organization_id, user_id, secret, created_at) values ($1, $2, 'v1.sealed', now())`,
    `insert into recovery_codes (organization_id, user_id, code_hash) values ($1, $2, 'hash')`,
    `insert into passkeys (organization_id, id, user_id, name, credential_id, public_key, counter, transports, backed_up,
       created_at) values ($1, gen_random_uuid(), $2, 'Laptop', 'id', 'key', 0, '{}', false, now())`,
    `insert into pending_sign_ins (organization_id, id, user_id, token_hash, way, created_at, expires_at)
     values ($1, gen_random_uuid(), $2, 'hash', 'link', now(), now())`,
    `insert into passkey_registrations (organization_id, session_id, challenge, expires_at)
     select organization_id, id, 'challenge', now() from sessions where organization_id = $1 and user_id = $2 limit 1`,
  ])
    await owner.query(statement, values)
  await owner.query(
    `insert into sign_in_settings (organization_id, second_factor_required, updated_at) values ($1, false, now())`,
    [world.acme],
  )
}

/** Rows of a table that a request of the organization (or of none) can see at all. */
async function seen(table: string, organization: string): Promise<number> {
  return owner.transact(async (query) => {
    // The other servers of a distributed database also get the organization.
    if (world.app.store.isDistributed) await query(`set local citus.propagate_set_commands = 'local'`)
    await query('set local role parley_app')
    await query(`set local parley.organization_id = '${organization}'`)
    const [row] = await query<{ n: number }>(`select count(*) as n from ${table}`)
    return row?.n ?? Number.NaN
  })
}

describe('every table', () => {
  it('is there', () => {
    expect(tables.length).toBeGreaterThan(12)
  })

  /** What is looked up before an organization is known (migration 0038); `lookups.test.ts` walks those look-ups. */
  const ACROSS = ['sign_in_domains_by_domain', 'snippets_by_share_code', 'users_by_address']

  it('leads its primary key, and every index, with the organization', async () => {
    const rows = await owner.query<{ name: string; first: string }>(
      `
      select i.indexrelid::regclass::text as name, a.attname as first
      from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace and not c.relname = any($1)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where not (c.relname = 'organizations' and a.attname = 'id') and a.attname <> 'organization_id'
      order by 1`,
      [INSTALLATION],
    )
    expect(rows.map(({ name }) => name)).toEqual(ACROSS)
  })

  it('holds something of acme, shows it to acme, and to nobody else', async () => {
    const sight: Record<string, number[]> = {}
    for (const table of tables) {
      const acme = await seen(table, world.acme)
      const rival = await seen(table, world.rival)
      const [total] = await owner.query<{ n: number }>(
        `select count(*) as n from ${table} where ${table === 'organizations' ? 'id' : 'organization_id'} = $1`,
        [world.acme],
      )
      sight[table] = [Number(acme > 0), acme - (total?.n ?? 0), await seen(table, ''), Number(rival > acme)]
    }
    expect(sight).toEqual(Object.fromEntries(tables.map((table) => [table, [1, 0, 0, 0]])))
  })

  it('cannot be written for another organization', async () => {
    const attempt = owner.transact(async (query) => {
      await query(`set local role parley_app; set local parley.organization_id = '${world.rival}'`)
      await query(`insert into teams (organization_id, id, name) values ($1, gen_random_uuid(), 'Trojan')`, [
        world.acme,
      ])
    })
    await expect(attempt).rejects.toThrow(/row-level security/)
  })
})
