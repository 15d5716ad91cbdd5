/** Conversations with recordings for tests, and what is stored of them. */
import { type Answer, call } from './call.ts'
import { fileForm } from './file-form.ts'
import { importFor } from './import-fixtures.ts'
import { wave } from './sound.ts'
import type { Caller, World } from './world.ts'

/** One second of a tone. */
export const TONE: Buffer = wave({ seconds: 1 })

export const putMedia = (
  world: World,
  caller: Caller | undefined,
  id: string,
  content: Buffer | string,
  name = 'tone.wav',
) => call(world.app, caller, 'PUT', `/conversations/${id}/media`, fileForm(name, content))

/** A conversation of bob's with a transcript and a recording. */
export async function recordedFor(world: World, given: Record<string, unknown> = {}, content = TONE): Promise<string> {
  const id = await importFor(world, given)
  const answer = await putMedia(world, world.org, id, content)
  if (answer.status !== 200) throw new Error(answer.text)
  return id
}

/** One of bob's with a recording and nothing else, which waits for its transcript. */
export async function untranscribedFor(
  world: World,
  given: Record<string, string> = {},
  content: Buffer = TONE,
): Promise<string> {
  const answer = await sendRecording(world, world.org, content, { userID: world.bob.userId ?? '', ...given })
  if (answer.status !== 202) throw new Error(answer.text)
  return answer.body.uuid
}

export const sendRecording = (
  world: World,
  caller: Caller | undefined,
  content: Buffer | string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const form = fileForm('call.wav', content, fields)
  return call(world.app, caller, 'POST', '/conversations/import', { ...form, headers: { ...form.headers, ...headers } })
}

export const detailsOf = async (world: World, id: string, caller: Caller = world.org) =>
  (await call(world.app, caller, 'GET', `/conversations/${id}/media-details`)).body.data

export const attributesOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes

/** The row and the file's name in the store. */
export async function mediaStored(world: World, id: string): Promise<{ id: string; state: string } | undefined> {
  const rows = await world.app.store.owner.query<{ id: string; state: string }>(
    'select id, state from media_files where conversation_id = $1',
    [id],
  )
  return rows[0]
}
