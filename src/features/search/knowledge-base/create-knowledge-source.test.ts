import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { admins, others, passagesStored, readers, SOURCES, sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown, headers: Record<string, string> = {}) =>
  call(world.app, caller, 'POST', SOURCES, { body, headers })
const count = async () => (await call(world.app, world.org, 'GET', SOURCES)).body.meta.totalRecords as number

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const paragraph = (about: string) => `${`There is much to say about ${about}. `.repeat(12)}That is all.`

describe('does', () => {
  it('answers 201 with the source, indexed', async () => {
    const content = '# Größe\n\nA seat costs 10 €.'
    const answer = await post(world.org, { title: '  Price list ', content })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          type: 'kb_sources',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          attributes: {
            title: 'Price list',
            source_type: 'manual',
            content,
            format: 'text/markdown',
            status: 'indexed',
            error: null,
            file_name: null,
            file_size: Buffer.byteLength(content),
            file_removed_at: null,
            truncated: false,
            chunk_count: 1,
            created_at: time,
            updated_at: time,
          },
        },
      },
    ])
    const read = await call(world.app, world.org, 'GET', `${SOURCES}/${answer.body.data.id}`)
    expect(read.body).toEqual(answer.body)
  })

  it('indexes Markdown below its headings', async () => {
    const content = `# Prices\n\n${paragraph('prices')}\n\n## Seats\n\n${paragraph('seats')}\n\n${paragraph('rooms')}`
    const answer = await post(world.org, { title: 'Prices', content, format: 'text/markdown' })
    const passages = await passagesStored(world, answer.body.data.id)
    expect(passages.map(({ headings }) => headings)).toEqual([['Prices'], ['Prices', 'Seats']])
    expect(answer.body.data.attributes.chunk_count).toBe(2)
    for (const { text } of passages) expect(content).toContain(text)
  })

  it('reads HTML as text: nothing of scripts and styles reaches the index', async () => {
    const content =
      '<title>evil</title><h1>Prices</h1><script>evil()</script><style>.evil{}</style>' +
      '<p onclick="evil()">A seat &amp; a table</p><noscript>evil</noscript>'
    const id = await sourceFor(world, { content, format: 'text/html' })
    expect(await passagesStored(world, id)).toEqual([{ headings: ['Prices'], text: 'Prices\n\nA seat & a table' }])
    const read = await call(world.app, world.org, 'GET', `${SOURCES}/${id}`)
    expect(read.body.data.attributes.content).toBe(content)
  })

  it('takes plain text as it is', async () => {
    const content = '# no heading\n\n<b>no markup</b>'
    const id = await sourceFor(world, { content, format: 'text/plain' })
    expect(await passagesStored(world, id)).toEqual([{ headings: [], text: content }])
  })

  it('takes 500 characters of title and 524,288 of content, however they are counted or escaped', async () => {
    const title = '🚀'.repeat(500)
    const content = `${'🚀'.repeat(524_287)}\n`
    const escaped = JSON.stringify({ title, content }).replace(/[\u{10000}-\u{10ffff}]/gu, '\\ud83d\\ude80')
    expect(escaped.length).toBeGreaterThan(6_000_000)
    const answer = await post(world.org, escaped)
    expect(answer.status).toBe(201)
    const { attributes } = answer.body.data
    expect([attributes.title, attributes.content === content]).toEqual([title, true])
    expect(attributes.file_size).toBe(524_287 * 4 + 1)
    expect(attributes.chunk_count).toBe((await passagesStored(world, answer.body.data.id)).length)
  })

  it('is made once for one Idempotency-Key', async () => {
    const before = await count()
    const send = () => post(world.org, { title: 'Once', content: 'Once only.' }, { 'idempotency-key': 'kb-1' })
    const answers = [await send(), await send()]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await count()).toBe(before + 1)
  })
})

describe('refuses', () => {
  it.each([
    ['no title', { content: 'x' }, '/title'],
    ['a blank title', { title: ' \n', content: 'x' }, '/title'],
    ['a title of 501 characters', { title: 'x'.repeat(501), content: 'x' }, '/title'],
    ['a title with a NUL', { title: 'a\u0000b', content: 'x' }, '/title'],
    ['no content', { title: 'x' }, '/content'],
    ['empty content', { title: 'x', content: '' }, '/content'],
    ['blank content', { title: 'x', content: ' \n\t\u3000' }, '/content'],
    ['content with a NUL', { title: 'x', content: 'a\u0000b' }, '/content'],
    ['content with half a character', { title: 'x', content: 'a\ud800' }, '/content'],
    ['content that is no text', { title: 'x', content: ['x'] }, '/content'],
    ['524,289 characters of content', { title: 'x', content: 'x'.repeat(524_289) }, '/content'],
    ['HTML without text', { title: 'x', content: '<img src=x><script>x</script>', format: 'text/html' }, '/content'],
    ['an unknown format', { title: 'x', content: 'x', format: 'application/pdf' }, '/format'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const before = await count()
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await count()).toBe(before)
  })

  it('a body that is larger than any content may be', async () => {
    const answer = await post(world.org, { title: 'x', content: 'x'.repeat(7_000_000) })
    expect([answer.status, answer.body]).toEqual([413, resourceError(413, 'content_too_large', '')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, { title: 'x', content: 'x' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of admins(world)) {
      expect((await post(caller, { title: 'x', content: 'x' })).status).toBe(201)
    }
    const before = await count()
    for (const caller of others(world)) {
      const answer = await post(caller, { title: 'x', content: 'x' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect(await count()).toBe(before)
  })

  it('lets everyone in the organization read what was made', async () => {
    const id = await sourceFor(world)
    for (const caller of readers(world)) {
      expect((await call(world.app, caller, 'GET', `${SOURCES}/${id}`)).status).toBe(200)
    }
  })
})
