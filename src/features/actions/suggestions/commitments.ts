/**
 * Commitments: statements that somebody will do something after the call, clear enough for a reminder. The rules are
 * stricter than those for action items of a summary, because a suggestion that nobody requested must be right. A
 * promise counts if it names a task with a visible result ("send", "check with", "book"), and also says for whom, when,
 * or that it follows after the call. An accepted request counts too ("Could you send …?" "Sure, I'll do that.").
 * Statements about the call itself, and hedged, conditional or negated statements don't count.
 */
import { dueIn, type TranscriptSentence } from '../../text/extractive-summary/index.ts'
import type { ActionEvidence } from './action-evidence.ts'

const DOING =
  '(?:send|share|e-?mail|mail|forward|write (?:up|down|to|you|them|him|her|it|that|this|a|an|the|my|our|something)|draft|prepare|put together|post|upload|publish|circulate|submit|file|open (?:up )?(?:a|an|the)|create (?:a|an|the)|set up|schedule|book|arrange|organi[sz]e|invite|introduce|connect you|loop (?:in|you)|ping|reach out|contact|call (?:you|them|him|her|the)|ring|get (?:back|in touch)|come back (?:to you|with)|follow[- ]?up|circle back|check (?:with|on|out|whether|if|that|this|it|the|our|my|in)|ask (?:our|my|the|them|him|her|around)|speak (?:to|with)|talk (?:to|with) (?:our|my|the|them|him|her)|look (?:into|at|over|through)|find out|investigate|confirm|update|finish|finali[sz]e|complete|review|sign|order|pay|buy|fix|deliver|provide|get (?:you|them|it|that|this) |report|document|print|return|transfer|refund|do (?:that|this|it|so)\\b|take care of|make sure|add (?:a|an|the|that|this|it|you)|collect|gather|test|run|work on|merge|bring)'
const SOFT =
  '(?:definitely |certainly |also |just |then |personally |quickly |gladly |happily |of course |now |try to |make sure to |go ahead and |and |please |actually |be able to |go and )*'

