import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import type { World } from './world.ts'

/** A talk of bob's with Ann in which something is decided, promised, asked and left open. On a Thursday. */
export const TALK: readonly (readonly [speaker: string, text: string])[] = [
  ['Bob', 'Welcome to the call, today we want to discuss the pricing of the warehouse scanners and the training plan.'],
  ['Ann', 'Yeah, um, the scanners are what our warehouse team in Rotterdam is waiting for since the spring.'],
  ['Bob', 'The price of one scanner is four hundred euros, and the warehouse in Rotterdam needs sixty scanners.'],
  ['Ann', 'Sixty scanners for the warehouse is what the operations budget of this quarter can pay for.'],
  ['Bob', "Okay, let's go with sixty scanners and the three year warranty."],
  ['Ann', 'Agreed.'],
  ['Bob', 'Moving on to the training, how many people of the night shift have to learn the scanner software?'],
  ['Ann', "I don't know, I would have to ask the shift leaders."],
  ['Bob', "I'll send you the offer with the warranty by Friday."],
  ['Ann', 'Perfect.'],
  ['Bob', 'Could you send me the list of the shift leaders by the end of the month?'],
  ['Ann', 'Sure, I will do that.'],
]

export async function talkFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  return importFor(world, {
    transcript: {
      segments: TALK.map(([speaker, text], index) => ({ speaker, text, start: index * 10, end: index * 10 + 8 })),
    },
    conversationStartedAt: '2026-04-16T13:00:00Z',
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: 'Ann', email: 'ann@customer.example' },
    ],
    ...given,
  })
}

export const summaryOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/summary`)).body.data
