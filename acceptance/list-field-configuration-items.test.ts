/** Operation 16: GET /field-configurations/{id}/items. */
import { beforeEach, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { fieldConfiguration } from './people.ts'
import { expectError, givesBothTypes, isHiddenFromRivals, NOTHING, needsKey } from './shared-checks.ts'

let configuration: string
let items: readonly string[]
beforeEach(async () => {
  const made = await fieldConfiguration()
  configuration = made.id
  items = made.items
})

const list = (query = '') => ask('GET', `/field-configurations/${configuration}/items${query}`)

describe('GET items', () => {
  const request = () => ({ method: 'GET', path: `/field-configurations/${configuration}/items` })
  needsKey(request)
  givesBothTypes(request)
  isHiddenFromRivals(request, `/field-configurations/${NOTHING}/items`)

  check('16.a', 'returns every field of an item, in the order they are shown', async () => {
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

  check('16.b', 'accepts sizes of 1, 199 and 200, rejects 0 and 201; pages from 1', async () => {
    for (const size of [1, 199, 200]) expect((await list(`?size=${size}`)).body.meta.pageSize).toBe(size)
    for (const size of ['0', '201', '-1', 'all', '1.5']) expectError(await list(`?size=${size}`), 400, '/query/size')
    for (const page of ['0', '-1', 'one']) expectError(await list(`?page=${page}`), 400, '/query/page')
  })
})
