import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const segments = Array.from({ length: 25 }, (_, i) => ({
    speaker: i % 3 === 0 ? 'Ann' : 'Bob',
    text: i === 7 ? 'The Café is 🚀 open, the café!' : `Line ${i}.`,
    start: i * 10,
    end: i * 10 + 8,
  }))
  id = await importFor(world, { transcript: { segments } })
})

const get = (caller: Caller | undefined, of: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${of}/transcript`, { query })
const read = async (query: Record<string, string>) => {
  const { body } = await get(world.bob, id, query)
  return { ...body, segments: body.data.map(({ segment }: { segment: number }) => segment) }
}

describe('does', () => {
  it('tells a page of lines, with who speaks and when', async () => {
    const { data, meta, links } = await read({ size: '10' })
    expect(data).toHaveLength(10)
    expect(data[1]).toEqual({
      ...{ segment: 1, speaker: { name: 'Bob' }, start: 10, end: 18, text: 'Line 1.', words: null, highlights: [] },
    })
    expect(meta).toEqual({
      ...{ pageCount: 3, totalRecords: 25, pageNumber: 1, pageSize: 10, transcriptVersion: 1, segmentCount: 25 },
      timed: true,
      speakers: [
        { name: 'Ann', segments: 9, internal: null },
        { name: 'Bob', segments: 16, internal: null },
      ],
    })
    expect(links.related).toMatch(/\/transcript\?size=10&page=2$/)
  })

  it('returns the turns of the whole transcript on request, whatever page is read', async () => {
    const { meta, segments } = await read({ size: '10', page: '3', turns: 'true' })
    expect(segments).toHaveLength(5)
    expect(meta.turns[0]).toEqual({ speaker: 0, segment: 0, start: 0, end: 8 })
    expect(meta.turns.at(-1)).toMatchObject({ end: 248 })
  })

  it.each([
    [{ at: '0' }, 1],
    [{ at: '99.9' }, 1],
    [{ at: '100' }, 2],
    [{ at: '108.5' }, 2],
    [{ at: '9000' }, 3],
    [{ segment: '9' }, 1],
    [{ segment: '10' }, 2],
    [{ segment: '900' }, 3],
  ] as [Record<string, string>, number][])('finds the page of %j', async (place, page) => {
    const { meta, links } = await read({ size: '10', ...place })
    expect(meta.pageNumber).toBe(page)
    expect(links.self).toMatch(new RegExp(`\\?size=10&page=${page}$`))
  })

  it('tells what one speaker says, and finds moments among it', async () => {
    expect((await read({ speaker: 'Ann', size: '5' })).segments).toEqual([0, 3, 6, 9, 12])
    expect((await read({ speaker: 'Ann', size: '5', segment: '13' })).segments).toEqual([15, 18, 21, 24])
    expect((await read({ speaker: 'ann' })).meta.totalRecords).toBe(0)
  })

  it('marks a text whatever its case and accents, and tells the lines that hold it', async () => {
    const { data } = await read({ q: 'CAFE', segment: '7' })
    expect(data[7].highlights).toEqual([
      { start: 4, end: 8 },
      { start: 24, end: 28 },
    ])
    expect((await read({ q: 'café', matching: 'true' })).segments).toEqual([7])
    expect((await read({ q: 'line 1', matching: 'true', page: '2', size: '4' })).segments).toEqual([13, 14, 15, 16])
    expect((await read({ q: ' ', matching: 'true' })).segments).toEqual([])
  })

  it('tells words with their times where the source has them', async () => {
    const words = [
      { text: 'Good', startTimestamp: 0, endTimestamp: 0.4 },
      { text: 'morning.', startTimestamp: 0.5, endTimestamp: 1 },
    ]
    const timed = await importFor(world, { transcript: { final: [{ speaker: 'Bob', words }] } })
    const { body } = await get(world.bob, timed)
    expect(body.data).toMatchObject([{ text: 'Good morning.', words }])
  })

  it('tells the version after a correction, and nothing where there is no transcript', async () => {
    const one = await importFor(world)
    const body = { transcript: { segments: [{ speaker: 'Bob', text: 'Corrected.' }] } }
    await call(world.app, world.bob, 'PUT', `/conversations/${one}/transcript`, { body })
    const { body: now } = await get(world.bob, one)
    expect([now.meta.transcriptVersion, now.meta.timed, now.data[0].text]).toEqual([2, false, 'Corrected.'])
    const none = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const { body: nothing } = await get(world.bob, none)
    expect([nothing.data, nothing.meta.transcriptVersion, nothing.meta.pageCount]).toEqual([[], null, 0])
  })
})

describe('refuses', () => {
  it.each([
    [{ at: '1', segment: '1' }, '/query/segment'],
    [{ matching: 'true' }, '/query/matching'],
    [{ at: '-1' }, '/query/at'],
    [{ at: '' }, '/query/at'],
    [{ at: 'NaN' }, '/query/at'],
    [{ segment: '1.5' }, '/query/segment'],
    [{ size: '501' }, '/query/size'],
    [{ q: 'x'.repeat(401) }, '/query/q'],
  ] as [Record<string, string>, string][])('%j', async (query, pointer) => {
    const answer = await get(world.bob, id, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  guardsConversations(() => world, get)
})
