import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../core/secret.ts'
import { restore } from './backup.ts'
import { decrypted, encryption, isEncrypted } from './backup-encryption.ts'

const KEY = new Secret('correct horse battery staple')
/** Minimum cost that is accepted, because tests derive many keys. */
const COST_LOG2 = 14
const HEADER = 57
const CHUNK = 64 * 1024
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function encrypted(content: Buffer, key = KEY): Promise<string> {
  const file = join(folder, randomBytes(6).toString('hex'))
  // Split at other positions than chunks.
  const parts = Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 10_007) yield content.subarray(at, at + 10_007)
    })(),
  )
  await pipeline(parts, encryption(key, COST_LOG2), createWriteStream(file))
  return file
}

async function contentOf(file: string, key = KEY): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of (await decrypted(file, key))()) parts.push(part)
  return Buffer.concat(parts)
}

describe('an encrypted archive', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5])(
    'of %i bytes is read as it was written',
    async (size) => {
      const content = randomBytes(size)
      const file = await encrypted(content)
      expect(await isEncrypted(file)).toBe(true)
      expect((await contentOf(file)).equals(content)).toBe(true)
      expect((await stat(file)).size).toBe(HEADER + size + 16 * Math.max(1, Math.ceil(size / CHUNK)))
    },
  )

  it('shows nothing of its content, and is another one each time', async () => {
    const content = Buffer.alloc(CHUNK, 'a secret sentence ')
    const [one, two] = [await readFile(await encrypted(content)), await readFile(await encrypted(content))]
    expect(one.includes('secret')).toBe(false)
    expect(one.subarray(9).equals(two.subarray(9))).toBe(false)
    expect(one.subarray(HEADER, HEADER + CHUNK).equals(two.subarray(HEADER, HEADER + CHUNK))).toBe(false)
  })

  it('takes constant memory: it reads no further ahead of a slow disk than a few chunks', async () => {
    const part = randomBytes(1024 * 1024)
    let [produced, written, ahead] = [0, 0, 0]
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < 16; n++) {
          produced += part.length
          ahead = Math.max(ahead, produced - written)
          yield part
        }
      })(),
      { highWaterMark: 1 },
    )
    const file = join(folder, 'large')
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.length
        appendFile(file, chunk).then(() => done(), done)
      },
    })
    await pipeline(source, encryption(KEY, COST_LOG2), slow)
    expect((await contentOf(file)).length).toBe(16 * part.length)
    expect(ahead).toBeLessThan(5 * part.length)
  })
})

describe('is refused before anything is read of it', () => {
  it('with another key', async () => {
    const file = await encrypted(randomBytes(10))
    await expect(decrypted(file, new Secret('correct horse battery stapl'))).rejects.toThrow("key doesn't match")
  })

  it('shortened, at whatever place', async () => {
    const whole = await encrypted(randomBytes(2 * CHUNK))
    const { size } = await stat(whole)
    const bytes = await readFile(whole)
    for (const left of [
      10,
      HEADER - 1,
      HEADER,
      HEADER + 5,
      HEADER + CHUNK + 16,
      HEADER + CHUNK + 17,
      size - 16,
      size - 1,
    ]) {
      await writeFile(whole, bytes)
      await truncate(whole, left)
      await expect(decrypted(whole, KEY)).rejects.toThrow('damaged')
    }
  })

  it('with a byte altered, added or taken out, wherever', async () => {
    const file = await encrypted(randomBytes(CHUNK + 100))
    const bytes = await readFile(file)
    const other = `${file}-altered`
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat({ max: HEADER - 1 }), fc.integer({ min: 8, max: bytes.length - 1 })),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('alter', 'add', 'remove'),
        async (at, by, how) => {
          const altered = Buffer.from(bytes)
          altered[at] = (altered[at] ?? 0) ^ by
          const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)]
          const made = {
            alter: altered,
            add: Buffer.concat([head, Buffer.from([by]), tail]),
            remove: Buffer.concat([head, tail.subarray(1)]),
          }
          await writeFile(other, made[how as 'alter'])
          // Changes in the first bytes make the file unrecognizable, and a change of the cost byte is expensive.
          if (at === 8) return
          await expect(decrypted(other, KEY)).rejects.toThrow(/damaged|key doesn't match/)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('with chunks swapped, repeated or of another archive', async () => {
    const [file, another] = [await encrypted(randomBytes(3 * CHUNK)), await encrypted(randomBytes(3 * CHUNK))]
    const [bytes, theirs] = [await readFile(file), await readFile(another)]
    const piece = (of: Buffer, n: number) => of.subarray(HEADER + n * (CHUNK + 16), HEADER + (n + 1) * (CHUNK + 16))
    const head = bytes.subarray(0, HEADER)
    for (const pieces of [
      [piece(bytes, 1), piece(bytes, 0), piece(bytes, 2)],
      [piece(bytes, 0), piece(bytes, 0), piece(bytes, 2)],
      [piece(bytes, 0), piece(bytes, 2)],
      [piece(bytes, 0), piece(bytes, 1)],
      [piece(bytes, 0), piece(bytes, 1), piece(bytes, 2), piece(bytes, 2)],
      [piece(bytes, 0), piece(theirs, 1), piece(bytes, 2)],
    ]) {
      await writeFile(file, Buffer.concat([head, ...pieces]))
      await expect(decrypted(file, KEY)).rejects.toThrow('damaged')
    }
  })

  it('that would take more memory than a key ever takes', async () => {
    const file = await encrypted(randomBytes(10))
    const bytes = await readFile(file)
    for (const cost of [0, 13, 21, 60, 255]) {
      bytes[8] = cost
      await writeFile(file, bytes)
      await expect(decrypted(file, KEY)).rejects.toThrow('damaged')
    }
  })
})

describe('a restore', () => {
  it('leaves no folder behind when the key is wrong, missing, or given for a file that is not encrypted', async () => {
    const [file, plain] = [await encrypted(randomBytes(3 * CHUNK)), join(folder, 'plain')]
    await pipeline(createReadStream(file, { start: HEADER }), createWriteStream(plain))
    const into = join(folder, 'into')
    await expect(restore(file, into, new Secret('another passphrase'))).rejects.toThrow("key doesn't match")
    await expect(restore(file, into, undefined)).rejects.toThrow('is encrypted')
    await expect(restore(plain, into, KEY)).rejects.toThrow("isn't encrypted")
    await truncate(file, (await stat(file)).size - 1)
    await expect(restore(file, into, KEY)).rejects.toThrow('damaged')
    expect((await readdir(folder)).filter((name) => name.includes('into'))).toEqual([])
  })
})
