/** Detects agreed next steps: somebody commits to an action and a time, or names a next step. */
import { dueIn } from '../../../text/extractive-summary/index.ts'
import { type RuleFinding, toEvidence } from './finding.ts'
import type { ReadItem } from './item.ts'
import type { ScoringTranscript } from './scoring-transcript.ts'

const ASKED =
  /\bnext (?:steps?|meeting|call|appointment|action)\b|\bfollow(?:-| )?ups?\b|\baction items?\b|\bcall to action\b/
/** Announced actions. Questions and conditions don't count. */
const WILL =
  /\b(?:i|we|you|they|\p{Lu}\p{Ll}+)(?:'ll| will| (?:am|are|is) going to|'(?:m|re) going to)\s+(?:\w+\s+){0,3}?(?:call|send|meet|follow|schedule|book|e-?mail|get back|come back|talk|speak|show|demo|share|prepare|review|sign|visit|ship|deliver|check|set up|put together)\b|\blet'?s (?:meet|talk|speak|schedule|book|set|do|have)\b/iu
const NAMED = /\b(?:the |our |your |as a |as )next steps? (?:is|are|would be|will be|then|:)/i
const OPEN = /\?|\bif (?:i|we|you|they)\b|\b(?:won't|will not|not going to)\b/i

/** Reference date for parsing times. Only whether a day is named matters, so there is none. */
const SOME_DAY = undefined

export function evaluateNextSteps(item: ReadItem, { sentences }: ScoringTranscript): RuleFinding | undefined {
  if (!ASKED.test(item.text)) return undefined
  const agreed = sentences.filter(
    ({ plain }) => !OPEN.test(plain) && (NAMED.test(plain) || (WILL.test(plain) && dueIn(plain, SOME_DAY) !== null)),
  )
  if (agreed.length === 0) return undefined
  return {
    answer: 'yes',
    why: `The next steps were named in ${agreed.length === 1 ? 'one sentence' : `${agreed.length} sentences`}.`,
    evidence: toEvidence(agreed.toReversed()),
    confidence: 0.75,
  }
}
