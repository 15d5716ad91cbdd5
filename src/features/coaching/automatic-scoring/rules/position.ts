/** Detects parts with a fixed position, such as a greeting at the beginning. Their absence can be judged too. */
import { type RuleFinding, toEvidence } from './finding.ts'
import { asksOnlyFor, type ReadItem } from './item.ts'
import type { ScoringTranscript } from './scoring-transcript.ts'

interface PositionRule {
  readonly itemPattern: RegExp
  readonly name: string
  readonly at: 'beginning' | 'end'
  readonly sign: RegExp
}

const PLACES: readonly PositionRule[] = [
  {
    itemPattern:
      /\bintroduc\w+ (?:him|her|them|your|our|my)?sel(?:f|ves)\b|\bintroduc\w+ (?:by )?name\b|\bstat\w+ (?:his|her|their) name\b/,
    name: 'an introduction',
    at: 'beginning',
    sign: /\b(?:my name(?:'s| is)|this is \p{Lu}[\p{L}'-]+|(?:i'm|i am) \p{Lu}[\p{L}'-]+|\p{Lu}[\p{L}'-]+ (?:here|speaking)|you(?:'re| are) speaking (?:with|to))\b/u,
  },
  {
    itemPattern:
      /\b(?:greet|welcom)\w*\b|\bopen(?:ed|s|ing)? (?:the (?:call|conversation|chat) )?(?:with a )?(?:warm|friendly|politely|greeting)/,
    name: 'a greeting',
    at: 'beginning',
    sign: /\b(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome|greetings|thank(?:s| you) for (?:calling|joining|contacting|taking|your time|reaching)|how can i help|nice to (?:meet|see)|how are you)\b/i,
  },
  {
    itemPattern:
      /\bthank\w*\b|\b(?:said|say) (?:good ?bye|farewell)\b|\bfarewell\b|\bclos(?:e|ed|ing) (?:the (?:call|conversation|chat) )?(?:politely|courteously|with (?:thanks|a farewell))/,
    name: 'thanks or a farewell',
    at: 'end',
    sign: /\b(?:thank(?:s| you)|good ?bye|bye|have a (?:\w+ )?(?:day|night|evening|weekend|one|trip)|take care|talk (?:to you )?soon|see you|enjoy)\b/i,
  },
]
const WORDS =
  /^(?:greet|welcom|introduc|stat|him|her|them|your|our|my|self|selves|name|thank|good|bye|goodbye|farewell|clos|open|warm|friend|polite|courteous|say|said)/
/** Number of sentences of the side at the beginning or end that are checked. */
const REACH = 4

export function evaluatePosition(item: ReadItem, { sentences }: ScoringTranscript): RuleFinding | undefined {
  const place = PLACES.find(({ itemPattern }) => itemPattern.test(item.text))
  if (place === undefined || !asksOnlyFor(item, WORDS)) return undefined
  const own = sentences.filter(({ side }) => side === item.subject)
  const there = place.at === 'beginning' ? own.slice(0, REACH) : own.slice(-REACH)
  const shows = there.filter(({ plain }) => place.sign.test(plain))
  if (shows.length > 0) {
    return { answer: 'yes', why: `The ${place.at} has ${place.name}.`, evidence: toEvidence(shows), confidence: 0.9 }
  }
  const edge = place.at === 'beginning' ? there.slice(0, 1) : there.slice(-1)
  if (edge.length === 0) return undefined
  return {
    answer: 'no',
    why: `The ${place.at === 'beginning' ? 'first' : 'last'} sentences don't include ${place.name}.`,
    evidence: toEvidence(edge),
    confidence: 0.7,
  }
}
