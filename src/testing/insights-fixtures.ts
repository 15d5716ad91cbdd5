import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import type { Caller, World } from './world.ts'

/** A talk of bob's, a line a segment, each `Speaker: words`. */
export const saidFor = (world: World, title: string, lines: readonly string[], given: Record<string, unknown> = {}) =>
  importFor(world, {
    conversationTitle: title,
    transcript: {
      segments: lines.map((line, at) => {
        const [speaker = '', ...said] = line.split(': ')
        return { speaker, text: said.join(': '), start: at * 10, end: at * 10 + 9 }
      }),
    },
    ...given,
  })

/** The id of an insight that was asked for, nothing of it done yet. */
export async function insightFor(world: World, caller: Caller, body: Record<string, unknown>): Promise<string> {
  const answer = await call(world.app, caller, 'POST', '/gi', { body })
  if (answer.status !== 202) throw new Error(answer.text)
  return answer.body.uuid
}

export const insightAs = async (world: World, caller: Caller, id: string) =>
  (await call(world.app, caller, 'GET', `/gi/${id}`)).body.data
