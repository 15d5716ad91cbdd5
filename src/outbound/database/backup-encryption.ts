/**
 * Encrypted archives: a header, then chunks of AES-256-GCM, in constant memory.
 *
 * | Bytes | Part |
 * |---|---|
 * | 8 | `PARLEYB1` |
 * | 1 | log2 of scrypt's cost N; r is 8 and p is 1 |
 * | 32 | salt |
 * | 16 | check value, which shows whether the key is correct |
 * | 65,552 each | chunks: 64 KiB and their tag; the last chunk has 0 to 64 KiB and its tag |
 *
 * This is the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015). The nonce of a chunk contains its number
 * and whether it is the last one. Therefore chunks can't be swapped, removed or added, and the archive can't be
 * truncated. The header is authenticated with each chunk. Every archive has its own salt, and therefore its own key, so
 * no nonce repeats.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Secret } from '../../core/secret.ts'

const MAGIC = Buffer.from('PARLEYB1')
const SALT_BYTES = 32
const CHECK_BYTES = 16
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + CHECK_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16

/** Cost of new archives: 128 MiB and about half a second. */
const COST_LOG2 = 17
const COST_LOG2_MIN = 14
/** Maximum cost of archives from other sources: 1 GiB. */
const COST_LOG2_MAX = 20
const BLOCK_SIZE = 8

const NOT_WHOLE = 'The backup is damaged: it was changed or is incomplete. Nothing was restored. Use another copy.'
const WRONG_KEY =
  "The key doesn't match this backup. Nothing was restored. Use the key that the backup was encrypted with."

interface Keys {
  readonly content: Buffer
  readonly check: Buffer
}

async function keysFrom(key: Secret, salt: Buffer, costLog2: number): Promise<Keys> {
  const cost = 2 ** costLog2
  const stretched = await new Promise<Buffer>((done, fail) =>
    scrypt(
      key.reveal().normalize('NFKC'),
      salt,
      32,
      { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 2 * 128 * cost * BLOCK_SIZE },
      (error, made) => (error === null ? done(made) : fail(error)),
    ),
  )
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', stretched, '', `parley backup ${use}`, length))
  return { content: derive('content', 32), check: derive('check', CHECK_BYTES) }
}

/** Nonce of a chunk: 11 bytes with its number, and one byte that shows whether it is the last. */
function createNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Splits data into chunks of a fixed size. The last chunk is always yielded, also if it is empty. */
async function* rechunked(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of source) {
    waiting.push(part)
    length += part.length
    if (length <= size) continue
    const whole = Buffer.concat(waiting, length)
    let at = 0
    // A full chunk may be the last one, so it is kept until more data arrives.
    for (; length - at > size; at += size) yield { chunk: whole.subarray(at, at + size), isLast: false }
    waiting = [whole.subarray(at)]
    length -= at
  }
  yield { chunk: Buffer.concat(waiting, length), isLast: true }
}

/**
 * @param costLog2 log2 of scrypt's cost; lower in tests
 * @returns a transform for `pipeline`
 */
export function encryption(
  key: Secret,
  costLog2 = COST_LOG2,
): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* encrypt(source) {
    const salt = randomBytes(SALT_BYTES)
    const keys = await keysFrom(key, salt, costLog2)
    const header = Buffer.concat([MAGIC, Buffer.from([costLog2]), salt, keys.check])
    yield header
    let number = 0
    for await (const { chunk, isLast } of rechunked(source, CHUNK_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', keys.content, createNonce(number++, isLast))
      cipher.setAAD(header)
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    }
  }
}

/** Reads the header of a file. @returns undefined if it isn't an encrypted archive */
async function readHeader(file: string): Promise<Buffer | undefined> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return buffer.subarray(0, MAGIC.length).equals(MAGIC) ? buffer.subarray(0, bytesRead) : undefined
  } finally {
    await handle.close()
  }
}

export const isEncrypted = async (file: string): Promise<boolean> => (await readHeader(file)) !== undefined

/**
 * Opens an encrypted archive after reading it completely once. A wrong key and a changed or truncated file are detected
 * before any content is used.
 * @throws Error
 */
export async function decrypted(file: string, key: Secret): Promise<() => AsyncGenerator<Buffer>> {
  const header = await readHeader(file)
  const costLog2 = header?.[MAGIC.length] ?? 0
  if (header?.length !== HEADER_BYTES || costLog2 < COST_LOG2_MIN || costLog2 > COST_LOG2_MAX)
    throw new Error(NOT_WHOLE)
  const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES)
  const keys = await keysFrom(key, salt, costLog2)
  if (!timingSafeEqual(keys.check, header.subarray(HEADER_BYTES - CHECK_BYTES))) throw new Error(WRONG_KEY)
  const contents = async function* () {
    let number = 0
    const source: AsyncIterable<Buffer> = createReadStream(file, { start: HEADER_BYTES })
    for await (const { chunk, isLast } of rechunked(source, CHUNK_BYTES + TAG_BYTES)) {
      yield decryptChunk(chunk, keys.content, header, createNonce(number++, isLast))
    }
  }
  for await (const _ of contents()) {
    // Reads to the end, to verify all chunks.
  }
  return contents
}

function decryptChunk(chunk: Buffer, key: Buffer, header: Buffer, nonce: Buffer): Buffer {
  if (chunk.length < TAG_BYTES) throw new Error(NOT_WHOLE)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(header)
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)), decipher.final()])
  } catch {
    throw new Error(NOT_WHOLE)
  }
}
