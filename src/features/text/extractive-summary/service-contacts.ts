/**
 * Short contact of two people, such as a call to support: the request of one of them, and its result. Both are whole
 * sentences with their speakers.
 */
import { isNotice } from './notices.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Maximum number of sentences of a contact, and of one in which nobody offers help. */
const SENTENCES_MAX = 120
const SENTENCES_MAX_WITHOUT_OFFER = 40
/** Number of sentences within which the request is made. */
const OPENING_MAX = 16
/** Position of a request up to which a contact starts with it. */
const EARLY = 2
/** Minimum and maximum number of words of a request, and of the answer to it. */
const REQUEST_WORDS = { min: 3, max: 28 } as const
const ANSWER_WORDS = { min: 2, max: 28 } as const

/** Offer of help by the person who is contacted. */
const OFFERS_HELP =
  /\b(?:how|what) (?:may|can|could) (?:i|we) (?:help|assist|do for)|\b(?:anything|something) else (?:that )?(?:i|we) can (?:help|do|assist)|\bthank(?:s| you) for (?:calling|contacting)|\bhappy to (?:help|assist) you\b/i

const REQUEST = new RegExp(
  [
    String.raw`\b(?:i|we)(?:['’]d| would|['’]ll)?(?: also| just| really| only)* (?:want(?:ed)?|need(?:ed)?|like|(?<!would |['’]d )have) to (?!say|admit|thank|tell|hear|start|begin|be honest|mention|add|point|introduce|apologi[sz]e|make sure|wait|go|be|use\b|discuss|talk|speak|chat|cover|review|present|show|walk|understand|learn)`,
    String.raw`(?:\band|,) would like (?:to (?!say|thank|be\b|ask)|an?\b|some\b|my\b)|\b(?:i|we)(?:['’]d| would) love to (?!say|thank|be\b|hear)`,
    String.raw`^\W*(?:just )?want(?:ed)? to (?!say|thank|be)\w`,
    String.raw`\b(?:i|we)(?:['’]m| am|['’]re| are) (?:calling|looking|trying|having|interest(?:ed|ing)(?! (?:to|in) (?:hear|know|learn))|writing|thinking (?:of|about)|contacting|missing|locked out|unable)\b`,
    String.raw`\b(?:i|we) (?:need|want) (?:a|an|some|my|our|the|help|another|new|two|three)\b`,
    String.raw`\b(?:i|we)(?:['’]d| would) like (?:an?|some|my|our|the|another|new|two|three|help|information)\b|\bcould use (?:some |a )?(?:help|hand)\b|\b(?:i|we) wanna \w|(?:^|[!.,] )need (?:an?|some|my|help|to)\b`,
    String.raw`(?:^|[!.,] )been (?:waiting|trying|charged|billed|locked)\b|\b(?:i am|i['’]m|this is) [\p{L}]+,? been (?:waiting|trying|charged|billed|locked)\b`,
    String.raw`\b(?:i|we)(?:['’]ve| have)? (?:forgot(?:ten)? (?!to (?:ask|say|mention))|lost (?!track|count|sight|interest)|missed|never (?:got|received)|(?:haven['’]t|have not|didn['’]t|did not) (?:get|got|received?)\b)`,
    String.raw`\b(?:i|we)(?:['’]ve| have)(?: got| had)? (?:an?|some|this) (?:\w+ )?(?:problem|issue|question|complaint|concern|charge|error|bill|code|emergency)\b|\b(?:i|we)(?:['’]ve| have) (?:had|been (?:charged|billed|overcharged|locked|waiting|trying|having|getting|told|hacked|double))\b`,
    String.raw`\b(?:someone|somebody) (?:has |just |else )?(?:stole|took|used|transferred|withdrew|did|hacked|opened|charged|made)\b|\bthere(?:['’]s| is| was| are) .{1,40}\b(?:on|from|in|with) my\b`,
    String.raw`\b(?:i|we) (?:can['’]?t|cannot|can not|could(?:n['’]t| not)) (?:log|find|get|access|open|use|see|reach|connect|print|pay|sign)\b`,
    String.raw`\bmy (?!name|e-?mail|phone|number|user|zip|address|budget|(?:\w+ )?(?:id|number|code|pin)\b)(?:\w+ ){1,3}(?:is(?:n['’]t| not)?|was(?:n['’]t| not)?|has(?:n['’]t| not)?|does(?:n['’]t| not)|won['’]t|stopped|keeps?|never) \w`,
    // A request in the form of a question. "May I have your name?" is one of the other side.
    String.raw`\b(?:can|could|may|might) (?:i|we)(?: please| just| also)* (?!do\b|ask|know your|help|assist|have your|get your)(?:\w+ )?(?:\w+ )(?!.*\byour\b)\w`,
    String.raw`\b(?:can|could|would|will) you(?: please| just| maybe)* (?:book|order|get|check|tell me|find|change|cancel|help|look|send|give me|explain|reset|fix|make|move|schedule|reserve|confirm)\b(?! me\?)(?!.*\byour (?:\w+ )?(?:name|number|account|pin|code|password|birth|phone|e-?mail|address|id)\b)`,
    String.raw`^\W*(?:book|reserve|cancel|order|schedule|change|check) (?:\w+ ){1,8}(?:for me|please)\b`,
  ].join('|'),
  'iu',
)

