/** Recording sessions, as the recorder in the browser sends them. */
import { call } from './call.ts'
import { fileForm } from './file-form.ts'
import type { Caller, World } from './world.ts'

export const STATEMENT = 'Everyone on the call knows that it is recorded, and agrees.'

/** @returns ID of a new session */
export async function startSession(world: World, caller: Caller, fields: object = {}): Promise<string> {
  const body = { sources: ['microphone'], consent: { statement: STATEMENT }, ...fields }
  const { status, body: created, text } = await call(world.app, caller, 'POST', '/recording-sessions', { body })
  if (status !== 201) throw new Error(text)
  return created.data.id
}

export const sendPart = (
  world: World,
  caller: Caller,
  session: string,
  bytes: Buffer | string,
  { take = 0, part = 0 }: { readonly take?: number; readonly part?: number } = {},
) =>
  call(
    ...([world.app, caller, 'POST', `/recording-sessions/${session}/parts`] as const),
    fileForm('part.webm', bytes, { take: String(take), part: String(part) }),
  )

export const listSessions = async (world: World, caller: Caller) =>
  (await call(world.app, caller, 'GET', '/recording-sessions')).body.data
