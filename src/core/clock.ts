/** Time and new identifiers. A port, so that tests can freeze the first; ids are UUIDv7, which sort by creation. */
import { v7 } from 'uuid'

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A new lower-case UUID, version 7 (RFC 9562, section 5.7). */
export const newId = (): string => v7()

/** The time of a clock that a test sets, in milliseconds; undefined for the machine's, so that a store goes by its own. */
export const timeOfTests = (clock: Clock): number | undefined =>
  clock === systemClock ? undefined : clock.now().getTime()
