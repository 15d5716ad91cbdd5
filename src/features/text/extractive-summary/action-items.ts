/**
 * Action items: tasks that people agreed to do after the conversation. The rules recognize promises ("I'll send …"),
 * requests ("can you … by Friday", "please review"), assignments ("Ann will …", "you need to …"), and explicit labels
 * ("action item", "next step"). A date increases the score. Actions during the conversation ("let me share my screen")
 * are excluded.
 */
import { type Due, dueIn } from './due-dates.ts'
import { type ActionItem, LINE_MAX, MOST, shortened } from './model.ts'
import { consenting, type People } from './owners.ts'
import type { Sentence } from './sentences.ts'
import { strongest } from './strongest.ts'

/** Verbs of tasks after a conversation. */
const DOING =
  '(?:send|share|write|draft|review|check|follow|update|schedule|set up|setup|look (?:into|at|over|through)|post|open|create|fix|merge|add|ask|reach out|prepare|finish|finali[sz]e|get (?:back|in touch|it|that|this|those|these|the|you|a)|put (?:together|it|that|this|up|the|a|out|some)|investigate|test|run|publish|ping|e-?mail|call|book|organi[sz]e|file|document|submit|push|deploy|release|implement|provide|confirm|circulate|coordinate|contact|invite|deliver|complete|read|reply|respond|report|bring|collect|gather|discuss|talk (?:to|with)|speak (?:to|with)|meet|make (?:sure|a|an|the|that|some)|work (?:on|with|out)|take (?:a look|care|that|this|it|the)|do (?:that|this|it|the|a|some)|try (?:to|and)|think about|figure out|find out|come (?:up|back)|go (?:over|through|back)|drop|link|paste|message|dm|forward|upload|print|order|pay|buy|sign|transfer|design|build|change|remove|move|start|continue|keep|raise|propose|sync|benchmark|measure|analy[sz]e|record|register|fill|bump|cut|tag|rebase|resolve|clean up|close)'
const SOFT =
  '(?:definitely |also |just |probably |then |actually |maybe |certainly |try to |try and |go ahead and |make sure to |quickly |please |all |still |have to |need to |be able to )*'

const SIGNS: readonly (readonly [RegExp, number, 'promise' | 'request' | 'charge' | 'plan'])[] = [
  [
    new RegExp(
      String.raw`\b(?:i'll|i will|i'm (?:going to|gonna)|i am going to|i can|i could|let me|i plan to|i need to|i have to|i want to|i promise to) ${SOFT}${DOING}\b`,
      'i',
    ),
    1.6,
    'promise',
  ],
  [
    new RegExp(
      String.raw`\b(?:can|could|would|will) (?:you|someone|somebody|anyone|everyone|everybody|people|you guys|[\p{L}]+) ${SOFT}${DOING}\b`,
      'iu',
    ),
    1.6,
    'request',
  ],
  [
    new RegExp(
      String.raw`\b(?:please|i'd (?:like|ask|encourage)|i would (?:like|ask|encourage)|would (?:be|love|appreciate)|it'd be (?:good|great|nice)|feel free to|encourage|make sure|remember to|don't forget to|be sure to)\b.{0,40}\b${DOING}\b`,
      'i',
    ),
    1.2,
    'request',
  ],
  [
    new RegExp(
      String.raw`\b(?:you|they|teams?|everyone|everybody|people|clients?|someone|somebody)(?:'ll| will| should| need to| have to| must| are going to)  ?${SOFT}${DOING}\b`,
      'i',
    ),
    1.3,
    'charge',
  ],
  [
    new RegExp(
      String.raw`\b(?:we'll|we will|we're (?:going to|gonna)|we are going to|we (?:need|have) to|we should|we must|we can|let's|we want to) ${SOFT}${DOING}\b`,
      'i',
    ),
    0.9,
    'plan',
  ],
  [
    // An assignment to a person by name.
    new RegExp(
      String.raw`(?<![\p{L}'])(?!(?:I|We|You|They|It|This|That|These|Those|There|He|She|Which|What|Who|One|Some|Nobody|Nothing|Then|So|And|But|Or)\b)\p{Lu}\p{Ll}+(?: will|'ll| is going to| needs to| should| has to) ${SOFT}${DOING}\b`,
      'u',
    ),
    1,
    'charge',
  ],
  [
    /\b(?:action (?:item|point)s?|to-?do|next steps?|follow-?ups?|homework|deliverables?|take-?aways?|assigned to|in charge of|responsible for|takes? the (?:action|lead)|your (?:task|job) is|still (?:need|have|left) to)\b/i,
    1.6,
    'plan',
  ],
]
const HERE =
  /\b(?:share (?:my|the) screen|my screen|in (?:the )?(?:zoom )?chat|right now|already|can you (?:hear|see)|hear me|let me (?:just )?(?:see|think|start|say|try|know|ask you|go (?:back|through|over)|put it|give|finish|check (?:the )?(?:time|agenda))|i'll (?:start|go first|stop|say|just say|leave it|let you|hand)|let you know when|hand (?:it )?over|go ahead|next slide|move on|keep going|as far as i know|(?:could|can|shall) we start|we have today|i'll ask|move (?:on )?to|come back to (?:that|this)|i can (?:see|hear|think|imagine|start|talk|do that now)|we can (?:talk|discuss|see|do)|do you want me to|i could (?:be|have)|can you (?:repeat|say|explain|elaborate|speak|talk|tell|give us|start)|would (?:be|you say)|work(?:s|ed)? (?:for|like))\b/i
