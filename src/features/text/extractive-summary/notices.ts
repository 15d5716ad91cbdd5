/**
 * Sentences that every call of a kind contains: legal notices, words of an operator, and announcements of what a speaker
 * will say. They are never a part of a summary, although they are often the most central sentences.
 */
import type { TranscriptSentence } from './sentences.ts'

/**
 * Notices of presentations and contact centers. Each pattern contains words that business talk about the same things
 * lacks: a press release, a reconciliation, a webcast and a chief financial officer are subjects of calls too.
 */
const NOTICE = new RegExp(
  [
    // Legal notices of companies that present their results.
    String.raw`\b(?:forward[- ]looking (?:statements?|information)|safe harbou?r|risks and uncertainties|private securities litigation)\b`,
    String.raw`\bactual (?:results|events|outcomes)\b.{0,40}\bdiffer\b|\bundertakes? (?:any|no) obligation|\bobligation to (?:update|revise)\b`,
    String.raw`\b(?:non-?gaap?|gaap) (?:financial )?(?:measures?|information|financials)\b|\breconciliations? (?:of|to|between|for)\b.{0,80}\b(?:measures?|gaap)\b`,
    String.raw`\b(?:10-?[kq]s?|8-?k|sec filings?|securities and exchange commission)\b`,
    // Where the results are published.
    String.raw`\bearnings (?:press )?releases?\b|\bpress release\b.{0,80}\b(?:slides?|tables?|website)\b|\binvestors?(?: relations)? (?:section|page|website|tab)\b|\binvestor relations (?:leader|director|officer)\b|\b(?:director|head|vice president),? (?:of )?investor relations\b`,
    String.raw`\b(?:replay|rebroadcast)\b.{0,40}\b(?:call|available)\b|\bwebcast of (?:this|the|today['’]s) call\b|\bthe company['’]s website\b`,
    // Introductions of the people who present. The sentence ends with their titles.
    String.raw`\bintroduce (?:mr|ms|mrs|dr|myself|the company['’]s)\b|, (?:[\w'’-]+ ){0,5}(?:chief (?:\w+ ){1,2}officer|vice president|general counsel)(?: (?:of|at) [^,.;]{1,40})?\W*$`,
    // An operator, or a recorded voice.
    String.raw`\blisten[- ]only|\bpress(?:ing)? (?:the )?(?:star|pound|\*|#|zero|one|two|\d)(?!\w)|\bstar key|\btelephone keypad|\boperator (?:assistance|instructions)|\bconference (?:specialist|operator)\b`,
    String.raw`\bquestion (?:comes?|will come|is coming|is) (?:from|today)\b|\bquestion[- ]and[- ]answer (?:session|portion|period)|\bq(?: ?& ?| and )a (?:session|portion)`,
    String.raw`\bno (?:further|more|other) questions\b|\bdisconnect (?:your lines?|at this time|now)\b|\b(?:call|conference|line) (?:is|may be|will be) (?:being |now )?(?:recorded|monitored)\b`,
    String.raw`\bearnings (?:conference )?(?:calls?|teleconference)\b|\bresults (?:conference calls?|teleconference)\b|(?<!you['’]re |you are |very )\bwelcome to\b|\bthank you for (?:standing by|joining|holding)|\bladies and gentlemen\b|\bread the disclaimer\b|\bturn (?:the|this) conference(?: call)? over\b|\bbefore (?:i|we) begin\b`,
    String.raw`\bwith (?:me|us)(?: (?:on the (?:call|line)|today))? (?:is|are)\b|\b(?:with|joining) (?:me|us) (?:on the (?:call|line)|today)\b|\bjoining (?:me|us) (?:is|are|for)\b|\bon the call (?:with (?:me|us)|today)\b`,
    // The ends of a contact.
    String.raw`\b(?:anything|something) else (?:that )?(?:i|we) (?:can|could|may) (?:help|do|assist)|\b(?:how|what) (?:may|can|could) (?:i|we) (?:help|assist|do for) you|\bthank you for (?:calling|contacting|your (?:call|participation|patience))`,
  ].join('|'),
  'iu',
)

/** Mark of a transcript for words that nobody understood. */
const INAUDIBLE = /[<[(](?:inaudible|unk|unknown|unintelligible|crosstalk|indiscernible)[^>\])]{0,40}[>\])]/iu

