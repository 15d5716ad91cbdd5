/**
 * Cues of English that show what a sentence does: promises, requests, choices and agreement. Other cues speak against
 * them, such as conditions, reports of the past, and moves of the agenda.
 */
import type { TranscriptSentence } from './sentences.ts'

/** Text of a sentence with straight apostrophes, as the patterns expect it. */
export const plainText = ({ text }: Pick<TranscriptSentence, 'text'>): string => text.replaceAll('’', "'")

/** Verbatim words of a sentence, including the discourse markers that its text lacks. */
export const spokenText = ({ spans }: Pick<TranscriptSentence, 'spans'>): string =>
  spans
    .map(({ quote }) => quote)
    .join(' ')
    .replaceAll('’', "'")

/** Adverbs and particles between a modal verb and the main verb. */
const SOFT =
  '(?:(?:definitely|also|just|probably|then|actually|maybe|certainly|quickly|please|all|still|kindly|simply|now|therefore|personally|immediately|obviously|hopefully|try (?:to|and)|go ahead and|make sure to|be able to|have to|need to|be sure to|want to|like to|help(?: to)?) )*'
/** Words behind "please" or a modal verb that start something else: "One second please, ok", "I will, I will wait". */
const NO_VERB =
  "(?:ok|okay|and|but|so|or|the|an?|sir|madam|ma'am|my|your|our|yes|no|i|we|you|it|that|this|all|thanks?|if)"
const VERB = `(?!${NO_VERB}\\b)([a-z]+(?:-[a-z]+)?)(?: ([a-z']+))?`

export type HeadKind = 'promise' | 'intention' | 'plan' | 'proposal' | 'request' | 'charge' | 'named' | 'imperative'

/** Verb of a sentence with the phrase that assigns it to somebody. */
export interface Head {
  readonly kind: HeadKind
  readonly subject: string
  readonly verb: string
  /** Word after the verb. Empty if there is none. */
  readonly particle: string
  readonly index: number
}

const heads = (kind: HeadKind, before: string, flags = 'gi') => ({
  kind,
  pattern: new RegExp(`(${before}),? ${SOFT}${VERB}`, flags),
})

const HEADS = [
  heads('promise', String.raw`\b(?:i'll|i will|i'm (?:going to|gonna)|i am going to|i promise to|let me)`),
  heads(
    'intention',
    String.raw`\b(?:i can|i could|i'm (?:happy|glad) to|i need to|i have to|i've got to|i must|i should|i want to|i plan to|i'm planning to|i'd like to|i would like to|i'm supposed to|i intend to|(?:next step for|job for|task for) me is to)`,
  ),
  heads(
    'plan',
    String.raw`\b(?:we'll|we will|we're (?:going to|gonna)|we are (?:going to|gonna)|we're planning to|we plan to)`,
  ),
  heads(
    'proposal',
    String.raw`\b(?:we (?:should|need to|have to|must|can|could|want to|might|may|would)|let's|let us)`,
  ),
  heads(
    'request',
    String.raw`\b(?:(?:can|could|would|will) (?:you(?: guys| all)?|someone|somebody|anyone|anybody|everyone|everybody|people)|(?:please|kindly)(?: do)?|would you mind|feel free to|remember to|don't forget to|be sure to|make sure (?:to|that you|you)|(?:i'd|i would|we'd|we would) (?:ask|like|encourage|love|appreciate)(?: for)? (?:you|everyone|everybody|people|somebody|someone|(?:all |the )*[a-z]+)(?: to| guys to)|if you (?:can|could) (?:just|please|maybe)|(?:be|was|is) (?:great|good|nice|lovely|helpful|useful) if (?:you|someone|somebody|people|everyone)(?: can| could| guys could)?)`,
  ),
  heads(
    'charge',
    String.raw`\b(?:(?:you|they|he|she|(?:[a-z]+ )?(?:teams?|clients?|devs|people|clerk|department|legal|finance|engineering|marketing|sales|design|everyone|everybody|somebody|someone|whoever))(?:'ll| will| should| need to| needs to| have to| has to| must| are going to| is going to))`,
  ),
  heads(
    'named',
    String.raw`(?<![\p{L}'])(?!(?:I|We|You|They|It|This|That|These|Those|There|He|She|Which|What|Who|One|Some|Somebody|Someone|Everybody|Everyone|People|Nobody|Nothing|Then|So|And|But|Or|If|When|Can|Could|How|Why|Where)\b)\p{Lu}\p{Ll}+(?: will|'ll| is going to| needs to| should| has to)`,
    'gu',
  ),
  heads('imperative', `(?:^(?:and |then |so |just |also )*|[,;:] (?:and |then |so |just )*)(?=[a-z])`),
] as const

