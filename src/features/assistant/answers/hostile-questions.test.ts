/** Questions of the maximum length that repeat the words of patterns, which careless patterns take square time for. */
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { expectNoSquareAsync } from '../../../testing/growth.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { readSides } from './records/answer-comparison.ts'

const QUESTION_MAX = 4_000

let world: World
beforeAll(async () => {
  world = await createWorld()
  await importFor(world, { transcript: { segments: [{ speaker: 'Ann', text: 'The dock is too small.' }] } })
  await world.app.drain(world.acme)
})

const PHRASES = [
  ...['vs ', 'compare to ', 'differ from ', 'different from ', 'difference between ', 'how do ', 'and ', ', '],
  ...[
    'have to do ',
    'due on friday ',
    'by monday ',
    'in the last call ',
    'does need ',
    'sign close ',
    'how am i doing ',
  ],
  ...['who said ', 'what did ', 'Anna Schmidt ', 'last week ', 'not ', '“price” ', '? ', '- '],
]

/** Half of the text repeats the phrase, and the other half a filler that patterns skip. */
const repeat = (phrase: string, filler: string, size: number): string =>
  `a ${phrase.repeat(size / 2 / phrase.length)}${filler.repeat(size / 2 / filler.length)}x\ny`.slice(0, size)

it.each(PHRASES)('are answered in linear time: %j', async (phrase) => {
  for (const filler of [' ', '?', 'b']) {
    await expectNoSquareAsync(QUESTION_MAX, async (size) => {
      const body = { prompt: repeat(phrase, filler, size) }
      expect((await call(world.app, world.bob, 'POST', '/ask_assistant/v2', { body })).status).toBe(200)
    })
  }
})

it.each(PHRASES)('are split into compared sides in linear time: %j', async (phrase) => {
  for (const filler of [' ', '?', 'b'])
    await expectNoSquareAsync(20 * QUESTION_MAX, async (size) => void readSides(repeat(phrase, filler, size)))
})
