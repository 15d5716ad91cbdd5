/** What is this list's own. The filters of both lists are walked in `tests/list-filters.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (query: Record<string, string> = {}, caller: Caller = world.org) =>
  call(world.app, caller, 'GET', '/conversations', { query })
const send = (body: unknown, caller: Caller = world.org) =>
  call(world.app, caller, 'POST', '/conversations/import', { body })

describe('listConversations does', () => {
  it('write a page of many long transcripts whole, whatever its size', async () => {
    // Together far more than rides along with a page or fits one batch, one of them alone larger than a batch.
    const words = (length: number) => ({ segments: [{ speaker: 'Ann', text: 'word '.repeat(length / 5) }] })
    for (const length of [6_000_000, 1_500_000, 1_500_000, 1_500_000, 50]) {
      await send({ transcript: words(Math.min(length, 900_000)), conversationTitle: String(length) }, world.rivalOrg)
      if (length > 900_000) {
        const segments = Array.from({ length: Math.ceil(length / 900_000) }, () => words(900_000).segments[0])
        await send({ transcript: { segments }, conversationTitle: `long ${length}` }, world.rivalOrg)
      }
    }
    for (const detailedTranscript of ['true', 'false']) {
      const { body } = await list({ size: '500', detailedTranscript }, world.rivalOrg)
      expect(body.data).toHaveLength(body.meta.totalRecords)
      const one = await list({ size: '1', page: '3', detailedTranscript }, world.rivalOrg)
      expect(one.body.data[0]).toEqual(body.data[2])
    }
  })

  it('answer an empty organization with an empty page', async () => {
    const fresh = await createWorld(world.app)
    expect((await list({}, fresh.org)).body).toEqual({
      data: [],
      links: {
        self: 'http://parley.test/v2/conversations?page=1',
        related: 'http://parley.test/v2/conversations?page=1',
      },
      meta: { pageCount: 0, totalRecords: 0, pageNumber: 1, pageSize: 25 },
    })
  })
})

describe('listConversations refuses', () => {
  it.each(['0', '501', '1.5', '-1', 'many', ''])('size=%s with 400', async (size) => {
    const answer = await list({ size })
    expect([answer.status, answer.body.source.pointer]).toEqual([400, '/query/size'])
  })
})

describe('listConversations: who may', () => {
  it('everybody, each what they see', async () => {
    await send({ transcript: 'Ann: Hi.', userID: world.bob.userId })
    const totals = [world.alice, world.mark, world.bob, world.carol].map(
      async (caller) => (await list({}, caller)).body.meta.totalRecords,
    )
    expect(await Promise.all(totals)).toEqual([1, 1, 1, 0])
  })
})
