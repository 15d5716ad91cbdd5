/** Answer of each kind of question. */

import { answerAccountStatus } from './answer-account-status.ts'
import { answerMoney } from './answer-amounts.ts'
import { answerAskedQuestions } from './answer-asked.ts'
import {
  answerAccounts,
  answerAttendees,
  answerCallList,
  answerCallsByOwner,
  answerCount,
  answerDate,
  answerDuration,
  answerLabels,
  answerLanguage,
} from './answer-calls.ts'
import { answerCoaching } from './answer-coaching.ts'
import { answerContacts } from './answer-contacts.ts'
import { answerDealReasons } from './answer-deal-reasons.ts'
import { answerBlockers, answerDealRisks } from './answer-deal-risks.ts'
import { answerAmount, answerCloseDate, answerDeals, answerOwner, answerStage } from './answer-deals.ts'
import { answerDraft } from './answer-draft.ts'
import { answerDue, answerToContact } from './answer-due.ts'
import { answerMentions, answerTopics } from './answer-named.ts'
import { answerNextMeeting } from './answer-next-meeting.ts'
import { answerPerson } from './answer-person.ts'
import { answerQuietAccounts } from './answer-quiet-accounts.ts'
import { answerSaid } from './answer-said.ts'
import { answerSatisfaction } from './answer-satisfaction.ts'
import { answerScores } from './answer-scores.ts'
import { answerObjections, answerPraise, answerProblems, answerRequests } from './answer-statements.ts'
import { answerActions, answerDecisions, answerOpenQuestions, answerSummary } from './answer-summary.ts'
import { answerDynamics, answerMonologue, answerQuestionCount, answerTalkShare } from './answer-talk.ts'
import { answerWinRate } from './answer-win-rate.ts'
import { answerCallsWithoutNextStep } from './answer-without-next-step.ts'
import { answerWorthHearing } from './answer-worth-hearing.ts'
import type { RecordKind } from './kinds.ts'
import type { AnswerKind } from './model.ts'

const TALK = ['talk', 'talked', 'speak', 'spoke']

export const ANSWERS: Readonly<Record<RecordKind, AnswerKind>> = {
  date: answerDate,
  // “How long did Ana talk?” is about her talk time.
  duration: (ports, question) =>
    question.people.length > 0 && TALK.some((word) => question.words.has(word))
      ? answerTalkShare(ports, question)
      : answerDuration(ports, question),
  attendees: answerAttendees,
  owner: answerOwner,
  language: answerLanguage,
  labels: answerLabels,
  talkShare: answerTalkShare,
  monologue: answerMonologue,
  questionCount: answerQuestionCount,
  dynamics: answerDynamics,
  countCalls: answerCount,
  callsByOwner: answerCallsByOwner,
  listCalls: answerCallList,
  callsWithoutNextStep: answerCallsWithoutNextStep,
  accounts: answerAccounts,
  actions: async (ports, question) => (await answerDue(ports, question)) ?? answerActions(ports, question),
  decisions: answerDecisions,
  openQuestions: answerOpenQuestions,
  askedQuestions: answerAskedQuestions,
  nextMeeting: answerNextMeeting,
  money: answerMoney,
  mentions: answerMentions,
  topics: answerTopics,
  summary: answerSummary,
  scores: answerScores,
  dealStage: answerStage,
  dealAmount: answerAmount,
  closeDate: answerCloseDate,
  dealReasons: answerDealReasons,
  deals: answerDeals,
  contacts: answerContacts,
  problems: answerProblems,
  objections: answerObjections,
  requests: answerRequests,
  praise: answerPraise,
  dealRisks: answerDealRisks,
  accountStatus: answerAccountStatus,
  blockers: answerBlockers,
  quietAccounts: answerQuietAccounts,
  toContact: answerToContact,
  person: answerPerson,
  winRate: answerWinRate,
  coaching: answerCoaching,
  worthHearing: answerWorthHearing,
  satisfaction: answerSatisfaction,
  said: answerSaid,
  draft: answerDraft,
}
