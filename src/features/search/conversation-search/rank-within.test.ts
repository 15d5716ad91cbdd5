/** One conversation alone, read as a whole. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { cutTranscript, listPassageBlocks } from '../../text/passages/index.ts'

const SPEAKERS = ['Dora', 'Emil', 'Fay']
/** Of an odd number of blocks, so that the last of them is a moment of its own. */
const LINES = 60
const sentences = Array.from({ length: LINES }, (_, index) => `Filler number ${index} stands here for nothing at all.`)
sentences[20] = 'The marmalade is orange and it costs four euros.'
sentences[22] = 'Four euros for marmalade is too much.'
sentences[LINES - 1] = 'Goodbye, and thank you for the kangaroo.'
const segments = sentences.map((text, index) => ({
  speaker: SPEAKERS[index % 3] ?? '',
  text,
  start: index * 5,
  end: index * 5 + 4,
}))
const blocks = (count: number) =>
  cutTranscript(
    segments.slice(0, count).map(({ speaker, start, end, text }) => ({
      speaker: { name: speaker },
      ...{ start, end },
      words: [{ text, startTimestamp: start, endTimestamp: end }],
    })),
  )

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  id = await importFor(world, { transcript: { segments } })
  await importFor(world, { transcript: { segments } })
  await world.app.drain(world.acme)
})

interface Told {
  score: number
  quote: string
  segment: number
  segments: { first: number; last: number }
  passage: { segment: number }[]
}
const search = async (q: string, query: Record<string, string> = {}): Promise<Told[]> => {
  const given = { q, size: '50', 'filter[conversation.id]': id, ...query }
  const { status, body, text } = await call(world.app, world.org, 'GET', '/search', { query: given })
  if (status !== 200) throw new Error(text)
  expect(body.meta.totalRecords + body.meta.relatedRecords).toBe(body.data.length)
  return body.data
}

describe.each(['hybrid', 'lexical'])('by %s', (mode) => {
  it('the answer is among the first, quoted by the line that gives it', async () => {
    const told = await search('What does the marmalade cost?', { mode })
    expect(told.slice(0, 3).map(({ quote }) => quote)).toContain('The marmalade is orange and it costs four euros.')
  })

  it('moments lie side by side, best first, and each holds its quote', async () => {
    const told = await search('What is the number of the filler?', { mode })
    const whole = listPassageBlocks(blocks(LINES))
    expect(told.map(({ segments: { first } }) => first).toSorted((a, b) => a - b)).toEqual(
      whole.map(({ from }) => from),
    )
    const scores = told.map(({ score }) => score)
    expect(scores[0]).toBe(1)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const { segment, segments, passage } of told) {
      expect(passage.map((line) => line.segment)).toContain(segment)
      expect([passage[0]?.segment, passage.at(-1)?.segment]).toEqual([segments.first, segments.last])
    }
  })

  it('the last moment is found too, when nothing stands beside it', async () => {
    expect(blocks(LINES).blocks.length % 2).toBe(1)
    const told = await search('Who said thank you for the kangaroo?', { mode })
    const last = told.find(({ segments }) => segments.last === LINES - 1)
    expect([last?.segment, last?.quote]).toEqual([LINES - 1, sentences[LINES - 1]])
  })

  it('words alone are looked for where they were said', async () => {
    for (const [q, place] of [
      ['kangaroo', LINES - 1],
      ['orange marmalade', 20],
    ] as const) {
      expect((await search(q, { mode }))[0]?.segment).toBe(place)
    }
  })

  it('conditions hold', async () => {
    const told = await search('"number 30" filler', { mode })
    expect(told.length).toBeGreaterThan(0)
    for (const { passage } of told) expect(passage.map(({ segment }) => segment)).toContain(30)
    expect(await search('"number 30" -filler', { mode })).toEqual([])
    expect(await search('filler speaker:nobody', { mode })).toEqual([])
  })
})

it('by words alone nothing is told in which none of them stands', async () => {
  const told = await search('Tell me about the marmalade', { mode: 'lexical' })
  expect(told.map(({ passage }) => passage.some(({ segment }) => segment === 20 || segment === 22))).toEqual(
    told.map(() => true),
  )
  expect(await search('zeppelin', { mode: 'lexical' })).toEqual([])
})

it('by meaning alone it is looked at as every other conversation', async () => {
  const [first] = await search('marmalades', { mode: 'semantic' })
  expect(first?.passage.some(({ segment }) => segment === 20 || segment === 22)).toBe(true)
})
