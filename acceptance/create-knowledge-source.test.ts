/** Operation 5: POST /knowledge-base/sources. */
import { describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { person } from './people.ts'
import { expectError, needsKey, takesBothTypes } from './shared-checks.ts'

const create = (body: unknown) => ask('POST', '/knowledge-base/sources', { body })
const good = { title: 'Pricing', content: '# Pricing\n\nA seat costs 30 euros a month.' }

const request = () => ({ method: 'POST', path: '/knowledge-base/sources', body: good })
describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
})

describe('does', () => {
  check('5.a', 'answers 201 with the envelope', async () => {
    const answer = await create(good)
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body)).toEqual(['data'])
  })

  check('5.f', 'returns type, id and every attribute', async () => {
    const { body } = await create(good)
    expect(body.data).toMatchObject({ type: 'kb_sources', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(body.data.attributes).toMatchObject({
      ...good,
      source_type: 'manual',
      format: 'text/markdown',
      status: 'indexed',
      file_size: Buffer.byteLength(good.content),
      chunk_count: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
  })

  check('5.e', 'has it indexed when it answers', async () => {
    const { body } = await create({ ...good, content: 'One paragraph of text.\n\n'.repeat(500) })
    expect(body.data.attributes.status).toBe('indexed')
    expect(body.data.attributes.chunk_count).toBeGreaterThan(1)
  })

  check('5.d', 'accepts Markdown (the default), HTML and plain text', async () => {
    expect((await create(good)).body.data.attributes.format).toBe('text/markdown')
    for (const format of ['text/markdown', 'text/html', 'text/plain']) {
      expect((await create({ ...good, format })).body.data.attributes.format).toBe(format)
    }
    expectError(await create({ ...good, format: 'application/pdf' }), 400, '/format')
  })
})

describe('limits and errors', () => {
  check('5.b', 'accepts titles of 1, 499 and 500 characters, and rejects 501 and none', async () => {
    for (const length of [1, 499, 500]) expect((await create({ ...good, title: '🚀'.repeat(length) })).status).toBe(201)
    expectError(await create({ ...good, title: 'a'.repeat(501) }), 400, '/title')
    expectError(await create({ content: good.content }), 400, '/title')
    expectError(await create({ ...good, title: 7 }), 400, '/title')
  })

  check('5.c', 'accepts contents of 524287 and 524288 characters, and rejects 524289 and none', async () => {
    for (const length of [524_287, 524_288]) {
      const { status, body } = await create({ ...good, content: 'word '.repeat(105_000).slice(0, length) })
      expect([length, status, body.data?.attributes.file_size]).toEqual([length, 201, length])
    }
    expectError(await create({ ...good, content: 'a'.repeat(524_289) }), 400, '/content')
    expectError(await create({ title: good.title }), 400, '/content')
    expectError(await create({ ...good, content: null }), 400, '/content')
  })

  check('5.c', 'counts characters, not bytes', async () => {
    const { status, body } = await create({ ...good, content: '🚀'.repeat(524_288) })
    expect([status, body.data?.attributes.file_size]).toEqual([201, 4 * 524_288])
  })

  check('5.a', 'is for admins', async () => {
    const { key } = await person()
    expectError(await ask('POST', '/knowledge-base/sources', { body: good, key }), 403)
  })
})
