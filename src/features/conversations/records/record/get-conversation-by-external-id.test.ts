import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { notFound, refusedField } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, externalId: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/by-external-id/${encodeURIComponent(externalId)}`, { query })

describe('does', () => {
  it('tells the same element as the id does', async () => {
    const id = await importFor(world, { applicationExternalID: 'same' })
    const byId = await call(world.app, world.bob, 'GET', `/conversations/${id}`, { query: { withCrmRecords: 'true' } })
    expect((await get(world.bob, 'same', { withCrmRecords: 'true' })).body).toEqual(byId.body)
  })

  it.each(['a/b', '50%', 'a b', '?x=1#y', 'größe', 'import', "o'hara", '🚀'.repeat(40), 'x'.repeat(256)])(
    'knows the id %s, whatever it is made of',
    async (externalId) => {
      const id = await importFor(world, { applicationExternalID: externalId })
      const answer = await get(world.bob, externalId)
      expect(answer.status).toBe(200)
      expect(answer.body.id).toBe(id)
    },
  )

  it('knows an id of 256 characters, each beyond the basic plane', async () => {
    const externalId = '🚀'.repeat(256)
    const id = await importFor(world, { applicationExternalID: externalId })
    expect((await get(world.bob, externalId)).body.id).toBe(id)
  })

  it('chooses among applications by name, and without one tells the newest', async () => {
    const at = (day: number, applicationName: string) =>
      importFor(world, { applicationExternalID: 'shared', applicationName, conversationStartedAt: `2026-03-0${day}` })
    const newest = await at(2, 'zoom')
    const oldest = await at(1, 'teams')
    expect((await get(world.bob, 'shared', { applicationName: 'teams' })).body.id).toBe(oldest)
    expect((await get(world.bob, 'shared', { applicationName: 'zoom' })).body.id).toBe(newest)
    expect((await get(world.bob, 'shared')).body.id).toBe(newest)
    expect((await get(world.bob, 'shared', { applicationName: 'webex' })).status).toBe(404)
  })

  it('tells the newest that the caller sees, not the newest there is', async () => {
    const seen = await importFor(world, {
      applicationExternalID: 'two',
      applicationName: 'a',
      conversationStartedAt: '2026-03-01',
    })
    await importFor(world, {
      applicationExternalID: 'two',
      applicationName: 'b',
      private: true,
      conversationStartedAt: '2026-03-02',
    })
    expect((await get(world.mark, 'two')).body.id).toBe(seen)
  })

  it('compares ids letter by letter', async () => {
    await importFor(world, { applicationExternalID: 'CaSe' })
    expect((await get(world.bob, 'case')).status).toBe(404)
    expect((await get(world.bob, 'CaS_')).status).toBe(404)
    expect((await get(world.bob, 'CaS%')).status).toBe(404)
  })
})

describe('refuses', () => {
  it.each(['nothing', '\u0000', 'x'.repeat(257), ' '])('an id that nothing has (%j) with 404', async (externalId) => {
    const answer = await get(world.org, externalId)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(notFound('conversation', '/path/externalId'))
  })

  it('a flag that is neither true nor false', async () => {
    await importFor(world, { applicationExternalID: 'flag' })
    const answer = await get(world.bob, 'flag', { detailedTranscript: 'x' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/detailedTranscript')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined, 'anything')
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is not the rival, who gets the words for a thing that does not exist', async () => {
    await importFor(world, { applicationExternalID: 'ours' })
    for (const caller of [world.mallory, world.rivalOrg]) {
      const answer = await get(caller, 'ours')
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/path/externalId')])
    }
  })

  it('is everyone who sees the conversation, and nobody else', async () => {
    await importFor(world, { applicationExternalID: 'open' })
    await importFor(world, { applicationExternalID: 'secret', private: true })
    const statuses = async (externalId: string) =>
      Promise.all(
        [world.org, world.alice, world.mark, world.bob, world.carol].map(
          async (one) => (await get(one, externalId)).status,
        ),
      )
    expect(await statuses('open')).toEqual([200, 200, 200, 200, 404])
    expect(await statuses('secret')).toEqual([200, 200, 404, 200, 404])
  })
})
