/**
 * Store of files that aren't database rows: uploaded documents, media, generated files. Each name has one content and
 * is written once.
 */
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Size of the whole file in bytes. */
  readonly size: number
  readonly body: Readable
}

/** First and last byte, both inclusive, from 0. The range is within the file. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface Files {
  /**
   * Stores the whole stream, or nothing.
   * @param name `<organization id>/<kind>/<id>`: letters, digits, `.`, `_`, `-` and `/`
   * @param limits.max maximum size in bytes; larger content is rejected with `content_too_large`
   * @returns size in bytes and SHA-256 in hex
   */
  put(name: string, body: Readable, limits: { max: number }): Promise<{ size: number; sha256: string }>
  /**
   * @param range part to read; the whole file if undefined
   * @returns undefined if the file doesn't exist
   */
  get(name: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Deletes a file. Does nothing if it doesn't exist. */
  delete(name: string): Promise<void>
  /** Undefined for stores that need no connection. @throws Error if the store can't be reached */
  check?(): Promise<void>
  /**
   * Creates a form with which a browser or program sends one file directly to the store. Undefined if the store doesn't
   * support it (data folder).
   */
  form?(
    name: string,
    limits: { max: number; seconds: number },
  ): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }>
}
