import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Doc } from './attributes.ts'
import { USER } from './definitions.ts'
import { parseFilter } from './filter.ts'
import { listFields, listFrom, type ScimSource } from './list.ts'
import { narrow } from './narrow.ts'

const fields = z.object(listFields)
const read = (query: Record<string, string>) => fields.parse(query)

const people: Doc[] = [
  {
    id: '1',
    userName: 'b',
    name: { familyName: 'Österreich' },
    emails: [{ value: 'z@x' }, { value: 'a@x', primary: true }],
  },
  { id: '2', userName: 'A', emails: [{ value: 'b@x' }] },
  { id: '3', userName: 'c', name: { familyName: 'adler' } },
  { id: '4', userName: 'a', name: { familyName: 'Adler' } },
]
const source: ScimSource = {
  page: async ({ offset, limit }) => ({ total: people.length, docs: people.slice(offset, offset + limit) }),
  async *scan() {
    yield people.slice(0, 2)
    yield people.slice(2)
  },
  byIds: async (ids) => people.filter((one) => ids.includes(String(one.id))).reverse(),
}
const list = async (query: Record<string, string>) => {
  const { total, startIndex, docs } = await listFrom(source, read(query), USER)
  return { total, startIndex, ids: docs.map(({ id }) => id).join('') }
}

describe('a list', () => {
  it.each([
    [{}, { total: 4, startIndex: 1, ids: '1234' }],
    [{ startIndex: '-3' }, { total: 4, startIndex: 1, ids: '1234' }],
    [
      { startIndex: '2', count: '2' },
      { total: 4, startIndex: 2, ids: '23' },
    ],
    [{ startIndex: '9' }, { total: 4, startIndex: 9, ids: '' }],
    [{ count: '0' }, { total: 4, startIndex: 1, ids: '' }],
    [
      { count: '-1', sortBy: 'userName' },
      { total: 4, startIndex: 1, ids: '' },
    ],
    [{ filter: 'userName eq "a"' }, { total: 2, startIndex: 1, ids: '24' }],
    [
      { filter: 'userName eq "a"', startIndex: '2', count: '1' },
      { total: 2, startIndex: 2, ids: '4' },
    ],
    [{ filter: ' ' }, { total: 4, startIndex: 1, ids: '1234' }],
    [{ sortBy: 'userName' }, { total: 4, startIndex: 1, ids: '2413' }],
    [
      { sortBy: 'USERNAME', sortOrder: 'Descending' },
      { total: 4, startIndex: 1, ids: '3124' },
    ],
    [{ sortBy: 'name.familyName' }, { total: 4, startIndex: 1, ids: '3412' }],
    [
      { sortBy: 'name.familyName', sortOrder: 'descending' },
      { total: 4, startIndex: 1, ids: '2134' },
    ],
    [{ sortBy: 'emails' }, { total: 4, startIndex: 1, ids: '1234' }],
    [
      { sortBy: 'emails.value', startIndex: '2', count: '2' },
      { total: 4, startIndex: 2, ids: '23' },
    ],
    [{ sortBy: 'nothing' }, { total: 4, startIndex: 1, ids: '1234' }],
  ] as [Record<string, string>, object][])('%j', async (query, answer) => {
    expect(await list(query)).toEqual(answer)
  })

  it('gives at most 500, 100 when nobody says', () => {
    expect([read({}).count, read({ count: '501' }).count, read({ count: '500' }).count]).toEqual([100, 500, 500])
  })

  it.each([{ count: 'many' }, { startIndex: '1.5' }, { sortOrder: 'sideways' }])('refuses %j', (query) => {
    expect(fields.safeParse(query).success).toBe(false)
  })

  it('refuses to look through too many', async () => {
    const endless: ScimSource = {
      ...source,
      async *scan() {
        for (;;) yield Array.from({ length: 5_000 }, () => people[0] as Doc)
      },
    }
    const asked = listFrom(endless, read({ filter: 'title pr' }), USER)
    await expect(asked).rejects.toMatchObject({ code: 'too_many' })
  })
})

describe('what the database chooses by', () => {
  const known = new Set(['id', 'username', 'emails.value'])
  it.each([
    ['userName eq "a"', { username: ['a'] }],
    [`${USER.schema.id}:USERNAME eq "a"`, { username: ['a'] }],
    ['emails eq "a"', { 'emails.value': ['a'] }],
    ['emails[type eq "work" and value eq "a"]', { 'emails.value': ['a'] }],
    ['emails[type eq "work"].value eq "a"', { 'emails.value': ['a'] }],
    ['title pr and (active eq true and id eq "1")', { id: ['1'] }],
    ['id eq "1" or id eq "2" or userName eq "a"', { id: ['1', '2'], username: ['a'] }],
    ['userName eq "a\\u0000"', { username: [] }],
    ['userName eq "a" or title pr', undefined],
    ['not (userName eq "a")', undefined],
    ['userName ne "a"', undefined],
    ['userName eq true', undefined],
    ['title eq "a"', undefined],
  ])('%s', (filter, chosen) => {
    const narrowing = narrow(parseFilter(filter), known, USER.schema.id)
    expect(narrowing === undefined ? undefined : Object.fromEntries(narrowing)).toEqual(chosen)
  })
})
