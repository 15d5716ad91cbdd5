/**
 * Converts a question to a heading: “What did Anna think about the price?” becomes “What Anna thought about the price”.
 * Supports English word order. Other questions are used unchanged.
 */

/** Past tense of irregular verbs. */
export const PAST: Readonly<Record<string, string>> = {
  think: 'thought',
  say: 'said',
  tell: 'told',
  feel: 'felt',
  make: 'made',
  give: 'gave',
  get: 'got',
  go: 'went',
  come: 'came',
  see: 'saw',
  know: 'knew',
  mean: 'meant',
  take: 'took',
  find: 'found',
  choose: 'chose',
  put: 'put',
  want: 'wanted',
  speak: 'spoke',
  bring: 'brought',
  decide: 'decided',
  have: 'had',
  do: 'did',
  leave: 'left',
  understand: 'understood',
  hold: 'held',
  keep: 'kept',
  set: 'set',
  spend: 'spent',
  buy: 'bought',
  sell: 'sold',
  build: 'built',
  deal: 'dealt',
  show: 'showed',
  write: 'wrote',
  begin: 'began',
  plan: 'planned',
  refer: 'referred',
}

/** Verbs after the subject of a question. They separate the subject from the rest. */
const VERBS =
  'think|say|tell|feel|mention|discuss|talk|suggest|propose|recommend|believe|want|decide|agree|disagree|argue|explain|describe|present|introduce|consider|respond|react|ask|answer|mean|plan|like|dislike|prefer|need|make|give|come|deal|do|choose|know|see|refer|conclude|learn|find|point|leave|get|go|take|put|keep|hold|buy|sell|build|show|write|begin|start|stop|change|use|reject|refuse|accept|support|oppose|compare|define|solve|handle|plan to|try|offer|promise|expect|hope|worry|emphasize|emphasise|state|claim|evaluate|report|introduce'

/** Verbs that are common in questions, in their base form. */
export const COMMON_VERBS: readonly string[] = [...new Set([...Object.keys(PAST), ...VERBS.split(/[ |]/)])]

const ASKED = new RegExp(
  `^(what|how|why|when|where|which(?: [\\w-]+){1,3}|what (?:[\\w-]+ )?[\\w-]+) did (.+?) (${VERBS})\\b(.*)$`,
  'i',
)
const STATED = /^(?:what|which) (?:was|were|is|are) (.+)$/i
const ASKED_FOR =
  /^(?:please |can you |could you )*(?:summari[sz]e|describe|explain|outline|recap|list|tell (?:me|us) about|give (?:me |us )?(?:a |an )?(?:summary|overview|list) of) (.+)$/i

export function extractQuestionTopic(question: string): string {
  const text = question
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\s?？.!:;]+$/u, '')
  const asked = ASKED.exec(text)
  if (asked !== null) {
    const [, begin = '', subject = '', verb = '', rest = ''] = asked
    return capital(`${begin} ${subject} ${toPastTense(verb.toLowerCase())}${rest}`)
  }
  return capital(STATED.exec(text)?.[1] ?? ASKED_FOR.exec(text)?.[1] ?? text)
}

const toPastTense = (verb: string): string =>
  PAST[verb] ?? (verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