/** Finds the heads of a sentence. An imperative counts only with a verb of tasks. */
export function findHeads(text: string): Head[] {
  return HEADS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match): Head[] => {
      const [, subject = '', verb = '', particle = ''] = match
      const head = { kind, subject: subject.toLowerCase(), verb: verb.toLowerCase(), particle, index: match.index }
      // "Kindly volunteered" is a report.
      if (/(?<!ne|fe|spe|se|le)ed$/.test(head.verb)) return []
      return kind === 'imperative' && findVerbClass(head) === undefined ? [] : [head]
    }),
  )
}

/** Words that put a task after the conversation. */
export const AFTER_CALL =
  /\b(?:(?:after|following) (?:this|the|our) (?:call|meeting|session)|later|tomorrow|tonight|get back to|follow up|as soon as)\b/i

const words = (list: string) => new Set(list.split(/\s+/).filter((word) => word !== ''))

/** Verbs by what they mean for a task. */
const VERBS = {
  send: words(
    'send resend share post publish upload forward email e-mail mail circulate ping message dm drop link paste reply respond notify announce inform submit deliver provide introduce loop invite tag cc distribute return donate contribute pledge',
  ),
  create: words(
    'write draft prepare create open file fix merge update add document implement build design rebase refactor rewrite push deploy release ship publish finalize finalise finish complete record register fill bump cut clean remove move rename change edit revise translate migrate generate put bring order buy pay sign transfer print set install configure extend adjust replace renew estimate cancel reserve collect gather compile benchmark measure analyze analyse summarize close subscribe upgrade enroll enrol',
  ),
  examine: words(
    'review check test verify confirm investigate examine follow reach ask look find figure research clarify double read evaluate validate debug reproduce track contact call phone monitor study chase inquire rerun run measure plot',
  ),
  arrange: words(
    'schedule book organize organise coordinate arrange plan meet sync pair talk speak discuss host reschedule',
  ),
  generic: words(
    'do get take make try keep work handle raise propose start continue think come go give have be let own sort',
  ),
  here: words(
    'show say mention explain start begin stop see hear think wait speak talk repeat give hand pass mute unmute turn move jump ask tell stay leave read finish answer walk present quote guess assume imagine believe know admit argue agree suggest pull zoom scroll introduce remember understand remind note point highlight emphasize add elaborate describe clarify',
  ),
} as const

export type VerbClass = 'send' | 'create' | 'examine' | 'arrange'

/** Returns the class of the verb, if it is a verb of tasks. A gerund counts as its verb. */
export function findVerbClass({ verb }: Pick<Head, 'verb'>): VerbClass | undefined {
  const forms = verb.endsWith('ing') ? [verb.slice(0, -3), `${verb.slice(0, -3)}e`, verb] : [verb]
  return (['send', 'create', 'examine', 'arrange'] as const).find((name) => forms.some((form) => VERBS[name].has(form)))
}

export const isGenericVerb = ({ verb }: Pick<Head, 'verb'>): boolean => VERBS.generic.has(verb)
/** Whether the verb is often an act of the conversation itself. */
export const isTalkVerb = ({ verb }: Pick<Head, 'verb'>): boolean => VERBS.here.has(verb)

export const LABEL =
  /\b(?:action (?:item|point)s?|to-?do(?:s| list)?|next steps?|homework|deliverables?|take-?aways?|assigned to|in charge of|responsible for|takes? (?:the (?:action|lead)|care of)|your (?:task|job) is)\b/i
export const RECAP =
  /\b(?:to (?:sum up|summari[sz]e|recap|confirm|conclude|wrap up)|in (?:summary|conclusion)|recap|wrapping up)\b/i

export const NEGATION =
  /\b(?:not|never|nobody|no one|nothing|don't|doesn't|didn't|can't|cannot|won't|wouldn't|isn't|aren't|wasn't|weren't|haven't|hasn't|couldn't|shouldn't|no need|unable|without)\b/i
export const CONDITION =
  /\b(?:if|unless|in case|depending on|provided that|as long as|assuming|suppose|whenever|otherwise|would have to|would need to)\b/i
export const HEDGE =
  /\b(?:maybe|perhaps|probably|might|may|could|possibly|i (?:think|guess|suppose|believe)|not sure|kind of|sort of|ideally|theoretically|in theory|at some point|some day|one day|eventually|would|try)\b/i
