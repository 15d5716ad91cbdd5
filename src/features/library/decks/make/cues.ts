/**
 * Finds statements for proposals, pitches and reviews by English patterns, one rule set per cue, in self-contained
 * sentences. In other languages they match nothing, and the conversations are searched by question instead.
 */
import { isTalk, splitTranscriptSentences, type TranscriptSentence } from '../../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../../text/passages/index.ts'
import type { DeckFinding } from './findings.ts'
import { type DeckConversation, type DeckInput, findSpeakerSide } from './material.ts'
import { CITES_MAX, toCite } from './slide-builders.ts'

export type SalesCue = 'needs' | 'goals' | 'offer' | 'price' | 'timing' | 'worries' | 'praise'

/** Rule set of a cue. A strong match scores 2, a weak one 1. */
interface CueRules {
  readonly strong: RegExp
  readonly weak: RegExp
  /** Side whose statements count, if sides are known. */
  readonly of?: 'outside' | 'inside'
}

const MONEY =
  /(?:[$€£¥]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|pounds?|bucks|k\b|percent|per cent|%)|\b(?:hundred|thousand|million|\w+ty(?:[- ]\w+)?)\s+(?:(?:and|a)\s+)?(?:\w+\s+){0,2}(?:dollars?|euros?|pounds?|percent|per cent|a (?:month|year|seat|vehicle|user)))/i

