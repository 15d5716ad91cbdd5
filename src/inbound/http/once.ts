/**
 * `Idempotency-Key` on a POST (draft-ietf-httpapi-idempotency-key-header; decisions, section 1): the same key and request
 * is answered again with what was answered first, the same key with another request is refused with 422, and one that
 * is still being worked on with 409.
 *
 * The work and its kept answer are one transaction, so that a process may die at any moment: either both are there or
 * neither is, and the sender's repetition does the right thing. What was refused is not kept.
 */
import { createHash } from 'node:crypto'
import { AppError, conflict, invalid } from '../../core/errors.ts'
import type { KeptAnswer, KeptAnswers, NamedRequest } from '../../core/kept-answers.ts'
import { type Context, contextWithin } from '../../core/operation.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Visible ASCII: what the draft's structured string and every client's UUID fit in. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** Requests being worked on by this process, which answers 409 without asking the database. */
const running = new Set<string>()

/** @throws AppError `validation_failed` for a key that is none. */
export function keyIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header
  throw invalid({ pointer: '/header/Idempotency-Key', detail: 'This must be 1 to 255 visible ASCII characters.' })
}

/** What makes two requests the same one. */
export function fingerprintOf(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(operation)
    .update('\n')
    .update(JSON.stringify(input) ?? '')
    .digest('base64')
}

export async function once(
  kept: KeptAnswers,
  ctx: Context,
  wanted: { key: string; fingerprint: string },
  work: (ctx: Context) => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const user = ctx.principal.user
  const request: NamedRequest = { caller: user === undefined ? 'org' : `user-${user.id}`, key: wanted.key }
  const name = `${ctx.org} ${request.caller} ${request.key}`
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await ctx.transact(async (tx) => {
      const found = await kept.find(tx, ctx.org, request, ctx.clock.now())
      if (found === 'running') throw stillRunning()
      if (found !== undefined) {
        if (found.fingerprint !== wanted.fingerprint) throw otherRequest()
        return { answer: found.answer, replayed: true }
      }
      const answer = await work(contextWithin(ctx, tx))
      await kept.keep(tx, ctx.org, request, { fingerprint: wanted.fingerprint, answer }, ctx.clock.now())
      return { answer, replayed: false }
    })
  } finally {
    running.delete(name)
  }
}

const stillRunning = () =>
  conflict('request_in_progress', 'A request with this Idempotency-Key is still being worked on.')

const otherRequest = () =>
  new AppError('unprocessable', 'idempotency_key_reused', 'Idempotency key reused', [
    { pointer: '/header/Idempotency-Key', detail: 'This key belongs to another request of the last 24 hours.' },
  ])
