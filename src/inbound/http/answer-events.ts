/** Runs an operation for a listener: what it tells is an event at once, and so is how it ends. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from '../../core/json.ts'
import type { AnyOperation, Context, Wire } from '../../core/operation.ts'
import { errorAnswer } from './error-bodies.ts'
import { EventStream } from './event-stream.ts'
import { logInternal } from './log-internal.ts'
import { type Answered, printedWhole, tellReplayed } from './send-answer.ts'

/** @throws Error for an operation whose answer says something in its head, which is sent before there is an answer. */
export function refuseLateHeads({ id, events, rest }: AnyOperation): void {
  const { headers, produces, lines, status = 200 } = rest
  if (events === undefined) return
  if (headers !== undefined || produces !== undefined || lines !== undefined || status !== 200) {
    throw new Error(`${id} has events, so its answer is JSON with status 200 and has no headers of its own.`)
  }
}

/** @throws what `run` throws as long as nothing was told; afterwards it becomes the last event */
export async function answerEvents(
  operation: AnyOperation,
  ctx: Context,
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ctx: Context) => Promise<Answered>,
): Promise<FastifyReply> {
  const { signal } = ctx
  const stream = new EventStream(reply, signal)
  const fail = (error: unknown) => {
    const { status, body } = errorAnswer(error, request.headers.accept, request.id, operation.rest.dress)
    if (status === 500) logInternal(ctx.log, request.id, error)
    stream.end('error', JSON.stringify(body))
  }
  // A stop of the service waits for no work that does not heed it.
  signal.addEventListener('abort', () => stream.begun && fail(signal.reason), { once: true })
  try {
    const answered = await run({ ...ctx, tell: (event, data) => stream.tell(event, stringify(data)) })
    if ('kept' in answered && answered.replayed) tellReplayed(reply)
    stream.end('done', 'kept' in answered ? answered.kept.body : await printedWhole(operation, answered.output, wire))
  } catch (error) {
    if (!stream.begun) throw error
    fail(error)
  }
  return reply
}