const ADVERBS = '(?: (?:now|just|also|first|then|again|briefly|quickly|therefore|only|simply|next))*'
const A_FEW = '(?: (?:an?|some|our|my|the|more|additional|further|brief|quick|little|bit of|few|high[- ]level))*'
/**
 * Announcement of what the speaker says next. "I'll cover the travel costs", "I'll share the details with you" and "We'll
 * focus on France" are commitments, so each verb needs an object that is said and not done.
 */
const ANNOUNCES = new RegExp(
  [
    String.raw`\b(?:i|we)(?:['’]ll| will| would|['’]d|['’]m (?:going to|gonna)| am going to| want to)${ADVERBS}(?: like to)?${ADVERBS}(?: start and)? (?:${[
      String.raw`cover (?:\w+ ){0,3}(?:topics?|points?|areas?|slides?|quarters?|results)`,
      'touch (?:on|upon)|elaborate|speak (?:more )?to|comment (?:briefly|further|more)|reiterate|remind you',
      'turn (?:(?:it|the (?:call|floor|time)|things|you) )?(?:back |over |now )?to|return the call',
      '(?:begin|start|close|conclude|finish|end) (?:by|with|my (?:part|presentation|remarks|comments))',
      'focus my (?:remarks|comments)|call out|walk (?:you )?through (?:our|the) (?:results|quarter|numbers)',
      `(?:provide|offer|give)(?: you| everyone| everybody)?${A_FEW} (?:updates?|overview|perspectives?|visibility|clarity|colou?r|context|commentary|outlook|guidance|remarks|insights?|highlights)`,
    ].join('|')})\b`,
    // What a speaker says in this conversation: “I have to remind my colleague that …”, “I'd like to talk about …”.
    String.raw`\b(?:i|we)(?:['’]ll| will| would|['’]d|['’]m (?:going to|gonna)| am going to| (?:want|have|need) to| must)${ADVERBS}(?: like to)?${ADVERBS} (?:${[
      'keep (?:talking|saying)|talk about(?![^.?!]{0,60}\\bwith\\b)',
      'remind (?:you|members|(?:my|the|mr|ms|mrs|him|her|them|honou?rable|every\\w+|people|us)\\b.{0,60}\\bthat)|reiterate|stress (?:that|how|the importance)|repeat (?:what|myself)|point out|say that',
      'confirm that (?:\\S+ ){1,12}(?:did|was|were|had)|add that (?:we|i|you|they|it|he|she|there)',
      'continue to (?:focus (?:on|our)|believe|say|stress|advocate|fight|stand)',
    ].join('|')})\b`,
    // The order of a formal meeting.
    String.raw`\bplease (?:keep (?:it|your (?:answer|question|response|remarks)s?) (?:brief|short)|(?:provide|give) (?:me |us )?an? (?:short |brief |quick )*(?:response|answer)|note(?: too)? that (?:this|the|we|our|you|it|there|pursuant|all)|be brief)\b|\bplease (?:proceed|continue|begin)\W*$`,
    String.raw`\b(?:i|we)(?:['’]d| would)? (?:kindly |also |now )?ask (?:you|members|everyone|everybody|all)\b.{0,40}\b(?:follow|mute|make sure|ensure|keep|refrain|speak|wait|raise)\b|\bat (?:my|our) next (?:response|turn|question)\b`,
    String.raw`\b(?:that|what|which) (?:i|we)(?:['’]ll| will) (?:just )?call\b`,
    // What a colleague says next.
    String.raw`(?:['’]ll| will)(?: then| now| also)* (?:discuss (?:the|our) (?:financial|results|quarter)|provide (?:an?|the) (?:brief )?overview|be available to (?:answer|take)|take your questions)\b`,
  ].join('|'),
  'iu',
)

/** Whether a sentence is a notice, or has words that nobody understood. Neither is worth a reader's time. */
export const isNotice = ({ text }: Pick<TranscriptSentence, 'text'>): boolean =>
  NOTICE.test(text) || INAUDIBLE.test(text)

/** Whether a speaker announces what comes next in the conversation. */
export const announces = (text: string): boolean => ANNOUNCES.test(text)
