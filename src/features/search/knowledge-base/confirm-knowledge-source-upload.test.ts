import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import {
  admins,
  attributesOf,
  drainSources,
  fileSourceFor,
  noSource,
  others,
  passagesStored,
  rivals,
  SOURCES,
  sourceFor,
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

async function promised(name = 'prices.md') {
  const body = { file_name: name, file_size: 1_000 }
  const answer = await call(world.app, world.org, 'POST', `${SOURCES}/upload`, { body })
  return { id: answer.body.data.id as string, form: answer.body.upload }
}
const confirm = (caller: Caller | undefined, id: string) => call(world.app, caller, 'POST', `${SOURCES}/${id}/uploaded`)
const hoursPass = async (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
  return drainSources(world)
}

describe('does', () => {
  it('begins to index the file that was sent', async () => {
    const { id, form } = await promised()
    store.send(form, '# Prices\n\nTen.')
    expect(await drainSources(world)).toEqual([])
    const answer = await confirm(world.org, id)
    expect([answer.status, answer.body.data.attributes]).toMatchObject([200, { status: 'indexing', file_size: 14 }])
    await world.app.drain(world.acme)
    expect(await attributesOf(world, id)).toMatchObject({ status: 'indexed', chunk_count: 1 })
    expect(await passagesStored(world, id)).toHaveLength(1)
  })

  it('reads it once, however often it is told', async () => {
    const { id, form } = await promised()
    store.send(form, '# Prices')
    const answers = await Promise.all([confirm(world.org, id), confirm(world.alice, id), confirm(world.org, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await drainSources(world)).map(({ job }) => job)).toEqual(['extract_source'])
    expect((await confirm(world.org, id)).body.data.attributes.status).toBe('indexed')
    expect(await drainSources(world)).toEqual([])
  })

  it('changes nothing of a file that was sent along', async () => {
    const id = await fileSourceFor(world, 'prices.md', '# Prices')
    expect((await confirm(world.org, id)).status).toBe(200)
    expect(await drainSources(world)).toHaveLength(1)
  })

  it('is not needed: the source looks for its file when the form has ended', async () => {
    const { id, form } = await promised()
    store.send(form, '# Prices')
    await hoursPass(2)
    expect(await attributesOf(world, id)).toMatchObject({ status: 'indexed', file_size: 8 })
  })
})

describe('refuses', () => {
  it('what has not been sent, and it may still be', async () => {
    const { id, form } = await promised()
    const answer = await confirm(world.org, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'file_missing', '')])
    store.send(form, '# Prices')
    expect((await confirm(world.org, id)).status).toBe(200)
    await world.app.drain(world.acme)
  })

  it('what never came: the source has failed by then', async () => {
    const { id } = await promised()
    await hoursPass(2)
    expect(await attributesOf(world, id)).toMatchObject({
      status: 'failed',
      error: "The file wasn't uploaded before the form expired. Create the source again.",
    })
    expect((await confirm(world.org, id)).body.code).toBe('file_missing')
  })

  it('what is no file of the kinds that are read: the source says so', async () => {
    const { id, form } = await promised('prices.pdf')
    store.send(form, Buffer.from('89504e470d0a1a0a', 'hex'))
    await confirm(world.org, id)
    await world.app.drain(world.acme)
    expect(await attributesOf(world, id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/isn't a PDF/),
    })
  })

  it('a source that has no file', async () => {
    const answer = await confirm(world.org, await sourceFor(world))
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'not_a_file', '')])
  })

  it.each([NOBODY, ...MALFORMED_IDS])('the id %s', async (id) => {
    const answer = await confirm(world.org, id)
    expect([answer.status, answer.body]).toEqual([404, noSource])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await confirm(undefined, (await promised()).id)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys of the organization, and nobody else', async () => {
    const { id, form } = await promised()
    store.send(form, '# Prices')
    for (const caller of others(world)) {
      const answer = await confirm(caller, id)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    for (const caller of rivals(world)) expect((await confirm(caller, id)).body).toEqual(noSource)
    for (const caller of admins(world)) expect((await confirm(caller, id)).status).toBe(200)
  })
})
