import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { fileForm } from '../../../testing/file-form.ts'
import { admins, attributesOf, others, passagesStored, SOURCES } from '../../../testing/knowledge-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { pdfOfText } from '../../../testing/pdf.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const UPLOAD = `${SOURCES}/upload`

let world: World
/** The same, with files in an object store. */
let cloud: World
const store = createObjectStore()
beforeAll(async () => {
  world = await createWorld()
  cloud = await createWorld(await createTestApp({ files: store }))
})

const send = (
  caller: Caller | undefined,
  name: string,
  content: string | Buffer,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const form = fileForm(name, content, fields)
  return call(world.app, caller, 'POST', UPLOAD, { ...form, headers: { ...form.headers, ...headers } })
}
const count = async (place = world) =>
  (await call(place.app, place.org, 'GET', SOURCES)).body.meta.totalRecords as number
const ask = (caller: Caller | undefined, body: unknown) => call(cloud.app, caller, 'POST', UPLOAD, { body })

describe('does', () => {
  it('answers 201 at once with the source, and indexes it after that', async () => {
    const content = '# Prices\n\nA seat costs ten.'
    const answer = await send(world.org, 'Price list.v2.md', content)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          type: 'kb_sources',
          id: expect.any(String),
          attributes: {
            title: 'Price list.v2',
            source_type: 'file',
            content: null,
            format: 'text/markdown',
            status: 'indexing',
            error: null,
            file_name: 'Price list.v2.md',
            file_size: content.length,
            file_removed_at: null,
            truncated: false,
            chunk_count: 0,
            created_at: expect.any(String),
            updated_at: expect.any(String),
          },
        },
      },
    ])
    const { id } = answer.body.data
    expect(await passagesStored(world, id)).toEqual([])
    await world.app.drain(world.acme)
    expect(await attributesOf(world, id)).toMatchObject({ status: 'indexed', chunk_count: 1, error: null })
    expect(await passagesStored(world, id)).toEqual([{ headings: ['Prices'], text: content }])
  })

  it('takes a title beside the file', async () => {
    const answer = await send(world.org, 'x.txt', 'text', { title: ' Prices ' })
    expect(answer.body.data.attributes).toMatchObject({ title: 'Prices', file_name: 'x.txt' })
  })

  it.each([
    ['größe 🚀.md', 'größe 🚀', 'größe 🚀.md'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['.md', '.md', '.md'],
    ['', 'file', 'file'],
  ])('knows the file %j by its name alone', async (name, title, fileName) => {
    const answer = await send(world.org, name, 'text')
    expect(answer.body.data?.attributes).toMatchObject({ title, file_name: fileName })
  })

  it('recognizes a file by its content, whatever it is called', async () => {
    const { body } = await send(world.org, 'notes.txt', pdfOfText(['Prices']))
    expect(body.data.attributes.format).toBe('application/pdf')
  })

  it('is made once for one Idempotency-Key, and refuses another file under it', async () => {
    const before = await count()
    const once = (content: string) => send(world.org, 'once.md', content, {}, { 'idempotency-key': 'upload-1' })
    const [first, second] = [await once('# Once'), await once('# Once')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await once('# Other')).status).toBe(422)
    expect(await count()).toBe(before + 1)
    await world.app.drain(world.acme)
    expect(await attributesOf(world, first.body.data.id)).toMatchObject({ status: 'indexed' })
  })

  it('gives a form for a file that is sent straight to the store', async () => {
    const answer = await ask(cloud.org, { file_name: 'Prices.pdf', file_size: 1234 })
    expect(answer.status).toBe(201)
    expect(answer.body.data.attributes).toMatchObject({
      title: 'Prices',
      status: 'indexing',
      format: 'application/pdf',
      file_size: 1234,
    })
    expect(answer.body.upload).toEqual({
      url: 'https://store.test/bucket',
      fields: { key: `${cloud.acme}/knowledge/${answer.body.data.id}`, max: '1234', seconds: '3600' },
      expires_at: expect.stringMatching(/Z$/),
    })
  })

  it('takes a file that is sent along also there', async () => {
    const form = fileForm('prices.md', '# Prices')
    const answer = await call(cloud.app, cloud.org, 'POST', UPLOAD, form)
    expect([answer.status, answer.body.upload]).toEqual([201, undefined])
    expect(store.objects.get(`${cloud.acme}/knowledge/${answer.body.data.id}`)?.toString()).toBe('# Prices')
  })
})

