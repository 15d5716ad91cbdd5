/** Numbers and amounts in digits and in words. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
const LINES = [
  'The seat costs fifty-eight dollars.',
  'It is $58 a month.',
  'We pay 58 dollars for it.',
  'Only 58 percent agreed.',
  'The total is twelve hundred euros.',
  'Room 258 is free, and 8 of 50 came.',
  'We own twenty-four vehicles.',
  'You are on four point two point one.',
  'Release 4.2.1 is out, and 4.2.3 comes next.',
  'It grew by nine point one percent.',
]
const quotes = async (q: string, mode = 'lexical'): Promise<string[]> => {
  const query = { q, mode, match: 'exact', size: '50' }
  const { status, body, text } = await call(world.app, world.org, 'GET', '/search', { query })
  if (status !== 200) throw new Error(text)
  return body.data.map(({ quote }: { quote: string }) => quote)
}

beforeAll(async () => {
  world = await createWorld()
  for (const text of LINES) {
    await importFor(world, { transcript: { segments: [{ speaker: 'Bob', text, start: 0, end: 1 }] } })
  }
  await world.app.drain(world.acme)
})

describe('does', () => {
  it.each<[string, number[]]>([
    ['fifty-eight dollars', [0, 1, 2]],
    ['58 dollars', [0, 1, 2]],
    ['$58', [0, 1, 2]],
    ['58', [0, 1, 2, 3]],
    ['58%', [3]],
    ['seat $58', [0]],
    ['€1,200', [4]],
    ['1200', [4]],
    ['24 vehicles', [6]],
    ['twenty-four vehicles', [6]],
    ['two hundred fifty-eight', [5]],
    ['59', []],
    ['4.2.1', [7, 8]],
    ['release v4.2.1', [8]],
    ['4.2.3', [8]],
    ['9.1%', [9]],
    ['9.1', [9]],
  ])('find an amount in digits and in words: %s', async (q, lines) => {
    const expected = lines.map((at) => LINES[at]).toSorted()
    for (const mode of ['lexical', 'hybrid']) expect((await quotes(q, mode)).toSorted()).toEqual(expected)
  })

  it('leave codes and quoted phrases as they are', async () => {
    expect(await quotes('"58 dollars"')).toEqual([LINES[2]])
    expect(await quotes('0058')).toEqual([])
  })
})
