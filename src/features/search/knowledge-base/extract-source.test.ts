import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import {
  attributesOf,
  drainSources,
  fileSourceFor,
  passagesStored,
  SOURCES,
} from '../../../testing/knowledge-fixtures.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { encryptedPdf, pdfOfPages, pdfOfText } from '../../../testing/pdf.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { extractSource } from './extract-source.job.ts'
import { TEXT_MAX } from './model.ts'

const store = createObjectStore()
let now = new Date()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store, clock: { now: () => now } }))
})

async function indexed(name: string, content: string | Buffer) {
  const id = await fileSourceFor(world, name, content)
  await world.app.drain(world.acme)
  return { id, attributes: await attributesOf(world, id), passages: await passagesStored(world, id) }
}

describe('a file that can be read', () => {
  it('is found by the text of its pages: PDF', async () => {
    const { attributes, passages } = await indexed('a.pdf', pdfOfText(['A seat costs', 'ten a month.'], ['Page two']))
    expect(attributes).toMatchObject({ status: 'indexed', format: 'application/pdf', error: null, chunk_count: 1 })
    expect(passages).toEqual([{ headings: [], text: 'A seat costs\nten a month.\n\nPage two' }])
  })

  it('is found by its headings: Markdown', async () => {
    const { passages } = await indexed('a.md', '# Prices\r\n\r\nTen.\r\n')
    expect(passages).toEqual([{ headings: ['Prices'], text: '# Prices\n\nTen.' }])
  })

  it('is found by what people read of it: HTML', async () => {
    const page = '<!doctype html><title>evil</title><h1>Prices</h1><script>evil()</script><p>Ten &euro;'
    const { attributes, passages } = await indexed('a.bin', page)
    expect([attributes.format, passages]).toEqual(['text/html', [{ headings: ['Prices'], text: 'Prices\n\nTen €' }]])
  })

  it.each([
    ['UTF-8', Buffer.from('Größe 🚀')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße 🚀')],
    ['UTF-16, little end first', Buffer.from('\ufeffGröße 🚀', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffGröße 🚀', 'utf16le').swap16()],
  ])('is found by its letters: %s', async (_, content) => {
    const { attributes, passages } = await indexed('a.txt', content)
    expect(attributes).toMatchObject({ format: 'text/plain', file_size: content.length })
    expect(passages).toEqual([{ headings: [], text: 'Größe 🚀' }])
  })

  it('is cut where it is too long, and says so', async () => {
    const within = 'The last words that are kept.'
    const blank = '\n'.repeat(TEXT_MAX - within.length)
    const { attributes, passages } = await indexed('a.txt', `${blank}${within}\n\nThe first that are not.`)
    expect(attributes).toMatchObject({ status: 'indexed', truncated: true })
    expect(passages).toEqual([{ headings: [], text: within }])
  })
})

describe('while a file is read', () => {
  it('it may be deleted, and nothing of it is left', async () => {
    const id = await fileSourceFor(world, 'a.md', '# Prices')
    store.meanwhile = () => call(world.app, world.org, 'DELETE', `${SOURCES}/${id}`)
    expect((await drainSources(world)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
    expect(await passagesStored(world, id)).toEqual([])
  })

  it('another process may read it too: the first one settles it', async () => {
    const id = await fileSourceFor(world, 'a.md', '# Prices')
    const caller = world.app.contextFor(world.app.operator(world.acme))
    const ctx = { ...caller, modelFor: () => undefined, signal: AbortSignal.timeout(60_000) }
    const updated: string[] = []
    store.meanwhile = async () => {
      await extractSource.handle({ id }, ctx)
      updated.push((await attributesOf(world, id)).updated_at)
      now = new Date(now.getTime() + 1_000)
    }
    expect((await drainSources(world)).map(({ outcome }) => outcome)).toEqual(['ok'])
    const before = await attributesOf(world, id)
    expect(before).toMatchObject({ status: 'indexed', chunk_count: 1, updated_at: updated[0] })
    await extractSource.failed?.({ id }, ctx)
    expect(await attributesOf(world, id)).toEqual(before)
    expect(await passagesStored(world, id)).toHaveLength(1)
  })
})

describe('a file that cannot', () => {
  it.each([
    ['encrypted', 'a.pdf', encryptedPdf(), /password/],
    ['damaged', 'a.pdf', pdfOfText(['Prices']).subarray(0, 250), /damaged/],
    ['only pictures', 'a.pdf', pdfOfPages([Buffer.from('q 0 0 m 10 10 l S Q')]), /no text/],
    ['blank', 'a.txt', ' \n \n', /no text/],
    ['markup alone', 'a.html', '<html><script>evil()</script></html>', /no text/],
    [
      'broken letters later on',
      'a.txt',
      Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.from([0xff, 0xfe])]),
      /UTF-8/,
    ],
    ['half a letter at the end', 'a.txt', Buffer.from('Größe').subarray(0, 3), /UTF-8/],
  ])('has failed, and says why: %s', async (_, name, content, reason) => {
    const { attributes, passages } = await indexed(name, content)
    expect(attributes).toMatchObject({ status: 'failed', chunk_count: 0, error: expect.stringMatching(reason) })
    expect(passages).toEqual([])
    expect(await drainSources(world)).toEqual([])
  })

  it('is tried again when the store was away, and has failed when it stays so', async () => {
    const id = await fileSourceFor(world, 'a.md', '# Prices')
    const other = await fileSourceFor(world, 'b.md', '# Prices')
    store.away = true
    expect((await drainSources(world)).map(({ outcome }) => outcome)).toEqual(['retry', 'retry'])
    expect(await attributesOf(world, id)).toMatchObject({ status: 'indexing' })
    store.away = false
    store.objects.delete(`${world.acme}/knowledge/${other}`)
    for (let tries = 0; tries < 6; tries++) {
      now = new Date(now.getTime() + 3_600_000)
      await world.app.drain(world.acme)
    }
    expect(await attributesOf(world, id)).toMatchObject({ status: 'indexed' })
    expect(await attributesOf(world, other)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/internal error/),
    })
  })
})