describe('refuses', () => {
  const unsupported = resourceError(415, 'unsupported_file', '/file')

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an archive', Buffer.from('504b0304140000000800', 'hex')],
    ['a program', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
    ['RTF', '{\\rtf1\\ansi Prices}'],
    ['PostScript', '%!PS-Adobe-3.0\n(Prices) show'],
    ['Latin-1', Buffer.from('Größe', 'latin1')],
    ['noise', Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 37) % 256))],
  ])('%s, called Markdown', async (_, content) => {
    const before = await count()
    const answer = await send(world.org, 'prices.md', content)
    expect([answer.status, answer.body]).toEqual([415, unsupported])
    expect(await count()).toBe(before)
  })

  it('an empty file', async () => {
    const answer = await send(world.org, 'prices.md', '')
    expect([answer.status, answer.body]).toEqual([400, refusedField('/file')])
  })

  it('more than 100 MB', async () => {
    const before = await count()
    const answer = await send(world.org, 'prices.txt', Buffer.alloc(101 * 1024 * 1024, 'a'))
    expect([answer.status, answer.body.code]).toEqual([413, 'content_too_large'])
    expect(await count()).toBe(before)
  })

  it.each([
    ['blank', ' '],
    ['of 501 characters', 'x'.repeat(501)],
  ])('a title that is %s', async (_, title) => {
    const answer = await send(world.org, 'prices.md', '# Prices', { title })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/title')])
  })

  it('a form without a file, or with the file under another name', async () => {
    const form = fileForm('prices.md', '# Prices', {}, 'document')
    expect((await call(world.app, world.org, 'POST', UPLOAD, form)).body).toEqual(refusedField('/file'))
    const body = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nPrices\r\n--b--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await call(world.app, world.org, 'POST', UPLOAD, { body, headers })).body).toEqual(refusedField('/file'))
  })

  it('a file in JSON', async () => {
    const body = { file: { path: '/etc/passwd', name: 'x', size: 1, sha256: 'x' } }
    for (const place of [world, cloud]) {
      const answer = await call(place.app, place.org, 'POST', UPLOAD, { body })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/file')])
    }
  })

  it('to give a form where files lie in the data folder', async () => {
    const answer = await call(world.app, world.org, 'POST', UPLOAD, { body: { file_name: 'x.md', file_size: 1 } })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/file')])
  })

  it.each([
    ['no name', { file_size: 1 }, '/file_name'],
    ['no size', { file_name: 'x' }, '/file_size'],
    ['a blank name', { file_name: ' ', file_size: 1 }, '/file_name'],
    ['no bytes', { file_name: 'x', file_size: 0 }, '/file_size'],
    ['half a byte', { file_name: 'x', file_size: 1.5 }, '/file_size'],
    ['more than 100 MB', { file_name: 'x', file_size: 104_857_601 }, '/file_size'],
  ])('a form for a file with %s', async (_, body, pointer) => {
    const before = await count(cloud)
    const answer = await ask(cloud.org, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await count(cloud)).toBe(before)
  })

  it('when the store is away, and leaves no source behind', async () => {
    const before = await count(cloud)
    store.away = true
    const answer = await call(cloud.app, cloud.org, 'POST', UPLOAD, fileForm('prices.md', '# Prices'))
    store.away = false
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_server_error'])
    expect(await count(cloud)).toBe(before)
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await send(undefined, 'prices.md', '# Prices')
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of admins(world)) expect((await send(caller, 'prices.md', '# Prices')).status).toBe(201)
    const before = await count()
    for (const caller of others(world)) {
      const answer = await send(caller, 'prices.md', '# Prices')
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    for (const caller of others(cloud)) {
      expect((await ask(caller, { file_name: 'x.md', file_size: 1 })).body.code).toBe('admin_required')
    }
    expect(await count()).toBe(before)
  })
})
