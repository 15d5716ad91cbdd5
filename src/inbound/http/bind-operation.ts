/** Binds an operation to a route: reads its input from the request, and sends its output. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import type { RequestSource } from '../../core/audit.ts'
import { tooLarge } from '../../core/errors.ts'
import { type AnyOperation, type Context, takesLong, type Wire } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import { checkBeforeBody } from '../../core/run-operation.ts'
import { inSpan, SpanKind } from '../../core/tracing.ts'
import { runInBulk } from '../../core/urgency.ts'
import { toRouterPath, toWire } from './addresses.ts'
import { answerEvents, refuseLateHeads } from './answer-events.ts'
import { AnswerLines } from './answer-lines.ts'
import { getMediaType, refuseOtherTypes } from './body-types.ts'
import { createDeprecationHeaders } from './deprecation.ts'
import { describeSizes } from './framework-errors.ts'
import { asTyped, findOrigins, takesBody } from './gather-input.ts'
import { createIgnoredInput, describeIgnored, prefersStrict, refuseIgnored } from './ignored-input.ts'
import { LARGE_BYTES, type LargeBodies } from './large-bodies.ts'
import { LINES_TYPE, prefersEvents, UPLOAD_TYPE } from './media-types.ts'
import type { OpenRequests } from './open-requests.ts'
import { createRunOnce, type RunOnce, type RunParts } from './run-once.ts'
import { sendAnswer } from './send-answer.ts'
import { formBytesMax, readUpload, type Upload } from './uploads.ts'

export const DEFAULT_BODY_LIMIT = 1024 * 1024

export interface BindingParts extends RunParts {
  readonly contextFor: (principal: Principal, source: RequestSource) => Context
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
  const { method, bodyLimit = DEFAULT_BODY_LIMIT } = operation.rest
  refuseLateHeads(operation)
  const serve = createHandler(operation, parts)
  const url = toRouterPath(operation)
  const span = {
    name: `${method} ${url}`,
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'http.route': url },
  }
  server.route({
    ...{ method, url, bodyLimit },
    config: { cost: operation.cost ?? 1 },
    ...(takesBody(operation) ? { onRequest: createBodyCheck(operation, parts) } : {}),
    ...(bodyLimit > LARGE_BYTES ? { preParsing: createAdmission(parts.largeBodies, bodyLimit) } : {}),
    handler: (request, reply) =>
      inSpan({ ...span, carrier: request.headers }, async ({ set }) => {
        const answer = await serve(request, reply)
        set({ 'http.response.status_code': reply.statusCode })
        return answer
      }),
  })
}

const createRequestContext = (parts: BindingParts, request: FastifyRequest): Context =>
  parts.contextFor(request.principal, { requestId: request.id, address: request.ip })

/** Creates the hook that rejects, before the body is read, whatever can be rejected without it. */
function createBodyCheck(operation: AnyOperation, parts: BindingParts) {
  const { bodyLimit = DEFAULT_BODY_LIMIT, upload } = operation.rest
  return async (request: FastifyRequest): Promise<void> => {
    const ctx = createRequestContext(parts, request)
    await checkBeforeBody(operation, request.params as Record<string, string>, ctx)
    refuseOtherTypes(operation, request)
    const type = getMediaType(request)
    // The size of a body of lines is unlimited.
    if (type === LINES_TYPE) return
    const bytesMax = type === UPLOAD_TYPE && upload !== undefined ? formBytesMax(upload) : bodyLimit
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(describeSizes(request, bytesMax))
  }
}

/** Creates the hook that waits until there is memory for a large body. Lines and uploads are streamed instead. */
const createAdmission =
  (largeBodies: LargeBodies, bodyLimit: number): preParsingAsyncHookHandler =>
  async (request, reply, payload) => {
    const type = getMediaType(request)
    if (type !== LINES_TYPE && type !== UPLOAD_TYPE) await largeBodies.admit(request, reply, bodyLimit)
    return payload
  }

/** A request while its operation runs. */
interface Exchange {
  readonly operation: AnyOperation
  readonly parts: BindingParts
  readonly runOnce: RunOnce
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly ctx: Context
  readonly wire: Wire
}

function createHandler(operation: AnyOperation, parts: BindingParts) {
  const origins = findOrigins(operation)
  const describeDeprecation = createDeprecationHeaders(operation)
  const findIgnored = createIgnoredInput(operation, origins)
  const runOnce = createRunOnce(operation, origins, parts)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const signal = parts.openRequests.open(reply)
    const ctx = { ...createRequestContext(parts, request), signal }
    const wire = toWire(request, parts.publicUrl())
    reply.headers(describeDeprecation(wire))
    const ignored = findIgnored(request)
    if (prefersStrict(request)) {
      refuseIgnored(operation, origins, ignored)
      reply.header('preference-applied', 'handling=strict')
    } else reply.headers(describeIgnored(ignored))
    const exchange: Exchange = { operation, parts, runOnce, request, reply, ctx, wire }
    const hasLines = operation.rest.lines && getMediaType(request) === LINES_TYPE
    return hasLines ? serveLines(exchange) : serveBody(exchange)
  }
}

/** Runs the operation once per line of the body. */
async function serveLines(exchange: Exchange): Promise<FastifyReply> {
  const { operation, parts, runOnce, request, reply, ctx } = exchange
  const { bodyLimit = DEFAULT_BODY_LIMIT } = operation.rest
  const newMemory = () => parts.largeBodies.memoryFor(reply)
  const answers = new AnswerLines(request, bodyLimit, ctx.log, newMemory, async (content, line) => {
    const result = await runInTurn(exchange, () => runOnce(request, ctx, { content, line }))
    return 'stored' in result ? JSON.parse(result.stored.body) : result.output
  })
  const { stream, bytes } = await runInBulk(() => answers.answer(ctx.signal))
  return reply.status(202).type(LINES_TYPE).header('content-length', bytes).send(stream)
}

async function serveBody(exchange: Exchange): Promise<FastifyReply> {
  const { operation, parts, runOnce, request, reply, ctx, wire } = exchange
  const { upload } = operation.rest
  const memory = parts.largeBodies.memoryFor(reply)
  let received: Upload | undefined
  try {
    if (upload !== undefined && getMediaType(request) === UPLOAD_TYPE)
      received = await readUpload(request, upload, memory)
    const fields = received?.fields
    const run = (context: Context) =>
      fields === undefined
        ? runInTurn(exchange, () => runOnce(request, context, { content: request.body }))
        : runOnce(request, context, { content: asTyped(operation, fields), isUpload: true })
    return operation.events !== undefined && prefersEvents(request.headers.accept)
      ? await answerEvents(operation, ctx, wire, request, reply, run)
      : await sendAnswer(operation, await run(ctx), wire, request, reply)
  } finally {
    memory.release()
    await received?.done()
  }
}

/** Runs work in the organization's turn. Work that waits for an external service or a file doesn't occupy a slot. */
const runInTurn = <T>({ operation, request, ctx }: Exchange, work: () => Promise<T>): Promise<T> =>
  takesLong(operation) ? work() : request.server.guard.turns.run(ctx.org, ctx.signal, work)
