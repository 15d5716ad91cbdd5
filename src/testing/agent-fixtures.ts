/** The super agent at work in tests: its jobs run here while a message waits for its answer. */
import { setTimeout as pause } from 'node:timers/promises'
import { callTool, type ToolAnswer } from './call-tool.ts'
import { importFor } from './import-fixtures.ts'
import { fails, type ModelServer } from './model-server.ts'
import type { Caller, World } from './world.ts'

/** A conversation whose analysis has asked the model what it asks, so that its script is the agent's alone. */
export async function importAnalyzed(
  world: World,
  model: ModelServer,
  given: Record<string, unknown> = {},
): Promise<string> {
  const { script } = model
  model.script = () => fails(400)
  const id = await importFor(world, given)
  await world.app.drain(world.acme)
  model.script = script
  model.requests.length = 0
  return id
}

/** Sends a message and has it worked on, as a worker would at once. */
export async function askAgent(world: World, caller: Caller, message: string, sessionId?: string): Promise<ToolAnswer> {
  const args = { message, ...(sessionId === undefined ? {} : { session_id: sessionId }) }
  const sent = callTool(world.app, caller, 'send_super_agent_message', args)
  let ended = false
  const answered = sent.finally(() => {
    ended = true
  })
  while (!ended) {
    await world.app.drain(world.acme)
    await Promise.race([answered.catch(() => undefined), pause(20)])
  }
  return answered
}

export interface Kept {
  readonly role: string
  readonly name: string | null
  readonly state: string | null
  readonly content: string
  readonly args: Record<string, unknown> | null
}

/** All that is kept of a session, oldest first. */
export const keptOf = (world: World, sessionId: string): Promise<Kept[]> =>
  world.app.store.owner.query<Kept>(
    'select role, name, state, content, args from super_agent_messages where session_id = $1 order by position',
    [sessionId],
  )

/** Has a message waiting to be worked on, and leaves: nobody waits for its answer. */
export async function leftAtWork(world: World, caller: Caller, message: string): Promise<string> {
  const before = await sessionsOf(world, caller)
  void callTool(world.app, caller, 'send_super_agent_message', { message }).catch(() => undefined)
  for (;;) {
    const made = (await sessionsOf(world, caller)).find((id) => !before.includes(id))
    if (made !== undefined) return made
    await pause(10)
  }
}

async function sessionsOf({ app }: World, { userId }: Caller): Promise<string[]> {
  const rows = await app.store.owner.query<{ id: string }>('select id from super_agent_sessions where user_id = $1', [
    userId,
  ])
  return rows.map(({ id }) => id)
}
