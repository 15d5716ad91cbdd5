/**
 * Receives requests at the addresses of sources. A delivery is acknowledged after it was verified and stored. It is read
 * later, so that the answer doesn't depend on anything slow.
 */
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { DeliveryTarget } from '../../../core/request-limits.ts'
import { openSource, type SourceRow, selectSource, updateLastSeen } from '../call-sources/index.ts'
import {
  findSourceKind,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceKind,
  type Verification,
} from '../source-kinds/index.ts'
import { bodyPurpose } from './body.ts'
import { CLEANUP_EVERY_MS, cleanUpDeliveriesKind } from './cleanup.ts'
import { toStoredHeaders } from './headers.ts'
import { deleteRefusedAbove, insertDelivery, type NewDelivery, planCleanup } from './queries.ts'

const input = z.object({
  id: z.guid(),
  /** Number of attempts that ended with a temporary fault of the source. */
  tries: z.int().min(0).default(0),
})

export const readSourceDeliveryKind = {
  id: 'read_source_delivery',
  input,
  retries: 20,
  timeout: 120,
  outside: true,
} as const satisfies JobKind<typeof input>

/** Maximum number of refused requests and handshakes that are stored for a source. */
const REFUSED_MAX = 100
const KEY_BYTES_MAX = 256

/** A request to the address of a source. */
export interface IncomingDelivery {
  readonly sourceId: string
  /** Last part of the address. */
  readonly secret: string
  /** Path and query, as requested. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly signal: AbortSignal
}

export interface DeliveryAnswer {
  readonly status: 200 | 401 | 404 | 503
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface DeliveryReceiver {
  /** Response for an address without a source. */
  readonly notFound: DeliveryAnswer
  /** Returns the source at an address, before the body is read; undefined if there is none. */
  find(address: Pick<IncomingDelivery, 'sourceId' | 'secret'>): Promise<DeliveryTarget | undefined>
  receive(delivery: IncomingDelivery): Promise<DeliveryAnswer>
}

const NOT_FOUND: DeliveryAnswer = json(404, { code: 404, message: 'There is no source at this address.' })
/** The sender repeats the delivery, so it isn't stored. */
const UNVERIFIABLE: DeliveryAnswer = json(503, {
  code: 503,
  message: 'The request can’t be verified now, because the public keys of the sender can’t be loaded.',
})
const RECEIVED: DeliveryAnswer = json(200, { received: true })

function json(status: DeliveryAnswer['status'], body: unknown): DeliveryAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @param contextFor context without a caller, for the organization that the address names */
export function createReceiver(contextFor: (org: OrganizationId) => Omit<JobContext, 'signal'>): DeliveryReceiver {
  return {
    notFound: NOT_FOUND,
    async find(address) {
      const found = await findAddressed(contextFor, address)
      return found === undefined ? undefined : { organizationId: found.ctx.org, sourceId: found.source.id }
    },
    async receive(incoming) {
      const found = await findAddressed(contextFor, incoming)
      if (found === undefined) return NOT_FOUND
      const { ctx, source, kind } = found
      return receive({ ...ctx, signal: incoming.signal }, source, kind, {
        url: ctx.publicUrl() + incoming.path,
        headers: incoming.headers,
        body: incoming.body,
        receivedAt: ctx.clock.now(),
      })
    },
  }
}

/** The enabled source at an address, if its kind accepts deliveries. */
async function findAddressed(
  contextFor: (org: OrganizationId) => Omit<JobContext, 'signal'>,
  { sourceId, secret }: Pick<IncomingDelivery, 'sourceId' | 'secret'>,
): Promise<{ ctx: Omit<JobContext, 'signal'>; source: SourceRow; kind: SourceKind } | undefined> {
  const token = readOpaqueToken(secret)
  if (token === undefined || !UUID.test(sourceId)) return undefined
  const ctx = contextFor(token.organizationId)
  const source = await selectSource(ctx.db, ctx.org, sourceId.toLowerCase())
  // The digest doesn't reveal how much of a guessed secret is right.
  if (source === undefined || source.address_hash !== token.hash || !source.enabled) return undefined
  const kind = findSourceKind(source.kind)
  return kind?.verify === undefined || kind.read === undefined ? undefined : { ctx, source, kind }
}