const PROMISE = new RegExp(
  String.raw`\b(?:i'll|i will|i'm going to|i am going to|i'm gonna|i shall|i promise to|i promise i'll|we'll|we will|we're going to|we are going to) ${SOFT}(?<deed>${DOING}\b.*)`,
  'i',
)
/** Weaker wordings of a promise, accepted only with a due date. */
const OFFER = new RegExp(String.raw`\b(?:let me|i can|i could|i have to) ${SOFT}(?<deed>${DOING}\b.*)`, 'i')
const REQUEST = new RegExp(
  String.raw`\b(?:can|could|would|will) you(?: guys)? (?:please |maybe |perhaps |also |just )*(?<deed>${DOING}\b.*)|\b(?:please|would you mind) (?<deed2>${DOING}\b.*)`,
  'i',
)
const CONSENT =
  /^\W*(?:(?:yeah|yes|yep|sure|ok|okay|of course|absolutely|certainly|definitely|no problem|happy to|will do|gladly|with pleasure|perfect|great)\b\W*)*(?:will do|i'll do (?:that|it|so)|i will do (?:that|it|so)|i'll (?:send|get|share|do|check|look|take)|i will (?:send|get|share|do|check|look|take)|i can do (?:that|it)|no problem|happy to|on it|consider it done|you(?:'ll| will) (?:have|get) (?:it|that|them)|of course|absolutely|certainly|with pleasure|will do)\b/i
/** Recipient of the promised task. */
const TO_SOMEBODY =
  /\b(?:you|your|yourself|them|him|her|(?:the|your|our|my) (?:team|customer|client|board|office|legal|manager|lawyers?|colleagues?|boss|group|channel|list|procurement|finance))\b/i
const AFTERWARDS =
  /\b(?:after (?:this|the|our) (?:call|meeting|session|talk)|afterwards?|offline|async(?:hronously)?|later (?:today|on|this)|by e-?mail|in the (?:channel|issue|notes|coming days|next (?:days?|weeks?|couple))|over the (?:weekend|next)|as soon as|once (?:i|we|it|this|that|the)(?: |'s))\b/i
/** Named things that somebody hands over or creates. */
const THING =
  /\b(?:offer|quote|proposal|contract|invoice|draft|slides?|deck|presentation|document|doc|spreadsheet|link|summary|notes|recording|report|list|invite|invitation|calendar|e-?mail|details|information|pricing|price list|brochure|case stud(?:y|ies)|reference|agreement|nda|security|questionnaire|template|plan|roadmap|numbers|figures|data|sample|demo|trial|access|account|ticket|pr|pull request|thread|issue|branch|spec|write-?up|feedback|comments?|answers?|meeting|call|appointment|room|workshop|training|refund|order|delivery)s?\b/i
const HERE =
  /\b(?:share (?:my|the) screen|my screen|(?:in|into|to) the (?:zoom )?chat|right now|(?:paste|post|drop|put|send) (?:it|this|that|them|the (?:\w+ ){0,3}link|a link)? ?(?:here|in (?:here|chat))|already|hear me|next slide|move on|hand (?:it )?over|go first|start (?:with|from|by)|stop here|add (?:that|one|just|to (?:that|this))|say (?:that|this)|mention|talk about|walk you|go (?:through|over|back)|show you|give you (?:a|an|some|the) (?:quick|brief|short|overview|example|idea|moment|second|minute)|explain|finish (?:up|with|here|my)|look at (?:it|that|this) (?:now|here)|one (?:moment|second|sec|minute)|just a|hold on|wait|while (?:you|we|i)|for (?:a|the) (?:second|moment|minute)|open (?:it|the) (?:up|call|lines?|floor)|be back|ask (?:you|a|one|the next|another) |run (?:through|out|into)|make sure (?:that )?(?:i|we|you|it|this|that|they|everyone))\b/i
const AGAINST =
  /\b(?:if (?:we|you|i|they|it|that|there|not|the|this)|unless|whether (?:i|we)|i (?:don't|can't|won't|didn't|wouldn't)|we (?:don't|can't|won't|didn't|wouldn't)|(?:does|do) not|(?:does|do)n't|not going to|would have|should have|could have|used to|last (?:week|time|month|meeting|year)|yesterday|maybe|perhaps|probably|might|hopefully|hope|try to|someday|at some point|eventually|suppose|imagine|let's say|for example|for instance|in theory|basically|you know what)\b/i

const SHORTEST = 5
const LONGEST = 45
const CONSENT_WITHIN = 3

/** @param makes whether the promises of a speaker count */
export function findCommitments(
  sentences: readonly TranscriptSentence[],
  { countsPromises, saidOn }: { countsPromises: (speaker: string) => boolean; saidOn: Date | undefined },
): ActionEvidence[] {
  return sentences.flatMap((sentence, at) => {
    const { speaker, length, text } = sentence
    if (length < SHORTEST || length > LONGEST || sentence.terms.length === 0) return []
    const plain = normalizePunctuation(text)
    if (HERE.test(plain) || AGAINST.test(plain)) return []
    if (countsPromises(speaker)) {
      const own = findPromise(sentence, plain, saidOn)
      if (own !== undefined) return [own]
    }
    const taken = findRequest(sentence, plain, sentences.slice(at + 1, at + 1 + CONSENT_WITHIN), countsPromises, saidOn)
    return taken === undefined ? [] : [taken]
  })
}

function findPromise(
  sentence: TranscriptSentence,
  plain: string,
  saidOn: Date | undefined,
): ActionEvidence | undefined {
  if (/\?["'”’»)]*$/.test(plain)) return undefined
  const due = dueIn(sentence.text, saidOn)
  const strong = PROMISE.exec(plain)
  const deed = strong?.groups?.deed ?? (due === null ? undefined : OFFER.exec(plain)?.groups?.deed)
  if (deed === undefined) return undefined
  // Promises with "we" count only if they address the other side.
  if (/^we/i.test(strong?.[0] ?? '') && !/\byou(?:r|rs)?\b/i.test(deed)) return undefined
  const signs = [due !== null, TO_SOMEBODY.test(deed), AFTERWARDS.test(plain), THING.test(deed)]
  const weight = signs.filter(Boolean).length + (due === null ? 0 : 1)
  // A recipient and a thing, or a date: one of them alone occurs too often in casual talk.
  if (weight < 2) return undefined
  return { ...common(sentence), signal: 'commitment', by: sentence.speaker, reply: [], due, weight }
}

function findRequest(
  sentence: TranscriptSentence,
  plain: string,
  next: readonly TranscriptSentence[],
  makes: (speaker: string) => boolean,
  saidOn: Date | undefined,
): ActionEvidence | undefined {
  const asked = REQUEST.exec(plain)?.groups
  const deed = asked?.deed ?? asked?.deed2
  if (deed === undefined) return undefined
  const answer = next.find(({ speaker }) => speaker !== sentence.speaker)
  if (answer === undefined || !makes(answer.speaker)) return undefined
  const said = answer.spans
    .map(({ quote }) => quote)
    .join(' ')
    .replaceAll('’', "'")
  if (!CONSENT.test(said)) return undefined
  const due = dueIn(sentence.text, saidOn) ?? dueIn(said, saidOn)
  const weight = 1 + Number(due !== null) * 2 + Number(THING.test(deed)) + Number(AFTERWARDS.test(plain))
  if (weight < 2) return undefined
  return { ...common(sentence), signal: 'commitment', by: answer.speaker, reply: answer.spans, due, weight }
}

/** Normalizes apostrophes, and removes commas that speech recognition inserts at pauses. */
const normalizePunctuation = (text: string) =>
  text.replaceAll('’', "'").replace(/(?<=\b(?:will|up|'ll|to|also|just|then)), /gi, ' ')

const common = ({ text, spans }: TranscriptSentence) => ({ text, spans })
