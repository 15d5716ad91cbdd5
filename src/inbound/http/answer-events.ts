/**
 * Runs an operation for a client that listens to events. Intermediate events are sent immediately, followed by the
 * result or the error.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from '../../core/json.ts'
import type { AnyOperation, Context, Wire } from '../../core/operation.ts'
import { errorAnswer } from './error-bodies.ts'
import { EventStream } from './event-stream.ts'
import { logInternal } from './log-internal.ts'
import { type OperationOutcome, serializeBuffered, serializeReplayed } from './send-answer.ts'

/**
 * @throws Error for an operation whose result determines the status or headers, because they are sent before the result
 * is known
 */
export function refuseLateHeads({ id, events, rest }: AnyOperation): void {
  const { headers, produces, lines, status = 200 } = rest
  if (events === undefined) return
  if (headers !== undefined || produces !== undefined || lines !== undefined || status !== 200) {
    throw new Error(`${id} has events, so its response must be JSON with status 200 and without additional headers.`)
  }
}

/** @throws errors of `run` before the first event; later errors become the last event */
export async function answerEvents(
  operation: AnyOperation,
  ctx: Context,
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ctx: Context) => Promise<OperationOutcome>,
): Promise<FastifyReply> {
  const { signal } = ctx
  const stream = new EventStream(reply, signal)
  const sendError = (error: unknown) => {
    const { status, body } = errorAnswer(error, request.headers.accept, request.id, operation.rest.dress)
    if (status === 500) logInternal(ctx.log, request.id, error)
    stream.end('error', JSON.stringify(body))
  }
  // The stream fails on abort, because a stop of the service doesn't wait for work that ignores the signal.
  signal.addEventListener('abort', () => stream.hasStarted && sendError(signal.reason), { once: true })
  try {
    const answered = await run({ ...ctx, emit: (event, data) => stream.send(event, stringify(data)) })
    if ('stored' in answered && answered.replayed) serializeReplayed(reply)
    stream.end(
      'done',
      'stored' in answered ? answered.stored.body : await serializeBuffered(operation, answered.output, wire),
    )
  } catch (error) {
    if (!stream.hasStarted) throw error
    sendError(error)
  }
  return reply
}
