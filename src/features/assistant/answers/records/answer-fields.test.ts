/** Questions that name a field: the values of the calls, proposed and confirmed. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { askingFor, ITEMS, soldFor } from '../../../../testing/field-values-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'
import { isTitle } from './answer-fields.ts'
import { readStems } from './terms.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  await askingFor(world, { seats: ITEMS.seats, name: ITEMS.name })
  id = await soldFor(world, { conversationTitle: 'Sale', private: true })
})

const ask = async (prompt: string, caller: Caller = world.bob) =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body

describe('a field', () => {
  it('is answered by its value, marked until somebody confirms it', async () => {
    const proposed = await ask('seats')
    expect(proposed).toMatchObject({ mode: 'records', answered: true })
    expect(proposed.output).toContain('- Seats: 60 (proposed)')
    const path = `/conversations/${id}/crm/confirm`
    const body = { intelligence: [{ key: 'seats' }] }
    expect((await call(world.app, world.bob, 'POST', path, { body })).status).toBe(200)
    expect((await ask('seats')).output).toMatch(/- Seats: 60(?! \(proposed\))/)
  })

  it('of several words answers a question with its title, before another kind of record', async () => {
    const { mode, output } = await ask('Who is the contact name?')
    expect([mode, output]).toEqual(['records', expect.stringContaining('- Contact name: Ann Kowalska')])
  })

  it.each(['What are the fields?', 'list all fields', 'Which fields were recorded?'])(
    'is listed with all others if the question asks for them: %s',
    async (prompt) => {
      const { output } = await ask(prompt)
      expect(output).toContain('- Seats: 60')
      expect(output).toContain('- Contact name: Ann Kowalska')
    },
  )

  it('of calls that the caller can’t see stays hidden', async () => {
    for (const caller of [world.carol, world.mallory])
      expect(JSON.stringify(await ask('Who is the contact name?', caller))).not.toContain('Kowalska')
  })
})

describe('the title of a field', () => {
  const named = { people: [], names: ['Harbor & Vane'] }
  it.each([
    ['Vehicles', 'vehicles', true],
    ['Vehicles', 'trucks Harbor', true],
    ['Vehicles', 'vans', true],
    ['Vehicles', 'trucks drivers', false],
    ['Vehicles', 'Harbor', false],
    ['Contact name', 'name', false],
  ])('%s is the subject of “%s”: %s', (title, words, expected) => {
    expect(isTitle(title, new Set(readStems(words)), named)).toBe(expected)
  })
})
