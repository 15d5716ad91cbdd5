import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestApp } from './create-test-app.ts'
import { findRefusal } from './distributable.ts'
import { createWorld } from './world.ts'

it.each([
  'insert into "a" ("x", "y") values ($1, (select max(y) from a))',
  'insert into a values ((select 1))',
  'insert into a as b (x) values ( ( select 1 ) ) on conflict do nothing',
])('a subquery in values is refused: %s', (statement) => expect(findRefusal(statement)).toContain('subquery'))

it.each([
  'insert into a (x) values ($1) on conflict (x) do update set x = (select 1)',
  'insert into a (x) values ($1) returning (select 1)',
  'insert into a (x) select y from (values (1)) as v (y) where exists (select from b)',
  'update a set x = (select 1)',
])('other statements are accepted: %s', (statement) => expect(findRefusal(statement)).toBeUndefined())

it('fails in the tests of the app', async () => {
  const app = await createTestApp()
  const { acme } = await createWorld(app)
  const refused = app.store.of(acme).transact((tx) => sql`insert into labels (id) values ((select null))`.execute(tx))
  await expect(refused).rejects.toThrow('Citus')
})
