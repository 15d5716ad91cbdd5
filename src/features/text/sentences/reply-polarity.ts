/**
 * Polarity of a reply: yes or no. In the patterns, only one part can match the signs between words. With two, input such
 * as `so, um, so, um …` would cause excessive backtracking.
 */

const YES =
  /^[\s,.!–-]*(?:(?:oh|ah|well|um+|uh+|so|and|actually|thank you|thanks)[\s,.!–-]+)*(?:yes|yeah|yep|yup|ya|sure|of course|absolutely|certainly|definitely|correct|right|exactly|indeed|true|i (?:have|did|do|am|can|will|would)\b(?! not|n['’]t)|we (?:have|did|do|are|can|will|would)\b(?! not)|it (?:is|does|has|was|did)\b(?! not)|already|ok|okay|uh-huh|mm-hmm|affirmative|that['’]s (?:right|correct|true))(?![\p{L}])/iu
const NO =
  /^[\s,.!–-]*(?:(?:oh|ah|well|um+|uh+|so|and|actually|unfortunately|sorry|i['’]?m sorry|hm+|i am afraid|i['’]m afraid)[\s,.!–-]+)*(?:no|nope|nah|not|never|neither|negative|i (?:haven['’]?t|have not|didn['’]?t|did not|don['’]?t|do not|am not|can['’]?t|cannot|won['’]?t)|i['’]m not|we (?:haven['’]?t|have not|didn['’]?t|did not|don['’]?t|do not|aren['’]?t|can['’]?t|won['’]?t)|it (?:isn['’]?t|is not|doesn['’]?t|does not|hasn['’]?t|wasn['’]?t|didn['’]?t)|that['’]s not)(?![\p{L}])/iu
/** Phrases that contain "no" but don't negate: "no problem", "no doubt". */
const NO_IS_YES = /^[\s,.!–-]*no (?:problem|worries|doubt|question|need to ask)\b/i
/** Replies that don't answer. */
export const SHRUG = /\b(?:(?:do not|don['’]?t|not) (?:know|remember|sure|recall)|no idea|not sure|depends)\b/i

/** Number of leading characters of an answer that are evaluated. */
const BEGINNING = 200

/** Returns the polarity of an answer by its first words. */
export function detectAnswerPolarity(whole: string): boolean | undefined {
  const said = whole.slice(0, BEGINNING)
  if (SHRUG.test(said) || NO_IS_YES.test(said)) return undefined
  if (NO.test(said)) return false
  return YES.test(said) ? true : undefined
}
