/** Clock and ID generator. A port, so that tests can freeze the time. IDs are UUIDv7, which sort by creation time. */
import { v7 } from 'uuid'

export interface Clock {
  now(): Date
  /** Waits. Missing: waits for the time of the machine. The clock of a test may skip it. */
  wait?(ms: number, signal: AbortSignal): Promise<unknown>
}

export const systemClock: Clock = { now: () => new Date() }

/** A new UUID, version 7, in lower case (RFC 9562, section 5.7). */
export const newId = (): string => v7()

/**
 * Time of a clock set by a test, in milliseconds since 1970. Undefined for the system clock; stores then use their own
 * clock.
 */
export const timeOfTests = (clock: Clock): number | undefined =>
  clock === systemClock ? undefined : clock.now().getTime()
