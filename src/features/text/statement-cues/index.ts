/**
 * Statement cues: finds what people on sales calls express, by English patterns: needs, goals, offers, prices, timing,
 * worries, praise, reasons, causes and requests. Decks and answers use them. In other languages they match nothing.
 */

import { MONTH_NAME, WEEKDAY } from '../../../core/calendar-words.ts'
import { joinNumberWords } from '../../../core/numbers.ts'
import type { TranscriptSentence } from '../extractive-summary/index.ts'
import { isTalk } from '../key-phrases/index.ts'

/**
 * Content that a statement expresses. `reasons`: why somebody decided. `causes`: “because …”, as a reply to “why”.
 * `pushback`: a price is too high.
 */
export type StatementCue =
  | 'needs'
  | 'goals'
  | 'offer'
  | 'price'
  | 'timing'
  | 'worries'
  | 'praise'
  | 'reasons'
  | 'causes'
  | 'requests'
  | 'complaints'
  | 'pushback'

/** Rule set of a cue. A strong match scores 2, a weak one 1. */
interface CueRules {
  readonly strong: RegExp
  readonly weak: RegExp
  /** Side whose statements count, if sides are known. */
  readonly of?: 'outside' | 'inside'
  /** Phrases with the words of the cue that don't express it. */
  readonly without?: RegExp
  /** Whether a question can express it: “Could you add an export?” */
  readonly asks?: boolean
}

const MONEY =
  /(?:[$€£¥]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|pounds?|bucks|k\b|percent|per cent|%)|\b(?:hundred|thousand|million|\w+ty(?:[- ]\w+)?)\s+(?:(?:and|a)\s+)?(?:\w+\s+){0,2}(?:dollars?|euros?|pounds?|percent|per cent|a (?:month|year|seat|vehicle|user)))/i

const NEVER = /(?!)/

