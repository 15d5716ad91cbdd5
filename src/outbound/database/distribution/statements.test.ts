import { describe, expect, it } from 'vitest'
import type { OrganizationId } from '../../../core/principal.ts'
import { toDistributed } from './statements.ts'

const ORG = '01a21bc6-a3a1-715f-a7c8-39b7ce6563aa' as OrganizationId
const adapt = (sql: string) => toDistributed(sql, ORG)

describe('a statement for a distributed database', () => {
  it.each([
    [
      'select from a join b on b.organization_id = a.organization_id and b.id = a.id',
      `select from a join b on b.organization_id = '${ORG}'::uuid and b.id = a.id`,
    ],
    ['select "m"."organization_id" = "u"."organization_id"', `select "m"."organization_id" = '${ORG}'::uuid`],
  ])('names the organization instead of another table: %s', (sql, adapted) => {
    expect(adapt(sql)).toBe(adapted)
  })

  it.each([
    'select from users u where u.organization_id = $1',
    'select a.organization_id = b.organization_id_of_parent',
    'insert into teams (organization_id, id) values ($1, $2)',
    'update teams set name = $2 where organization_id = $1',
  ])('stays as it is: %s', (sql) => {
    expect(adapt(sql)).toBe(sql)
  })

  it.each([
    ['insert into a (x) select x from b', 'insert into a as a (x) select x from b returning true'],
    [
      'with n as (select 1 as x) insert into a (x) select x from n',
      'with n as (select 1 as x) insert into a as a (x) select x from n returning true',
    ],
    ['insert into a (x) select x from b returning x', 'insert into a as a (x) select x from b returning x'],
    [
      'insert into "a" ("x") select x from b on conflict do nothing',
      'insert into "a" as "a" ("x") select x from b on conflict do nothing',
    ],
    ['insert into a as t (x) select x from b', 'insert into a as t (x) select x from b returning true'],
  ])('inserts rows of a query without COPY: %s', (sql, adapted) => {
    expect(adapt(sql)).toBe(adapted)
  })
})
