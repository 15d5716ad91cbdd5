import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import {
  admins,
  drainSources,
  fileSourceFor,
  noSource,
  others,
  passagesStored,
  rivals,
  SOURCES,
  sourceFor,
  sourceStored,
} from '../../../testing/knowledge-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { MALFORMED_IDS, NOBODY, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const store = createObjectStore()
let now = new Date()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store, clock: { now: () => now } }))
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `${SOURCES}/${id}`)
const filesOf = (id: string) => [...store.objects.keys()].filter((name) => name.includes(id))

describe('does', () => {
  it('removes the source and all it is found by, and answers 204 without a body', async () => {
    const id = await sourceFor(world)
    const answer = await remove(world.org, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await passagesStored(world, id)).toEqual([])
    expect((await call(world.app, world.org, 'GET', `${SOURCES}/${id}`)).body).toEqual(noSource)
    expect(await drainSources(world)).toEqual([])
  })

  it('removes the file once it is committed', async () => {
    const id = await fileSourceFor(world, 'prices.md', '# Prices')
    await world.app.drain(world.acme)
    expect(filesOf(id)).toHaveLength(1)
    expect((await remove(world.org, id)).status).toBe(204)
    expect(filesOf(id)).toHaveLength(1)
    await world.app.drain(world.acme)
    expect(filesOf(id)).toEqual([])
  })

  it('ends the reading of a file that has not begun', async () => {
    const id = await fileSourceFor(world, 'prices.md', '# Prices')
    await remove(world.org, id)
    const runs = await world.app.drain(world.acme)
    expect(runs.map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
    expect([filesOf(id), await passagesStored(world, id)]).toEqual([[], []])
  })

  it('removes a file that comes after all, by a form that was still good', async () => {
    const body = { file_name: 'late.md', file_size: 10 }
    const { data, upload } = (await call(world.app, world.org, 'POST', `${SOURCES}/upload`, { body })).body
    await remove(world.org, data.id)
    store.send(upload, '# Late')
    await world.app.drain(world.acme)
    expect(filesOf(data.id)).toHaveLength(1)
    now = new Date(now.getTime() + 2 * 3_600_000)
    await world.app.drain(world.acme)
    expect(filesOf(data.id)).toEqual([])
  })

  it('is done once by two at the same moment, and told to both', async () => {
    const id = await fileSourceFor(world, 'prices.md', '# Prices')
    const answers = await Promise.all([remove(world.org, id), remove(world.alice, id), remove(world.org, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
  })

  it('leaves nothing behind when it meets a change or the reading of a file', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await sourceFor(world)
      const file = await fileSourceFor(world, 'prices.md', '# Prices')
      const [changed, removed] = await Promise.all([
        call(world.app, world.org, 'PATCH', `${SOURCES}/${id}`, { body: { content: 'Changed.' } }),
        remove(world.org, id),
        remove(world.org, file),
        world.app.drain(world.acme),
      ])
      expect([200, 404]).toContain(changed.status)
      expect(removed.status).toBe(204)
      await world.app.drain(world.acme)
      expect([await passagesStored(world, id), await passagesStored(world, file), filesOf(file)]).toEqual([[], [], []])
    }
  })
})

describe('refuses', () => {
  it.each([NOBODY, ...MALFORMED_IDS])('the id %s', async (id) => {
    const answer = await remove(world.org, id)
    expect([answer.status, answer.body]).toEqual([404, noSource])
  })

  it('what is deleted already', async () => {
    const id = await sourceFor(world)
    await remove(world.org, id)
    expect((await remove(world.org, id)).body).toEqual(noSource)
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await remove(undefined, await sourceFor(world))
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys of the organization, and nobody else', async () => {
    const id = await sourceFor(world)
    const before = await sourceStored(world, id)
    for (const caller of others(world)) {
      const answer = await remove(caller, id)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    for (const caller of rivals(world)) expect((await remove(caller, id)).body).toEqual(noSource)
    expect(await sourceStored(world, id)).toEqual(before)
    for (const caller of admins(world)) expect((await remove(caller, await sourceFor(world))).status).toBe(204)
  })
})