const DONE =
  'booked|reserved|scheduled|rescheduled|confirmed|cancel+ed|processed|refunded|shipped|dispatched|sent|updated|changed|upgraded|downgraded|activated|reset|approved|rejected|declined|issued|credited|fixed|resolved|ordered|delivered|extended|transferred|escalated|completed?|submitted|created|opened|applied|removed|placed|waived|unlocked|unblocked|replaced'
const REFUSED =
  'accept|accomm?odate|authenticate|verify|offer|refund|process|give|honou?r|extend|waive|return|take|cancel|change|replace|provide|find|apply|book|ship|do (?:an?|any|anything|that|this)'
/** Promise by which an agent ends a contact, if nothing else states a result. */
const PROMISE =
  /\b(?:i|we)(?:['’]ll| will|['’]m going to| am going to)(?: now| also| just| go ahead and)* (?:send|ship|refund|issue|credit|escalate|replace|cancel|book|reserve|waive|extend|transfer|call you|email you|open a|create a|submit|reset|process)\b(?!.*\b(?:survey|feedback|confirmation|copy of this)\b)/iu
/** Information that answers a question, if nothing else states a result: "Your balance is 3260", "You must take it twice". */
const INFORMATION =
  /\b(?:your|the)(?: [\p{L}'’-]+){1,4} (?:is|are|was|were|costs?)\b.*\d|^\W*your(?: [\p{L}'’-]+){1,3} (?:is|are): \p{L}|\byou (?:must|should)(?: not)? (?!provide|verify|give|tell|confirm)\p{L}/iu
const RESULT = new RegExp(
  [
    String.raw`\b(?:your|the|this|that)(?: [\p{L}'’-]+){1,3}(?: (?:with|for|at|on|from|to|by) [^,;!?]{1,40}?)? (?:is|are|was|were|has been|have been|will be|['’]s)(?: now| already| successful+y| all| currently| being)* (?:${DONE}|in progress|on (?:its|the) way|not available|unavailable|sold out|on hold|covered|under warranty)\b`,
    String.raw`^\W*(?:\p{L}+ ){1,2}(?:booked|reserved|cancel+ed|confirmed|scheduled|refunded|processed|resolved|fixed)\W*$`,
    String.raw`\b(?:i|we)(?:['’]ve| have)(?: just| now| already| successfully| also| gone ahead and)* (?:${DONE}|let (?:my|our|the) \p{L}+ know|made the|put in)\b`,
    String.raw`\b(?:i|we) (?:can(?:no|['’]?)t|can not|could(?:n['’]t| not)|(?:am|are) (?:unable|not able) to|['’](?:m|re) (?:unable|not able) to)(?: \p{L}+ly)? (?:${REFUSED})\b`,
    String.raw`\b(?:the|your|this|that)(?: [\p{L}'’-]+){1,3} (?:is|are|was|were) (?:not able|unable) to (?:${REFUSED})\b`,
    String.raw`\bthere(?: is|['’]s| are|['’]re) no (?:\p{L}+ ){1,3}(?:available|left)\b`,
  ].join('|'),
  'iu',
)

export interface ServiceContact {
  readonly request: TranscriptSentence
  /** Result of the request. Undefined if nobody states it in a sentence. */
  readonly answer: TranscriptSentence | undefined
}

