/**
 * Idempotency: a repeated POST with the same `Idempotency-Key` returns the stored response without repeating the work.
 *
 * The **idempotency record** is written in the transaction that does the work, so a crash can't separate them. It is
 * stored for one day by caller and key, with a **fingerprint** of the request: the same key with another request is
 * rejected. Rejected requests store nothing, so a client can correct them and send them again with the same key.
 * Responses are encrypted with a key derived from the secret of the installation, because a response can contain a new
 * API key.
 *
 * A response that is derived from conversations is returned again only if the caller can still access all of them. The
 * record references these conversations: those named in the request or response, directly or by a deck or snippet, and
 * those that the operation reports. Erasing or redacting one of them deletes the stored response but not the record.
 *
 * Long operations don't run in one transaction. They claim the key first: the record represents a **run**, which is
 * completed with the response or released. A run renews its lease. If the process crashes, the lease expires after a
 * minute and a repeated request starts again.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { newId } from '../../../core/clock.ts'
import type { Secret } from '../../../core/config.ts'
import type { IdempotencyState, IdempotencyStore, StoredResponse } from '../../../core/idempotency-store.ts'
import {
  completeRun,
  deleteRun,
  extendRun,
  insertSources,
  isResponseVisible,
  selectKnown,
  selectKnownToClaim,
  tryLockRequest,
  upsertKept,
  upsertRun,
  type VisibilityCondition,
} from './queries.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export { clearStoredResponses } from './queries.ts'

/** @param visibleTo SQL condition on `conversations` that selects the rows that a principal can read */
export function createIdempotencyStore(secret: Secret, visibleTo: VisibilityCondition): IdempotencyStore {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'parley kept answers', 32))
  const toOldestKept = (now: Date) => new Date(now.getTime() - KEPT_MS)
  const toIdempotencyState = (row: Awaited<ReturnType<typeof selectKnown>>): IdempotencyState => {
    if (row === undefined) return undefined
    if (row.answer !== null)
      return {
        fingerprint: row.fingerprint,
        answer: row.answer.length === 0 ? undefined : decryptResponse(key, row.answer),
      }
    return row.alive ? 'running' : undefined
  }
  return {
    async find(tx, org, request, now) {
      if (!(await tryLockRequest(tx, org, request))) return 'running'
      return toIdempotencyState(await selectKnown(tx, org, request, toOldestKept(now)))
    },
    async save(tx, org, request, { fingerprint, answer, sources }, now) {
      await upsertKept(tx, org, request, { fingerprint, answer: sealed(key, answer), at: now }, toOldestKept(now))
      if (sources !== undefined) await insertSources(tx, org, request, sources)
    },
    isVisible: (tx, org, request, visibility) => isResponseVisible(tx, org, request, visibleTo(visibility)),
    async claim(tx, org, request, fingerprint, now) {
      if (!(await tryLockRequest(tx, org, request))) return 'running'
      const known = toIdempotencyState(await selectKnownToClaim(tx, org, request, toOldestKept(now)))
      if (known !== undefined) return known
      const run = { ...request, runId: newId() }
      await upsertRun(tx, org, run, { fingerprint, at: now }, toOldestKept(now))
      return run
    },
    renew: extendRun,
    async complete(tx, org, run, { answer, sources }, now) {
      const settled = await completeRun(tx, org, run, { answer: sealed(key, answer), at: now })
      if (settled && sources !== undefined) await insertSources(tx, org, run, sources)
      return settled
    },
    release: deleteRun,
  }
}

function sealed(key: Buffer, answer: StoredResponse): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function decryptResponse(key: Buffer, box: Buffer): StoredResponse {
  const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString('utf8'))
}
