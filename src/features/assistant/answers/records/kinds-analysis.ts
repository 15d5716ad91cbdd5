/** Kinds of questions about results of the analysis: decisions, tasks, questions, mentions, fields and scores. */
import { WEEKDAYS } from '../../../../core/calendar-words.ts'
import { SMALL_NUMBERS } from '../../../../core/numbers.ts'
import type { KindRow } from './kind-row.ts'

export const ANALYSIS_KINDS = {
  actions: {
    patterns: [
      'action|actions item|items|point|points|steps',
      'actions|todos|todo|tasks|assignments|commitments|deliverables|homework',
      'open|pending|outstanding|overdue task|actions|action|commitments|tasks',
      'followups|followup',
      'whose action|actions|todos|tasks',
      '^who owes',
      'what|which do|does|did|still owe|owed|owes',
      'what @be|remains owed|owe',
      'next step|steps|actions|action|moves',
      'what|which have|has|need|needs|must|should|supposed|got to do',
      'what|which must|should we|i|they|you do',
      'what|which must|should|do|need|have we|i finish|complete|deliver|send',
      'what|which must|should|will send|deliver|write|share',
      'what do|does need|needs to do|done|happen',
      'what needs done|doing',
      'what @be left|still to do',
      'what @be due|overdue|outstanding',
      '@be anything|something due|overdue',
      'what happens|comes next|after',
      'my|our priorities|priority',
      'what should priorities|priority',
      'what @be next',
      'where go from here',
      '^who has|have|must|needs|does|should|is to do what|something',
      '^who does|did what',
      '^who does|takes|owns|has what next',
      '^who @be responsible|doing what',
      'what|which did|have|has we|i|they|you|@seller|@customer promise|promised|commit|committed|offer|agree to|do',
      'what|which did|have|has promise|promised|commit|committed',
      'what|which promises|commitments',
      'what @be|were promised|assigned|agreed to|do|do|next',
      '^who|what promised|committed not followed|done|did|delivered|kept|keep|sent|fulfilled',
      'what|which did|have|has promise|promised|committed not|still|yet done|did|delivered|kept|keep|sent|fulfilled|finished',
      'everything|anything|all promised|committed|owed|owe',
      '^did promise|promised',
      'promises|commitments|tasks|actions|action not kept|done|delivered|fulfilled|followed|finished',
      'broken|missed|forgotten|late promises|promise|commitments|deadlines|deadline|tasks|actions',
      '^who missed|forgot deadline|deadlines|promise|task|tasks|action|actions',
    ],
    also: `what who do does done to need needs must should have has open pending outstanding overdue due next assigned agreed
      after call deadline deadlines owner owners owns responsible come came customer customers client rep side promised promise
      committed commit still left items item steps step list take taken away arising resulting when identified defined
      happen happens followups followup tasks todos owes owe owed whose actions action many how task made been team because supposed rep's
      before prepare broken missed forgotten forgot kept keep delivered fulfilled followed finished sent up not yet finish
      deliver send write share will today tomorrow week month ${WEEKDAYS.join(' ')} by until anything priorities priority`,
    rest: 'topic',
  },
  decisions: {
    patterns: [
      'what|which @did decide|decided',
      'decisions',
      'what|which decision @be|did @make|made|taken|reached',
      'what @be|did agreed|agree|settled|settle|concluded|conclude|resolved',
      'what|which agreements|agreement|conclusions|resolutions',
      'what did agree|settle on|upon',
      '^what decided|agreed end|finally',
      'any decision @make',
      '^was|were|has|have|did anything|something|we|they decide|decided|agree|agreed|settled',
    ],
    also: `finally decide decided decision decisions make made take taken took reach reached agree agreed agreement on upon settle
      settled final key main important come came customer group team customers client last latest participants concluded
      many how together arrive arrived end was anything`,
    rest: 'topic',
  },
  openQuestions: {
    patterns: [
      'open|unanswered|outstanding|unresolved|pending|unsettled @question|issue|issues|points|topics',
      'issue|issues|points|topics|items open|pending|outstanding|unresolved',
      '@question open|unanswered|remain|remained|remaining|unresolved|left|outstanding|pending',
      'what|which @question not answer|answered|resolved|addressed',
      '^who|whom owe answer|answers|reply|response',
      'what @be|remains|remained|stayed|left unresolved|unanswered|unclear|open|undecided|outstanding',
      'what remains|remained open|unresolved|unclear',
      'what not answered|resolved|clarified',
      'what do not know yet|still',
    ],
    also: `could can rep reps seller sellers we open unanswered unresolved remain remained remaining left still not answer answered yet question questions resolved issue
      issues points items after stayed went go unclear clarified customer outstanding without answer pending how many`,
    rest: 'topic',
  },
  askedQuestions: {
    patterns: [
      'what|which @question did|was|were|do|does|has|have ask|asked|raise|raised|have|pose',
      'what|which did|do|does|has|have ask|asked',
      'what|which @be asked',
      '@question from|by|of @customer|@seller|rep|prospect',
      '@customer|@seller @question',
      'what did|does want|wanted to know',
      '@question asked|raised',
      '@question did|do|does|have|has @customer|@seller|they|people ask|asked|raise|raised|have|had',
      '@question @customer|@seller|they|people ask|asks|asked|raise|raised|have|had',
    ],
    also: `common frequent popular typical ask asked asks question questions raise raised have had pose customer customers client clients prospect buyer caller
      callers rep reps seller agent side want wanted know from about list kind during came come most often usually typically commonly frequently always`,
    rest: 'topic',
  },
  nextMeeting: {
    patterns: [
      'when|what|which @meet|see|call again|next',
      'when|what|which next @call|appointment|time|checkin|date|visit',
      'when|what|which followup @call|meeting|appointment',
      'when next @meet',
      'when will|shall|do we|they|you @meet',
      'when @be followup|appointment',
      'next @call|appointment scheduled|planned|agreed|date|set|booked',
      'date of next @call',
      '^is|was|did next|another|followup @call scheduled|planned|agreed|set|booked',
      'did schedule|book|plan|arrange|set next|another|followup @call|meeting',
      'what|which date|day|time set|agreed|fixed next|followup @call',
      '^next @call',
      'which|what @account|@deal have|has @call next|tomorrow|scheduled|planned|upcoming|coming',
      'which|what|any @calls next|upcoming|scheduled|planned|coming|tomorrow',
      'upcoming|scheduled|planned|coming @calls',
    ],
    also: `which have has upcoming coming week month quarter days tomorrow today customers accounts account deals any we when next again followup schedule scheduled planned plan agreed agree set booked book fixed arranged day date time
      will shall talk speak meet see call do appointment going another together customer place take other each back`,
    rest: 'none',
    // Meetings of the other side among themselves.
    never: ['board|committee|council|leadership|management meeting|meetings|meets|meet'],
  },
  money: {
    patterns: [
      'what|which @money @be|did|do|were @mention|offered|offer|given|shown|proposed|quoted|used',
      'what|which @money come|came',
      'what|which @money @be in|on|from @it',
      '@money mentioned|named|quoted|discussed|cited|said|offered',
      'all @money',
      'how much money @mention',
      'list @money',
      'how much does|do|would|will|did|is|are pay|pays|paying|paid',
      'what does|do|would|will|did|is|are pay|pays|paying|paid',
      'what @be price|prices|pricing|fee|fees|cost|costs',
      'what|which price|fee was|is|did|do|have agreed|agree|settled|settle|fixed|final|offer|offered|quote|quoted|proposed',
      'did agree|settle price|fee|pricing',
      '^price|prices|cost|costs|fee of|for|per',
      'what do|does|did we|you|they charge|charged',
    ],
    also: `pay pays paying paid would per a price prices amount amounts costs money mentioned named quoted discussed offered offer come came numbers figures
      were different quote monetary said talk talked customer proposed agree agreed settle settled fixed final charge charged`,
    rest: 'words',
    // “What was decided in the pricing call?” is about decisions.
    never: ['decide|decided|decision|decisions'],
  },
  mentions: {
    patterns: [
      'what|which|any @mention',
      'was|were|is|did @mention',
      'how often|many|times @mention',
      '^who mentioned|mentions|mention|named|raised',
      'what|which trackers|tracker|keywords|keyword',
      'tracker hits|matches',
      'where|when @mention',
      'when|where did @mention',
      '^who @be competitors|competition',
      'what|which|list|name|all competitors|competitor|rivals|competition',
      '^competitors|rivals|competition',
    ],
    also: `each list mention mentioned mentions named name come came up raised brought said talk talked discussed how often many times who
      when where fire fired matched match hit hits appear appeared most often frequently commonly main common customer customers client side last recently heard hear
      look looks looking consider considers considering compare compares comparing evaluate evaluates evaluating`,
    rest: 'target',
  },
  topics: {
    patterns: [
      'what|which topics|topic|subjects|subject|themes|theme|chapters|keywords|agenda',
      'topics|subjects|themes|chapters @be|of|in|from|covered|discussed',
      'key phrases|topics|themes|points|subjects',
      'main topics|points|subjects|themes',
      'topics|themes',
      'what keep|keeps|comes|came coming|up most|often|again|up',
      'what came|comes up in|during|at @calls',
      'what @be agenda',
    ],
    also: `keep keeps coming comes often again main key topics topic subjects discussed discuss covered cover talked talk spoke speak came come touched most important
      addressed raised customer list chapters points point part parts`,
    rest: 'none',
  },
  summary: {
    patterns: [
      'summarize|summarise|summary|recap|tldr|synopsis',
      'what @be @it about',
      'what @be purpose|gist|point of @it',
      'what happened|happen on|in|during|at @call',
      'how did|does go @call',
      'how did|does @call go',
      'how @be @call',
      'what did miss',
      'sum up|this|it|@call',
      'what @be outcome|result|upshot of|from @call',
      'what did|have|has we|they|i learn|learned|learnt from|in|at|during @call',
      'overview|gist|rundown|highlights of @it',
      'brief|catch on|up @it',
      'what did|have|has we|they|you|i talk|talked|speak|spoke|discuss|discussed',
      'what @be talked|discussed|covered|spoken',
    ],
    also: `outcome result upshot learn learned learnt sentences sentence words lines bullets bullet paragraph ${SMALL_NUMBERS.slice(2, 11).join(' ')} few how go went summarize summarise summary recap overview gist talk talked discuss discussed brief short happened happen about main
      purpose last latest recent most short quick covered say said can could would highlights key points
      write draft create generate make prepare send`,
    rest: 'none',
  },
  scores: {
    patterns: [
      'what|which score|scores|rating|grade',
      'how score|scored|rated|graded|evaluated',
      'how well|good did do|perform|handle|run',
      'scorecard|scorecards',
      'score|scores|rating|grade of|for|on @it',
      '@call score|scores|rating',
      'best|worst|highest|lowest score|scored|rated|scoring|@calls|@call',
      'average|mean score|scores|rating',
      'how did score|perform',
      'how @be doing|performing',
      'how many points @it',
    ],
    also: `score scores scored scoring rated rating graded grade evaluated result results get got receive received achieve
      achieved reach best worst highest lowest average mean well do doing perform performed performing performance points how who
      last latest had team quality good according say says`,
    rest: 'none',
    // Points of a tender: “How many points did we lose at Pellwater?”
    never: ['points lose|lost|win|won|missing'],
  },
} as const satisfies Readonly<Record<string, KindRow>>
