/** Where bytes lie that are no rows: uploaded documents, media, made files. One name is one content, written once. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** In bytes, of the whole file. */
  readonly size: number
  readonly body: Readable
}

/** Both counted, from 0; within the file. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface Files {
  /**
   * Stores what the stream gives, whole or not at all.
   * @param name `<organization id>/<kind>/<id>`: letters, digits, `.`, `_`, `-` and `/`
   * @param limits.max in bytes: beyond it nothing is stored, and `content_too_large` is thrown
   * @returns size in bytes and SHA-256 in hex
   */
  put(name: string, body: Readable, limits: { max: number }): Promise<{ size: number; sha256: string }>
  /** @param range the part that is wanted, else the whole @returns undefined when there is no such file */
  get(name: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Nothing happens when there is no such file. */
  delete(name: string): Promise<void>
  /** Undefined where there is nothing to reach. @throws Error when the store can't be reached */
  check?(): Promise<void>
  /**
   * A form by which a browser or program may send one file straight to the store. Undefined where the store takes none
   * (the data folder).
   */
  form?(
    name: string,
    limits: { max: number; seconds: number },
  ): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }>
}
