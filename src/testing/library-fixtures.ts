/** Snippets, folders and items for tests, made through the API as anybody would. */
import { expect, it } from 'vitest'
import { type Answer, call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound } from './refusals.ts'
import type { Caller, World } from './world.ts'

/** A minute of talk, a sentence every ten seconds. */
export const TALK = {
  segments: [
    { speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 9 },
    { speaker: 'Ann', text: 'Please do.', start: 10, end: 19 },
    { speaker: 'Ann', text: 'We have half an hour.', start: 20, end: 29 },
    { speaker: 'Bob', text: 'Then the price first.', start: 30, end: 39 },
    { speaker: 'Ann', text: 'It is too high.', start: 40, end: 49 },
    { speaker: 'Bob', text: 'Let us see.', start: 50, end: 60 },
  ],
}

/** A conversation of bob's that lasts a minute. */
export const talkFor = (world: World, given: Record<string, unknown> = {}): Promise<string> =>
  importFor(world, { transcript: TALK, ...given })

export interface MadeSnippet {
  readonly id: string
  readonly url: string
  readonly share_code: string
}

/** A snippet of bob's. */
export async function snippetFor(world: World, given: Record<string, unknown> = {}): Promise<MadeSnippet> {
  const body = {
    user_uuid: world.bob.userId,
    conversation_id: given.conversation_id ?? (await talkFor(world)),
    video: { start_time: 10, end_time: 30 },
    ...given,
  }
  const answer = await call(world.app, world.org, 'POST', '/snippets', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

let count = 0

/** A folder in the root of the organization's library, unless something else is given. */
export async function folderFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const body = { name: `Folder ${++count}`, ...given }
  const answer = await call(world.app, world.org, 'POST', '/library/folders', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.uuid
}

/** An item that holds a snippet of bob's, put there by an org-level key unless somebody is named. */
export async function itemFor(world: World, given: Record<string, unknown> = {}, by = world.org): Promise<string> {
  const body = { snippetUUID: given.snippetUUID ?? (await snippetFor(world)).id, ...given }
  const answer = await call(world.app, by, 'POST', '/library/items', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.uuid
}

/** Tests of an operation at the id of a thing: who must be told that there is no such thing. */
export function guardsThings(
  noun: string,
  world: () => World,
  make: () => Promise<string>,
  send: (caller: Caller | undefined, id: string) => Promise<Answer>,
): void {
  it('answers 401 with code and message to a caller without a key', async () => {
    const answer = await send(undefined, await make())
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('answers the rival as if there were no such thing, and whoever names a thing there is not', async () => {
    const id = await make()
    for (const caller of [world().mallory, world().rivalOrg]) {
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound(noun)])
    }
    for (const wrong of [NOBODY, ...MALFORMED_IDS]) {
      const answer = await send(world().org, wrong)
      expect([wrong, answer.status, answer.body]).toEqual([wrong, 404, notFound(noun)])
    }
  })
}
