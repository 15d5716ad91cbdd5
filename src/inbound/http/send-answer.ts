/** Sends the output of an operation or a stored response: status, headers, body. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredResponse } from '../../core/idempotency-store.ts'
import { type AnyOperation, FileAnswer, StoredAnswer, type Wire } from '../../core/operation.ts'
import { hasEntityTag, isUnmodified } from './entity-tag.ts'
import { answerType } from './media-types.ts'
import { sendStored } from './send-stored.ts'
import { printAnswer } from './write-answer.ts'

export type OperationOutcome = OperationAnswer | { readonly stored: StoredResponse; readonly replayed: boolean }

export interface OperationAnswer {
  readonly output: unknown
  readonly status: number
}

export function getStatus(operation: AnyOperation, output: unknown): number {
  const { status = 200 } = operation.rest
  return typeof status === 'number' ? status : status(output as never)
}

const presented = ({ rest: { present } }: AnyOperation, output: unknown, wire: Wire): unknown =>
  present === undefined ? output : present(output as never, wire)

const isBare = (status: number) => status === 204 || status === 304

export async function toKeep(
  operation: AnyOperation,
  { output, status }: OperationAnswer,
  wire: Wire,
): Promise<StoredResponse> {
  const headers = operation.rest.headers?.(output as never, wire) ?? {}
  return { status, headers, body: await serializeBuffered(operation, output, wire) }
}

/** Body of the JSON response as one string. */
export async function serializeBuffered(operation: AnyOperation, output: unknown, wire: Wire): Promise<string> {
  const printed = await printAnswer(presented(operation, output, wire))
  return typeof printed === 'string' ? printed : readText(printed)
}

export async function sendAnswer(
  operation: AnyOperation,
  answered: OperationOutcome,
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const type = answerType(request.headers.accept, operation.rest.dress)
  if ('stored' in answered) {
    const { stored, replayed } = answered
    reply.status(stored.status).headers(stored.headers)
    if (replayed) serializeReplayed(reply)
    return isBare(stored.status) ? reply.send() : reply.type(type).send(stored.body)
  }
  const { output, status } = answered
  reply.status(status).headers(operation.rest.headers?.(output as never, wire) ?? {})
  if (isBare(status)) return reply.send()
  const body = presented(operation, output, wire)
  if (body instanceof StoredAnswer) return sendStored(body, request, reply)
  if (body instanceof FileAnswer) {
    return reply
      .type(body.contentType)
      .header('content-disposition', `attachment; filename="${body.fileName}"`)
      .send(body.body)
  }
  const printed = await printAnswer(body)
  if (status === 200 && typeof printed === 'string' && hasEntityTag(operation) && isUnmodified(request, reply, printed))
    return reply.status(304).send()
  return reply.type(type).send(printed)
}

export const serializeReplayed = (reply: FastifyReply) => reply.header('idempotency-replayed', 'true')

async function readText(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}
