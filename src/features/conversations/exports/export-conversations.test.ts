import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { parseExportCursor, printExportCursor } from './cursor.ts'
import { takePage } from './export-conversations.ts'

let world: World
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  ids = [
    await importFor(world),
    await importFor(world, { private: true, conversationTitle: 'Private' }),
    await importFor(world, { transcript: 'Ann: No times here.\nBen: None.' }),
  ].sort()
  await call(world.app, world.org, 'DELETE', `/conversations/${ids[0]}`)
})

interface Exported {
  readonly id: string
  readonly fileName: string | null
  readonly contentType: string | null
  readonly encoding: string | null
  readonly content: string | null
  readonly error: { readonly code: string; readonly detail: string } | null
}

const get = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/conversations/export', { query })

async function exportAll(query: Record<string, string>): Promise<Exported[]> {
  const found: Exported[] = []
  let cursor: string | null = null
  for (let page = 0; page < 10; page++) {
    const { status, body } = await get(world.org, { ...query, ...(cursor === null ? {} : { cursor }) })
    expect(status).toBe(200)
    found.push(...body.data)
    cursor = body.meta.cursor
    if (cursor === null) return found
  }
  throw new Error('The export does not end.')
}

describe('does', () => {
  it('exports archived and private conversations too, each once and the same as a single export', async () => {
    const found = await exportAll({ limit: '1' })
    expect(found.map(({ id }) => id)).toEqual(ids)
    for (const { id, content, fileName, contentType } of found) {
      const single = await call(world.app, world.org, 'GET', `/conversations/${id}/export`)
      expect(content).toBe(single.text)
      expect(contentType).toBe(single.headers['content-type'])
      expect(single.headers['content-disposition']).toContain(fileName)
    }
  })

  it('returns binary files in base64, and the reason where a format is impossible', async () => {
    const [docx] = await exportAll({ format: 'docx' })
    expect(docx?.encoding).toBe('base64')
    expect(
      Buffer.from(docx?.content ?? '', 'base64')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    const subtitles = await exportAll({ format: 'vtt' })
    const failed = subtitles.filter(({ error }) => error !== null)
    expect(failed).toMatchObject([{ content: null, fileName: null, error: { code: 'export_impossible' } }])
    expect(subtitles.filter(({ content }) => content?.startsWith('WEBVTT'))).toHaveLength(2)
  })

  it('continues with changes from the first page, so that nothing is missed', async () => {
    const first = await get(world.org, { limit: '1' })
    const added = await importFor(world)
    const { body } = await get(world.org, { cursor: first.body.meta.cursor, limit: '100' })
    expect(body.meta.changesCursor).toBe(first.body.meta.changesCursor)
    await expect
      .poll(async () => {
        const since = { query: { since: body.meta.changesCursor, types: 'conversation' } }
        const changes = await call(world.app, world.org, 'GET', '/changes', since)
        return changes.body.data.map(({ id }: { id: string }) => id)
      })
      .toContain(added)
    await call(world.app, world.org, 'DELETE', `/conversations/${added}?erase=true`)
  })

  it('ends a page before large transcripts, and never without a conversation', () => {
    const sized = (...sizes: number[]) => sizes.map((size, index) => ({ id: String(index), size }))
    expect(takePage(sized(1, 2, 3), 2)).toHaveLength(2)
    expect(takePage(sized(9_000_000, 9_000_000, 1), 20)).toHaveLength(1)
    expect(takePage(sized(40_000_000, 1), 20)).toHaveLength(1)
    expect(takePage([], 20)).toEqual([])
  })

  it('reads its own cursors', () => {
    const place = { after: '0198c5a0-0000-7000-8000-000000000001', changesCursor: 'YzEg' }
    expect(parseExportCursor(printExportCursor(place))).toEqual(place)
  })
})

describe('refuses', () => {
  it.each([
    ['cursor', 'none'],
    ['format', 'xml'],
    ['limit', '101'],
  ])('an invalid %s', async (name, value) => {
    expect((await get(world.org, { [name]: value })).body).toEqual(refusedField(`/query/${name}`))
  })
})

describe('who may', () => {
  it('only admins and organization-level keys, in their own organization', async () => {
    expect((await get(world.bob)).body.code).toBe('admin_required')
    expect((await get(undefined)).status).toBe(401)
    expect((await get(world.alice)).status).toBe(200)
    expect((await get(world.rivalOrg)).body.data).toEqual([])
  })
})
