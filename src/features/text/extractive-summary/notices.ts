/**
 * Sentences that every call of a kind contains: legal notices, words of an operator, and announcements of what a speaker
 * will say. They are never a part of a summary, although they are often its most central sentences.
 */
import type { TranscriptSentence } from './sentences.ts'

/** Legal notices, publications, operators and recordings of presentations and contact centers. */
const NOTICE = new RegExp(
  [
    // Legal notices of companies that present their results.
    String.raw`\b(?:forward[- ]looking|safe harbou?r|risks and uncertainties|risk factors|private securities litigation)\b`,
    String.raw`\bactual (?:results|events|outcomes)\b.{0,40}\bdiffer\b|\bundertakes? (?:any|no) obligation|\bobligation to (?:update|revise)\b`,
    String.raw`\b(?:non-?gaap|gap|gaap|comparable|supplemental) (?:financial )?(?:measures?|information|financials)\b|\breconciliations? (?:of|to|between|for)\b`,
    String.raw`\b(?:10-?[kq]s?|8-?k|sec filings?|securities and exchange)\b`,
    // Where something is published.
    String.raw`\b(?:earnings |press )(?:press )?releases?\b|\binvestors?(?: relations)? (?:section|page|website|tab)\b|\binvestor relations\b|\bwebcast\b|\brebroadcast|\breplay of\b`,
    String.raw`\b(?:available|found|posted|located|accessed) (?:for download )?(?:on|at|in|from|through|via|@) (?:our|the) (?:\w+(?:['’]s)? ){0,3}(?:web)?(?:site|page)\b`,
    String.raw`\bvisit (?:our|the) (?:\w+(?:['’]s)? ){0,2}website\b`,
    // Introductions of the people who present.
    String.raw`\bintroduce (?:mr|ms|mrs|dr|our|the company|myself|today)|\b(?:chief (?:\w+ ){1,2}officer|(?:executive|senior) vice president|general counsel)\b`,
    // An operator, or a recorded voice.
    String.raw`\blisten[- ]only|\bpress(?:ing)? (?:the )?(?:star|pound|\*|#|zero|one|two|\d)|\bstar key|\btelephone keypad|\boperator (?:assistance|instructions)|\bconference (?:specialist|operator)\b`,
    String.raw`\b(?:next|first|last|final|following) question (?:is|comes?|will|today|for today)\b|\bquestion[- ]and[- ]answer (?:session|portion|period)|\bq(?: ?& ?| and )a (?:session|portion)`,
    String.raw`\bno (?:further|more|other) questions\b|\bdisconnect (?:your|at|now)|\b(?:call|conference|line) (?:is|may be|will be) (?:being |now )?(?:recorded|monitored)\b`,
    String.raw`\b(?:earnings|conference|results) (?:conference )?(?:calls?|teleconference)\b|\bwelcome to\b|\bthank you for (?:standing by|joining|holding)|\b(?:ladies and gentlemen|disclaimer)\b|\bbefore (?:i|we) begin\b|\bon (?:the|today['’]s|this) (?:call|line) (?:with (?:me|us)|today)|\bwith (?:me|us) (?:on the (?:call|line)|today)\b|\bjoin(?:ing|ed)? (?:me|us|by)\b`,
    // The ends of a contact.
    String.raw`\b(?:anything|something) else (?:that )?(?:i|we) (?:can|could|may) (?:help|do|assist)|\b(?:how|what) (?:may|can|could) (?:i|we) (?:help|assist|do for) you|\bthank you for (?:calling|contacting|your (?:call|participation|patience))`,
  ].join('|'),
  'iu',
)

/** Mark of a transcript for words that nobody understood. */
const INAUDIBLE = /[<[(](?:inaudible|unk|unknown|unintelligible|crosstalk|indiscernible)[^>\])]{0,40}[>\])]/iu

/** Announcement of what the speaker says next. A person who will do it after the call names a time or a receiver. */
const ADVERBS = '(?: (?:now|just|also|first|then|again|briefly|quickly|therefore|only|simply|next))*'
const ANNOUNCES = new RegExp(
  String.raw`\b(?:i|we)(?:['’]ll| will| would|['’]d|['’]m (?:going to|gonna)| am going to| want to)${ADVERBS}(?: like to)?${ADVERBS}(?: start and)? (?:` +
    [
      String.raw`cover (?!for\b)|touch (?:on|upon)|elaborate|speak (?:more )?(?:to|about)|comment (?:briefly|further|more)|turn (?:it|the (?:call|floor|time)|to|back|you)|return (?:it|the call|to)|(?:begin|start|close|conclude|finish|end) (?:(?:by|with)\b|my (?:part|presentation|remarks|comments))|focus (?:my|on)|reiterate|highlight|emphasi[sz]e|call (?:your|out|it)|walk (?:you )?through|echo|remind you`,
      `(?:provide|offer|give|share)(?: you| everyone| everybody| with you)?(?: an?| some| our| my| the| more| additional| further| brief| quick| little| bit of| few| high[- ]level| financial| any)* (?:updates?|overview|perspectives?|visibility|clarity|colou?r|context|commentary|details?|outlook|guidance|remarks?|thoughts?|insights?|summary|highlights?|background|points)`,
    ].join('|') +
    String.raw`)\b|\b(?:that|what|which) (?:i|we)(?:['’]ll| will) (?:just )?call\b` +
    // What a colleague says next.
    String.raw`|(?:['’]ll| will)(?: then| now| also)* (?:discuss (?:the|our) (?:financial|results|quarter)|provide (?:an?|the) (?:brief )?(?:overview|update|summary)|be available to (?:answer|take)|take your questions)\b`,
  'iu',
)

/** Whether a sentence is a notice, or has words that nobody understood. Neither is worth a reader's time. */
export const isNotice = ({ text }: Pick<TranscriptSentence, 'text'>): boolean =>
  NOTICE.test(text) || INAUDIBLE.test(text)

/** Whether a speaker announces what comes next in the conversation. */
export const announces = (text: string): boolean => ANNOUNCES.test(text)
