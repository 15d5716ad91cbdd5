/**
 * Open questions: questions that the next sentences don't answer. The reply is evasive ("I don't know", "let's take
 * that offline"), a sound, or missing, or somebody says that something is open. A question counts as answered if
 * another person responds with a sentence or the speaker continues.
 */
import { LINE_MAX, MOST, type SummaryLine, shortened } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'
import { selectStrongest } from './strongest.ts'

const SHRUG =
  /\b(?:i (?:don't|do not) know|not sure|no idea|good question|great question|hard to say|we'll (?:have to )?see|have to (?:check|look|think|ask|find out)|let me (?:check|get back|look)|i'll (?:check|get back|have to|look|find out)|get back to you|take (?:that|this|it) offline|to be (?:decided|determined|discussed)|tbd|(?:don't|do not) have (?:an|the) answer|can't (?:say|answer)|we (?:don't|do not) know|up in the air|i wonder)\b/i
const OPEN =
  /\b(?:(?:(?:an?|one|the|another|main|big|remaining|unresolved|outstanding) open|remaining|unresolved|outstanding) (?:question|issue|point)s?|(?:the|our|one|main|big) question (?:is|remains|becomes) (?:whether|if|how|what|when|who|where|why|that|should|do|can)|still (?:need|have) to (?:decide|figure|find|work|determine|clarify|discuss)|(?:remains|still|is|it's) (?:unclear|open|undecided|unresolved|to be (?:decided|seen|determined))|we (?:still |really |just )*(?:don't|do not) (?:yet |really )?know (?:yet )?(?:whether|if|how|what|when|who|where|why)|(?:not|n't) (?:yet )?(?:clear|decided) (?:yet )?(?:whether|if|how|what|when|who|where|why))\b/i
/** Questions that expect no answer or an immediate one. */
const TAG =
  /(?:^|[,.] ?)(?:right|ok|okay|yeah|no|isn't it|aren't they|you know|is that (?:right|okay|ok|fine|it)|does that make sense|make sense|any(?:thing| (?:other|more|further|final))?(?: \w+){0,4}|(?:any(?:one|body)|does (?:any(?:one|body))|do (?:any )?(?:of )?(?:you|people|we) have) (?:any|want|wants|have|has|else|other|questions?|comments?|thoughts?).*|can (?:you|everyone|everybody) (?:hear|see).*|how are you.*|how's everyone.*)\?$/i
const SOUND = 3
const TURNS_AFTER = 8
const SHORTEST = 6

/** Whether a text says that the speaker has no answer. */
export const isShrug = (text: string): boolean => SHRUG.test(text.replaceAll('’', "'"))

export function extractOpenQuestions(sentences: readonly TranscriptSentence[]): SummaryLine[] {
  const found = sentences.flatMap((sentence, at) => {
    const weight = weighQuestion(sentence, sentences.slice(at + 1, at + 1 + TURNS_AFTER))
    return weight > 0 ? [{ sentence, weight }] : []
  })
  return selectStrongest(found, MOST.openQuestions).map(({ sentence }) => ({
    text: shortened(sentence.text, LINE_MAX),
    spans: sentence.spans,
  }))
}

function weighQuestion(sentence: TranscriptSentence, next: readonly TranscriptSentence[]): number {
  const { text, length, terms } = sentence
  if (length < SHORTEST || terms.length < 3) return 0
  const plain = text.replaceAll('’', "'")
  if (!/\?["'”’»)]*$/.test(text)) return OPEN.test(plain) ? 1 : 0
  if (TAG.test(plain)) return 0
  return isAnswered(sentence, next) ? 0 : 2 + Math.min(1, terms.length / 10)
}

function isAnswered({ speaker }: TranscriptSentence, next: readonly TranscriptSentence[]): boolean {
  const reply = next.findIndex((one) => one.speaker !== speaker)
  // The conversation ends with the question.
  if (next.length === 0) return false
  // Only one speaker follows, so replies can't be distinguished.
  if (reply === -1) return true
  // The speaker continues with another sentence first.
  if (reply > 1) return true
  const first = next[reply]
  const answer = next.slice(reply).filter((one) => one.speaker === first?.speaker)
  const said = answer.map(({ spans }) => spans.map(({ quote }) => quote).join(' ')).join(' ')
  if (isShrug(said.slice(0, 200))) return false
  return (
    answer.some(({ length }) => length > SOUND) ||
    /\b(?:yes|yeah|yep|no|nope|exactly|correct|right|sure|true)\b/i.test(said)
  )
}
