/** Binds one operation to a route: gathers its input from path, query and body, and prints what it gives. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type AnyOperation, type Context, FileAnswer, type Wire } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import { type Origins, runOperation } from '../../core/run-operation.ts'
import { AnswerLines } from './answer-lines.ts'
import { answerType, LINES_TYPE } from './media-types.ts'
import { printAnswer } from './write-answer.ts'

export const BASE_PATH = '/v2'
export const DEFAULT_BODY_LIMIT = 1024 * 1024

/** When what is marked deprecated was first so, as RFC 9745 wants it told: seconds since 1970. */
const DEPRECATED_SINCE = '@1785542400'

export interface HttpParts {
  readonly contextFor: (principal: Principal) => Context
  readonly publicUrl: () => string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication before anything of the body is read. */
    principal: Principal
  }
}

type Query = Wire['query']

export function bindOperation(server: FastifyInstance, operation: AnyOperation, parts: HttpParts): void {
  const { method, path, bodyLimit = DEFAULT_BODY_LIMIT, bodyField } = operation.rest
  const pathNames = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))
  const fields = fieldsOf(operation)
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const queryNames = new Set(takesBody ? [] : Object.keys(fields).filter((name) => !pathNames.has(name)))
  const deprecated = Object.keys(fields).filter((name) => fields[name]?.meta()?.deprecated === true)
  const origins: Origins = { path: pathNames, query: queryNames, bodyField }

  const inputOf = (request: FastifyRequest, body: unknown): unknown => {
    const inPath = request.params as Record<string, string>
    if (!takesBody) return { ...(request.query as Query), ...inPath }
    if (bodyField !== undefined) return { ...inPath, [bodyField]: body }
    if (body === undefined || body === null) return inPath
    // What is no object meets the schema as it is, and is refused there.
    return typeof body === 'object' && !Array.isArray(body) ? { ...body, ...inPath } : body
  }

  server.route({
    method,
    url: BASE_PATH + path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    handler: async (request, reply) => {
      const ctx = parts.contextFor(request.principal)
      if (operation.rest.lines && isLines(request)) {
        const lines = new AnswerLines(request, bodyLimit, ctx.log, (body) =>
          runOperation(operation, inputOf(request, body), ctx, origins),
        )
        return reply.status(202).type(LINES_TYPE).send(lines.stream())
      }
      const output = await runOperation(operation, inputOf(request, request.body), ctx, origins)
      if (deprecated.some((name) => (request.query as Query)[name] !== undefined)) {
        reply.header('deprecation', DEPRECATED_SINCE)
      }
      return answer(operation, output, request, reply, parts)
    },
  })
}

export function fieldsOf(operation: AnyOperation): Record<string, z.ZodType> {
  return (operation.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
}

function isLines(request: FastifyRequest): boolean {
  return request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === LINES_TYPE
}

async function answer(
  operation: AnyOperation,
  output: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: HttpParts,
): Promise<FastifyReply> {
  const { status = 200, present } = operation.rest
  reply.status(typeof status === 'number' ? status : status(output as never))
  if (reply.statusCode === 204) return reply.send()
  const wire: Wire = {
    baseUrl: parts.publicUrl() + BASE_PATH,
    path: request.url.split('?', 1)[0]?.slice(BASE_PATH.length) ?? '',
    query: request.query as Query,
  }
  const body = present === undefined ? output : present(output as never, wire)
  if (body instanceof FileAnswer) {
    return reply
      .type(body.contentType)
      .header('content-disposition', `attachment; filename="${body.fileName}"`)
      .send(body.body)
  }
  return reply.type(answerType(request.headers.accept)).send(await printAnswer(body))
}