const AGAINST =
  /\b(?:if (?:we|you|i|they)|i (?:don't|can't|won't)|we (?:don't|can't|won't)|didn't|don't (?:need|have) to|used to|would have|should have|could have|last (?:week|time|month|meeting))\b/i
const DATED = 1.0
const NAMED = 0.8
const LATER =
  /\b(?:after (?:this|the) (?:call|meeting)|offline|async(?:hronously)?|on (?:discord|slack|telegram|github|the (?:agenda|repo|forum|mailing list))|in the (?:channel|doc|notes|issue|next|coming)|pull request|\bpr\b|issue|e-?mail|document|spreadsheet|feedback|agenda|by the next)\b/i
const LEAST = 1.9
const SHORTEST = 5

/** @param saidOn date of the conversation in UTC. Undefined if unknown */
export function actionItemsOf(sentences: readonly Sentence[], people: People, saidOn: Date | undefined): ActionItem[] {
  const found = sentences.flatMap((sentence, at) => {
    const one = readItem(sentence, sentences.slice(at + 1, at + 4), people, saidOn)
    return one === undefined ? [] : [one]
  })
  return strongest(found, MOST.actionItems).map(({ sentence, owner, due }) => ({
    text: shortened(sentence.text, LINE_MAX),
    owner: owner === null ? null : people.called(owner),
    due: due?.said ?? null,
    dueDate: due?.date ?? null,
    spans: sentence.spans,
  }))
}

interface Found {
  readonly sentence: Sentence
  readonly weight: number
  readonly owner: string | null
  readonly due: Due | null
}

function readItem(
  sentence: Sentence,
  next: readonly Sentence[],
  people: People,
  saidOn: Date | undefined,
): Found | undefined {
  const { length, terms, speaker } = sentence
  const text = sentence.text.replaceAll('’', "'")
  if (length < SHORTEST || terms.length < 2 || HERE.test(text) || AGAINST.test(text)) return undefined
  const signs = SIGNS.filter(([sign]) => sign.test(text)).map(([, worth, kind]) => ({ worth, kind }))
  const named = people.named(text)
  if (signs.length === 0 && named === null) return undefined
  const kinds = new Set(signs.map(({ kind }) => kind))
  // A question is an action item only if it is a request.
  if (/\?/.test(text) && !kinds.has('request')) return undefined
  const due = dueIn(sentence.text, saidOn)
  let weight = signs.length === 0 ? 0.8 : Math.max(...signs.map(({ worth }) => worth)) + 0.3 * (signs.length - 1)
  if (due !== null) weight += DATED
  if (named !== null) weight += NAMED
  if (LATER.test(text)) weight += 0.8
  const willing = kinds.has('request') ? consenting(sentence, next) : null
  if (willing !== null) weight += 0.5
  if (weight < LEAST) return undefined
  return { sentence, weight, due, owner: ownerOf(kinds, named, willing, speaker, people, text) }
}

function ownerOf(
  kinds: ReadonlySet<string>,
  named: string | null,
  willing: string | null,
  speaker: string,
  people: People,
  text: string,
): string | null {
  if (named !== null && named !== speaker) return named
  if (kinds.has('promise')) return speaker === '' ? null : speaker
  if (/\b(?:someone|somebody|anyone|everyone|everybody|people|teams?)\b/i.test(text)) return null
  if (willing !== null) return willing
  return /\byou\b/i.test(text) && (kinds.has('request') || kinds.has('charge')) ? people.other(speaker) : null
}
