/** Questions about amounts: all of them, or those of a certain thing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

const PRICE = 'Complete is fifty-eight dollars for each vehicle and month, as on the list.'
const DISCOUNT = 'Above a hundred vehicles we take twelve percent off the whole order.'
const LATE = 'We missed the window at fourteen percent of the stops in the north last month.'
const OFFER = 'With the volume discount I could go down to forty-four dollars for all of you.'

const importTalk = (title: string, lines: readonly string[], isPrivate = false) =>
  importFor(world, {
    private: isPrivate,
    conversationTitle: title,
    participants: [
      { name: 'Karin Vos', email: `karin@${title.toLowerCase()}.example` },
      { name: 'Bob Reed', email: 'bob@acme.example' },
    ],
    transcript: {
      segments: lines.flatMap((text, at) => [
        { speaker: 'Bob Reed', text, start: at * 40, end: at * 40 + 19 },
        {
          speaker: 'Karin Vos',
          text: 'I will talk to my colleagues about that.',
          start: at * 40 + 20,
          end: at * 40 + 39,
        },
      ]),
    },
  })

beforeAll(async () => {
  world = await createWorld()
  await importTalk('Harbor', [PRICE, DISCOUNT, LATE])
  await importTalk('Kestrel', [OFFER, 'Bob can give up to fifteen percent on his own authority.'])
  await importTalk('Osprey', [
    'Then the onboarding is three thousand six hundred, once.',
    'We have two thousand drivers.',
  ])
  await importTalk('Quagga', ['Only you get the secret discount of ninety dollars.'], true)
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, caller: Caller = world.alice) =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body

describe('amounts', () => {
  it.each(['discounts we gave', 'Which discounts were offered?', 'what discounts did we give'])(
    'of a thing are the statements with it: %s',
    async (prompt) => {
      const { output, mode } = await ask(prompt)
      expect(mode).toBe('records')
      expect(output).toContain(DISCOUNT)
      expect(output).toContain(OFFER)
      expect(output).not.toContain(LATE)
    },
  )

  it('of a price are no percentages', async () => {
    const { output } = await ask('price per vehicle')
    expect(output).toContain(PRICE)
    expect(output).not.toContain(LATE)
  })

  it('are listed with the sentence that states them', async () => {
    expect((await ask('What amounts were mentioned?')).output).toContain(`: “${PRICE}”`)
  })

  it('of a price contain sums without a currency, and no numbers of things', async () => {
    for (const prompt of ['What prices were named?', 'What onboarding price was named?']) {
      const { output } = await ask(prompt)
      expect(output, prompt).toContain('three thousand six hundred, once')
      expect(output, prompt).not.toContain('two thousand drivers')
    }
  })

  it('of a permission are the statement with the person and the verb', async () => {
    const { output, mode } = await ask('how much discount can bob give')
    expect(mode).toBe('passages')
    expect(output).toContain('Bob can give up to fifteen percent')
  })

  it('of private calls are for those who see the calls', async () => {
    expect((await ask('discounts we gave', world.carol)).output).not.toContain('ninety')
  })
})

describe('how long something is kept', () => {
  it('is no duration of calls', async () => {
    expect((await ask('how long do we keep recordings')).output).not.toMatch(/calls? lasted/)
  })
})
