import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  admins,
  attributesOf,
  fileSourceFor,
  noSource,
  others,
  passagesStored,
  rivals,
  SOURCES,
  sourceFor,
  sourceStored,
} from '../../../testing/knowledge-fixtures.ts'
import { MALFORMED_IDS, NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `${SOURCES}/${id}`, { body })
const textsOf = async (id: string) => (await passagesStored(world, id)).map(({ text }) => text)

describe('does', () => {
  it('changes the title and nothing else', async () => {
    const id = await sourceFor(world)
    const { title: _, updated_at, ...before } = await attributesOf(world, id)
    const answer = await patch(world.org, id, { title: ' Renamed ', status: 'failed', source_type: 'file' })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toEqual({ ...before, title: 'Renamed', updated_at: expect.any(String) })
    expect(answer.body.data.attributes.updated_at >= updated_at).toBe(true)
    expect(answer.body.data.attributes).toEqual(await attributesOf(world, id))
  })

  it('replaces the content and what it is found by', async () => {
    const id = await sourceFor(world)
    const content = `# New\n\n${'The new words that are found now. '.repeat(100)}`
    const answer = await patch(world.org, id, { content })
    const texts = await textsOf(id)
    expect(answer.body.data.attributes).toMatchObject({
      content,
      title: 'Prices',
      format: 'text/markdown',
      file_size: content.length,
      chunk_count: texts.length,
    })
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join(' ')).not.toContain('seat')
  })

  it('reads the content anew in another format', async () => {
    const id = await sourceFor(world, { content: '<h1>Prices</h1><p>Ten', format: 'text/plain' })
    expect(await textsOf(id)).toEqual(['<h1>Prices</h1><p>Ten'])
    const answer = await patch(world.org, id, { format: 'text/html' })
    expect(answer.body.data.attributes).toMatchObject({ format: 'text/html', content: '<h1>Prices</h1><p>Ten' })
    expect(await passagesStored(world, id)).toEqual([{ headings: ['Prices'], text: 'Prices\n\nTen' }])
  })

  it('renames a file, even while it waits', async () => {
    const id = await fileSourceFor(world, 'prices.md', '# Prices')
    const answer = await patch(world.org, id, { title: 'Renamed' })
    expect(answer.body.data.attributes).toMatchObject({ title: 'Renamed', status: 'indexing', file_name: 'prices.md' })
    await world.app.drain(world.acme)
    expect(await attributesOf(world, id)).toMatchObject({ title: 'Renamed', status: 'indexed' })
  })

  it('stands still under writers at once: what is told is what is indexed', async () => {
    const id = await sourceFor(world)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        patch(world.org, id, { content: `Content of writer ${n}.`, title: `By ${n}` }),
      ),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const { content, title, chunk_count } = await attributesOf(world, id)
    expect(await textsOf(id)).toEqual([content])
    expect([title, chunk_count]).toEqual([`By ${content.match(/\d/)?.[0]}`, 1])
  })

  it('joins a change of content and one of format that come together', async () => {
    const id = await sourceFor(world, { content: 'old', format: 'text/plain' })
    const [one, other] = await Promise.all([
      patch(world.org, id, { content: '<h1>New</h1>' }),
      patch(world.org, id, { format: 'text/html' }),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(await attributesOf(world, id)).toMatchObject({ content: '<h1>New</h1>', format: 'text/html' })
    expect(await textsOf(id)).toEqual(['New'])
  })

  it('is found at every moment while it changes', async () => {
    const id = await sourceFor(world)
    const seen: number[] = []
    let done = false
    const looking = (async () => {
      while (!done) seen.push((await passagesStored(world, id)).length)
    })()
    for (let n = 0; n < 5; n++) await patch(world.org, id, { content: `Version ${n} of the words.` })
    done = true
    await looking
    expect(new Set(seen)).toEqual(new Set([1]))
  })
})

describe('refuses', () => {
  it.each([
    ['nothing to change', {}, ''],
    ['only what is not known', { status: 'failed' }, ''],
    ['a blank title', { title: ' ' }, '/title'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, '/title'],
    ['a title that is null', { title: null }, '/title'],
    ['blank content', { content: ' ' }, '/content'],
    ['524,289 characters', { content: 'x'.repeat(524_289) }, '/content'],
    ['HTML without text', { content: '<p></p>', format: 'text/html' }, '/content'],
    ['a format that is none', { format: 'text/rtf' }, '/format'],
  ])('%s, and changes nothing', async (_, body, pointer) => {
    const id = await sourceFor(world)
    const before = await sourceStored(world, id)
    const answer = await patch(world.org, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await sourceStored(world, id)).toEqual(before)
  })

  it.each([
    [{ content: 'new' }, '/content'],
    [{ format: 'text/plain' }, '/format'],
  ])('%o for a file', async (body, pointer) => {
    const id = await fileSourceFor(world, 'prices.md', '# Prices')
    const answer = await patch(world.org, id, { title: 'not this either', ...body })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect((await attributesOf(world, id)).title).toBe('prices')
  })

  it.each([NOBODY, ...MALFORMED_IDS])('the id %s', async (id) => {
    const answer = await patch(world.org, id, { title: 'x' })
    expect([answer.status, answer.body]).toEqual([404, noSource])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await patch(undefined, await sourceFor(world), { title: 'x' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys of the organization, and nobody else', async () => {
    const id = await sourceFor(world)
    for (const caller of admins(world)) expect((await patch(caller, id, { title: 'Renamed' })).status).toBe(200)
    const before = await sourceStored(world, id)
    for (const caller of others(world)) {
      const answer = await patch(caller, id, { title: 'x' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    for (const caller of rivals(world)) {
      const answer = await patch(caller, id, { title: 'x' })
      expect([answer.status, answer.body]).toEqual([404, noSource])
    }
    expect(await sourceStored(world, id)).toEqual(before)
  })
})
