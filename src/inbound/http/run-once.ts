/** Runs the operation of a request. With an idempotency key, repetitions of the request get the stored response. */
import type { FastifyRequest } from 'fastify'
import { type AnyOperation, type Context, takesLong } from '../../core/operation.ts'
import { authorize } from '../../core/principal.ts'
import { type Origins, runOperation } from '../../core/run-operation.ts'
import { toWire } from './addresses.ts'
import { gatherInput } from './gather-input.ts'
import type { Once } from './idempotency.ts'
import { computeFingerprint, findSources, IDEMPOTENCY_HEADER, keyIn } from './idempotency-key.ts'
import { LargeJson, readLarge } from './large-bodies.ts'
import { getStatus, type OperationAnswer, type OperationOutcome, toKeep } from './send-answer.ts'

export interface ReceivedBody {
  /** Parsed body; `LargeJson` if it is still a text. */
  readonly content: unknown
  /** Number of the line, if the body is a line of NDJSON. Each line has its own idempotency key. */
  readonly line?: number
  /** Whether the body came with an uploaded file. */
  readonly isUpload?: boolean
}

export type RunOnce = (request: FastifyRequest, ctx: Context, body: ReceivedBody) => Promise<OperationOutcome>

export interface RunParts {
  readonly once: Once
  readonly publicUrl: () => string
}

export function createRunOnce(operation: AnyOperation, origins: Origins, parts: RunParts): RunOnce {
  // Without a declaration, the response is treated as derived.
  const derived = operation.rest.derived !== false

  async function run(input: unknown, ctx: Context): Promise<OperationAnswer> {
    const output = await runOperation(operation, input, ctx, origins)
    return { output, status: getStatus(operation, output) }
  }

  return async (request, ctx, body) => {
    const input = gatherInput(operation, origins, request, await readContent(operation, body, ctx))
    const key = operation.rest.method === 'POST' ? keyIn(request.headers[IDEMPOTENCY_HEADER]) : undefined
    if (key === undefined) return run(input, ctx)
    // Checked again before a stored response is returned, because permissions can have changed.
    authorize(ctx.principal, operation.requires)
    const keyed = {
      key: body.line === undefined ? key : `${key}#${body.line}`,
      fingerprint: computeFingerprint(operation.id, input),
      // Moving a large uploaded file to its destination can take long, and so can storing a large body.
      takesLong: takesLong(operation) || body.isUpload === true || body.content instanceof LargeJson,
      derived,
    }
    const { answer, replayed } = await parts.once(ctx, keyed, async (context) => {
      const conversations = new Set<string>()
      const derivesFrom = (ids: Iterable<string>) => {
        for (const id of ids) conversations.add(id)
      }
      const output = await run(input, { ...context, derivesFrom })
      const answer = await toKeep(operation, output, toWire(request, parts.publicUrl()))
      return { answer, sources: derived ? findSources(input, answer, conversations) : undefined }
    })
    return { stored: answer, replayed }
  }
}

/** Parses a large body. Callers without permission don't cause parsing. */
async function readContent(operation: AnyOperation, { content }: ReceivedBody, ctx: Context): Promise<unknown> {
  if (!(content instanceof LargeJson)) return content
  authorize(ctx.principal, operation.requires)
  return readLarge(content, operation.rest.heldField, ctx.requestWorkers, ctx.signal)
}
