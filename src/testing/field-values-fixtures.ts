/** Conversations with items to be asked of them, and what became of it. */
import { call } from './call.ts'
import { configurationFor, itemFor } from './fields-fixtures.ts'
import { importFor } from './import-fixtures.ts'
import type { World } from './world.ts'

type Turn = readonly [speaker: 'Bob' | 'Ann', text: string]

/** Two people talk about licences: Bob of ours, and Ann, who wants to buy some. */
export const SALE: readonly Turn[] = [
  ['Bob', 'Hi Ann, thanks for taking the time. May I have your full name for the contract?'],
  ['Ann', 'Sure, my name is Ann Kowalska.'],
  ['Bob', 'And how many seats do you need?'],
  ['Ann', 'We need 60 seats.'],
  ['Bob', 'What is your budget for this?'],
  ['Ann', 'Our budget is $45,000 for the first year.'],
  ['Bob', 'Do you already use a tool from a competitor?'],
  ['Ann', 'No, we do not use any tool from a competitor.'],
  ['Bob', 'When should the rollout start?'],
  ['Ann', 'The rollout should start on May 4th.'],
  ['Bob', 'Which plan do you want, Basic or Enterprise?'],
  ['Ann', 'We want the Enterprise plan.'],
  ['Bob', 'Great, I will send the offer tomorrow.'],
]

export const ITEMS = {
  name: { title: 'Contact name', contents: 'What is the full name of the contact?' },
  seats: { title: 'Seats', contents: 'How many seats does the customer need?', responseType: 'number' },
  budget: { title: 'Budget', contents: 'What is the budget of the customer in dollars?', responseType: 'number' },
  rival: {
    title: 'Uses competitor',
    contents: 'Does the customer use a tool from a competitor?',
    responseType: 'boolean',
  },
  start: { title: 'Rollout start', contents: 'On which day should the rollout start?', responseType: 'date' },
  plan: { title: 'Plan', contents: 'Which plan?', responseType: 'picklist', options: ['Basic', 'Enterprise'] },
} as const

export const transcriptOf = (turns: readonly Turn[]) => ({
  segments: turns.map(([speaker, text], at) => ({ speaker, text, start: at * 10, end: at * 10 + 8 })),
})

/** A conversation of bob's on Thursday 2026-04-16, analyzed. @returns its id */
export async function soldFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const id = await importFor(world, {
    transcript: transcriptOf(SALE),
    conversationStartedAt: '2026-04-16T09:00:00Z',
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: 'Ann', email: 'ann@customer.example' },
    ],
    ...given,
  })
  await world.app.drain(world.acme)
  return id
}

/** A configuration with these items. @returns their ids and keys, by the names given */
export async function askingFor<Name extends string>(
  world: World,
  items: Readonly<Record<Name, Readonly<Record<string, unknown>>>>,
  configuration: Record<string, unknown> = {},
): Promise<Record<Name, { id: string; key: string }> & { configuration: string }> {
  const of = await configurationFor(world, configuration)
  const made: Record<string, unknown> = { configuration: of }
  for (const [name, item] of Object.entries<Readonly<Record<string, unknown>>>(items)) {
    const id = await itemFor(world, of, item)
    const { body } = await call(world.app, world.org, 'GET', `/field-configurations/${of}/items/${id}`)
    made[name] = { id, key: body.data.key }
  }
  return made as Record<Name, { id: string; key: string }> & { configuration: string }
}

export const attributesOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query: { withIntelligenceItems: 'true' } })).body
    .attributes

export const valuesOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/field-values`, { query: { size: '200' } })).body.data

export const stepOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/analysis`)).body.data.steps.find(
    ({ step }: { step: string }) => step === 'fields',
  )

/** Has the fields filled in anew. */
export async function again(world: World, id: string): Promise<void> {
  await call(world.app, world.org, 'POST', `/conversations/${id}/reanalyze`, { body: { steps: ['fields'] } })
  await world.app.drain(world.acme)
}
