/** Binds one operation to a route: what comes in is its input, and what it gives is the answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestSource } from '../../core/audit.ts'
import { type AnyOperation, type Context, takesLong } from '../../core/operation.ts'
import { authorize, type Principal } from '../../core/principal.ts'
import { runOperation } from '../../core/run-operation.ts'
import { inSpan, SpanKind } from '../../core/tracing.ts'
import { urlOf, wireOf } from './addresses.ts'
import { answerEvents, refuseLateHeads } from './answer-events.ts'
import { AnswerLines } from './answer-lines.ts'
import { refuseOtherTypes, typeOf } from './body-types.ts'
import { deprecationOf } from './deprecation.ts'
import { asTyped, inputOf, originsOf, takesBody } from './gather-input.ts'
import { fingerprintOf, IDEMPOTENCY_HEADER, keyIn } from './idempotency-key.ts'
import { LINES_TYPE, prefersEvents, UPLOAD_TYPE } from './media-types.ts'
import type { Once } from './once.ts'
import type { OpenRequests } from './open-requests.ts'
import { type Answered, sendAnswer, statusOf, toKeep } from './send-answer.ts'
import { readUpload } from './uploads.ts'

export const DEFAULT_BODY_LIMIT = 1024 * 1024

export interface BindingParts {
  readonly contextFor: (principal: Principal, source: RequestSource) => Context
  readonly publicUrl: () => string
  readonly once: Once
  readonly openRequests: OpenRequests
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication before anything of the body is read. */
    principal: Principal
  }
}

export function bindOperation(server: FastifyInstance, operation: AnyOperation, parts: BindingParts): void {
  const { method, bodyLimit = DEFAULT_BODY_LIMIT, upload, lines } = operation.rest
  const deprecation = deprecationOf(operation)
  const origins = originsOf(operation)
  refuseLateHeads(operation)
  const span = {
    name: `${method} ${urlOf(operation)}`,
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'http.route': urlOf(operation) },
  }

  /** Runs it once under the key that was sent, or simply runs it. */
  const answered = async (
    request: FastifyRequest,
    ctx: Context,
    body: unknown,
    { line, sent = false }: { readonly line?: number; readonly sent?: boolean } = {},
  ): Promise<Answered> => {
    const input = inputOf(operation, origins, request, body)
    const work = async (context: Context) => {
      const output = await runOperation(operation, input, context, origins)
      return { output, status: statusOf(operation, output) }
    }
    const key = method === 'POST' ? keyIn(request.headers[IDEMPOTENCY_HEADER]) : undefined
    if (key === undefined) return work(ctx)
    // Also before an answer is given again: what its caller may do can have changed since.
    authorize(ctx.principal, operation.requires)
    const wanted = {
      key: line === undefined ? key : `${key}#${line}`,
      fingerprint: fingerprintOf(operation.id, input),
      // A file is moved to where it is kept, which takes as long as it is large.
      takesLong: takesLong(operation) || sent,
    }
    const { answer, replayed } = await parts.once(ctx, wanted, async (context) =>
      toKeep(operation, await work(context), wireOf(request, parts.publicUrl())),
    )
    return { kept: answer, replayed }
  }

  server.route({
    method,
    url: urlOf(operation),
    bodyLimit,
    ...(takesBody(operation) ? { onRequest: async (request) => refuseOtherTypes(operation, request) } : {}),
    handler: (request, reply) =>
      inSpan({ ...span, carrier: request.headers }, async ({ set }) => {
        const answer = await serve(request, reply)
        set({ 'http.response.status_code': reply.statusCode })
        return answer
      }),
  })

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const signal = parts.openRequests.open(reply)
    const ctx = {
      ...parts.contextFor(request.principal, { requestId: request.id, address: request.ip }),
      signal,
    }
    const wire = wireOf(request, parts.publicUrl())
    reply.headers(deprecation(wire))
    if (lines && typeOf(request) === LINES_TYPE) {
      const answers = new AnswerLines(request, bodyLimit, ctx.log, async (body, number) => {
        const result = await answered(request, ctx, body, { line: number })
        return 'kept' in result ? JSON.parse(result.kept.body) : result.output
      })
      return reply.status(202).type(LINES_TYPE).send(answers.stream())
    }
    const sent = upload !== undefined && typeOf(request) === UPLOAD_TYPE ? await readUpload(request, upload) : undefined
    try {
      const run = (context: Context) =>
        sent === undefined
          ? answered(request, context, request.body)
          : answered(request, context, asTyped(operation, sent.fields), { sent: true })
      return operation.events !== undefined && prefersEvents(request.headers.accept)
        ? await answerEvents(operation, ctx, wire, request, reply, run)
        : await sendAnswer(operation, await run(ctx), wire, request, reply)
    } finally {
      await sent?.done()
    }
  }
}
