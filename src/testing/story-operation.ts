/** An operation with events whose handler each test sets. */

import { z } from 'zod'
import { RawJson } from '../core/json.ts'
import { type Context, defineOperation } from '../core/operation.ts'
import { rawJsonSchema } from '../core/page.ts'
import { anyJson } from '../core/wire.ts'
import type { Served } from './serve-operations.ts'

/** Headers of a request for events. */
export const EVENTS = { accept: 'text/event-stream' }

/** Handler of the operation. */
export const story: { play(ctx: Context): Promise<string> } = {
  play: async () => {
    throw new Error('Set `story.play` first.')
  },
}

export const tellStory = defineOperation({
  id: 'tellStory',
  summary: 'Tells a story as it comes to mind.',
  tag: 'Stories',
  input: z.object({ title: z.string().max(20) }),
  output: z.object({ story: z.string(), stored: rawJsonSchema(anyJson) }),
  requires: { scope: 'write', level: 'user' },
  events: { line: z.object({ text: z.string() }), thing: z.object({ is: anyJson }) },
  rest: { method: 'POST', derived: false, path: '/stories' },
  handle: async (_input, ctx) => ({ story: await story.play(ctx), stored: new RawJson('{"a":\n[1,\r\n2]}') }),
})

/** Outcome in the log entry of the last request, after its end. */
export async function readOutcome({ untilLogged }: Served): Promise<unknown> {
  return (await untilLogged(({ message }) => message === 'operation')).fields.outcome
}

/** A promise that a test resolves. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
