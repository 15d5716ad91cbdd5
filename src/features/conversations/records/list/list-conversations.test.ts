/** What is asked of it by every parameter, in every company: `tests/list-filters.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '../../../../testing/call.ts'
import { createTestApp, type TestApp } from '../../../../testing/create-test-app.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld } from '../../../../testing/world.ts'
import { createUser } from '../../../accounts/identity/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const get = (caller: Caller | undefined, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call(app, caller, 'GET', '/conversations', { query, headers })
const idsIn = (answer: Answer): string[] => answer.body.data.map((one: { id: string }) => one.id)

describe('does', () => {
  it('tells nothing, truly, when there is nothing', async () => {
    const { org } = await createWorld(app)
    const { status, body } = await get(org)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [],
      links: { self: expect.stringMatching(/\?page=1$/), related: body.links.self },
      meta: { pageCount: 0, totalRecords: 0, pageNumber: 1, pageSize: 25 },
    })
  })

  it('tells conversations newest first, those of one moment by id', async () => {
    const world = await createWorld(app)
    const at = (conversationStartedAt: string) => importFor(world, { conversationStartedAt })
    const early = await at('2026-03-01')
    const same = [await at('2026-03-02'), await at('2026-03-02'), await at('2026-03-02')]
    const late = await at('2026-03-03')
    expect(idsIn(await get(world.org))).toEqual([late, ...same.toSorted().reverse(), early])
  })

  it('leaves out what has no spoken word, and tells extracted intelligence unasked', async () => {
    const world = await createWorld(app)
    const spoken = await importFor(world)
    await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a' })
    const answer = await get(world.org)
    expect(idsIn(answer)).toEqual([spoken])
    expect(answer.body.data[0].attributes).toMatchObject({
      extractedIntelligence: {},
      confirmedExtractedIntelligence: {},
    })
  })

  it('writes pages of up to 500, whatever lies in their transcripts', async () => {
    const world = await createWorld(app)
    const words = 'word '.repeat(60_000)
    const titles = ['big', 'bigger', 'biggest']
    for (const conversationTitle of titles) {
      await importFor(world, { conversationTitle, transcript: `Bob: ${words}${conversationTitle}` })
    }
    const answer = await get(world.org, { size: '500' })
    expect(answer.body.data.map((one: { attributes: { transcript: string } }) => one.attributes.transcript)).toEqual(
      titles.toReversed().map((title) => `Bob: ${words}${title}`),
    )
    expect(answer.body.meta.totalRecords).toBe(3)
  })

  it('finds a conversation by any part of its title as it is written', async () => {
    const world = await createWorld(app)
    for (const title of ['ΟΔΟΣΑ', 'ὈΔΥΣΣΕΎΣ', 'ǅungla', 'ﬁnal ẞ ſ', 'İI ıi', 'Ⅷ ०१']) {
      const id = await importFor(world, { conversationTitle: title })
      const letters = [...title]
      for (let from = 0; from < letters.length; from++) {
        for (let to = from + 1; to <= letters.length; to++) {
          const part = letters.slice(from, to).join('')
          const ids = idsIn(await get(world.org, { 'filter[title]': part }))
          expect([title, part, ids.includes(id)]).toEqual([title, part, true])
        }
      }
    }
  })

  it('finds conversations by the address of their owner in any case, in any alphabet', async () => {
    const world = await createWorld(app)
    const email = 'Éva.Łoś@acme.example'
    const { userId } = await createUser(app.store.of(world.acme), world.acme, app.clock, { email, role: 'SALES_REP' })
    const id = await importFor(world, { userID: userId })
    for (const asked of [email, email.toLowerCase(), email.toUpperCase()]) {
      expect([asked, idsIn(await get(world.org, { 'filter[owner.email]': asked }))]).toEqual([asked, [id]])
    }
  })

  it('answers in the media type that is asked for', async () => {
    const { org } = await createWorld(app)
    const typeFor = async (accept: string) => (await get(org, {}, { accept })).headers['content-type']
    expect(await typeFor('application/vnd.api+json')).toBe('application/vnd.api+json; charset=utf-8')
    expect(await typeFor('application/json')).toBe('application/json; charset=utf-8')
    expect(await typeFor('text/html, */*')).toBe('application/json; charset=utf-8')
  })
})

describe('refuses', () => {
  it('a page of more than 500', async () => {
    const { org } = await createWorld(app)
    expect((await get(org, { size: '500' })).status).toBe(200)
    const answer = await get(org, { size: '501' })
    expect([answer.status, answer.body.source]).toEqual([400, { pointer: '/query/size' }])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('tells everyone what they see, and counts nothing else', async () => {
    const world = await createWorld(app)
    const open = await importFor(world)
    const secret = await importFor(world, { private: true })
    const support = await importFor(world, { userID: world.carol.userId })
    const nobodys = await importFor(world, { userID: world.alice.userId })
    const expected: [Caller, string[]][] = [
      [world.org, [nobodys, support, secret, open]],
      [world.alice, [nobodys, support, secret, open]],
      [world.mark, [open]],
      [world.bob, [secret, open]],
      [world.carol, [support]],
      [world.mallory, []],
      [world.rivalOrg, []],
    ]
    for (const [caller, ids] of expected) {
      const answer = await get(caller)
      expect(idsIn(answer)).toEqual(ids)
      expect(answer.body.meta.totalRecords).toBe(ids.length)
      // The same when the total is counted instead of looked up.
      const asked = await get(caller, { fromDateTime: '2000-01-01' })
      expect([idsIn(asked), asked.body.meta.totalRecords]).toEqual([ids, ids.length])
    }
  })
})
