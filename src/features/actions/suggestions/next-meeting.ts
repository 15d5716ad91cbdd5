/** Detects whether people wanted to meet again without setting a date. */
import { MONTH_NAME, WEEKDAY } from '../../../core/calendar-words.ts'
import { joinNumberWords } from '../../../core/numbers.ts'
import { dueIn, type TranscriptSentence } from '../../text/extractive-summary/index.ts'
import type { ActionEvidence } from './action-evidence.ts'

const MEETING =
  '(?:(?:follow[- ]?up |next |another |second |short |quick |longer |joint )*(?:call|meeting|session|demo|workshop|chat|conversation|slot))'
const WANTED = new RegExp(
  String.raw`\b(?:let's|we should|we could|we can|we'll|we will|i'd (?:like|love) to|i would (?:like|love) to|happy to|glad to|why don't we|shall we|should we|how about we|can we|could we|i'll|i will|let me|i can|it would be (?:good|great|nice) to|we need to|want to)\b.{0,50}\b(?:meet again|meet (?:up|with)|(?:talk|speak) (?:again|soon|next)|catch up|reconnect|touch base|regroup|have a follow[- ]?up|follow[- ]?up (?:call|meeting)|(?:set up|schedule|have|book|find|do|arrange|organi[sz]e|plan|put in|jump on|hop on|get on|send (?:you )?(?:a|an) invit(?:e|ation) for) (?:a|an|another|our|the|some|you a) ${MEETING}|set (?:something|a time|a date) up|find (?:a|another|some) (?:time|date|slot))\b`,
  'i',
)
const MET_THEN =
  /\b(?:see you|(?:talk|speak) to you|meet(?:ing)? (?:you|again)?|let's (?:meet|talk|speak)|call(?:ing)? you|until|invit(?:e|ation)|calendar|the (?:next|follow-?up) (?:call|meeting)|(?:works?|suits?|fine|good|great|perfect)(?: for)?(?: me| us)?|how about|what about|same time)\b/i
/** Matches a day or a time. "Next week" is neither. */
const DAY_OR_HOUR = new RegExp(
  String.raw`\b(?:${WEEKDAY}|tomorrow|${MONTH_NAME} (?:the )?\d{1,2}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}(?::\d{2})? ?(?:am|pm|o'clock)|(?:at|around) (?:\d{1,2}|noon|${joinNumberWords(1, 12)})|same time)\b`,
  'i',
)
const NOT =
  /\b(?:already (?:have|booked|scheduled|set)|don't need|no need|let's (?:start|begin)|today|right now|used to|last (?:week|time|month)|before (?:this|the) call)\b/i
/** Fraction of the conversation after which people say goodbye. */
const LAST_PART = 0.6
const SHORTEST = 5
/** Maximum number of words in a sentence. Longer ones mix several topics. */
const LONGEST = 40

/** Last statement about meeting again, or undefined if a day or time was mentioned with it. */
export function openMeeting(
  sentences: readonly TranscriptSentence[],
  makes: (speaker: string) => boolean,
): ActionEvidence | undefined {
  const from = Math.floor(sentences.length * LAST_PART)
  const late = sentences.slice(Math.min(from, Math.max(0, sentences.length - 30)))
  const plain = (one: TranscriptSentence) => one.text.replaceAll('’', "'")
  if (late.some((one) => MET_THEN.test(plain(one)) && DAY_OR_HOUR.test(plain(one)))) return undefined
  const wanted = late.findLast(
    (one) => one.length >= SHORTEST && one.length <= LONGEST && WANTED.test(plain(one)) && !NOT.test(plain(one)),
  )
  if (wanted === undefined || !makes(wanted.speaker)) return undefined
  const at = late.indexOf(wanted)
  if (late.slice(at, at + 6).some((one) => DAY_OR_HOUR.test(plain(one)))) return undefined
  return {
    ...{ signal: 'no_next_meeting', by: wanted.speaker, text: wanted.text, spans: wanted.spans, reply: [] },
    ...{ due: dueIn(wanted.text, undefined), weight: 1 },
  }
}

/** Whether the text is about arranging a meeting. A promise to arrange one has the same purpose. */
export const isAboutMeeting = (text: string): boolean => WANTED.test(text.replaceAll('’', "'"))
