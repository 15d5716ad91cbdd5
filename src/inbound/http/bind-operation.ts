/** Binds one operation to a route: gathers its input from path, query, headers and body, and prints what it gives. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RequestSource } from '../../core/audit.ts'
import type { KeptAnswer, KeptAnswers } from '../../core/kept-answers.ts'
import { type AnyOperation, type Context, FileAnswer, namesInPath, type Wire } from '../../core/operation.ts'
import { authorize, type Principal } from '../../core/principal.ts'
import { type Origins, runOperation } from '../../core/run-operation.ts'
import { AnswerLines } from './answer-lines.ts'
import { refuseOtherTypes, typeOf } from './body-types.ts'
import { answerType, LINES_TYPE, UPLOAD_TYPE } from './media-types.ts'
import { fingerprintOf, IDEMPOTENCY_HEADER, keyIn, once } from './once.ts'
import { readUpload } from './uploads.ts'
import { printAnswer } from './write-answer.ts'

export const BASE_PATH = '/v2'
export const DEFAULT_BODY_LIMIT = 1024 * 1024

/** When what is marked deprecated was first so, as RFC 9745 wants it told: seconds since 1970. */
const DEPRECATED_SINCE = '@1785542400'

export interface HttpParts {
  readonly contextFor: (principal: Principal, source: RequestSource) => Context
  readonly keptAnswers: KeptAnswers
  readonly publicUrl: () => string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication before anything of the body is read. */
    principal: Principal
  }
}

type Query = Wire['query']

export const urlOf = (operation: AnyOperation) => BASE_PATH + operation.rest.path.replace(/\{(\w+)\}/g, ':$1')

export const takesBody = ({ rest: { method } }: AnyOperation) => method !== 'GET' && method !== 'DELETE'

/** Where each field of an operation's input comes from; what is named nowhere comes from the body. */
export function originsOf(operation: AnyOperation): Origins {
  const { path, inQuery = [], inHeaders = {}, bodyField } = operation.rest
  const inPath = new Set(namesInPath(path))
  const rest = Object.keys(fieldsOf(operation)).filter((name) => !inPath.has(name) && !(name in inHeaders))
  return { path: inPath, query: new Set(takesBody(operation) ? inQuery : rest), headers: inHeaders, bodyField }
}

export function bindOperation(server: FastifyInstance, operation: AnyOperation, parts: HttpParts): void {
  const { method, bodyLimit = DEFAULT_BODY_LIMIT, bodyField, upload } = operation.rest
  const fields = fieldsOf(operation)
  const deprecated = Object.keys(fields).filter((name) => fields[name]?.meta()?.deprecated === true)
  const origins = originsOf(operation)

  const inputOf = (request: FastifyRequest, body: unknown): unknown => {
    const aside = besideTheBody(request, origins)
    if (!takesBody(operation)) return aside
    if (bodyField !== undefined) return { ...aside, [bodyField]: body }
    if (body === undefined || body === null) return aside
    // What is no object meets the schema as it is, and is refused there.
    return typeof body === 'object' && !Array.isArray(body) ? { ...body, ...aside } : body
  }

  /** Runs it once under the key that was sent, or simply runs it. */
  const answered = async (request: FastifyRequest, ctx: Context, body: unknown, line?: number): Promise<Answered> => {
    const input = inputOf(request, body)
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
    }
    const { answer, replayed } = await once(parts.keptAnswers, ctx, wanted, async (context) => {
      const { output, status } = await work(context)
      const wire = wireOf(request, parts)
      const headers = operation.rest.headers?.(output as never, wire) ?? {}
      const printed = await printAnswer(presented(operation, output, wire))
      return { status, headers, body: typeof printed === 'string' ? printed : await textOf(printed) }
    })
    return { kept: answer, replayed }
  }

  server.route({
    method,
    url: urlOf(operation),
    bodyLimit,
    ...(takesBody(operation) ? { onRequest: async (request) => refuseOtherTypes(operation, request) } : {}),
    handler: async (request, reply) => {
      const ctx = parts.contextFor(request.principal, { requestId: request.id, address: request.ip })
      if (operation.rest.lines && typeOf(request) === LINES_TYPE) {
        const lines = new AnswerLines(request, bodyLimit, ctx.log, async (body, number) => {
          const result = await answered(request, ctx, body, number)
          return 'kept' in result ? JSON.parse(result.kept.body) : result.output
        })
        return reply.status(202).type(LINES_TYPE).send(lines.stream())
      }
      const sent =
        upload !== undefined && typeOf(request) === UPLOAD_TYPE ? await readUpload(request, upload) : undefined
      try {
        const result = await answered(request, ctx, sent === undefined ? request.body : sent.fields)
        if (deprecated.some((name) => (request.query as Query)[name] !== undefined)) {
          reply.header('deprecation', DEPRECATED_SINCE)
        }
        return await ('kept' in result
          ? sendKept(result, operation, request, reply)
          : sendOutput(operation, result.output, result.status, request, reply, parts))
      } finally {
        await sent?.done()
      }
    },
  })
}

type Answered =
  | { readonly output: unknown; readonly status: number }
  | { readonly kept: KeptAnswer; readonly replayed: boolean }

export function fieldsOf(operation: AnyOperation): Record<string, z.ZodType> {
  return (operation.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
}

function besideTheBody(request: FastifyRequest, origins: Origins): Record<string, unknown> {
  const query = request.query as Query
  const inHeaders = Object.entries(origins.headers ?? {}).map(([field, name]) => [field, request.headers[name]])
  return {
    ...(request.method === 'GET' || request.method === 'DELETE'
      ? query
      : Object.fromEntries([...origins.query].map((name) => [name, query[name]]))),
    ...Object.fromEntries(inHeaders.filter(([, value]) => value !== undefined)),
    ...(request.params as Record<string, string>),
  }
}

function statusOf(operation: AnyOperation, output: unknown): number {
  const { status = 200 } = operation.rest
  return typeof status === 'number' ? status : status(output as never)
}

const wireOf = (request: FastifyRequest, parts: HttpParts): Wire => ({
  baseUrl: parts.publicUrl() + BASE_PATH,
  path: request.url.split('?', 1)[0]?.slice(BASE_PATH.length) ?? '',
  query: request.query as Query,
})

const presented = ({ rest: { present } }: AnyOperation, output: unknown, wire: Wire): unknown =>
  present === undefined ? output : present(output as never, wire)

const isBare = (status: number) => status === 204 || status === 304

function sendKept(
  { kept, replayed }: { readonly kept: KeptAnswer; readonly replayed: boolean },
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.status(kept.status).headers(kept.headers)
  if (replayed) reply.header('idempotency-replayed', 'true')
  if (isBare(kept.status)) return reply.send()
  return reply.type(answerType(request.headers.accept, operation.rest.dress)).send(kept.body)
}

async function sendOutput(
  operation: AnyOperation,
  output: unknown,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: HttpParts,
): Promise<FastifyReply> {
  const wire = wireOf(request, parts)
  reply.status(status).headers(operation.rest.headers?.(output as never, wire) ?? {})
  if (isBare(status)) return reply.send()
  const body = presented(operation, output, wire)
  if (body instanceof FileAnswer) {
    return reply
      .type(body.contentType)
      .header('content-disposition', `attachment; filename="${body.fileName}"`)
      .send(body.body)
  }
  return reply.type(answerType(request.headers.accept, operation.rest.dress)).send(await printAnswer(body))
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}
