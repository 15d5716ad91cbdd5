/** Erasing a conversation leaves nothing that was derived from it, in whatever table a later feature puts it. */
import { expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { samplesOf } from './samples/index.ts'

/** Rows that name the conversation, in whatever table. */
async function traces(world: World, id: string): Promise<Record<string, number>> {
  const { owner } = world.app.store
  const tables = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'conversation_id'`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await owner.query<{ n: number }>(`select count(*) as n from ${name} where conversation_id = $1`, [id])
    found[name] = row?.n ?? 0
  }
  return found
}

it('an erased conversation has left no trace, where there was one in every table that can hold one', async () => {
  const world = await createWorld()
  const id = await importFor(world, {
    applicationExternalID: 'erased',
    participants: [{ email: 'ann@customer.example' }],
    linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
    labels: { Stage: 'Closing' },
  })
  await samplesOf(world, id, 'erased')
  // The sample of a call of a source waits, because its file can't be fetched.
  await world.app.store.owner.query('update source_recordings set conversation_id = $1 where organization_id = $2', [
    ...[id, world.acme],
  ])
  // The samples of merges have calls of their own.
  const merged = await call(world.app, world.alice, 'POST', `/conversations/${id}/merge`, {
    body: { conversationUUID: await importFor(world), offsetSeconds: 60 },
  })
  expect(merged.status).toBe(200)
  const before = await traces(world, id)
  expect(Object.keys(before).length).toBeGreaterThan(8)
  expect(before).toEqual(Object.fromEntries(Object.entries(before).map(([table, n]) => [table, Math.max(n, 1)])))
  const erased = await call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
  expect(erased.status).toBe(204)
  expect(await traces(world, id)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])))
})
