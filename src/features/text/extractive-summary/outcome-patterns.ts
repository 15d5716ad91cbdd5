/**
 * Kinds of outcomes of a conversation, and the English phrases that show them. Examples are a result, a problem, a need,
 * a figure and the terms of a deal.
 */

import { NUMBER_WORD } from '../../../core/numbers.ts'

/** Results of deals, tenders, contracts and work: "The board has frozen everything", "The refund is approved". */
const RESULT = new RegExp(
  [
    String.raw`\b(?:we|i|they|he|she|(?:the|our|your) \w+)(?:['’](?:ve|s|re|m)| have| has| are| is| am)?(?: all| also| just| now| already| both)* (?:approved|rejected|signed|chosen|chose|renewed|renewing|postponed|frozen|froze|cancel+ed|cancel+ing|leaving(?= (?:at|in|for|the contract|us)\b)|switching to|staying with|(?:won|lost)(?! (?:my|his|her|their|in|at|track|contact|one of|count|sight|interest)\b)) (?!it\b|that\b|them\b|me\b|you\b)`,
    String.raw`\b(?:contract|order|budget|deal|tender|purchase|project|release|request|refund|offer|proposal|amendment|motion|bill|fix|issue|problem|bug|pilot|account|appointment|booking|reservation)s?(?: (?!it\b|that\b|he\b|she\b|they\b)\w+)?(?:['’]s| is| are| was| were| has been| have been)(?: now| all| already| fully)? (?:approved|rejected|signed|renewed|cancel+ed|postponed|frozen|fixed|solved|resolved|lost|won|closed|granted|confirmed|booked|merged|shipped|live|on hold|delayed)\b`,
    // The word of those who decide: "The board has said yes."
    String.raw`\b(?:board|committee|council|panel|jury|court|auditors?)(?:['’](?:s|ve)| has| have)?(?: all| also| just| now| already)* (?:said (?:yes|no)|voted)\b`,
    String.raw`\b(?:board|committee|council|panel|jury|court|auditors?|management|legal|finance|customer|client)(?:['’](?:s|ve)| has| have)?(?: all| also| just| now| already)* (?:agreed to|refused|approved|accepted|granted|turned down)\b`,
  ].join('|'),
  'iu',
)
/** People whose decision binds the others: "The board has frozen everything". */
const AUTHORITY = /^(?:(?:the|our|your|their|my) )?(?:board|committee|council|panel|jury|court|auditors?|management)\b/i
/** Choice of a named vendor: "It's gone to Acme", "We're going with Acme". */
const CHOICE =
  /(?:\b(?:has|have) gone|['’](?:s|ve) gone|\bwent|(?:['’]re|['’]m|\bare|\bam) going) with \p{Lu}\p{Ll}|\b(?:[Ii]t|[Tt]hat|deal|tender|contract|order|job|project|purchase)(?:['’]s| has)?(?: gone| went) to \p{Lu}\p{Ll}/u