export const PAST =
  /\b(?:was|were|did|had|used to|said|told|asked|promised|forgot|sent|wrote|went|got|made|tried|ago|(?:last|previous) (?:week|time|month|year|quarter|meeting|call)|yesterday|already|before that|back then|i've|we've (?!(?:all |also |now |just )*(?:decided|agreed|settled))|has been|have been)\b/i
export const REPORT = /\b(?:when|once|after|that|which|who|why|what|how|because|where)\b/i
/** Habits and explanations of how something works. */
export const GENERAL =
  /\b(?:usually|normally|always|every (?:time|year|day|week)|each time|in general|typically|generally|for example|for instance|automatically|basically|essentially|the (?:system|server|client|user|node|customer|network|compiler|sensor|device|transaction|block|builder|model|app)s?|you (?:can|could|have to|need to|would|just|get|take|want|might))\b/i
export const HERE =
  /\b(?:look(?:ing)? forward to|please (?:don't|do not)|take (?:that|it|this) (?:as|with)|(?:post|put|paste|share|drop|link|send|find|note|add|leave)(?:ing|ed)? [^.]{0,60}\b(?:in|into|on|to) (?:the )?(?:zoom )?chat|(?:paste|link|share|post|put) (?:it |this |that |them |a link |the link )?(?:here|there)|i(?:'ll| will) (?:also |just |very |quickly |briefly )*(?:call out|mention|share (?:it|this|that|my|the) (?:screen|slides?)|go (?:over|through)|talk|be (?:brief|quick)|note|point out|give|explain|answer|say|present)|let me (?:find|paste|post|actually|go|call)|i(?:'ll| will) just (?:add|say|quickly)|what i(?:'ll| will) call|i(?:'ll| will|'m (?:going to|gonna)| want to)(?: just| also| first| then)* (?:read|discuss|inform you|open|cut|get to|come (?:to|back)|put (?:it|my|them|this|that)? ?.{0,20}\bhere|ask (?:you|the minister|mr|ms|mrs|everybody|\w+ to (?:go|answer|speak|respond|come)))|\bnow\b(?! on)|call it|(?:share|sharing) (?:my|the|your) screen|my screen|(?:in|on) (?:the )?(?:zoom )?chat|right now|a (?:second|sec|minute|moment)|can you (?:hear|see)|hear me|hand (?:it )?over|go ahead(?! (?:and|with))|take notes|i(?:'ll| will)(?: just| also)? (?:write|note|jot|mark) (?:it|this|that|them|those) down(?! and\b| for\b| by\b|, (?:and|so)\b)|ask (?:\w+ ){0,2}(?:an?|this|that|the|one|another|my|her|his|your)(?: \w+){0,3} questions?|must ask|start by (?:thank|say)ing|more details? on (?:this|that|it) (?:shortly|later|in a)|follow me on|let (?:canadians|everyone|everybody|people) know|close (?:this|it|that) out|before we start|keep going|you(?:'re| are) (?:on mute|muted)|let me (?:just )?(?:see|think|know|start|say|try|ask|go|put|give|finish|pull|show|quickly|read|explain|add|jump|share|check if|look at)|let (?:you|me|him|her|them) know|i'll (?:just )?(?:start|go first|stop|say|leave|let you|hand|be (?:brief|quick)|pass|show|jump)|pull up|one thing i|i(?:'d| would) say(?! (?:that )?(?:let's|we))|i should (?:say|mention|add|note)|i (?:have|need|want) to (?:say|admit|mention|ask you|add|drop|leave|go)|i can (?:see|hear|imagine|say|tell|talk|share|speak|give|start|explain|answer|go))\b/i
export const AGENDA =
  /\b(?:agenda|(?:next|first|second|third|last|following|another) (?:item|topic|point|slide|question|speaker|subject|thing)|move (?:on|to|over)|moving on|get started|let's do (?:\w+ )?(?:the )?(?:two|three|intro\w*|[a-z]+(?=,| and | then| first))|take (?:it|this|that|the discussion) (?:there|async)|(?:let's|let us|we can|we'll|we will|shall we|we'll now|we will now) (?:\w+ )?(?:start|begin|wait|see|go (?:over|through|back|to|around)|look at|take (?:five|a break|a look|questions)|discuss|talk|hear|turn|come back|jump|dive|continue|keep going|kick|give|recap|move on|chat|think|say|call on|proceed to|circle back|open|take (?:this|that|it|the (?:discussion|conversation)) (?:there|async|offline|to))|come back to|back to the|offline|any(?:thing| other)|questions?|hands? up|floor|introductions?|time check|out of time|wrap up|witness(?:es)?|order of|last one|discussions?|announcements?)\b/i
/** Announcement of what the call is about, at its start. “I'll discuss it with my boss today” is a task. */
export const CALL_PLAN =
  /^(?:[^.?!]{0,30}\b(?:today|in (?:this|today's) (?:call|meeting|session)|this (?:morning|afternoon|evening))\b[^.?!]{0,50}\b(?:talk|discuss|go (?:over|through)|walk (?:you |us )?through|cover|focus on|hear|learn|understand|find out|introduce)\b(?![^.?!]* with (?:my|our|the|him|her|them|[A-Z]))|[^.?!]{0,40}\b(?:talk about|discuss|go (?:over|through)|walk (?:you |us )?through|cover|focus on)\b(?![^.?!]* with (?:my|our|the|him|her|them|[A-Z]))[^.?!]*\b(?:today|in this (?:call|meeting|session))\b)/i
export const WISH =
  /\b(?:would be (?:nice|great|good|interesting|helpful|useful|better|ideal)|it'd be|i(?:'d| would) (?:love|like) to (?:hear|see|know|ask|thank|say)|i hope|hopefully|feel free|i wish|interesting to)\b/i
/** Places where work continues after the conversation. */
export const LATER =
  /\b(?:after (?:this|the|our) (?:call|meeting|session)|offline|async(?:hronously)?|on (?:discord|slack|telegram|github|teams|the (?:agenda|repo|forum|mailing list))|in (?:the )?(?:channel|docs?|notes|issue|writing|thread|group)|pull request|\bprs?\b|issue|e-?mail|document|spreadsheet|feedback|before the next|next (?:call|meeting|time|session|week)|(?:this|later this|over the) (?:week|weekend|month|afternoon|evening)|tonight|today|tomorrow|soon|as soon as)\b/i
/** Requests for words in the conversation: an update, an explanation, an opinion. */
export const ASKS_WORDS =
  /\b(?:(?:give|provide|share|have|hear|offer)(?: us| me| everyone| a| an| the| your| his| her| some| quick| short| brief| little| any| more| on)* (?:update|updates|overview|summary|summarize|concerns?|thoughts?|opinion|context|background|recap|status|intro|introduction|rundown|explanation|presentation)|speak (?:up|to|about|louder)|(?:can|could|would|will) (?:you|someone|somebody|anyone|[a-z]+)(?: maybe| please| also| just| like to| want to| be willing to| be able to)* (?:answer|set out|outline|confirm (?:that|whether|if|to)|respond|guarantee|assure|check your (?:audio|mic\w*)|clarify|discuss (?!.{0,60}\bwith\b)|point to|touch on|break down|frame|size|explain|elaborate|repeat|summari[sz]e|say|tell|talk|comment|speak|describe|expand|chime in|go (?:into|over|through|first)|finish|hear|see|remind|present|introduce|give|walk|share)|would you (?:like|want) to|do you (?:want|wanna) (?:to )?|correct me|let us know|let me know|chime in|join (?:us|in)|(?:please|feel free to|can|could|just) (?:also )?(?:reach out|contact (?:me|us|some of us|any of us)|get in touch|join|stay tuned|keep (?:the conversation|an eye)|be aware|take (?:into|a) note|bear with)|take (?:the|notes|it|over)|mute|(?:provide|give|share|offer|add) (?:us |me )?(?:some |any |more |a bit of |a little )*(?:colou?r|clarity|insights?|details?)|(?:can|could|would) you (?:\w+ ){0,2}(?:update (?:us )?on|hold|quantify|help (?:us|me) (?:to )?(?:understand|think))|if you (?:can|could) (?:just |please |maybe )?(?:help (?:us|me)|discuss|talk|comment|elaborate|speak|explain|expand|describe|give|provide|share|walk)|let me follow up|(?:provide|give|tell|state|spell|confirm|verify)(?: me| us)?(?: with| again)? your (?:[a-z]+ ){0,2}(?:names?|numbers?|pin|id|e-?mails?|address|date of birth|birth ?date|zip ?code|postcode|username|details|password))\b/i
/** Decisions and tasks that are named by a pronoun only. */
export const VAGUE =
  /^(?:(?:yeah|yes|no|sure|okay|ok|sounds good|agreed|not yet|perfect|great|cool),? )*(?:(?:let's|let us|we'll|we will|we should|we can|i'll|i will|i can|i'm (?:happy|glad) to|i'm going to|i need to|i have to|let me)(?: just| also| definitely| then| maybe)* (?:do|go with|keep|take|merge|include|check|look into|try|handle|own|follow up on|make|have|leave|use|ask|fix|send|share|post|add|review|take care of) (?:it|that|this|them|so|those|these|one)\b|(?:works for me|agreed|same here|deal)\b)/i
/** Conditions and hypotheticals that come before what they govern. */
export const CONDITION_FIRST =
  /(?:^|[,;] |\b(?:so|and|but|then|maybe|i think|say) )(?:if|unless|in case|suppose|assuming|provided|what if|as long as)\b(?! you (?:can|could) (?:just |please )?)/i
/** Openings of a part of a sentence: the transcript broke off before it. */
export const FRAGMENT =
  /^(?:that|which|where|who|because|to|of|instead|unless|as(?! (?:soon|long|discussed|agreed))|when|whether|than|with|without|from|for example|opposite|or|be|is|are|was|been|being|will|would|and|but|on|in|at|into|by|before|after|not|then)\b(?!'s (?:going to|gonna)\b)(?! (?:is|'s|was|said|case|end|works|point|order|parallel|addition|general|principle|terms|other|the|this|a|future|next|my|our|that|monday|tuesday|wednesday|thursday|friday)\b)/i
export const PRONOUN_OBJECT = /^(?:it|that|this|these|those|them|so|one)$/i
/** Pronouns behind the person who receives something. */
export const GIVEN_PRONOUN =
  /\b(?:send|give|get|show|bring|tell|write|forward) (?:you|them|him|her|us) (?:it|that|this|these|those|one|both)\b|\bfor exactly that\b/i

/** Words of agreement at the start of a reply. */
export const AGREEMENT =
  /^(?:(?:yeah|yes|yep|yup|ok|okay|sure|oh|great|good|cool|right|and|well|so)[,.! ]+)*(?:yeah|yes|yep|yup|ok|okay|sure|agreed?|great|perfect|good|right|exactly|absolutely|sounds? good|(?:that )?makes sense|fine|\+1|cool|alright|all right|no objections?|i (?:agree|support)|works for me|(?:that )?works|let's do (?:it|that)|definitely|i'm (?:fine|good|okay|ok) with|fair enough|understood|will do|of course|deal|done|awesome|nice|wonderful|same here)\b/i
export const THANKS = /\b(?:thanks?|thank you|appreciate|perfect|awesome|wonderful|great)\b/i
export const DISSENT =
  /^(?:no|nope|but|hmm|well|i'm not (?:sure|convinced)|i don't|not really|however|i disagree|wait)\b/i
export const ASKS =
  /\b(?:(?:can|could|would|will) (?:you|someone|somebody|anyone|we)|please|would you mind|do you want to|who (?:can|is going to|wants to|will)|any volunteers?)\b/i
/** A question without a question mark, which speech recognition often leaves out. */
export const ASKS_FIRST =
  /^(?:(?:so|and|but|okay|well),? )*(?:have|has|are|is|do|does|did|shall|should|will|would|can|could|what|why|how|who|where|when) (?:we|you|they|it|i|there|he|she|that|this|the)\b/i
/** Questions that put a choice to the others. */
export const PUTS_CHOICE =
  /\b(?:should we|shall we|do we (?:want|agree|go|all|have)|can we (?:agree|all|just|go)|how about|what about|what if|any (?:objections?|concerns?|thoughts|opposition|disagreement)|objections?|(?:does|would) that (?:work|make sense|sound)|(?:everyone|everybody|people|folks|are we|are you|all) (?:okay|ok|fine|good|happy|agree[ds]?|in favou?r|on board)|in favou?r|opposed|i (?:propose|suggest|move that|recommend|vote|prefer|would prefer|support)|(?:my|the) (?:proposal|suggestion|preference|recommendation) (?:is|would be)|so (?:we|are we|do we)|which (?:one|option)|is (?:it|that) (?:ok|okay|fine))\b/i

export const CLOSES =
  /^(?:(?:okay|ok|alright|all right|right|good|great|cool|perfect|yeah|yes|sure|awesome|so|and|fine|well)[,.! ]+)*(?:so|then|okay|ok|alright|all right|great|perfect|cool|good)\b/i

/** A sentence that breaks off in a phrase, so that its object is missing. */
export const BROKEN =
  /\b(?:and(?: then)?|or|but|because|if(?: you| we| they| i)?|so that|the|an?|of|with)[.,]?$|\b(?:the|an?|to|on|in|at|of|for|with|by|from|into|or|as|better|more|these|those|them|first|my|our|your|his|their|which|that|is|are|will|would|not)(?:…|\.\.\.)$/i