async function receive(
  ctx: JobContext,
  source: SourceRow,
  kind: SourceKind,
  delivery: SourceDelivery,
): Promise<DeliveryAnswer> {
  const access = tryOpen(ctx, source)
  if (access === undefined) {
    await store(ctx, source, delivery, { state: 'refused', reason: "The stored credentials can't be read." })
    return json(401, { code: 401, message: "The source can't verify deliveries." })
  }
  const handshake = kind.challenge?.(delivery, access)
  if (handshake !== undefined) {
    await store(ctx, source, delivery, { state: 'handshake', reason: null })
    return { status: 200, ...handshake }
  }
  const verification = await verify(kind, delivery, access)
  if (verification === 'unknown') return UNVERIFIABLE
  if (verification?.isAuthentic !== true) {
    await store(ctx, source, delivery, { state: 'refused', reason: verification?.reason ?? 'It is not authentic.' })
    return json(401, { code: 401, message: verification?.reason ?? 'The request is not authentic.' })
  }
  await store(ctx, source, delivery, { state: 'received', reason: null, key: readKey(kind, delivery) })
  return RECEIVED
}

/** Whether a delivery is authentic; `unknown` if the keys of the vendor can't be requested. */
async function verify(
  kind: SourceKind,
  delivery: SourceDelivery,
  access: SourceAccess,
): Promise<Verification | undefined | 'unknown'> {
  try {
    return await kind.verify?.(delivery, access)
  } catch (error) {
    if (error instanceof SourceFault) return 'unknown'
    throw error
  }
}

function tryOpen(ctx: JobContext, source: SourceRow): SourceAccess | undefined {
  try {
    return openSource(ctx, source)
  } catch (error) {
    if (error instanceof SourceFault) return undefined
    throw error
  }
}

function readKey(kind: SourceKind, delivery: SourceDelivery): string | null {
  const key = kind.identify?.(delivery)
  const isUsable = key !== undefined && Buffer.byteLength(key) <= KEY_BYTES_MAX && !/\p{Cc}/u.test(key)
  return isUsable && key.isWellFormed() ? key : null
}

/** Stores a delivery with the job that reads it, in one transaction. The body of a refused one isn't stored. */
async function store(
  ctx: JobContext,
  source: SourceRow,
  { headers, body, receivedAt: at }: SourceDelivery,
  { state, reason, key = null }: Pick<NewDelivery, 'state' | 'reason'> & { readonly key?: string | null },
): Promise<void> {
  const id = newId()
  const isKept = state === 'received'
  const sealed = isKept ? ctx.sealer.seal(ctx.org, bodyPurpose(id), body.toString('base64')) : null
  await ctx.transactUnaudited(async (tx) => {
    const isNew = await insertDelivery(tx, ctx.org, {
      ...{ id, sourceId: source.id, key, state, reason, at, body: sealed, bodyBytes: body.length },
      headers: JSON.stringify(toStoredHeaders(headers)),
    })
    if (!isNew) return
    if (isKept) {
      await updateLastSeen(tx, ctx.org, source.id, 'last_delivery_at', at)
      await ctx.jobs.add(tx, ctx.org, readSourceDeliveryKind, { id })
    } else {
      await deleteRefusedAbove(tx, ctx.org, source.id, REFUSED_MAX)
    }
    const next = new Date(at.getTime() + CLEANUP_EVERY_MS)
    const lostBefore = new Date(at.getTime() - CLEANUP_EVERY_MS)
    if (await planCleanup(tx, ctx.org, source.id, { at: next, lostBefore })) {
      await ctx.jobs.add(tx, ctx.org, cleanUpDeliveriesKind, { sourceId: source.id }, { startAfter: next })
    }
  })
}
