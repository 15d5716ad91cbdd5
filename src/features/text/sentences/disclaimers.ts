/**
 * Decides whether a speaker asserts a part of a sentence. Speakers don't assert what they deny, wish, make depend on a
 * condition, report of others, or withdraw. A value that is taken out of such a sentence, without the
 * words around it, is wrong.
 */
import type { SpokenText } from './context.ts'

/** Words that disclaim what follows them in the sentence. */
const DISCLAIMING = new RegExp(
  [
    // Denials and doubts.
    String.raw`(?:\bnot|n['’]t)\s+(?:really\s+)?(?:true|the case|correct|right|something|saying|say|said|promis\w+|claim\w*|suggest\w*|think\w*|believ\w*|agree\w*|expect\w*|mean\w*|likely|possible)\b`,
    String.raw`\b(?:nobody|no one|none of (?:us|them|you)|neither of)\b.{0,20}\b(?:said|says|thinks?|believes?|promised|claims?|agreed|told|wants?)\b`,
    String.raw`\b(?:doubt|unlikely|impossible|far from (?:true|sure|certain)|hardly|a (?:myth|lie|mistake|misunderstanding|rumou?r|joke)|wrong to|false that|never (?:said|told|tell|promised|promise|agreed|say|claim)\w*)\b`,
    String.raw`(?:\b(?:not|never)|n['’]t)\b.{0,12}\b(?:sure|certain|clear|decided|know|known|settled|agreed)\b.{0,12}\b(?:if|whether|that|when|what|which|how)\b`,
    // Wishes and hypotheses.
    String.raw`\b(?:i|we|they) wish\b|\bif only\b|\b(?:suppose|supposing|imagine|pretend|let['’]s say|hypothetical\w*|theoretically|in theory|ideal(?:ly)?|perfect world|would have been|what if)\b`,
    // Open questions.
    String.raw`\b(?:question is|wonder(?:ing)?|unclear|undecided|remains to be seen)\b.{0,20}\b(?:if|whether|that|when|what)\b|\bdo you (?:think|believe)\b|\bis it true\b`,
    // Words of others.
    String.raw`\b(?:website|brochure|vendor|competitor|competition|rumou?r|people|somebody|someone|they|ad|advert\w*|press|article)\b.{0,20}\b(?:claim|promis|say|said|tell|told|think|thought|pretend|advertis)\w*\b`,
    // Parts of a whole, and the past.
    String.raw`\b(?:less than half|only (?:a few|some|one|two|three|half)|a minority|hardly any(?:body|one)?|few)\b.{0,24}\b(?:of|think|say|believe|cases)\b`,
    String.raw`\b(?:until (?:last|recently|then)|used to|originally|the (?:old|original|first) plan|back then|was that)\b`,
    String.raw`\beverywhere except\b`,
  ].join('|'),
  'i',
)
/** Conditions in a sentence, before or after what depends on them: “If legal agrees, the price is 58.” */
const CONDITIONAL = new RegExp(
  [
    String.raw`^\W*(?:(?:so|and|but|well|yeah|okay|um+|uh+|only|even)[\s,.…-]+)*(?:if|unless|assuming|provided|supposing|as long as)\b`,
    String.raw`[\s,](?:only if|unless|as long as|provided(?: that)?|assuming(?: that)?|on (?:the )?condition)\b`,
  ].join('|'),
  'i',
)
/** Sentences that are only a condition, before and after the sentence that depends on them. */
const CONDITION_BEFORE = /^\W*(?:(?:so|and|but|well)[\s,]+)*(?:only )?(?:if|unless|assuming|provided)\b[^,?]*[.…]?$/i
const CONDITION_AFTER = /^\W*(?:(?:well|and|but)[\s,]+)*(?:only if|unless|as long as|provided|assuming)\b/i
/** Words that end the part that is disclaimed: “I don't think June works, but the price is 58 dollars.” */
const TURNING_BACK = /[;:]|\b(?:but|however|instead|actually|rather)\b/i
/** Colon of an announced quote, which doesn't end it: “The vendor said: …” */
const ANNOUNCED = /^\w*\s*:/
/** Words after it in the sentence that disclaim it. */
const DISCLAIMED_AFTER =
  /\b(?:which|that)(?:['’]s| is| was)\s+(?:wrong|not|false|a (?:lie|myth|mistake))|\bis (?:what|something) (?:i|we) (?:can['’]?t|cannot|won['’]?t|don['’]?t)\b|\b(?:is|was) (?:wrong|false|not true)\b|[,.]\s*not really\b/i
/** Next sentences that withdraw a sentence. */
const WITHDRAWING =
  /^\W*(?:(?:well|okay|um+|uh+|oh|sorry|no|actually)[\s,.!…-]+)*(?:scratch that|(?:just |only )?(?:kidding|joking)|never ?mind|i take (?:that|it) back|correction|strike that|forget (?:that|it)|not (?:really|true|quite|anymore)|no,? (?:that['’]s|it['’]s|it is|that is|not)|that['’]s (?:not (?:true|right|correct)|wrong|what (?:the|they|he|she|somebody)\b.{0,24}\b(?:said|told|say|claim\w*))|actually,? that was|that was (?:the|our|last) (?:old|last|plan|previous))\b/i
const SHORT_NO = /^\W*(?:no|nope|not yet|no,? not yet|not really)[\s.!]*(?:\p{L}+[\s.!]*){0,2}$/iu
/** Sentences after which the next one isn't asserted: an announced quote. */
const ANNOUNCING = /(?:\b(?:said|says|claim\w*|told (?:us|me|them)|wrote|heard)|^\W*i wish)[,.:…]*$/i

/** Whether the speaker doesn't assert a range of a sentence. The range has offsets in UTF-16 units. */
export function isDisclaimed(
  sentence: SpokenText,
  { from, to }: { readonly from: number; readonly to: number },
  previous: SpokenText | undefined,
  next: SpokenText | undefined,
): boolean {
  const before = sentence.text.slice(0, from)
  const found = DISCLAIMING.exec(before)
  if (found !== null && !TURNING_BACK.test(before.slice(found.index + found[0].length).replace(ANNOUNCED, '')))
    return true
  if (CONDITIONAL.test(sentence.text)) return true
  if (DISCLAIMED_AFTER.test(sentence.text.slice(to))) return true
  if (previous?.speaker === sentence.speaker) {
    if (ANNOUNCING.test(previous.text) || CONDITION_BEFORE.test(previous.text)) return true
  }
  if (next === undefined) return false
  if (CONDITION_AFTER.test(next.text)) return true
  if (WITHDRAWING.test(next.text)) return true
  return /[?？]["'”’»)\]]*\s*$/.test(sentence.text) && next.speaker !== sentence.speaker && SHORT_NO.test(next.text)
}
