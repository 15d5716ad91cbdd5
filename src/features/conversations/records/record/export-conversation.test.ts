import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string, query: Record<string, string | string[]> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/export`, { query })

describe('does', () => {
  it.each([
    ['vcon', 'application/vcon+json', 'vcon.json'],
    ['vtt', 'text/vtt', 'vtt'],
    ['srt', 'application/x-subrip', 'srt'],
    ['txt', 'text/plain', 'txt'],
    ['md', 'text/markdown', 'md'],
    ['json', 'application/json', 'json'],
  ])('gives %s as a file of its media type, with all that was said', async (format, type, ending) => {
    const id = await importFor(world)
    const answer = await get(world.bob, id, { format })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${id}.${ending}"`)
    expect(answer.text).toContain('Shall we begin?')
  })

  it('gives a vCon when no format is asked for', async () => {
    const answer = await get(world.bob, await importFor(world))
    expect(answer.headers['content-type']).toMatch(/^application\/vcon\+json/)
    expect(answer.body).toMatchObject({
      uuid: expect.any(String),
      parties: expect.any(Array),
      dialog: expect.any(Array),
    })
  })
})

describe('keeps', () => {
  it('the recording and its hash in the dialog of a vCon', async () => {
    const dialog = {
      ...{ type: 'recording', start: '2026-03-10T10:00:00.000Z', duration: 60, parties: [0] },
      ...{ url: 'https://media.example/a.mp3', content_hash: `sha512-${'a'.repeat(86)}` },
    }
    const transcript = {
      ...{ uuid: '0198c5a0-0000-7000-8000-000000000001', created_at: dialog.start },
      ...{ parties: [{ name: 'Ada', tel: 'tel:+491711234567' }], dialog: [dialog] },
    }
    const { body } = await get(world.bob, await importFor(world, { transcript }))
    expect(body.dialog).toMatchObject([dialog])
    expect(body.parties).toEqual([{ name: 'Ada', tel: 'tel:+491711234567' }])
  })
})

describe('refuses', () => {
  it.each(['vtt', 'srt'])(
    'subtitles (%s) of a transcript without times, whose times nobody makes up',
    async (format) => {
      const id = await importFor(world, { transcript: 'Ann: Hi.' })
      const answer = await get(world.bob, id, { format })
      expect([answer.status, answer.body.code]).toEqual([409, 'export_impossible'])
    },
  )

  it.each(['odt', '', 'VTT', 'vtt,srt', 'toString'])('the unknown format %j', async (format) => {
    const answer = await get(world.bob, await importFor(world), { format })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/format')])
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => get(caller, id),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob])
      expect((await get(caller, id)).status).toBe(200)
  })
})
