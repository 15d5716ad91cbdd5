/** Detects how somebody behaved, by lists of typical phrases for each mood. */
import { type RuleFinding, toEvidence } from './finding.ts'
import { asksOnlyFor, type ReadItem } from './item.ts'
import type { ScoredSentence, ScoringTranscript } from './scoring-transcript.ts'

interface ConductRules {
  /** Patterns of items that the list applies to, and of the words such an item can contain. */
  readonly itemPattern: RegExp
  readonly words: RegExp
  readonly name: string
  /** Phrases that show the mood (`yes`), or its opposite (`no`). */
  readonly yes: RegExp
  readonly no?: RegExp
  /** Answer that requires a minimum number of heated sentences (`TEMPER_MIN`). */
  readonly heat?: 'yes' | 'no'
  /** Answer that wins over any number of matches of the other one. */
  readonly decisive?: 'yes' | 'no'
  readonly confidence: { readonly yes: number; readonly no: number }
}

const KIND =
  /\b(?:thank(?:s| you)|please|(?:how )?(?:can|may|could) i (?:help|assist|have|get)|(?:happy|glad|pleased) to|my pleasure|(?:you're|you are) (?:very |most )?welcome|of course|certainly|no (?:problem|worries)|have a (?:\w+ )?(?:day|night|evening|weekend|one|trip)|enjoy|take your time|apologi[sz]e|sorry|anything else)\b/i
/** Hostility towards a person or their actions. */
const HOSTILE =
  /\b(?:(?:what|who|how|why) the hell|bloody hell|stupid|idiots?|ridiculous|bull ?shit|wtf|(?:so|very|really|just) annoying|you(?:'re| are) (?:useless|terrible|annoying)|useless|fed up|sick of|unacceptable|waste of (?:my )?time|took (?:you )?(?:long|forever)|about (?:bloody )?time|don't have all day|do your job|how many times|told you (?:already|to do|that|\w+ times)|i already (?:told|said|gave)|shut up|are you (?:kidding|deaf|serious)|get lost|go away|(?:this|it) (?:really |just )?sucks|sucks so)(?![\p{L}])/iu
/** Heated words, whatever they are about. */
const HEATED =
  /\b(?:damn(?:it|ed)?|bloody|dumb|crap|u+r*gh|argh?h+|a+h{3,}|c'?mon|hurry(?: up)?|hate|omg|finally|seriously)(?![\p{L}])|[!?]{3,}/iu
const CONTENT =
  /\b(?:thank(?:s| you)|great|perfect|wonderful|excellent|awesome|amazing|fantastic|lovely|appreciate|(?:so|very) (?:kind|nice|helpful)|good job|sounds good|glad|pleased)\b/i

/** Confidence without a sentence, and what each one adds: a single polite sentence says little about a conversation. */
const FEW = 0.5
const EACH = 0.1
/** Minimum number of heated sentences. */
const TEMPER_MIN = 3
/** Runs of capital letters. The flag `i` would match lower-case letters too. */
const SHOUTING = /(?<!\p{Lu})\p{Lu}{3,}(?:[',!?.-]*\s+\p{Lu}{2,}){2,}/u

const BOOKS: readonly ConductRules[] = [
  {
    name: 'empathy',
    itemPattern: /\b(?:empath|compassion|sympath|acknowledg\w+ (?:the )?(?:feeling|concern|frustration|pain))/,
    words: /^(?:empath|compassion|sympath|acknowledg|feeling|concern|frustration|pain)/,
    yes: /\b(?:(?:i'm|i am|we're|we are) (?:so |very |really |truly )?sorry (?:to hear|about|for|that you)|(?:i|we) (?:can |completely |fully |totally )?(?:understand|appreciate) (?:how|that|your|the|why|what)|that must (?:be|have been)|i can imagine|sounds (?:frustrating|difficult|hard|stressful|tough)|i hear you)\b/i,
    confidence: { yes: 0.8, no: 0.5 },
  },
  {
    name: 'annoyance',
    itemPattern: /\b(?:aggressi|annoy|angr|frustrat|upset|rude|hostil|irritat|impatien|unhapp|dissatisf)/,
    words: /^(?:aggressi|annoy|angr|anger|frustrat|upset|rude|hostil|irritat|impatien|unhapp|dissatisf)/,
    yes: HOSTILE,
    no: CONTENT,
    heat: 'yes',
    decisive: 'yes',
    confidence: { yes: 0.6, no: 0.9 },
  },
  {
    name: 'courtesy',
    itemPattern:
      /\b(?:polite|courte|friendl|calm|helpful|respectful|professional|kind(?:ly|ness)?\b|pleasant|patience|remain(?:ed)? patient)/,
    words: /^(?:polite|courte|friendl|calm|help|respect|professional|kind|pleasant|patien)/,
    yes: KIND,
    no: HOSTILE,
    heat: 'no',
    decisive: 'no',
    confidence: { yes: 0.9, no: 0.6 },
  },
  {
    name: 'contentment',
    itemPattern: /\b(?:satisfied|satisfaction|happy|pleased|content with)\b/,
    words: /^(?:satisf|happy|pleased|content|outcome|result)/,
    yes: CONTENT,
    no: HOSTILE,
    heat: 'no',
    decisive: 'no',
    confidence: { yes: 0.8, no: 0.6 },
  },
  {
    name: 'confusion',
    itemPattern: /\b(?:confus|did not understand|didn't understand|misunderst|unclear about|lost track)/,
    words: /^(?:confus|understand|understood|misunderst|unclear|lost|track)/,
    yes: /\b(?:(?:don't|do not|didn't|can't|cannot) (?:quite |really |even )?understand|what do you mean|i'm (?:confused|lost)|i am (?:confused|lost)|who are you|what (?:is|was|'s) (?:that|going on)|what are you (?:asking|talking)|makes no sense|huh)\b/i,
    confidence: { yes: 0.65, no: 0.5 },
  },
  {
    name: 'change of mind',
    itemPattern: /\bchang\w* (?:his\/her|his|her|their|the|its)? ?(?:mind|opinion|request|requirements?)\b/,
    words: /^(?:chang|mind|opinion|request|requirement)/,
    yes: /\b(?:chang(?:e|ed|ing) (?:my|your) mind|on second thoughts?|(?:would|'d) (?:like|prefer|love) to change (?:it|that|this)|scratch that|forget (?:it|that)|cancel that|let'?s (?:go with|try|make it) .{0,200}\binstead|actually,? (?:i|let|can|could|make|try|no)\b)/i,
    confidence: { yes: 0.6, no: 0.5 },
  },
  {
    name: 'an apology',
    itemPattern: /\bapolog/,
    words: /^apolog/,
    yes: /\b(?:sorry|apologi[sz]e|apologies|my (?:bad|mistake|fault))\b/i,
    confidence: { yes: 0.85, no: 0.5 },
  },
]

export function evaluateConduct(item: ReadItem, { sentences }: ScoringTranscript): RuleFinding | undefined {
  const book = BOOKS.find(({ itemPattern }) => itemPattern.test(item.text))
  if (book === undefined || !asksOnlyFor(item, book.words)) return undefined
  const own = sentences.filter(({ side }) => side === item.subject)
  const matching = (sign: RegExp | undefined, heat: 'yes' | 'no') =>
    own.filter((one) => sign?.test(one.plain) || (book.heat === heat && isHeated(one)))
  const shows = matching(book.yes, 'yes')
  const against = matching(book.no, 'no').filter((one) => book.decisive === 'no' || !shows.includes(one))
  // One or two heated sentences can be a slip, or about something else.
  const temper = book.heat === 'yes' ? shows : book.heat === 'no' ? against : []
  if (temper.length > 0 && temper.length < TEMPER_MIN) return undefined
  const says = (answer: 'yes' | 'no', by: readonly ScoredSentence[]): RuleFinding => ({
    answer,
    why: `${answer === 'yes' ? 'Shows' : 'Shows the opposite of'} ${book.name}: ${by.length} of ${own.length} sentences.`,
    evidence: toEvidence(by),
    confidence: Math.min(book.confidence[answer], FEW + EACH * by.length),
  })
  if (book.decisive === 'no' && against.length > 0) return says('no', against)
  if (shows.length > 0) return says('yes', shows)
  return against.length > 0 ? says('no', against) : undefined
}

const isHeated = ({ plain }: ScoredSentence) => HEATED.test(plain) || SHOUTING.test(plain)
