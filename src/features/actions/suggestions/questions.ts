/**
 * Questions from external people that our side postponed or didn't answer. Replies that promise to check, ask somebody
 * or come back later, and replies of not knowing, count as postponed. The question is answered if somebody on our side
 * returns to it soon afterwards.
 */
import type { TranscriptSentence } from '../../text/extractive-summary/index.ts'
import type { ActionEvidence } from './action-evidence.ts'
import type { SpeakerSide } from './sides.ts'

const PUT_OFF =
  /\b(?:i(?:'ll| will| can| could| would| need to| have to|'d)(?: \w+){0,3} (?:check|find out|look (?:into|that|it|this)|ask (?:our|my|the|around|somebody|someone)|get back|come back to you|circle back)|let me (?:\w+ ){0,2}(?:check|find out|look (?:into|that|it|this) ?up?|get back|come back|ask)|(?:get|come) back to you|take (?:that|this|it) offline|take (?:that|this) (?:one )?(?:with me|away|back)|(?:don't|do not) have (?:an|the|that|those|these) (?:answer|number|figure|detail|information|data|list|price)s?|(?:can't|cannot|couldn't) (?:say|answer|tell you)|follow up (?:on|with) (?:that|this|you))\b/i
/** Unknown answers, only in short replies: longer replies usually contain some information. */
const UNKNOWN =
  /\b(?:i (?:don't|do not|really don't) know|(?:i'm |i am )?not (?:\w+ )?sure|no idea|that's (?:still )?(?:open|unclear|not decided)|to be (?:decided|determined|confirmed))\b/i
const UNKNOWN_WORDS = 20
/** Rhetorical questions, questions about the call itself, and questions that are answered immediately. */
const TAG =
  /(?:^|[,.] ?)(?:al(?:l )?right|right|ok(?:ay)?|yeah|no|isn't it|aren't they|you know|does that make sense|make sense|is that (?:right|okay|ok|fine|it|correct))\?$|\b(?:can you (?:hear|see)|how are you|how's (?:it going|everyone|everything)|how was your|any(?:thing)? (?:else|other questions?)|what's your name|who is this|still there|are you there|could you (?:repeat|say that)|pardon|sorry)\b/i
const SHORTEST = 5
/** Number of sentences in which an answer may follow, and minimum words of an answer. */
const SOON = 10
const ANSWER_WORDS = 6
const SOUND_WORDS = 3
const YES_OR_NO = /\b(?:yes|yeah|yep|sure|no|nope|exactly|correct|right|true|of course|certainly|absolutely)\b/i

export function findUnansweredQuestions(
  sentences: readonly TranscriptSentence[],
  sideOf: (speaker: string) => SpeakerSide,
): ActionEvidence[] {
  return sentences.flatMap((sentence, at) => {
    const { text, length, terms, speaker } = sentence
    const plain = text.replaceAll('’', "'")
    if (sideOf(speaker) !== 'outside' || !/\?["'”’»)]*$/.test(text)) return []
    if (length < SHORTEST || terms.length < 2 || TAG.test(plain)) return []
    const next = sentences.slice(at + 1, at + 1 + SOON)
    const weight = openness(sentence, next, sideOf)
    if (weight === 0) return []
    const reply = next.find((one) => sideOf(one.speaker) === 'inside')
    return [
      {
        ...{ signal: 'unanswered_question', by: speaker, text, spans: sentence.spans, due: null, weight },
        reply: reply?.spans ?? [],
      },
    ]
  })
}

/** Whether a question near the end addresses our side. Many late questions are rhetorical or about ending the call. */
const isToUs = (text: string) =>
  /\byou(?:r|rs)?\b/i.test(text) && !/\b(?:wrap up|topics?|questions?|next call)\b/i.test(text)

/** Confidence that the question is open. 0 means answered, as far as the transcript shows. */
function openness(
  question: TranscriptSentence,
  next: readonly TranscriptSentence[],
  sideOf: (speaker: string) => SpeakerSide,
): number {
  const first = next.findIndex(({ speaker }) => speaker !== question.speaker)
  const ours = next.filter(({ speaker }) => sideOf(speaker) === 'inside')
  // End of the conversation: nobody on our side replied.
  const isSilent = ours.every(({ length, spans }) => length <= SOUND_WORDS && !YES_OR_NO.test(joinQuotes(spans)))
  if (next.length < SOON && isSilent) return isToUs(question.text) ? 1 : 0
  if (first === -1 || sideOf(next[first]?.speaker ?? '') !== 'inside') return 0
  const behind = next.slice(first)
  const changes = behind.findIndex(({ speaker }) => sideOf(speaker) !== 'inside')
  const reply = changes === -1 ? behind : behind.slice(0, changes)
  const said = reply
    .map(({ spans }) => joinQuotes(spans))
    .join(' ')
    .replaceAll('’', "'")
  const words = reply.reduce((sum, { length }) => sum + length, 0)
  const isPutOff = PUT_OFF.test(said) || (UNKNOWN.test(said) && words <= UNKNOWN_WORDS)
  if (!isPutOff) return 0
  // Answered later: more than a promise to check, with terms of the question.
  const asked = new Set(question.terms)
  const later = ours.filter((one) => !reply.includes(one) || !PUT_OFF.test(one.text.replaceAll('’', "'")))
  const isTakenUp = later.some(
    ({ length, terms, text }) =>
      length >= ANSWER_WORDS && !UNKNOWN.test(text.replaceAll('’', "'")) && terms.some((term) => asked.has(term)),
  )
  return isTakenUp ? 0 : PUT_OFF.test(said) ? 3 : 2
}

const joinQuotes = (spans: TranscriptSentence['spans']): string => spans.map(({ quote }) => quote).join(' ')
