import type { World } from './world.ts'

/** Stores a completed move from Gong with one call and one tracker that couldn't come. @returns its ID */
export async function storeMove({ app, acme }: Pick<World, 'app' | 'acme'>): Promise<string> {
  const [row] = await app.store.owner.query<{ id: string }>(
    `insert into moves (organization_id, id, application, vendor, account, state, created_at, started_at, updated_at)
     values ($1, gen_random_uuid(), 'gong-' || gen_random_uuid(), 'gong', '0123456789abcdef', 'completed', now(), now(), now())
     returning id`,
    [acme],
  )
  const id = row?.id ?? ''
  await app.store.owner.query(
    `insert into move_calls (organization_id, move_id, external_id, outcome, started_at, duration_seconds, owner_email,
       parts, missing, moved_at)
     values ($1, $2, '1', 'added', now(), 60, 'ana@acme.example', '{"transcript": 1}',
       '[{"kind": "recording", "reason": "absent", "count": 1}]', now())`,
    [acme, id],
  )
  await app.store.owner.query(
    `insert into move_parts (organization_id, move_id, kind, external_id, reason, title)
     values ($1, $2, 'tracker', '600', 'no_phrases', 'Objections')`,
    [acme, id],
  )
  return id
}
