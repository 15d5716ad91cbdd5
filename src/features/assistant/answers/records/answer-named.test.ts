/** Questions about names, by the side that mentions them. */
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const talk = (title: string, other: string, lines: readonly (readonly [string, string])[]) =>
    importFor(world, {
      conversationTitle: title,
      conversationStartedAt: '2026-09-03T10:00:00Z',
      participants: [
        { name: 'Bob', email: 'bob@acme.example' },
        { name: other, email: `${other.toLowerCase()}@${title.toLowerCase()}.example` },
      ],
      transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
    })
  await talk('Orchard', 'Carla', [
    ['Bob', 'Did Veltrano Systems visit you in the summer, before we came?'],
    ['Carla', 'Yes, Veltrano Systems was here in July, and they left a price list.'],
  ])
  await talk('Foundry', 'Dora', [
    ['Bob', 'Some of our customers came from Veltrano Systems this year.'],
    ['Dora', 'We have never heard that name in our foundry.'],
  ])
  await world.app.drain(world.acme)
})

const ask = async (prompt: string) => {
  const { body } = await call(world.app, world.bob, 'POST', '/ask_assistant/v2', { body: { prompt } })
  return body as { output: string; citations: { quote: string }[] }
}

it.each([
  ['Who mentioned Veltrano Systems?', '“Veltrano Systems” was mentioned 3 times in 2 calls', 3],
  ['Which customers mentioned Veltrano Systems?', 'mentioned “Veltrano Systems” once in 1 call', 1],
])('%s', async (prompt, expected, count) => {
  const { output, citations } = await ask(prompt)
  expect(output).toContain(expected)
  expect(citations).toHaveLength(count)
})
