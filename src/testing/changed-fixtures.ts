/** Lists of what changed since a time, for tests. Rows get an early time first. */
import { expect } from 'vitest'
import { call } from './call.ts'
import type { Caller, World } from './world.ts'

const EARLY = '2026-01-01T00:00:00.000Z'
const SINCE = '2026-01-02'

/** Sets the time of the last change of all rows of acme to an early one. */
export const makeUnchanged = (world: World, table: string, column = 'updated_at'): Promise<unknown> =>
  world.app.store.owner.query(`update ${table} set ${column} = $2 where organization_id = $1`, [world.acme, EARLY])

interface Listed {
  readonly uuid?: string
  readonly id?: string
  readonly updatedAt?: string
  readonly updated_at?: string
}

/** IDs of the records that changed after `makeUnchanged`, by the filter and by their times. */
export async function listChanged(
  world: World,
  caller: Caller,
  path: string,
  query: Record<string, string> = {},
): Promise<string[]> {
  const all = await call(world.app, caller, 'GET', path, { query })
  const found = await call(world.app, caller, 'GET', path, { query: { ...query, 'filter[updatedSince]': SINCE } })
  expect([all.status, found.status]).toEqual([200, 200])
  expect(found.body.meta.totalRecords).toBe(found.body.data.length)
  const ids = (records: readonly Listed[]) => records.map(({ uuid, id }) => uuid ?? id ?? '')
  const times = (record: Listed) => record.updatedAt ?? record.updated_at ?? ''
  expect(ids(found.body.data)).toEqual(ids(all.body.data.filter((one: Listed) => times(one) > SINCE)))
  return ids(found.body.data)
}