/** Returns what a short contact was about. Undefined if it isn't one, or if nobody asks for something. */
export function findServiceContact(sentences: readonly TranscriptSentence[]): ServiceContact | undefined {
  const speakers = new Set(sentences.map(({ speaker }) => speaker).filter((speaker) => speaker !== ''))
  if (speakers.size !== 2 || sentences.length > SENTENCES_MAX) return undefined
  const offer = sentences.find(({ text }) => OFFERS_HELP.test(text))
  const agent = offer?.speaker
  if (agent === undefined && sentences.length > SENTENCES_MAX_WITHOUT_OFFER) return undefined
  const opening = sentences
    .slice(0, OPENING_MAX)
    .filter((one) => one.speaker !== '' && one.speaker !== agent && isWithin(one, REQUEST_WORDS))
  const first = opening.find(isRequest)
  const request =
    (first && isVague(first) ? (findDetail(first, opening) ?? first) : first) ??
    (offer === undefined ? undefined : opening.find((one) => follows(one, offer)))
  if (request === undefined) return undefined
  const replies = sentences.filter(
    (one) =>
      one.position > request.position &&
      one.speaker !== '' &&
      one.speaker !== request.speaker &&
      isWithin(one, ANSWER_WORDS) &&
      !/[?？]/.test(one.text) &&
      !one.qualified &&
      !isNotice(one),
  )
  const answer =
    findResult(request, replies) ??
    replies.findLast(({ text }) => PROMISE.test(text)) ??
    replies.findLast(({ text }) => INFORMATION.test(text))
  // Without an offer of help, the first sentences show that one of them serves the other.
  return agent === undefined && (first ?? request).position > EARLY ? undefined : { request, answer }
}

/** Results of tasks that are finished. */
const FINISHED =
  /\b(?:booked|reserved|scheduled|confirmed|processed|refunded|shipped|sent|updated|changed|issued|fixed|resolved|ordered|completed?|submitted)\b/i

/**
 * Last result. If it shares no term with the request, but an earlier one does and finishes a task, the caller asked for
 * something else afterwards.
 */
function findResult(
  request: TranscriptSentence,
  replies: readonly TranscriptSentence[],
): TranscriptSentence | undefined {
  const results = replies.filter(({ text }) => RESULT.test(text))
  const last = results.at(-1)
  const isOwn = ({ terms }: TranscriptSentence) => terms.some((term) => request.terms.includes(term))
  if (last === undefined || isOwn(last)) return last
  return (
    results.findLast((one) => isOwn(one) && FINISHED.test(one.text) && !/\bnot?\b|n['’]t\b/i.test(one.text)) ?? last
  )
}

/** Requests of something that only a pronoun names: "Can I skip it?" */
const BY_PRONOUN = /\b(?:it|that|this|them|so)\W*$/i
const isRequest = ({ text, terms }: TranscriptSentence): boolean =>
  REQUEST.test(text) && !isNotice({ text }) && (terms.length > 1 || !BY_PRONOUN.test(text))

/** Requests that name nothing but the kind of help: "Can you help me make a reservation?" */
const VAGUE =
  /^(?:(?!\bmy\b).)*\b(?:(?:an?|some|the) )?(?:help|assistance|reservation|booking|appointment|question|problem|issue|ride|flight|hotel|room|restaurant|order|account|information)\W*$/i
const isVague = ({ text }: TranscriptSentence): boolean => VAGUE.test(text)
/** Returns the sentence in which the same caller says what exactly a vague request is about. */
const findDetail = (
  vague: TranscriptSentence,
  opening: readonly TranscriptSentence[],
): TranscriptSentence | undefined =>
  opening.find(
    (one) =>
      one.position > vague.position &&
      one.speaker === vague.speaker &&
      isRequest(one) &&
      !isVague(one) &&
      one.terms.length > 1,
  )

/** Number of sentences after an offer of help within which the caller says what the contact is about. */
const REPLY_REACH = 3
/** Minimum number of words and of terms of such a sentence. */
const REPLY_WORDS = 6
const REPLY_TERMS = 2

function follows({ position, text, length, terms }: TranscriptSentence, offer: TranscriptSentence): boolean {
  const distance = position - offer.position
  const isStatement = length >= REPLY_WORDS && terms.length >= REPLY_TERMS && !/[?？]/.test(text)
  return distance > 0 && distance <= REPLY_REACH && isStatement
}

const isWithin = (
  { length, spans }: TranscriptSentence,
  { min, max }: { readonly min: number; readonly max: number },
) => spans.length > 0 && length >= min && length <= max
