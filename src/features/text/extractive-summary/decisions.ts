/**
 * Decisions: sentences with English phrases of decision. "We decided", "let's go with" and "the decision is" are strong
 * signs. "We'll use" and "we should go ahead" are weaker, unless others agree in the next sentences. Questions,
 * conditions and negations are excluded.
 */
import { LINE_MAX, MOST, type SummaryLine, shortened } from './model.ts'
import type { Sentence } from './sentences.ts'
import { strongest } from './strongest.ts'

const WE = '(?:we|i think we|it seems we|it sounds like we)'
const SIGNS: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      String.raw`\b${WE}(?:'ve| have|'re| are)?(?: all| also| just| already| now| basically)* (?:decided|agreed|settled on|resolved|concluded|opted)\b`,
      'i',
    ),
    3,
  ],
  [
    /\b(?:was|been|is|'s|were) (?:also |already |now )?(?:decided|agreed|settled|approved|finali[sz]ed|confirmed|rejected|adopted|carried)\b/i,
    1.5,
  ],
  [
    /\b(?:the|our|my|final|main) (?:decision|agreement|conclusion|resolution)s?\b(?! (?:tree|maker|making|process|node|list|theory))/i,
    2,
  ],
  [
    /\b(?:(?:rough|general|strong|clear|loose|broad) consensus|(?:have|had|reached|got|is|was|there's) (?:a )?consensus|consensus (?:is (?:to|that)|in favou?r|seems to be))\b/i,
    2,
  ],
  [
    /\blet'?s (?:just |all |maybe |then |try to |try and |also )*(?:go (?:with|for|ahead)|use|keep (?!going|discussing|talking)|stick (?:with|to)|take (?!a look)|make|do (?:it|that|this|the|a)|settle|agree|move (?:forward|ahead)(?! to)|proceed|aim|target|plan|include|drop|leave|merge|ship|add|remove|postpone|delay|schedule|call it|set|stay)\b/i,
    2,
  ],
  [
    /\b(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl(?:e|ing) (?:on|for)|commit(?:ting)? to|mov(?:e|ing) (?:forward|ahead) with|go(?:ing)? ahead (?:with|and)|opt(?:ing)? for|in favou?r of|rul(?:e|ed|ing) out)\b/i,
    1,
  ],
  [
    /\b(?:we|they|it)(?:'re| are|'s| is|'ll| will)(?: definitely| just| all| also| then| not| now)* (?:gonna |going to )?(?:go (?:with|for|ahead)|use|keep|stick|have|take|make|do|drop|remove|add|include|exclude|move|ship|launch|target|postpone|delay|merge|proceed|start|cancel|skip|schedule|be (?:included|removed|part|called|named|optional|merged))\b/i,
    1,
  ],
  [
    /\bwe (?:should|can|could|would) (?:just |then |definitely |probably |all )*(?:go (?:with|ahead|for)|use|keep|stick|take|proceed|move (?:forward|ahead)|merge|include|drop|target|agree|do that|make)\b/i,
    0.8,
  ],
  [
    /\b(?:motion|amendment|bill|budget|proposal) (?:is |was |has been )?(?:carried|adopted|agreed|approved|passed|defeated|accepted)\b/i,
    3,
  ],
  [
    /\b(?:sounds good|makes sense|fine by|happy with|ok with|okay with|good with)\b.{0,40}\b(?:so|then|we|let'?s)\b/i,
    0.7,
  ],
  [
    /\b(?:instead of|rather than|no longer|from now on|for now|optional|final|finali[sz]e|officially|deadline|scope|out of scope|in scope|cfi|pfi|sfi|dfi)\b/i,
    0.5,
  ],
]
const AGAINST =
  /\b(?:if (?:we|you|they|i|it|that|there)|whether|unless|have(?:n't| not)|did(?:n't| not)|not (?:yet )?(?:decided|agreed|sure|clear|settled)|need to (?:decide|agree)|yet to|should we|shall we|can we|could we|do we|are we|what if|(?:when|that|which|why|what|who|as) (?:we|they) (?:\w+ )?(?:decided?|agreed?|settled)|let's say|make (?:a|the|that|any) decisions?|decisions? (?:on|about|we)|to be decided|might|would have|supposed to|used to)\b/i
const AGREEMENT =
  /^(?:yeah|yes|yep|yup|ok|okay|sure|agreed?|great|perfect|good|right|exactly|absolutely|sounds good|makes sense|fine|\+1|cool|alright|all right|no objections?|i agree|works for me|let'?s do (?:it|that)|definitely|i'm (?:fine|good|okay|ok) with)\b/i
const LEAST = 1.5
const SHORTEST = 4

export function decisionsOf(sentences: readonly Sentence[]): SummaryLine[] {
  const found = sentences.flatMap((sentence, at) => {
    const weight = weightOf(sentence, sentences.slice(at + 1, at + 4))
    return weight >= LEAST ? [{ sentence, weight }] : []
  })
  return strongest(found, MOST.decisions).map(({ sentence }) => ({
    text: shortened(sentence.text, LINE_MAX),
    spans: sentence.spans,
  }))
}

function weightOf({ text, length, terms, speaker }: Sentence, next: readonly Sentence[]): number {
  if (length < SHORTEST || terms.length < 1 || /[?]/.test(text)) return 0
  const plain = text.replaceAll('’', "'")
  if (AGAINST.test(plain)) return 0
  let weight = 0
  for (const [sign, worth] of SIGNS) if (sign.test(plain)) weight += worth
  if (weight === 0) return 0
  const isAgreed = next.some((one) => one.speaker !== speaker && AGREEMENT.test(one.spans[0]?.quote ?? ''))
  return weight + (isAgreed ? 0.7 : 0)
}
