/** An object store in memory, as the outermost edge: it gives forms, and takes what is sent with one. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { tooLarge } from '../core/errors.ts'
import type { Files } from '../core/files.ts'

export interface ObjectStore extends Files {
  readonly objects: Map<string, Buffer>
  /** What a client does with the form it got. */
  send(form: { fields: Readonly<Record<string, string>> }, content: string | Buffer): void
  /** Every call fails while this is set. */
  away: boolean
  /** Happens once, while the next file is being fetched. */
  meanwhile: (() => Promise<unknown>) | undefined
}

export function createObjectStore(): ObjectStore {
  const objects = new Map<string, Buffer>()
  const answering = () => {
    if (store.away) throw new Error('The store does not answer.')
  }
  const store: ObjectStore = {
    objects,
    away: false,
    meanwhile: undefined,
    send({ fields }, content) {
      const bytes = Buffer.from(content)
      if (bytes.length > Number(fields.max)) throw new Error('The form takes no file of this size.')
      objects.set(String(fields.key), bytes)
    },
    async put(name, body, { max }) {
      answering()
      const bytes = await buffer(body)
      if (bytes.length > max) throw tooLarge('The file is too large.')
      objects.set(name, bytes)
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    async get(name, range) {
      answering()
      const bytes = objects.get(name)
      const { meanwhile } = store
      store.meanwhile = undefined
      await meanwhile?.()
      return bytes === undefined
        ? undefined
        : {
            size: bytes.length,
            body: Readable.from([range === undefined ? bytes : bytes.subarray(range.first, range.last + 1)]),
          }
    },
    async delete(name) {
      answering()
      objects.delete(name)
    },
    form: async (name, { max, seconds }) => ({
      url: 'https://store.test/bucket',
      fields: { key: name, max: String(max), seconds: String(seconds) },
    }),
  }
  return store
}
