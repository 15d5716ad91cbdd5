/**
 * Buffer for a response that is complete before it is sent. Short text stays in memory, longer text goes to a temporary
 * file, so memory use doesn't depend on its length.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Maximum number of characters in memory. */
const MEMORY_MAX = 256 * 1024

export class AnswerSpool {
  #held: string[] = []
  #heldLength = 0
  #folder: string | undefined
  #file: FileHandle | undefined
  #bytes = 0

  /** Size in UTF-8. */
  get bytes(): number {
    return this.#bytes
  }

  /** @throws Error if the file can't be written; unwritten text stays in memory and can still be read */
  async add(text: string): Promise<void> {
    this.#held.push(text)
    this.#heldLength += text.length
    this.#bytes += Buffer.byteLength(text)
    if (this.#heldLength > MEMORY_MAX) await this.#write()
  }

  async #write(): Promise<void> {
    const text = this.#held.join('')
    this.#folder ??= await mkdtemp(join(tmpdir(), 'parley-answer-'))
    this.#file ??= await open(join(this.#folder, 'lines'), 'wx+', 0o600)
    const { size: from } = await this.#file.stat()
    try {
      await this.#file.appendFile(text)
    } catch (error) {
      // Removes a partially written line.
      await this.#file.truncate(from)
      throw error
    }
    this.#held = []
    this.#heldLength = 0
  }

  /** Reads all text in the order of `add`. The end of the stream, also an early one, deletes the file. */
  read(): Readable {
    return Readable.from(this.#pieces(), { objectMode: false })
  }

  async *#pieces(): AsyncGenerator<Buffer | string> {
    try {
      if (this.#file !== undefined && this.#folder !== undefined) {
        for await (const chunk of createReadStream(join(this.#folder, 'lines'))) yield chunk as Buffer
      }
      yield* this.#held
    } finally {
      await this.discard()
    }
  }

  /** Deletes the file. */
  async discard(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    this.#folder = undefined
  }
}