const BOOKS: Readonly<Record<SalesCue, CueRules>> = {
  needs: {
    of: 'outside',
    strong:
      /\b(?:struggl\w+|pain(?:ful)?|frustrat\w+|nightmare|we (?:lost|lose|miss|waste|spend)|costs? us|takes? (?:me|us|about|too|almost|over)|by hand|manual(?:ly)?|spreadsheet|not ideal|doesn't work|does not work|don't know (?:where|who|what|how|when|which)|nobody (?:knows|wants|calls|has)|the only one who|complain\w*|too (?:slow|late|many|long)|keeps? (?:breaking|failing|crashing)|bottleneck)\b/i,
    weak: /\b(?:problem|issue|missed|late|wrong|errors?|mistakes?|need|difficult|hard|unhappy|tired|broken|fails?|fallen|lacks?)\b/i,
  },
  goals: {
    of: 'outside',
    strong:
      /\b(?:(?:we|i)(?:'d| would)? (?:want|like|need|hope|plan|aim) to|(?:our|the|my) (?:goal|target|aim|hope|plan) (?:is|for)|what (?:we|i) (?:want|need) is|would be (?:great|ideal|perfect) (?:if|to)|by (?:the end of|christmas|summer|spring|autumn|january|february|march|april|june|july|august|september|october|november|december)|be live|go live)\b/i,
    weak: /\b(?:want|goal|target|improve|reduce|faster|save|grow|before|deadline|ideally|success)\b/i,
  },
  offer: {
    of: 'inside',
    strong:
      /\b(?:(?:that's|it's|this is) our|we (?:can|could|will|would|offer|provide|include|propose|suggest|recommend)|i(?:'d| would) (?:suggest|propose|recommend)|you(?:'d| would|'ll| will)? get|comes with|includes?|our (?:\w+ ){1,3}(?:does|shows?|takes?|plans?|gives?|lets?|handles?)|ours takes|lets you|allows? you|shows? (?:the|you)|out of the box)\b/i,
    weak: /\b(?:feature|integrat\w+|plan|setup|onboarding|training|support|pilot|automatic\w*|view|dashboard|api|connection)\b/i,
  },
  price: {
    strong: MONEY,
    weak: /\b(?:price|pricing|costs?|budget|discount|contract|annual|per (?:month|year|seat|user|vehicle)|invoice|terms|payment|list price)\b/i,
  },
  timing: {
    strong:
      /\b(?:by (?:the )?(?:end of|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december)|(?:on|until|from|before|after) (?:the )?(?:first|second|third|\w+th|january|february|march|april|may|june|july|august|september|october|november|december)|deadline|go(?:es)? live|kick-?off|week (?:one|two|three|four|five|six|\d+)|in (?:two|three|four|five|six|eight|ten|\d+) (?:days|weeks|months)|next (?:quarter|year|month))\b/i,
    weak: /\b(?:start|launch|pilot|sign|ready|date|schedule|timeline|week|month|quarter)\b/i,
  },
  worries: {
    of: 'outside',
    strong:
      /\b(?:worr\w+|concern\w*|afraid|risk\w*|(?:have|see|is) a problem with|too (?:expensive|much|high|risky|complicated)|not (?:sure|convinced|comfortable|happy)|objection|what happens (?:if|when)|what if|can't (?:afford|accept|sign)|won't (?:sign|accept|work)|deal ?breaker|hesitat\w+|sceptical|skeptical|doesn't like|don't like|conversation with)\b/i,
    weak: /\b(?:but|security|audit|privacy|legal|penalt\w+|lock(?:ed)?[- ]in|cancel|exit|downtime|delay|expensive|gap)\b/i,
  },
  praise: {
    of: 'outside',
    strong:
      /\b(?:love|(?:really|very|quite) (?:good|helpful|nice|happy|like)|(?:i|we) (?:really )?like|impress\w+|great|excellent|perfect|happy with|works? (?:well|better|fine)|better than|saves? (?:me|us)|(?:went|goes) (?:down|up) (?:from|to|by)|improv\w+|that's (?:good|what i)|appreciate|faster|easier|fewer)\b/i,
    weak: /\b(?:good|nice|helpful|quick|easy|down|less|thank\w*|relieved|finally)\b/i,
  },
}

/** Start of a sentence that depends on the previous one. */
const LEANS = /^(?:it|that|this|they|those|these|he|she|then|so|and|but|because|which|there|no|yes)\b/i
const WORDS = { min: 7, most: 45, best: 12 }
/** Minimum score: two weak matches, or a strong one. */
const SCORE_MIN = 2

/** Returns the best matching sentences in chronological order, up to a maximum. */
export function cued(
  { conversations }: DeckInput,
  cue: SalesCue,
  most: number,
  without: ReadonlySet<string>,
): DeckFinding[] {
  const book = BOOKS[cue]
  const found = conversations.flatMap((talk) =>
    sentencesIn(talk).flatMap((sentence) => {
      if (sentence.qualified) return []
      const score = scoreSentence(sentence, book, findSpeakerSide(talk, sentence.speaker))
      return score >= SCORE_MIN && !without.has(sentence.text) ? [{ talk, sentence, score }] : []
    }),
  )
  const kept: typeof found = []
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === most) break
    if (!kept.some((other) => isAlike(one.sentence, other.sentence))) kept.push(one)
  }
  return kept
    .toSorted(
      (a, b) =>
        conversations.indexOf(a.talk) - conversations.indexOf(b.talk) || a.sentence.position - b.sentence.position,
    )
    .map(({ talk, sentence }) => ({
      talk,
      quote: sentence.spans.map(({ quote }) => quote).join(' '),
      text: sentence.text,
      cites: sentence.spans.slice(0, CITES_MAX).map((span) => toCite(talk.id, span)),
      internal: findSpeakerSide(talk, sentence.speaker),
    }))
}

const known = new WeakMap<DeckConversation, readonly TranscriptSentence[]>()

/** Caches the sentences of a conversation for all rule sets. */
function sentencesIn(talk: DeckConversation): readonly TranscriptSentence[] {
  const before = known.get(talk)
  if (before !== undefined) return before
  const sentences = splitTranscriptSentences(cutTranscript(talk.segments))
  known.set(talk, sentences)
  return sentences
}

function scoreSentence(
  { text, terms, length }: TranscriptSentence,
  { strong, weak, of }: CueRules,
  internal: boolean | undefined,
): number {
  if (length < WORDS.min || length > WORDS.most || text.endsWith('?')) return 0
  if (of !== undefined && internal !== undefined && internal !== (of === 'inside')) return 0
  const signs = count(strong, text) * 2 + count(weak, text)
  if (signs < SCORE_MIN) return 0
  const own = terms.filter((term) => !isTalk(term)).length
  const lean = LEANS.test(text) ? 1.5 : 0
  return signs + Math.min(2, own / 3) + Math.min(1, length / WORDS.best) - lean
}

/** Counts at most two matches, because repetition adds nothing. */
const count = (pattern: RegExp, text: string) =>
  Math.min(2, [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].length)

const SAME = 0.8

function isAlike(a: TranscriptSentence, b: TranscriptSentence): boolean {
  const [one, other] = [new Set(a.terms), new Set(b.terms)]
  const fewer = Math.min(one.size, other.size)
  return fewer > 0 && [...one].filter((term) => other.has(term)).length / fewer >= SAME
}
