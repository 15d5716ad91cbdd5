/** Conversations that the program judges by scorecards. */
import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import { itemFor, scorecardFor } from './scorecards-fixtures.ts'
import type { World } from './world.ts'

/** A sale of bob's to Ann, in which the budget is asked for and no next step is agreed. */
export const SALE: readonly (readonly [speaker: string, text: string])[] = [
  ['Bob', 'Good morning, my name is Bob, thank you for taking the time.'],
  ['Ann', 'Good morning Bob.'],
  ['Bob', 'What budget do you have for the scanners this year?'],
  ['Ann', 'We have about fifty thousand euros for them.'],
  ['Bob', 'Our premium plan includes a three year warranty.'],
  ['Ann', 'That sounds good to me, thank you.'],
  ['Bob', 'Thank you and have a great day.'],
]

export const saleFor = (world: World, given: Record<string, unknown> = {}): Promise<string> =>
  importFor(world, {
    transcript: { segments: SALE.map(([speaker, text]) => ({ speaker, text })) },
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: 'Ann', email: 'ann@customer.example' },
    ],
    ...given,
  })

/** A scorecard that asks two things that words show, and one that takes judgement. */
export async function saleCardFor(world: World, given: Record<string, unknown> = {}) {
  const id = await scorecardFor(world, given)
  const yesNo = { min: 0, middle: 1, max: 2, minCriteria: 'No', maxCriteria: 'Yes' }
  const metadata = { numericMetadata: yesNo }
  return {
    id,
    budget: await itemFor(world, id, { title: 'Asked about the budget', metadata }),
    warranty: await itemFor(world, id, { title: 'Never mentioned the warranty', metadata }),
    rapport: await itemFor(world, id, { title: 'Built rapport', metadata }),
  }
}

export const scoringsOf = async (world: World, conversation: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${conversation}/scorings`)).body.data
