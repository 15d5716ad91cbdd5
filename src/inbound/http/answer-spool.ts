/**
 * Text of an answer that is complete before it is sent: in memory while it is short, then in a temporary file, so that
 * memory stays flat however long the answer becomes.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Characters that are held in memory. */
const MEMORY_MAX = 256 * 1024

export class AnswerSpool {
  #held: string[] = []
  #heldLength = 0
  #folder: string | undefined
  #file: FileHandle | undefined
  #bytes = 0

  /** In UTF-8. */
  get bytes(): number {
    return this.#bytes
  }

  /** @throws Error when the file can't be written; what couldn't be written stays in memory and is read all the same */
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
      // A part of a line is none.
      await this.#file.truncate(from)
      throw error
    }
    this.#held = []
    this.#heldLength = 0
  }

  /** Everything in the order it was added. Its end, also an early one, removes the file. */
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

  /** Removes the file. */
  async discard(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    this.#folder = undefined
  }
}
