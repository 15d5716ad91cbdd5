/** Binds an operation to a route: reads its input from the request, and sends its output. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestSource } from '../../core/audit.ts'
import { tooLarge } from '../../core/errors.ts'
import { type AnyOperation, type Context, takesLong } from '../../core/operation.ts'
import { authorize, type Principal } from '../../core/principal.ts'
import { checkBeforeBody, runOperation } from '../../core/run-operation.ts'
import { inSpan, SpanKind } from '../../core/tracing.ts'
import { toRouterPath, toWire } from './addresses.ts'
import { answerEvents, refuseLateHeads } from './answer-events.ts'
import { AnswerLines } from './answer-lines.ts'
import { getMediaType, refuseOtherTypes } from './body-types.ts'
import { createDeprecationHeaders } from './deprecation.ts'
import { describeSizes } from './framework-errors.ts'
import { asTyped, findOrigins, gatherInput, takesBody } from './gather-input.ts'
import type { Once } from './idempotency.ts'
import { computeFingerprint, findSources, IDEMPOTENCY_HEADER, keyIn } from './idempotency-key.ts'
import { createIgnoredInput, describeIgnored, prefersStrict, refuseIgnored } from './ignored-input.ts'
import { LARGE_BYTES, type LargeBodies, LargeJson, readLarge } from './large-bodies.ts'
import { LINES_TYPE, prefersEvents, UPLOAD_TYPE } from './media-types.ts'
import type { OpenRequests } from './open-requests.ts'
import { getStatus, type OperationOutcome, sendAnswer, toKeep } from './send-answer.ts'
import { formBytesMax, readUpload, type Upload } from './uploads.ts'

export const DEFAULT_BODY_LIMIT = 1024 * 1024

export interface BindingParts {
  readonly contextFor: (principal: Principal, source: RequestSource) => Context
  readonly publicUrl: () => string
  readonly once: Once
  readonly openRequests: OpenRequests
  readonly largeBodies: LargeBodies
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller, set by authentication before the body is read. */
    principal: Principal
  }
}

