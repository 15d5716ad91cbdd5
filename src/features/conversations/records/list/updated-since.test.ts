import { expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld } from '../../../../testing/world.ts'

it('lists what changed since a time, in both lists', async () => {
  const world = await createWorld()
  const [old, changed] = [await importFor(world), await importFor(world)]
  await world.app.drain(world.acme)
  await world.app.store.owner.query(`update conversations set updated_at = '2026-01-01' where organization_id = $1`, [
    world.acme,
  ])
  await call(world.app, world.org, 'PUT', `/conversations/${changed}/labels`, { body: { labels: { Stage: 'Won' } } })
  for (const path of ['/conversations/list', '/conversations']) {
    const list = async (since: string) => {
      const query = new URLSearchParams({ 'filter[updatedSince]': since })
      const { status, body } = await call(world.app, world.org, 'GET', `${path}?${query}`)
      expect(status).toBe(200)
      expect(body.meta.totalRecords).toBe(body.data.length)
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await list('2026-01-02')).toEqual([changed])
    expect((await list('2026-01-01')).toSorted()).toEqual([old, changed].toSorted())
    expect(await list('2100-01-01')).toEqual([])
  }
  const { body } = await call(world.app, world.org, 'GET', `/conversations/${old}`)
  expect((body.data ?? body).attributes.updatedAt).toBe('2026-01-01T00:00:00.000Z')
})
