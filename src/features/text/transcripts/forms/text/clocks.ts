/** Clocks of text forms, with the faults that all of them share. */
import { TranscriptFault } from '../../model.ts'
import { parseTime } from '../timing.ts'

/** Speakers overlap, so turns can be out of order by this many seconds. */
const BACKWARDS = 60

/** Seconds of a clock. @throws TranscriptFault with the line */
export function readClock(text: string, line: number): number {
  const seconds = parseTime(text)
  if (seconds === undefined) throw new TranscriptFault('A time must be a clock such as 1:05 or 1:02:03.', { line })
  return seconds
}

/**
 * @param previous start of the turn before
 * @param zero time of day at which the conversation starts. 0 if the times count from its start
 * @throws TranscriptFault if a turn starts long before the previous one, or before the conversation
 */
export function checkOrder(previous: number | undefined, start: number, line: number, zero = 0): void {
  if (start >= zero && (previous === undefined || start >= previous - BACKWARDS)) return
  throw new TranscriptFault(
    'The times run backwards, as if the file contained two recordings. Send each one separately.',
    { line },
  )
}
