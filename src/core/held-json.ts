/** A JSON value that is as large as a transcript, as text: it is parsed where it holds up no request (docs/decisions/0047). */
export class HeldJson {
  /** In UTF-8. */
  readonly bytes: Uint8Array
  /** Of the bytes, in hex. */
  readonly sha256: string
  constructor(held: Pick<HeldJson, 'bytes' | 'sha256'>) {
    this.bytes = held.bytes
    this.sha256 = held.sha256
  }
  /** What makes two requests the same one. */
  toJSON(): object {
    return { sha256: this.sha256 }
  }
}
