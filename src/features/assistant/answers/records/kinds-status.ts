/** Kinds of questions about where things stand with accounts and people. */
import { WEEKDAYS } from '../../../../core/calendar-words.ts'
import type { KindRow } from './kind-row.ts'

export const STATUS_KINDS = {
  accountStatus: {
    patterns: [
      'what|which @be status|state|situation|latest|news|update|story|progress|standing of|with|on|at|from|for',
      '^status|state|update|updates|news|latest of|on|with|at|from|for',
      'update|catch|brief|fill me|us on|in|up|about',
      'where do|does stand with|on|at',
      'where @be we|things with|on|at',
      'what @be|did happen|happened|happening|going|new|up with|at',
      'what happened with|at',
      'how @be|does|do things|it|relationship going|doing|look|looking|stand|with|at',
      'how @be|does doing|going',
      'tell about',
      'what do|does|should|must|can know|tell about',
      'background|overview|briefing on|of|about|for',
      'prepare|prep|brief for|call|meeting|my|our',
      'what|anything changed|new with|at',
      '=what|anything changed',
      '=what @be|has|have changed',
      'what should|must|do know before|for',
      'what should|must|do|need prepare|prep',
      '=what happened',
      '=what did happen',
      '=what @be new|happening|going',
      '=any|the|latest news|updates',
      '=news|updates',
      'any|what news|updates since',
    ],
    also: `talk talking speak speaking meet meeting calling visiting again changed change should must before prospect since any status state situation latest news update updates story progress standing stand stands catch brief fill where things happened
      happening going new up how relationship doing look looking tell know background overview briefing prepare prep next upcoming tomorrow
      today customer account client with now currently so far call meeting lately recently need everything`,
    rest: 'none',
  },
  blockers: {
    patterns: [
      'what @be blocking|holding|stopping|delaying|preventing|hindering',
      'what blocks|holds|stops|delays|prevents|hinders|blocked|stopped|delayed',
      'what @be blocker|blockers|obstacle|obstacles|holdup',
      'blockers|obstacles|blocker|obstacle for|in|at|with|to|of',
      'why @be hesitating|hesitant|stuck|stalled|slow|delayed|undecided|waiting',
      'why did|do|does|has|have not sign|signed|decide|decided|close|closed|buy|bought|proceed|commit|committed',
      'why did|do|does|has|have stop|stopped|pause|paused|postpone|postponed|halt|halted|freeze|frozen|delay|delayed|back|backed sign|signing|buy|buying|contract|contracts|deal|purchase|evaluation|project|out',
      'why @be frozen|paused|postponed',
      'why @be on hold|ice',
      '@be risk churn|churns|leave|leaves|cancel|cancels|lose',
      'will|could|might churn|leave|cancel|quit',
      'why do|does hesitate|wait|stall',
      'what makes|reasons hesitate|hesitating|hesitant|wait',
      'reason|reasons @customer hesitate|hesitating|wait|stall',
      'reasons for hesitation|hesitating|delay',
    ],
    also: `blocking holding stopping delaying preventing hindering blocks holds stops delays prevents hinders blocked stopped delayed blocker blockers
      obstacle obstacles holdup stop pause paused postpone postponed halt halted freeze frozen delay delayed back backed sign signing buy buying contract contracts purchase
      evaluation project out on hold ice decide close proceed commit committed hesitating hesitant stuck stalled slow undecided waiting why not sign signed decided closed bought yet up back back
      risk churn churns leave leaves cancel cancels lose quit will could might there still deal account customer customers
      clients client prospects prospect buyers people deals accounts reasons reason main most`,
    rest: 'none',
  },
  quietAccounts: {
    patterns: [
      '^who @did|@be not contacted|called|heard|talked|spoken|met|reached|touched',
      'which|what @account|@deal @did|@be not contacted|call|called|contact|heard|hear|talk|talked|speak|spoke|spoken|met|reached|touched|seen',
      'which|what @account|@deal @did|@be quiet|silent|cold|dormant|inactive|ghosted|ghosting|neglected|dark',
      '@account|@deal without|no @call|contact|activity|touch',
      '^who @be|went|gone|has quiet|silent|cold|dark|dormant|ghosting|neglected',
      '^who ghosted|neglected',
      '^who|which @did not heard|hear from|of',
      'quiet|silent|dormant|inactive|neglected|cold @account|@deal',
    ],
    also: `prospect prospects call contacted contact called heard hear talk talked speak spoke spoken met reached touched touch seen lately recently long while
      weeks days months since time quiet silent cold dormant inactive ghosted ghosting neglected dark gone went not without no activity longest
      account accounts customers clients companies deals opportunities last recent out`,
    rest: 'none',
  },
  toContact: {
    patterns: [
      'who|whom should|need|must|have|do|can i|we call|contact|ring|phone|email|write|reach|followup|chase|visit|see|get',
      'who|whom should|need|must|have call|contact|ring|phone|email|reach|chase|visit',
      '^who|whom call|contact|ring|phone|email|chase today|tomorrow|first|next|now|this',
      'which|what @account|@deal should|need|must|have call|contact|ring|phone|email|write|reach|followup|chase|visit',
      'which|what @account|@deal|@customer|contacts needs|need followup|call|reminder',
      'which|what @account|@deal|@customer @be waiting',
      '^who waits|waiting',
      'what|which calls should|must|need|have make|place',
    ],
    also: `morning afternoon evening who whom should need needs must have call contact ring phone email write reach out back followup chase visit see today tomorrow week next
      month ${WEEKDAYS.join(' ')} now first soon urgently customers customer clients client accounts account
      prospects deals contacts reminder waits waiting me us make place up with again by until hear get back do`,
    rest: 'none',
    // “Who needs a new phone?” is about a thing.
    never: ['need|needs new|more|better|different|another'],
  },
  person: {
    patterns: ['^who is|are|was', 'who is that|this'],
    also: 'who is are was exactly that this',
    rest: 'words',
    // “How old is Karin?” is about one property.
    never: ['how'],
  },
} as const satisfies Readonly<Record<string, KindRow>>
