/** Replacements of single parts of a conversation for tests, and what the conversation returns afterwards. */
import { call } from './call.ts'
import type { Caller, World } from './world.ts'

export const TWO_LINES = {
  segments: [
    { speaker: 'Ann', text: 'Shall we begin?', start: 0, end: 2 },
    { speaker: 'Ben', text: 'Please.', start: 3, end: 4 },
  ],
}

export const putPart = (world: World, caller: Caller | undefined, id: string, part: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/${part}`, { body })

export async function readAttributes(world: World, id: string, caller: Caller = world.org) {
  const query = { 'filter[include_internal_participants]': 'true' }
  return (await call(world.app, caller, 'GET', `/conversations/${id}`, { query })).body.attributes
}
