/** Words around a question that ask nothing: “I need to know who decides at Acme”, “What did Ann say? I forgot.” */
import { removeLastMarks } from '../../../../core/sentence-marks.ts'
import { cutSentences } from '../../../text/sentences/index.ts'

/** Polite beginning of a question, before its question word. */
const BEGINNING =
  /^\s*(?:(?:hey|hi|hello|ok|okay|so|um|sorry|quick question|just wondering)\b[\s,:!.–-]*)*(?:(?:i|we)(?:['’]d| would)? (?:just |really )?(?:need|want|like) to (?:know|understand|find out|hear|see)|(?:do|can|could|would) you (?:please )?(?:know|tell me|remind me|say|explain|find out)|any idea|(?:i )?(?:do not|don['’]?t|can['’]?t|cannot) remember|(?:i['’]m|i am|im) wondering|(?:i|we) (?:do not|don['’]?t) know|(?:please )?(?:remind|tell) me)[\s,:–-]+(?=(?:who|what|when|where|why|how|which)\b)/i

/** End of a question about what somebody may do without others. Answers say it in other words: “I can decide that.” */
const ALONE =
  / (?:(?:on|by) (?:his|her|their|its|my|our|your) own|by (?:him|her|it|my|your)self|by (?:them|our|your)selves)(?=[?!.\s]*$)/i

/** Complete sentences that ask nothing. */
const ASIDE =
  /^\s*(?:(?:sorry,? )?i (?:forgot|can(?:['’]?t|not) remember|don['’]?t remember|have no idea)(?: (?:it|that|this|the details|again))?|thank(?:s| you)(?: (?:in advance|a lot|so much|very much))?|thx|please(?: help)?|help me|sorry|it['’]?s urgent|asap|no idea|just curious|quick question|hi(?: there)?|hello(?: there)?|hey(?: there)?|good (?:morning|afternoon|evening))\s*$/i

/** Returns the question without words that ask nothing, or the complete text if nothing else is in it. */
export function omitAsides(text: string): string {
  const sentences = cutSentences(text).filter((sentence) => !ASIDE.test(removeLastMarks(sentence)))
  const rest = sentences.join(' ').replace(BEGINNING, '').replace(ALONE, '')
  return /\p{L}/u.test(rest) ? rest : text
}
