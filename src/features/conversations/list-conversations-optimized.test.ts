/** What is this list's own. The filters of both lists are walked in `tests/list-filters.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await call(world.app, world.org, 'POST', '/conversations/import', {
    body: { transcript: 'Ann: Hi.', userID: world.bob.userId },
  })
})

const list = (query: Record<string, string> = {}) => call(world.app, world.org, 'GET', '/conversations/list', { query })

describe('listConversationsOptimized does', () => {
  it('leave extracted intelligence out unless CRM records are asked for', async () => {
    const [plain] = (await list()).body.data
    expect(plain.attributes).not.toHaveProperty('extractedIntelligence')
    const [full] = (await list({ withCrmRecords: 'true' })).body.data
    expect(full.attributes).toMatchObject({
      extractedIntelligence: {},
      confirmedExtractedIntelligence: {},
      crmRecords: [],
    })
  })

  it('answer a page past the end with true totals', async () => {
    const { body } = await list({ page: '99' })
    expect(body).toMatchObject({ data: [], meta: { totalRecords: 1, pageCount: 1, pageNumber: 99, pageSize: 25 } })
  })
})

describe('listConversationsOptimized refuses', () => {
  it('more than 50 a page', async () => {
    expect((await list({ size: '50' })).status).toBe(200)
    expect((await list({ size: '51' })).body.source.pointer).toBe('/query/size')
  })
})

describe('listConversationsOptimized: who may', () => {
  it('everybody, each what they see', async () => {
    const total = async (caller: typeof world.bob) =>
      (await call(world.app, caller, 'GET', '/conversations/list')).body.meta.totalRecords
    expect(await Promise.all([world.mark, world.bob, world.carol, world.mallory].map(total))).toEqual([1, 1, 0, 0])
  })
})
