import type { MissingPart, MissingReason, PartKind } from './vendor.ts'

/** Counts of what came and what didn't. */
export class CallLedger {
  readonly parts: Record<string, number> = {}
  readonly #missing = new Map<string, MissingPart>()

  came(kind: PartKind, count = 1): void {
    if (count > 0) this.parts[kind] = (this.parts[kind] ?? 0) + count
  }

  lacks(kind: PartKind, reason: MissingReason, count = 1): void {
    if (count <= 0) return
    const key = `${kind} ${reason}`
    this.#missing.set(key, { kind, reason, count: (this.#missing.get(key)?.count ?? 0) + count })
  }

  missing(): MissingPart[] {
    return [...this.#missing.values()]
  }
}
