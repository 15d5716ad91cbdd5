/**
 * Argon2id (RFC 9106) with the implementation in Node.js. Hashes are stored as PHC strings, which contain their own
 * parameters. Parley can therefore change the parameters: it rehashes a password when it's next used.
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'

export interface HashParameters {
  /** Memory in KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** One of the equivalent settings in OWASP's password storage cheat sheet: 19 MiB, two passes. */
export const STRENGTH: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 }

const VERSION = 19
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Limits for stored hashes. Parley writes no hash beyond them; verifying one would take too long. */
const MEMORY_MAX = 1024 * 1024
const PASSES_MAX = 64
const PARALLELISM_MAX = 16

const PHC = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

interface StoredHash {
  readonly strength: HashParameters
  readonly salt: Buffer
  readonly hash: Buffer
}

/** @throws Error if the text isn't a PHC string of Argon2id, or if its parameters exceed the limits */
export function readPhc(text: string): StoredHash {
  const [, version, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(text) ?? []
  const strength = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const isSane =
    Number(version) === VERSION &&
    strength.memory >= 8 * strength.parallelism &&
    strength.memory <= MEMORY_MAX &&
    strength.passes >= 1 &&
    strength.passes <= PASSES_MAX &&
    strength.parallelism >= 1 &&
    strength.parallelism <= PARALLELISM_MAX
  if (!isSane) throw new Error("The stored password hash isn't a valid Argon2id PHC string.")
  return { strength, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const printPhc = ({ strength: { memory, passes, parallelism }, salt, hash }: StoredHash) =>
  `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`

/** Rejects a request because too many others wait. Thrown before any hashing starts. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

export interface Hashing {
  /** @throws TooBusy */
  hash(password: string): Promise<string>
  /**
   * @param stored undefined: spends the same time, so that timing doesn't reveal whether a password exists
   * @throws TooBusy
   */
  verify(password: string, stored: string | undefined): Promise<boolean>
  /** Whether the hash was created with other parameters than the current ones. */
  isOutdated(stored: string): boolean
}

/**
 * Maximum number of concurrent hashes. The thread pool of Node.js also resolves names and reads files; password
 * guessing must not occupy all of its threads and memory.
 */
const AT_ONCE = 2
const WAITING_MAX = 64

export function createHashing({ strength = STRENGTH, atOnce = AT_ONCE, waitingMax = WAITING_MAX } = {}): Hashing {
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new TooBusy('Too many passwords are being verified.')
      await new Promise<void>((go) => waiting.push(go))
    } else running += 1
    try {
      return await work()
    } finally {
      // The next waiter takes over this slot.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: HashParameters, bytes: number) =>
    inTurn(
      () =>
        new Promise<Buffer>((done, fail) => {
          const message = Buffer.from(normalized(password), 'utf8')
          const parameters: Argon2Parameters = { message, nonce: salt, memory, passes, parallelism, tagLength: bytes }
          argon2('argon2id', parameters, (error, hash) => (error === null ? done(hash) : fail(error)))
        }),
    )

  const nobody: StoredHash = { strength, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      return printPhc({ strength, salt, hash: await derive(password, salt, strength, HASH_BYTES) })
    },
    async verify(password, stored) {
      const { salt, hash, strength: of } = stored === undefined ? nobody : readPhc(stored)
      const isSame = timingSafeEqual(await derive(password, salt, of, hash.length), hash)
      return isSame && stored !== undefined
    },
    isOutdated(stored) {
      const { strength: of } = readPhc(stored)
      return of.memory !== strength.memory || of.passes !== strength.passes || of.parallelism !== strength.parallelism
    },
  }
}

/**
 * Normalizes a password, because other devices may type the same characters as other code points (NIST SP 800-63B-4,
 * section 3.1.1.2).
 */
export const normalized = (password: string): string => password.normalize('NFKC')
