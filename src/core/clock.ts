/** Time and new identifiers. A port, so that tests can freeze the first; ids are UUIDv7, which sort by creation. */
import { v7 } from 'uuid'

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A new lower-case UUID, version 7 (RFC 9562, section 5.7). */
export const newId = (): string => v7()
