/** Questions whose answer depends on who does something: promises to somebody, mentioned people, subjects, the own name. */
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

const talk = (title: string, other: string, lines: readonly (readonly [string, string])[], more = {}) =>
  importFor(world, {
    conversationTitle: title,
    conversationStartedAt: '2026-02-10T10:00:00Z',
    userID: world.bob.userId,
    participants: [
      { name: 'Bob Reed', email: 'bob@acme.example' },
      { name: other, email: `${other.split(' ')[0]?.toLowerCase()}@${title.split(':')[0]?.toLowerCase()}.example` },
    ],
    transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
    ...more,
  })

beforeAll(async () => {
  world = await createWorld()
  await talk('Quarry: crates lost', 'Emil Stone', [
    ['Emil Stone', 'The board has frozen everything until the summer, and the crates are late again.'],
    ['Bob Reed', 'I will send you the list of the crates by Friday.'],
    ['Emil Stone', 'And I will send you the signed form by Monday.'],
    ['Bob Reed', 'What happens to the crates at the gate, in the winter?'],
    ['Emil Stone', 'Our mechanic Yara looks after the gate. Say hello to Yara when you visit us.'],
    ['Bob Reed', 'Honest answer, please. Ready when you are.'],
    ['Emil Stone', 'Ready now, and we are always ready at the gate.'],
    ['Bob Reed', 'They lost the crates because the gate was open, that is what Yara told me.'],
    ['Emil Stone', 'If you lose a crate again, we will look for somebody else for the budget.'],
  ])
  await talk('Pier: ropes', 'Petra Marsh', [
    ['Petra Marsh', 'Could you send me the price list for the ropes by Friday?'],
    ['Bob Reed', 'How many ropes do you need for the pier?'],
    ['Petra Marsh', 'Forty, and the old ones are wet.'],
    ['Bob Reed', 'Could you send me the photos of the old ropes by Monday?'],
    ['Petra Marsh', 'Sure, will do.'],
  ])
  await talk(
    'Savanna: engines',
    'Quagga Burchell',
    [['Quagga Burchell', 'Our painter Zorro wants purple engines in the hall.']],
    { private: true },
  )
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, caller: Caller = world.mark): Promise<{ output: string; answered: boolean }> =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body

it('what we promised somebody is the promises of our side', async () => {
  const { output } = await ask('What did we promise Emil?')
  expect(output).toContain('Bob Reed: I will send you the list of the crates by Friday.')
  expect(output).not.toContain('signed form')
})

it('what somebody asked for is the requests of that side, and no promise of the other one', async () => {
  const asked = await ask('What did Petra ask us for?')
  expect(asked.output).toContain('Bob Reed (requested by Petra Marsh): Could you send me the price list')
  expect(asked.output).not.toContain('photos')
  expect((await ask('What did we promise Petra?')).output).not.toContain('price list')
  expect((await ask('What did Petra promise?')).output).toContain('Petra Marsh: Could you send me the photos')
  const ours = await ask('What did we ask Petra for?')
  expect(ours.output).toContain('photos')
  expect(ours.output).not.toContain('price list')
})

it('what somebody should send somebody else is the tasks of the first one', async () => {
  const { output } = await ask('What should Bob send Emil?')
  expect(output).toContain('list of the crates')
  expect(output).not.toContain('signed form')
  expect((await ask('What should Emil send Bob?')).output).toContain('signed form')
})

it('who somebody is that takes part in no call is what people say, greetings last', async () => {
  const { output } = await ask('Who is Yara?')
  expect(output).toContain("Yara isn't a participant in any call. People mention Yara in 1 call:")
  expect(output).toContain('Our mechanic Yara looks after the gate.')
  expect((await ask('who is yara?')).output).toContain("Yara isn't a participant")
})

it('a word at the start of a sentence isn’t a name', async () => {
  for (const prompt of ['Who is honest?', 'who is ready?'])
    expect((await ask(prompt)).output).not.toContain('participant')
})

it('people who are mentioned only in calls of others stay unknown', async () => {
  expect((await ask('Who is Zorro?')).output).not.toContain('painter')
  expect((await ask('Who is Zorro?', world.bob)).output).toContain('painter')
})

it('why things were lost isn’t about lost deals', async () => {
  const { output } = await ask('Why were crates lost?')
  expect(output).toContain('because the gate was open')
  expect(output).not.toContain('deal')
})

it('who did something is answered by a sentence that says it', async () => {
  const { output } = await ask('Who froze the budget?')
  expect(output).toContain('The board has frozen everything')
  expect(output).not.toContain('signed form')
})

it('the name of the own organization means “we”', async () => {
  const { output, answered } = await ask('What happens if Acme loses a crate?')
  expect(answered).toBe(true)
  expect(output).toContain('If you lose a crate again')
})

it('what to follow up on this week is what is due, and not the calls of this week', async () => {
  const { output } = await ask('What should I follow up on this week?')
  expect(output).not.toContain('There are no calls')
  expect(output).toMatch(/due this week/)
})
