import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await rename(world.bob, 'Bob', 'Reed')
  await rename(world.mark, 'Mark', 'Fox')
  for (const at of [1, 2, 3]) {
    await talk(`Harbor ${at}`, world.bob, 'Bob Reed', 60)
    await talk(`Kestrel ${at}`, world.mark, 'Mark Fox', 20)
  }
  await world.app.drain(world.acme)
})

const rename = ({ userId }: Caller, first: string, last: string) =>
  world.app.store.owner.query('update users set first_name = $2, last_name = $3 where id = $1', [userId, first, last])

const talk = (conversationTitle: string, { userId }: Caller, speaker: string, seconds: number) =>
  importFor(world, {
    ...{ conversationTitle, userID: userId },
    participants: [
      { name: speaker, email: `${speaker.split(' ')[0]?.toLowerCase()}@acme.example` },
      { name: 'Karin Vos', email: 'karin@harbor.example' },
    ],
    transcript: {
      segments: [
        { speaker, text: 'We have the best trucks of them all.', start: 0, end: seconds },
        { speaker: 'Karin Vos', text: 'We have twenty trucks here.', start: seconds, end: seconds + 20 },
      ],
    },
  })

const ask = async (prompt: string, caller: Caller): Promise<string> =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body.output

describe('questions about the caller', () => {
  it.each(['How do I compare to Bob Reed?', 'Compare me with Bob Reed.'])('compare: %s', async (prompt) => {
    const output = await ask(prompt, world.mark)
    expect(output).toContain('- Bob Reed (3 calls)')
    expect(output).toContain('- Mark Fox (3 calls)')
  })

  it.each(['How can I improve?', 'Where should I improve?'])(
    'are about the calls of the caller: %s',
    async (prompt) => {
      expect(await ask(prompt, world.mark)).toMatch(/- Mark Fox \(3 calls\)(?!.*Bob Reed)/s)
      expect(await ask(prompt, world.bob)).toMatch(/- Bob Reed \(3 calls\)(?!.*Mark Fox)/s)
    },
  )

  it.each(['Do I talk too much?', 'Am I talking too much?'])('state the talk time: %s', async (prompt) => {
    expect(await ask(prompt, world.bob)).toMatch(/Bob Reed: .* in 3 calls, 75%/)
  })

  it('of a key of the organization name nobody', async () => {
    expect(await ask('Do I talk too much?', world.org)).not.toContain('Bob Reed:')
  })
})
