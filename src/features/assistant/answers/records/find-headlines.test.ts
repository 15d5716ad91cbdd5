/** Related quotes of a question about an account whose calls contain no answer. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

const SHOWN = 'We chose the small plan for the north depot, because the big one costs too much.'
const HIDDEN = 'We decided to leave in spring, because the scanners fail every week.'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await talk('Kestrel: the plan', SHOWN, false)
  await talk('Kestrel: in private', HIDDEN, true)
  // The question is about one account of several.
  for (const name of ['Moss', 'Reed', 'Birch']) {
    await importFor(world, {
      conversationTitle: `${name}: first call`,
      participants: [{ name: `Ida ${name}`, email: `ida@${name.toLowerCase()}.example` }],
      transcript: { segments: [{ speaker: `Ida ${name}`, text: 'Good to meet you all.', start: 0, end: 2 }] },
    })
  }
  await world.app.drain(world.acme)
})

async function talk(conversationTitle: string, text: string, isPrivate: boolean) {
  await importFor(world, {
    ...{ conversationTitle, private: isPrivate },
    participants: [{ name: 'Ann Kestrel', email: 'ann@kestrel.example' }],
    transcript: {
      segments: [
        { speaker: 'Bob', text: 'Good morning, and thanks for your time today.', start: 0, end: 4 },
        { speaker: 'Ann Kestrel', text, start: 5, end: 12 },
      ],
    },
  })
}

const ask = async (prompt: string, caller: Caller) =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body

const QUESTION = 'Which telescope did Ann Kestrel lend to the observatory?'

describe('a question that the calls with an account do not answer', () => {
  it('gets the headlines of its newest calls as related quotes', async () => {
    const { answered, output, citations, related, conversations_used: used } = await ask(QUESTION, world.mark)
    expect({ answered, citations, used }).toEqual({ answered: false, citations: [], used: [] })
    expect(output).toMatch(/^No clear answer to .* was found in the calls with Ann Kestrel/)
    expect(related).toMatchObject([{ title: 'Kestrel: the plan', quote: SHOWN, speaker: 'Ann Kestrel', passage: 0 }])
  })

  it('gets none of calls that the caller does not see', async () => {
    const quotes = (caller: Caller) =>
      ask(QUESTION, caller).then(({ related }) => related.map(({ quote }: { quote: string }) => quote))
    expect(await quotes(world.mark)).not.toContain(HIDDEN)
    expect(await quotes(world.bob)).toContain(HIDDEN)
  })
})
