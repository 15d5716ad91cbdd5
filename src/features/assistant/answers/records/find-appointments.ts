/** Finds sentences in which people agree on their next meeting. */
import { MONTH_EXCEPT_MAY, WEEKDAY } from '../../../../core/calendar-words.ts'
import { joinNumberWords } from '../../../../core/numbers.ts'
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { cutSegments } from '../../../text/passages/index.ts'
import { cutSentences } from '../../../text/sentences/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'

/** Words of an appointment between the people of a call. */
const MEETING =
  /\b(?:meet(?:ing)?(?: again)?|(?:do|have|next|another|a) (?:\w+ )?(?:call|review|session|appointment|visit|talk)|speak (?:again|soon)|talk (?:again|to you)|see you|catch up|come by|come over|follow[- ]up (?:call|meeting)|calendar|invite|invitation|(?:talk|speak|meet|call (?:you|me|us)) (?:\w+ ){0,2}(?:on|at|in|next|tomorrow)|call (?:you|me|us) (?:next|tomorrow))\b/i
/** Words that refer to a time in the future. */
const FUTURE = new RegExp(
  String.raw`\bat (?:\d{1,2}|${joinNumberWords(1, 12)}|noon|half past)\b|\b(?:${WEEKDAY}|tomorrow|next (?:week|month|year|quarter|time|call|review)|new year|in (?:an?|\w+|\d+) (?:days?|weeks?|months?)|\d{1,2}(?:st|nd|rd|th)|${MONTH_EXCEPT_MAY}|next)\b`,
  'i',
)
/** Words that refer to the past. */
const PAST = /\b(?:was|were|met|had|talked|called|spoke|last|ago|yesterday|used to)\b/i
/** Questions for a time, which name none. */
const ASKS_TIME = /\b(?:when|what (?:time|day|date)|which (?:day|week|date))\b[^.]*\?\s*$/i
/** Part of the call, at its end, in which people agree on the next one. */
const END = 0.5
export const isAppointment = (sentence: string): boolean =>
  MEETING.test(sentence) && FUTURE.test(sentence) && !PAST.test(sentence) && !ASKS_TIME.test(sentence)

/** Sentences near the end of a transcript that state a meeting. */
export function findSaidAppointments(segments: SegmentsInput): { readonly segment: number; readonly quote: string }[] {
  const { lines } = cutSegments(segments)
  const last = lines.at(-1)?.segment ?? 0
  return lines
    .filter(({ segment }) => segment >= last * (1 - END))
    .flatMap(({ segment, text }) =>
      cutSentences(text)
        .filter(isAppointment)
        .map((quote) => ({ segment, quote })),
    )
}

export const appointmentsTask = defineWorkerTask(import.meta.url, findSaidAppointments, isShortInput)
