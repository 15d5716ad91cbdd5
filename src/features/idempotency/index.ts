/**
 * Idempotency: a POST that is sent again with the same `Idempotency-Key` is answered again and not done again.
 *
 * The **kept answer** is written in the very transaction that did the work, so there is never one without the other,
 * whenever the process dies. It is kept for a day under the caller's name and the key, with a **fingerprint** of the
 * request: the same key with another request is refused. Refused requests leave nothing behind and may be mended and
 * sent again under the same key. Answers are encrypted with a key derived from the installation's secret, since one may
 * hold the token of an API key, which is never stored in the clear.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '../../core/config.ts'
import type { KeptAnswer, KeptAnswers } from '../../core/kept-answers.ts'
import { insertKept, selectKept, tryLockRequest } from './queries.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createKeptAnswers(secret: Secret): KeptAnswers {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'parley kept answers', 32))
  const since = (now: Date) => new Date(now.getTime() - KEPT_MS)
  return {
    async find(tx, org, request, now) {
      if (!(await tryLockRequest(tx, org, request))) return 'running'
      const row = await selectKept(tx, org, request, since(now))
      return row === undefined ? undefined : { fingerprint: row.fingerprint, answer: opened(key, row.answer) }
    },
    async keep(tx, org, request, { fingerprint, answer }, now) {
      await insertKept(tx, org, request, { fingerprint, answer: sealed(key, answer), at: now }, since(now))
    },
  }
}

function sealed(key: Buffer, answer: KeptAnswer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function opened(key: Buffer, box: Buffer): KeptAnswer {
  const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString('utf8'))
}