const RULES: Readonly<Record<StatementCue, CueRules>> = {
  needs: {
    of: 'outside',
    strong:
      /\b(?:struggl\w+|pain(?:ful)?|frustrat\w+|nightmare|we (?:lost|lose|miss|waste|spend)|costs? us|takes? (?:me|us|about|too|almost|over)|by hand|manual(?:ly)?|spreadsheet|not ideal|doesn't work|does not work|don't know (?:where|who|what|how|when|which)|nobody (?:knows|wants|calls|has)|the only one who|complain\w*|too (?:slow|late|many|long)|keeps? (?:breaking|failing|crashing)|never (?:arrived|came|worked)|(?:was|were|went|gets?|got) (?:lost|missing|down|broken)|crash\w*|outages?|bottleneck)\b/i,
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
    strong: new RegExp(
      String.raw`\b(?:by (?:the )?(?:end of|${WEEKDAY}|${MONTH_NAME})|(?:on|until|from|before|after) (?:the )?(?:first|second|third|\w+th|${MONTH_NAME})|deadline|go(?:es)? live|kick-?off|week (?:${joinNumberWords(1, 12)}|\d+)|in (?:${joinNumberWords(2, 12)}|\d+) (?:days|weeks|months)|next (?:quarter|year|month))\b`,
      'i',
    ),
    weak: /\b(?:start|launch|pilot|sign|ready|date|schedule|timeline|week|month|quarter)\b/i,
  },
  worries: {
    of: 'outside',
    strong:
      /\b(?:worr\w+|concern\w*|afraid|risky|(?:the|a|any|big|too much|at) risk|(?:have|see|is) a problem with|too (?:expensive|much|high|risky|complicated)|not (?:sure|convinced|comfortable|happy)|objection|what if|can't (?:afford|accept|sign)|won't (?:sign|accept|work)|deal ?breaker|frozen|freeze|on hold|postpon\w*|under review|no budget|pull(?:ing)? out|put (?:it|this|that|everything) off|hesitat\w+|sceptical|skeptical|doesn['’]t like|don['’]t like|conversation with|(?:it|that|this) (?:doesn['’]t|does not|didn['’]t) work|never (?:works?|arrives?)|i (?:don['’]t|do not) want\b(?! to (?:take|keep|bother|interrupt|repeat|sound|be (?:rude|annoying|difficult))\b))\b/i,
    weak: /\b(?:but|security|audit|privacy|legal|penalt\w+|lock(?:ed)?[- ]in|cancel|exit|downtime|delay|expensive|gap)\b/i,
  },
  complaints: {
    of: 'outside',
    strong:
      /\b(?:unhappy|not (?:happy|satisfied|good enough|acceptable)|annoy\w+|frustrat\w+|disappoint\w+|angry|upset|unacceptable|fed up|complain\w*|lo(?:st|se|sing) (?:trust|patience|faith)|(?:we|i)(?:['’]re|['’]ll| are| will|['’]d| would)? (?:leav(?:e|ing)|cancel(?:l?ing)?|switch(?:ing)?)\b|(?:does|did|do)(?:n['’]t| not) (?:work|arrive|answer|load|open|sync|print|send|start)\b|stopped working|los(?:t|es?|ing) (?:its|the|our|my|some|all) (?:connection|signal|data|orders?|photos?|proofs?|files?)|crash\w*|keeps? \w+ing (?:up|down|out)|never (?:arrived|came|worked|answered)|(?:is|are|was|were|been|being|['’]s|['’]re|getting) (?:so |too |very |always |still |really )*(?:slow|late|lost|missing|broken|down|wrong|stuck|gone|useless|terrible|awful)\b|should(?:n['’]t| not) (?:be new|have happened|happen|have to))/i,
    without:
      /\b(?:(?:not|no|n['’]t) (?:a |an |any )?(?:problem|issue|trouble)|(?:what|where|whether)(?:['’]s| \w+)? (?:\w+ )?wrong|(?:you|i|we)(?:['’]re|['’]m| are| am) wrong|(?:late|slow|lost|gone) (?:night|morning|time)|(?:when|if|before|after|until|once|unless) (?:we|i) (?:leave|cancel|switch))\b/i,
    weak: /\b(?:bugs?|errors?|problems?|issues?|trouble|slow|late|missing|lost|lose|wrong|again|still|every time|nobody|fault|failed|fails|broke|outage|waiting|wait)\b/i,
  },
  praise: {
    of: 'outside',
    strong:
      /\b(?:(?:we|i|drivers?|team|people|everybody|everyone|\w+ers) (?:really |already |all )?(?:like|love|enjoy)s? (?:your|the|it|that|this|how|working|what)\b(?! to\b)|(?:it|that|this|app|map|view|tool|report|support|(?:your|the) \w+)(?:['’]s| is| was| has been| looks?) (?:really |very |so |quite |pretty |much |a lot |exactly )*(?:great|excellent|perfect|good|helpful|impressive|easy|easier|better|faster|nice|worth it|useful|(?<=exactly )what (?:i|we) (?:need|want))|you(?:['’]ve| have|['’]re| are)? (?:been |did |done |have )?(?:\w+ ){0,2}(?:better than|great|well|a good job)|impress\w+|happy with|works? (?:really |very )?(?:well|better|fine)|better than|saves? (?:me|us)|the best (?:part|thing|feature)|(?:went|goes|gone|came) down (?:from|to|by)|improved|appreciate)\b/i,
    weak: /\b(?:good|nice|helpful|quick|easy|easier|faster|fewer|less|thank\w*|relieved|finally|great|love|happy)\b/i,
    // What will or would be, what is good for somebody else, and mere agreement.
    without:
      /\b(?:good|great|better|best|easy|easier) (?:for (?:you|your|them|him|her)\b|enough)|(?:['’]ll|will|['’]d|would|could|should|might) (?:(?:also|only|be|have been|not) )*(?:great|good|better|easy|easier|faster|nice|happy|useful|helpful|love|like|appreciate|impressed)|\b(?:not|n['’]t|never|no) (?:\w+ ){0,3}(?:great|good|better|easy|easier|faster|nice|happy|useful|helpful|love|like|appreciate|impressed)|\bif (?:it|that|this|you|we)\b|(?:that['’]s|that is|sounds?) (?:good|great|fine|nice|perfect)(?: (?:with|to|for) (?:me|us))?\W*$|\bgood (?:question|point|morning|afternoon|evening|night)\b/i,
  },
  reasons: {
    of: 'outside',
    strong:
      /\b(?:because|the reason|(?:gone|went|going|go) (?:to|with)|cho(?:se|sen|ose)|decided (?:for|against|on)|(?:made|make) the difference|would(?:n't|n’t)?(?: have|'ve|’ve) (?:made|been|won|chosen|taken)|not (?:have been )?enough|too (?:expensive|late|slow|risky|complicated)|(?:don't|didn't|doesn't|don’t|didn’t|doesn’t|did not|do not|does not) have|lack\w*|missing|instead of|prefer\w*|gave (?:all|most))\b/i,
    weak: /\b(?:price|points|cheaper|budget|integration|feature|bundle|vendor|earlier|contract|risk|references?|offer|advantage|better|board|account|wanted|decision|decided|lost)\b/i,
  },
  causes: {
    of: 'outside',
    strong:
      /^(?:(?:well|and|yes|mostly|mainly|simply|it['’]s|that['’]s),? )*because\b|\b(?:the (?:main |only |real )?reason (?:is|was|why)|(?:that|which)(?:['’]s| is| was) why|it['’]s that)\b/i,
    weak: NEVER,
  },
  requests: {
    of: 'outside',
    asks: true,
    strong:
      /\b(?:feature request|(?:can|could|will|would|do) you (?:guys )?(?:also )?(?:add|build|make|support|offer|integrate|connect|change|provide)|(?:we|i)(?:'d|’d| would) (?:really )?(?:like|love|want|prefer) (?:to (?:have|see|be able)|a|an|it|the|your|you|that|if)|(?:we|i) (?:really )?(?:wish|miss)|(?:it|that)(?:'d|’d| would) (?:be|have been) (?:\w+ )?(?:nice|good|great|helpful|useful|enough) (?:if|to)|what (?:we|i)(?:'re|’re| am)? (?:miss|need|want|wish)\w*|is (?:still )?missing|would have helped|(?:does|will) (?:it|the \w+|your \w+) (?:also )?(?:integrate|connect|support|work|talk|speak|read)|(?:we|i)(?:'d|’d| would|'ll|’ll| will)? (?:only |really |just )?(?:need|want) (?:it|a|an|the|one|that) (?!to\b))\b/i,
    weak: /\b(?:integrat\w+|feature|export|import|interface|report|button|option|field|api|language|version|app|button|screen|list|automatic\w*|notification|connect\w*|support)\b/i,
  },
  pushback: {
    of: 'outside',
    asks: true,
    strong:
      /\b(?:too (?:expensive|much|high|pricey|costly)|(?:['’]s|['’]re|is|are|was|seems|looks) (?:quite |really |already |just |rather |very |so )*(?:a lot of money|expensive|steep|pricey)|cheaper|(?:over|above|beyond|outside|higher than|more than) (?:our|my|the|what (?:i|we)) (?:budgets?|limits?|means|can|could|have|pay|expected|planned|[\w-]*(?:hundred|thousand)|\d[\d.,]*)|(?:can['’]?t|cannot|couldn['’]?t|won['’]?t|not able to) (?:afford|pay|justify|spend|sign|go (?:above|over|higher))|(?:have|had|got|gave us|made us|made me) (?:an?|another) (?:\w+ )?(?:offer|quote)|(?:got|offered|pay|paying|are at|is at) [\w-]+ (?:dollars |euros |pounds )?(?:on the other side|elsewhere|somewhere else)|lower (?:the |your )?price|(?:any|a bigger|a better|more of a|what) discount|(?:go|come) (?:down|lower) (?:on|with|in) |lower (?:offer|quote)|(?:frozen|cut|no) (?:the |our )?budget|budget(?:['’]s| is| was)? (?:frozen|cut|gone|tight)|squeez\w+)\b/i,
    // Amounts and the word “price” alone aren't objections.
    weak: NEVER,
    without:
      /\b(?:(?:['’]?s|is|was|not|n['’]t|no|it) (?:not |too |really )*(?:expensive|a problem) at all|not (?:too )?expensive|(?:costs?|cost) us too much)\b/i,
  },
}

/** Start of a sentence that depends on the previous one. */
const LEANS = /^(?:it|that|this|they|those|these|he|she|then|so|and|but|because|which|there|no|yes)\b/i
const WORDS = { min: 7, most: 45, best: 12 }
/** Minimum score: two weak matches, or a strong one. */
const SCORE_MIN = 2

/**
 * Score of a sentence for a cue. 0 if it doesn't match.
 * @param internal whether the speaker belongs to the organization. Undefined if unknown.
 */
export function scoreSentence(
  { text, terms, length }: TranscriptSentence,
  cue: StatementCue,
  internal: boolean | undefined,
): number {
  const { strong, weak, of, without, asks = false } = RULES[cue]
  if (length < WORDS.min || length > WORDS.most || (text.endsWith('?') && !asks)) return 0
  if (of !== undefined && internal !== undefined && internal !== (of === 'inside')) return 0
  if (without?.test(text)) return 0
  const signs = count(strong, text) * 2 + count(weak, text)
  if (signs < SCORE_MIN) return 0
  const own = terms.filter((term) => !isTalk(term)).length
  const lean = LEANS.test(text) ? 1.5 : 0
  return signs + Math.min(2, own / 3) + Math.min(1, length / WORDS.best) - lean
}

/** Counts at most two matches, because repetition adds nothing. */
const count = (pattern: RegExp, text: string) =>
  Math.min(2, [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].length)
