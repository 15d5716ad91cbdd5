/** Operations 16, 19 and 20: items of a field configuration, and deleting them. */
import { beforeEach, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { expectError, givesBothTypes, isHiddenFromRivals, NOTHING, needsKey } from './common.ts'
import { person, team } from './people.ts'

let configuration: string
let items: string[]
beforeEach(async () => {
  const made = await ask('POST', '/field-configurations', {
    body: { name: 'Qualification', allTeams: false, teamsUUID: [await team(), await team()] },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  configuration = made.body.data.uuid
  items = []
  for (const title of ['Budget', 'Authority', 'Need']) {
    const item = await ask('POST', `/field-configurations/${configuration}/items`, {
      body: { title, category: 'CRM', contents: `What is said about ${title.toLowerCase()}?` },
    })
    expect([item.status, item.text]).toEqual([201, expect.any(String)])
    items.push(item.body.data.uuid)
  }
})

const list = (query = '') => ask('GET', `/field-configurations/${configuration}/items${query}`)
const assignments = async () => (await ask('GET', `/field-configurations/${configuration}/assignments`)).body.data

describe('GET items', () => {
  const request = () => ({ method: 'GET', path: `/field-configurations/${configuration}/items` })
  needsKey(request)
  givesBothTypes(request)
  isHiddenFromRivals(request, `/field-configurations/${NOTHING}/items`)

  check('16.a', 'tells every field of an item, in the order they are shown', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(items)
    expect(body.data[0]).toMatchObject({
      uuid: items[0],
      fieldConfigurationUUID: configuration,
      title: 'Budget',
      category: 'CRM',
      contents: 'What is said about budget?',
      promptType: 'freeform',
      contentType: 'text',
    })
  })

  check('16.c', 'answers data and meta, and nothing else', async () => {
    const { body } = await list()
    expect(Object.keys(body).sort()).toEqual(['data', 'meta'])
    expect(body.meta).toEqual({ totalRecords: 3, pageNumber: 1, pageSize: 50, pageCount: 1 })
  })

  check('16.b', 'pages', async () => {
    const second = (await list('?page=2&size=2')).body
    expect(second.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([items[2]])
    expect(second.meta).toEqual({ totalRecords: 3, pageNumber: 2, pageSize: 2, pageCount: 2 })
    expect((await list('?page=9')).body).toMatchObject({ data: [], meta: { totalRecords: 3 } })
  })

  check('16.b', 'takes sizes of 1, 199 and 200, refuses 0 and 201; pages from 1', async () => {
    for (const size of [1, 199, 200]) expect((await list(`?size=${size}`)).body.meta.pageSize).toBe(size)
    for (const size of ['0', '201', '-1', 'all', '1.5']) expectError(await list(`?size=${size}`), 400, '/query/size')
    for (const page of ['0', '-1', 'one']) expectError(await list(`?page=${page}`), 400, '/query/page')
  })
})

describe('DELETE an item', () => {
  const path = () => `/field-configurations/${configuration}/items/${items[0]}`
  needsKey(() => ({ method: 'DELETE', path: path() }))
  isHiddenFromRivals(() => ({ method: 'DELETE', path: path() }), `/field-configurations/${NOTHING}/items/${NOTHING}`)

  check('19.a', 'answers 204 without a body, and the item is gone with its assignments', async () => {
    expect(await assignments()).toHaveLength(6)
    const answer = await ask('DELETE', path())
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await list()).body.data).toHaveLength(2)
    const left = await assignments()
    expect(left).toHaveLength(4)
    expect(left.map((one: { intelligenceItemUUID: string }) => one.intelligenceItemUUID)).not.toContain(items[0])
    expectError(await ask('DELETE', path()), 404)
  })

  check('19.b', 'answers 404 for an item of another configuration', async () => {
    const other = await ask('POST', '/field-configurations', { body: { name: 'Other', allTeams: true } })
    expectError(await ask('DELETE', `/field-configurations/${other.body.data.uuid}/items/${items[0]}`), 404)
    expect((await list()).body.data).toHaveLength(3)
  })
})

describe('DELETE a configuration', () => {
  const path = () => `/field-configurations/${configuration}`
  needsKey(() => ({ method: 'DELETE', path: path() }))
  isHiddenFromRivals(() => ({ method: 'DELETE', path: path() }), `/field-configurations/${NOTHING}`)

  check('20.a', 'answers 204 without a body, and everything of it is gone', async () => {
    const answer = await ask('DELETE', path())
    expect([answer.status, answer.text]).toEqual([204, ''])
    expectError(await list(), 404)
    expectError(await ask('GET', `/field-configurations/${configuration}/assignments`), 404)
    expectError(await ask('DELETE', path()), 404)
  })

  check('20.b', 'answers 404 for one that is not there, and 403 to who may not', async () => {
    expectError(await ask('DELETE', `/field-configurations/none`), 404)
    const { key } = await person()
    expectError(await ask('DELETE', path(), { key }), 403)
    expect((await list()).body.data).toHaveLength(3)
  })
})
