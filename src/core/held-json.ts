/**
 * A JSON value as large as a transcript, kept as text. A worker thread parses it, so that parsing doesn't block other
 * requests (docs/decisions/0047).
 */
export class HeldJson {
  /** JSON text in UTF-8. */
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string
  constructor(held: Pick<HeldJson, 'bytes' | 'sha256'>) {
    this.bytes = held.bytes
    this.sha256 = held.sha256
  }
  /** Identity of the content, for comparing requests. */
  toJSON(): object {
    return { sha256: this.sha256 }
  }
}