export function bindOperation(server: FastifyInstance, operation: AnyOperation, parts: BindingParts): void {
  const { method, bodyLimit = DEFAULT_BODY_LIMIT, upload, lines, heldField } = operation.rest
  const deprecation = createDeprecationHeaders(operation)
  const origins = findOrigins(operation)
  const findIgnored = createIgnoredInput(operation, origins)
  // Without a declaration, the response is treated as derived.
  const derived = operation.rest.derived !== false
  refuseLateHeads(operation)
  const span = {
    name: `${method} ${toRouterPath(operation)}`,
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'http.route': toRouterPath(operation) },
  }

  /** Runs the operation once if the request has an idempotency key, otherwise directly. */
  const runIdempotently = async (
    request: FastifyRequest,
    ctx: Context,
    given: unknown,
    { line, sent = false }: { readonly line?: number; readonly sent?: boolean } = {},
  ): Promise<OperationOutcome> => {
    // Callers without permission don't cause parsing.
    if (given instanceof LargeJson) authorize(ctx.principal, operation.requires)
    const body = given instanceof LargeJson ? await readLarge(given, heldField, ctx.requestWorkers, ctx.signal) : given
    const input = gatherInput(operation, origins, request, body)
    const runAndCollect = async (context: Context) => {
      const output = await runOperation(operation, input, context, origins)
      return { output, status: getStatus(operation, output) }
    }
    const key = method === 'POST' ? keyIn(request.headers[IDEMPOTENCY_HEADER]) : undefined
    if (key === undefined) return runAndCollect(ctx)
    // Checked again before a stored response is returned, because permissions can have changed.
    authorize(ctx.principal, operation.requires)
    const wanted = {
      key: line === undefined ? key : `${key}#${line}`,
      fingerprint: computeFingerprint(operation.id, input),
      // Moving a large uploaded file to its destination can take long, and so can storing a large body.
      takesLong: takesLong(operation) || sent || given instanceof LargeJson,
      derived,
    }
    const { answer, replayed } = await parts.once(ctx, wanted, async (context) => {
      const conversations = new Set<string>()
      const derivesFrom = (ids: Iterable<string>) => {
        for (const id of ids) conversations.add(id)
      }
      const answer = await toKeep(
        operation,
        await runAndCollect({ ...context, derivesFrom }),
        toWire(request, parts.publicUrl()),
      )
      return { answer, sources: derived ? findSources(input, answer, conversations) : undefined }
    })
    return { stored: answer, replayed }
  }

  server.route({
    method,
    url: toRouterPath(operation),
    bodyLimit,
    config: { cost: operation.cost ?? 1 },
    ...(takesBody(operation) ? { onRequest: refuseBeforeBody } : {}),
    ...(bodyLimit > LARGE_BYTES
      ? {
          preParsing: async (request, reply, payload) => {
            const type = getMediaType(request)
            // Bodies of these types are streamed.
            if (type !== LINES_TYPE && type !== UPLOAD_TYPE) await parts.largeBodies.admit(request, reply, bodyLimit)
            return payload
          },
        }
      : {}),
    handler: (request, reply) =>
      inSpan({ ...span, carrier: request.headers }, async ({ set }) => {
        const answer = await serve(request, reply)
        set({ 'http.response.status_code': reply.statusCode })
        return answer
      }),
  })

  const createRequestContext = (request: FastifyRequest) =>
    parts.contextFor(request.principal, { requestId: request.id, address: request.ip })

  /** Rejects whatever can be rejected without the body, before the body is read (decisions, section 10). */
  async function refuseBeforeBody(request: FastifyRequest): Promise<void> {
    await checkBeforeBody(operation, request.params as Record<string, string>, createRequestContext(request))
    refuseOtherTypes(operation, request)
    const type = getMediaType(request)
    const bytesMax =
      type === UPLOAD_TYPE && upload !== undefined ? formBytesMax(upload) : type === LINES_TYPE ? undefined : bodyLimit
    if (bytesMax !== undefined && Number(request.headers['content-length'] ?? 0) > bytesMax) {
      throw tooLarge(describeSizes(request, bytesMax))
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const signal = parts.openRequests.open(reply)
    const ctx = { ...createRequestContext(request), signal }
    const { turns } = request.server.guard
    /**
     * Runs the work in the organization's turn. Work that waits for an external service or a file doesn't occupy a
     * slot.
     */
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      takesLong(operation) ? work() : turns.run(ctx.org, signal, work)
    const wire = toWire(request, parts.publicUrl())
    reply.headers(deprecation(wire))
    const ignored = findIgnored(request)
    if (prefersStrict(request)) {
      refuseIgnored(operation, origins, ignored)
      reply.header('preference-applied', 'handling=strict')
    } else reply.headers(describeIgnored(ignored))
    if (lines && getMediaType(request) === LINES_TYPE) {
      const newMemory = () => parts.largeBodies.memoryFor(reply)
      const answers = new AnswerLines(request, bodyLimit, ctx.log, newMemory, async (body, number) => {
        const result = await inTurn(() => runIdempotently(request, ctx, body, { line: number }))
        return 'stored' in result ? JSON.parse(result.stored.body) : result.output
      })
      const { stream, bytes } = await answers.answer(signal)
      return reply.status(202).type(LINES_TYPE).header('content-length', bytes).send(stream)
    }
    const memory = parts.largeBodies.memoryFor(reply)
    let sent: Upload | undefined
    try {
      if (upload !== undefined && getMediaType(request) === UPLOAD_TYPE)
        sent = await readUpload(request, upload, memory)
      const run = (context: Context) =>
        sent === undefined
          ? inTurn(() => runIdempotently(request, context, request.body))
          : runIdempotently(request, context, asTyped(operation, sent.fields), { sent: true })
      return operation.events !== undefined && prefersEvents(request.headers.accept)
        ? await answerEvents(operation, ctx, wire, request, reply, run)
        : await sendAnswer(operation, await run(ctx), wire, request, reply)
    } finally {
      memory.release()
      await sent?.done()
    }
  }
}