/** Things that went wrong, are missing, or cost effort. */
const PROBLEM = new RegExp(
  [
    String.raw`\b(?:problem|issue|blocker|blocked|concern|risk(?! management)|delay(?:ed)?|fail(?:s|ed|ing|ure)?|missing|outage|bug|(?<!(?:have|has|had|['’]ve)(?: all| both| also)? )broken|churn|cancel(?:led)?|complain\w*|nobody knows|never (?:arrived|came|worked)|(?:do|does|did)(?:n['’]t| not) (?:work|arrive|print|load|open|sync|send|start)|stopped working|too (?:expensive|slow|late|hard|complicated)|can(?:no|['’])t (?:afford|use|find|get))\b`,
    String.raw`\b(?:we|i|they|customers|users|clients|people|\w+ers) (?:also |still |often )?(?:lose|miss|lost|missed|lack|waste|wasted)\b(?! (?:you|him|her|them|interest|track|sight|count)\b)`,
    String.raw`\b(?:is|are|was|were|going out|goes out|go out|arrives?|arrived|comes?|came)(?: \w+)? (?:late|lost|missing|wrong|slow|down|unused|stuck)(?! (?:night|morning|afternoon|to|from|by|by \d)\b)`,
    String.raw`\b(?:short of|by hand|manually|fined|without (?:a|any) (?:proof|reason|warning|notice))\b|\b(?:prints?|printed|sent|charged|billed|created|counted|arrived|delivered)\b.{0,40}\btwice\b`,
  ].join('|'),
  'iu',
)
/** "That's not a problem". */
const NO_PROBLEM =
  /(?:\b(?:no|not|never|neither|without)|n['’]t)\b.{0,30}\b(?:problems?|issues?|blockers?|concerns?|risks?|complaints?)\b/i
/** Figures by which a business is measured. */
const KEY_FIGURE =
  /^.{0,60}\b(?:revenues?|net sales|sales|turnover|net income|profits?|earnings|ebitda|eps|margins?|bookings|churn|guidance|outlook|loss(?:es)?(?! ratio)|cash flow)\b/i
/** Comparison of such a figure with another period. */
const COMPARISON = /\b(?:compared (?:to|with)|versus|up|down|an? (?:in|de)crease)\b/i
/** Words of a figure of the whole business, and of one of its parts. */
const WHOLE_BUSINESS =
  /^.{0,60}\b(?:total|consolidated|overall|company(?:['’]s)?|group|full[- ]year|(?:for|in) the (?:\w+ )?(?:quarter|year)|(?:first|second|third|fourth) quarter|we|our)\b/i
const PART = /\b(?:segments?|division|region(?:al|s)?|wholesale|retail|partially|offset\w*)\b/i
const MONEY = String.raw`(?:${NUMBER_WORD} (?:dollars|cents|euros|pounds)|[$€£¥]\s?\.?\d|\d\s?(?:[$€£¥]|dollars|euros|pounds|cents|grand|thousand|million)|\.\d+ (?:dollars|cents))`
/** Offer of money by the person who has it: "I'll make a $20 donation today", "We can spend 40,000 euros". */
const PLEDGE = new RegExp(
  String.raw`\b(?:i|we)(?:['’]ll| will| can|['’]m| am|['’]re| are|['’]d| would)(?: also| just| gladly| like to| love to| willing to| going to| happy to| be (?:happy|glad|able|willing) to| be interested in)* (?:make|giv(?:e|ing)|donat(?:e|ing)|contribut(?:e|ing)|pledg(?:e|ing)|pay(?:ing)?|spend(?:ing)?|buy(?:ing)?|order(?:ing)?|invest(?:ing)?|match(?:ing)?)\b.{0,40}${MONEY}|${MONEY}\S* (?:is what )?i (?:would|will|can|could) (?:donate|give|pay|spend)\b`,
  'iu',
)
/** Readiness to buy, to stay or to leave, also under a condition that the sentence contains: "I'd sign quite fast". */
const INTENT =
  /\b(?:i|we)(?:['’]ll| will|['’]d| would|['’]m going to|['’]re going to| want to|['’]d like to| would like to|['’]d love to| would love to)(?: also| just| gladly| rather| definitely| go and)* (?:sign|donate|make a (?:donation|purchase|contribution)|sponsor|subscribe|give \d[\d.,]*|pay (?:for|the|up)|buy|order|renew|approve|stay(?! (?:on|in|here|muted))|switch (?:to|away)|cancel|leave (?:us|at the end|at any time|the contract)|see (?:it|them) with|start with|begin with)\b|\b(?:i|we)(?: (?:can(?:no|['’]?)t|can not|won['’]?t|will not)|(?:['’]m| am|['’]re| are) not (?:going to|able to|ready to|willing to|prepared to)| (?:do not|don['’]?t) (?:really )?(?:want|plan|intend) to)(?: really| just)? (?:donate|sign|buy|renew|commit|switch|subscribe|pay (?:for|more|that)|afford to)\b/i
/** Development of a figure: "Net sales increased 6% to $144 million". */
const FIGURE =
  /^(?!.*\b(?:as|versus|compared)\W*$).{3,60}?\b(?:grew|rose|fell|(?:in|de)creased|declined|improved|doubled|tripled|dropped|reached|gained|expanded)\b.{0,40}\d(?:[\d.,]*\s?(?:%|percent|million|billion|basis points|points|thousand|k\b))/iu
/** Development of a figure, in words: "Missed windows are at nine percent, from fourteen". */
const CHANGE =
  /\b(?:(?:is|are|was|were|['’]s|['’]re)(?: now)? (?:at|down|up)|went|goes|go|came|comes|gone)\b.{1,50}\b(?:from|to)\b|\binstead of\b/i
/** Nouns and units of a deal. */
const DEAL =
  /\b(?:contract|price|pricing|discount|offer|onboarding|licen[cs]es?|subscription|fees?|budget|invoice|credit|deposit|renewal|quarterly|upfront|(?:per|a|each|for each) (?:vehicle|seat|user|head|unit|order)|(?:hundred|thousand|\w+ty(?:-\w+)?|\w+teen|\d[\d,.]*) (?:a|per) (?:month|year)|(?:dollars|euros|pounds) (?:each|once))\b|[$€£]/i
/** Needs and conditions of a person. Needs of people are subjects of calls, wishes about the call itself aren't. */
const NEED =
  /\b(?:i|we|they|he|she|customers?|drivers?|users?)(?:['’]d| would)? (?:really |only |just |also )?(?:want|need|require|prefer|expect)s? (?!(?:from|is|are)\b|to (?:say|tell|hear|know|talk|send|show|search|try|explain|emphasi[sz]e|encourage|clarify|comment|discuss|present|cover|walk|give (?:an?|some|the) (?:\w+ ){0,2}(?:overview|update|context|summary|presentation)|assure|remind|congratulate|commend|raise|turn|echo|touch|quote|wait|find|highlight|stress|reiterate|make clear|speak|ask|thank|go|be|have|get|see|make|do|put|look|understand|start|mention|add|know|check|look|think|use|take)\b|you\b|it\b|that\b|this\b|them\b|him\b|her\b|me\b|us\b|something\b|anything\b|some (?:time|more)\b|more time\b)/i
/** Request of a caller at the beginning of a call. */
const REQUEST =
  /\b(?:i|we)(?:['’]d| would)? (?:really )?(?:want|need|like|have) to (?!(?:send|show|search|try|say|tell|hear|know|use|start|talk|speak|ask|thank|treat|go|give|make sure|introduce|set|be|see how|understand|begin|point|show|admit|mention|add|believe|think|do|get|have|put|look at)\b)|\b(?:i|we)(?:['’]m| am|['’]re| are) (?:calling (?:about|because|to)|looking for|looking to|trying to|interested in|having (?:a |some )?(?:problem|trouble|issue))|\b(?:i|we) (?:need|want) (?:some help|help|my|our)\b/i
/** Words by which somebody repeats what was settled, in the words as they were said. */
const RECAP =
  /\b(?:(?:so|that['’]s|it['’]s|then|let['’]s write that down as|consider it|okay,?) decided|^decided|in one line)\b/i
/** Words that announce such a repetition in the next sentence. */
const RECAP_BEFORE =
  /^(?:so |okay,? )?decided\W*$|\bto (?:sum up|summari[sz]e|recap)\b|\blet me (?:say it back|say what['’]s on the table|sum (?:it )?up|summari[sz]e|recap)\b/i

/** Nouns that announce the point of a conversation: "The goal is to ship in May", "The problem with the chip is that it is slow". */
const POINT =
  /\b(?:the|our|my|one|another|main|whole|big|biggest|key) (?:(?:main|whole|big|biggest|key|real|overall|first|general|current|original|only|open|remaining|basic|simple) )*(?:aim|goals?|purpose|objective|focus|topic|target|mission|intention|idea|plan|proposal|question|issue|problem|challenge|concern|conclusion|findings?|upshot|recommendation|suggestion|priority|bottleneck|requirement|difficulty|trade-off|argument|approach|strategy|context|motivation)(?: (?:of|for|with|behind|from|in|here|right now|about|on) [^,;]{2,50})?,? (?:is|was|would be|will be|has been)(?: really| basically| just| mainly| now| also| still)* (?:that|to|whether|how|not to|about|if|the|an?)\b/iu
/** Words by which somebody introduces the subject of a conversation. */
const PURPOSE =
  /\b(?:i|we)(?:['’]d| would)? (?:just |really |also )?(?:want(?:ed)?|like) to (?:propose|suggest|introduce|present|raise|recommend)\b|\b(?:i|we)(?:['’]m| am|['’]re| are)(?: now| also| just| currently)? (?:proposing|presenting|suggesting|designing|building|developing|planning|launching|shipping|aiming|targeting|considering|implementing|recommending|adding|removing|replacing|switching|moving|working on)\b|\b(?:session|inquiry|hearing|workshop|project|breakout|series|proposal|petition|bill|motion|debate|review)\b.{0,60}\b(?:on|about|into|for|to|of|is|was|aims?|calls?)\b/i
/** Proposals: what somebody thinks that the group should do. */
const PROPOSAL =
  /\b(?:we|they|you|clients?|teams?|people|users?|the \w+) (?:also |all |just |then |really )?(?:should(?:n['’]t)?|have to|need(?:s)? to|must|ought to|do(?:n['’]t| not) (?:need|have) to)\b|\bi(?:['’]d| would)? (?:propose|suggest|recommend)\b/i

const CONDITION = /\b(?:if|unless|in case)\b/i
/** Words of somebody else. */
const REPORTED =
  /\b(?:said|says|saying|asked|told|thought|mentioned|suggested|claims?|claimed|you(?:['’]re| are| were) (?:talking|asking))\b/i

export const isResult = (text: string): boolean => (RESULT.test(text) && !CONDITION.test(text)) || CHOICE.test(text)
export const isChoice = (text: string): boolean => CHOICE.test(text)
export const isProblem = (text: string): boolean =>
  PROBLEM.test(text) && !CONDITION.test(text) && !NO_PROBLEM.test(text)
export const isPledge = (text: string): boolean => PLEDGE.test(text)
/** @param amounts number of amounts in the text */
export const isFigure = (text: string, amounts: number): boolean =>
  FIGURE.test(text) ||
  (amounts > 1 && CHANGE.test(text)) ||
  (amounts > 0 && KEY_FIGURE.test(text) && COMPARISON.test(text))
/** Whether a sentence with amounts is about a figure by which a business is measured. */
export const namesKeyFigure = (text: string): boolean => KEY_FIGURE.test(text)
/** Whether a sentence is about a figure of the whole business. */
export const isWholeBusiness = (text: string): boolean => WHOLE_BUSINESS.test(text) && !PART.test(text)
export const isDeal = (text: string, amounts: number): boolean => amounts > 0 && DEAL.test(text)
/** Whether a result is the decision of people who bind the others, such as a board. */
export const isBinding = (text: string): boolean => AUTHORITY.test(text)
export const isIntent = (text: string): boolean => INTENT.test(text)
export const isNeed = (text: string): boolean => NEED.test(text) && !CONDITION.test(text)
/** Whether a sentence depends on a condition, or repeats what somebody else said. */
export const isConditional = (text: string): boolean => CONDITION.test(text)
export const isReported = (text: string): boolean => REPORTED.test(text)
export const hasRequest = (text: string): boolean => REQUEST.test(text)
/** @param before verbatim words of the sentence before it by the same speaker, or an empty text */
export const isRecap = (spoken: string, before: string): boolean => RECAP.test(spoken) || RECAP_BEFORE.test(before)
export const isPoint = (text: string): boolean => POINT.test(text)
export const isPurpose = (text: string): boolean => PURPOSE.test(text)
export const isProposal = (text: string): boolean => PROPOSAL.test(text)
