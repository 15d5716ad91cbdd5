import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { fileSourceFor, noSource, readers, rivals, SOURCES, sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { MALFORMED_IDS, NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `${SOURCES}/${id}`)

describe('does', () => {
  it('tells a source with its content as it was given', async () => {
    const content = '  # Prices \r\n\r\nA seat costs ten.\n'
    const answer = await get(world.bob, await sourceFor(world, { content, format: 'text/plain' }))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ type: 'kb_sources', attributes: { content, format: 'text/plain' } })
  })

  it('tells a file without content, by its name', async () => {
    const answer = await get(world.bob, await fileSourceFor(world, 'prices.md', '# Prices'))
    expect(answer.body.data.attributes).toMatchObject({ content: null, source_type: 'file', file_name: 'prices.md' })
  })

  it('knows the id in any case', async () => {
    expect((await get(world.org, (await sourceFor(world)).toUpperCase())).status).toBe(200)
  })
})

describe('refuses', () => {
  it.each([NOBODY, ...MALFORMED_IDS])('the id %s', async (id) => {
    const answer = await get(world.org, id)
    expect([answer.status, answer.body]).toEqual([404, noSource])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined, await sourceFor(world))
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone in the organization, and nobody outside', async () => {
    const id = await sourceFor(world)
    for (const caller of readers(world)) expect((await get(caller, id)).status).toBe(200)
    for (const caller of rivals(world)) {
      const answer = await get(caller, id)
      expect([answer.status, answer.body]).toEqual([404, noSource])
    }
  })
})
