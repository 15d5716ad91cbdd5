/** Limits of an account with many calls and people. */
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

const CALLS = 1_000
const CONTACTS = 300

let world: World
beforeAll(async () => {
  world = await createWorld()
  const id = await importFor(world, {
    conversationTitle: 'Copied',
    teamUUID: world.teams.north,
    opportunityID: 'trucks',
    linkedCrmRecords: [{ code: 'companies', id: 'large' }],
    participants: [
      { name: 'Contact', email: 'contact@large.example' },
      { name: 'Bob', email: 'bob@acme.example' },
    ],
    transcript: {
      segments: [
        { speaker: 'Bob', text: 'Shall we look at the numbers of the depot?', start: 0, end: 6 },
        { speaker: 'Contact', text: 'We are worried about the price of the installation.', start: 6, end: 8 },
      ],
    },
  })
  await world.app.drain(world.acme)
  await copy(id)
})

/** Copies a conversation with its links and figures. Each copy has another contact. */
async function copy(id: string): Promise<void> {
  const { owner } = world.app.store
  const insert = async (table: string, key: string, changes: string) => {
    const [columns] = await owner.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
       from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    await owner.query(
      `insert into ${table} (${columns?.names}) select ${columns?.names} from (
         select r.* from ${table} t, generate_series(1, ${CALLS}) n,
           lateral jsonb_populate_record(null::${table}, ${changes}) r
         where t.${key} = $1) copies`,
      [id],
    )
  }
  const copyId = `md5('copy' || n)::uuid`
  const started = `timestamptz '2026-01-01 00:00Z' - n * interval '1 hour'`
  await insert(
    'conversations',
    'id',
    `to_jsonb(t) || jsonb_build_object('id', ${copyId}, 'live_started_at', ${started}, 'external_id', null)`,
  )
  await insert(
    'conversation_details',
    'conversation_id',
    `replace((to_jsonb(t) || jsonb_build_object('conversation_id', ${copyId}))::text, 'ontact', 'ontact' || n % ${CONTACTS})::jsonb`,
  )
  await insert(
    'conversation_crm_links',
    'conversation_id',
    `to_jsonb(t) || jsonb_build_object('conversation_id', ${copyId})`,
  )
}

it('is read within its limits', async () => {
  const { status, body } = await call(world.app, world.mark, 'GET', '/accounts/companies-large')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ conversations_count: CALLS + 1, people_conversations_count: 500 })
  expect(body.data.conversations).toHaveLength(50)
  const sides = body.data.people.map(({ side }: { side: string }) => side)
  expect(sides.filter((side: string) => side === 'external')).toHaveLength(200)
  expect(sides.filter((side: string) => side === 'internal')).toHaveLength(1)
  expect(body.data.deals).toMatchObject([{ conversations_count: CALLS + 1 }])
})

it('is listed, and its calls in pages', async () => {
  const { body } = await call(world.app, world.mark, 'GET', '/accounts')
  expect(body.data).toMatchObject([{ id: 'companies-large', conversations_count: CALLS + 1, open_deals_count: 1 }])
  const last = await call(world.app, world.mark, 'GET', '/accounts/companies-large/conversations', {
    query: { page: '21' },
  })
  expect(last.body.data).toMatchObject([{ title: 'Copied' }])
})
