/** Converts evidence to a suggested action: recipients, severity and expiry. */

import type { AnalysisSubject, SubjectParticipant } from '../../analysis/pipeline/index.ts'
import { type EvidenceSpan, findTopicTerms } from '../../text/extractive-summary/index.ts'
import type { NewAction, NewQuote } from '../actions/index.ts'
import type { ActionEvidence } from './action-evidence.ts'
import type { OrganizationMember, Sides } from './sides.ts'
import { type DraftContext, type DraftText, firstName } from './wording.ts'

export type ActionProposal = Omit<NewAction, 'at' | 'ground'> & { readonly ground: readonly string[] }

const DAY_MS = 86_400_000
/** Days until an action expires: without a due date, and after its due date. */
const STANDS = 14
const STANDS_BEHIND = 7
/** Days before the due date from which an action has high severity. */
const URGENT = 2
const RECIPIENTS_MAX = 10
const GREETED_MAX = 3

const TYPES: Readonly<Record<ActionEvidence['signal'], { action: string; group: string }>> = {
  commitment: { action: 'follow_up_email', group: 'commitments' },
  unanswered_question: { action: 'answer_question', group: 'open_questions' },
  no_next_meeting: { action: 'schedule_meeting', group: 'follow_ups' },
}

/** External people with an email address. For a question, only the person who asked. */
export function chooseRecipients(
  { outside, inside, isInternal }: Pick<AnalysisSubject, 'outside' | 'inside' | 'isInternal'>,
  ground: Pick<ActionEvidence, 'by' | 'signal'>,
  sides: Sides,
  owner: OrganizationMember,
): SubjectParticipant[] {
  const asker = ground.signal === 'unanswered_question' ? sides.findOutsider(ground.by) : undefined
  if (asker?.email != null) return [asker]
  const people = isInternal ? inside.filter(({ email }) => email?.toLowerCase() !== owner.email.toLowerCase()) : outside
  return people.filter(({ email, status }) => email !== null && status !== 'declined').slice(0, RECIPIENTS_MAX)
}

export function toDraftContext(
  subject: AnalysisSubject,
  ground: ActionEvidence,
  { recipients, owner, sides }: { recipients: readonly SubjectParticipant[]; owner: OrganizationMember; sides: Sides },
): DraftContext {
  const names = recipients.flatMap(({ name }) => (name === null || name.trim() === '' ? [] : [firstName(name)]))
  return {
    title: subject.title,
    saidOn: subject.saidOn,
    isInternal: subject.isInternal,
    to: names.length <= GREETED_MAX ? names : [],
    ownerName: `${owner.firstName} ${owner.lastName}`.trim(),
    isOwn: sides.findUser(ground.by)?.id === owner.id,
  }
}

export function toProposal(
  subject: AnalysisSubject,
  ground: ActionEvidence,
  {
    words,
    owner,
    recipients,
    now,
  }: { words: DraftText; owner: OrganizationMember; recipients: readonly SubjectParticipant[]; now: Date },
): ActionProposal {
  const type = TYPES[ground.signal]
  const [key, ...others] = [...ground.spans].toSorted((a, b) => b.quote.length - a.quote.length)
  return {
    ownerId: owner.id,
    entity: { type: 'conversation', id: subject.id },
    actionType: ground.signal === 'commitment' && subject.isInternal ? 'complete_task' : type.action,
    title: words.title,
    signalType: ground.signal,
    severity: rateSeverity(ground, now),
    displayGroup: type.group,
    subject: words.subject,
    draftBody: words.body,
    proposedRecipients: recipients.flatMap(({ email }) => (email === null ? [] : [email])),
    rationale: words.rationale,
    keyQuote: key === undefined ? null : toNewQuote(subject.id, key),
    evidence: [...others, ...ground.reply].map((span) => toNewQuote(subject.id, span)),
    expiresAt: computeExpiry(ground.due?.date ?? null, now),
    ground: findTopicTerms(ground.spans),
  }
}

const toNewQuote = (conversationId: string, { quote, speaker, start }: EvidenceSpan): NewQuote => ({
  ...{ text: quote, speaker, conversationId, start },
})

function rateSeverity({ signal, due }: ActionEvidence, now: Date): 'low' | 'medium' | 'high' {
  if (signal === 'no_next_meeting') return 'medium'
  if (signal === 'unanswered_question') return 'medium'
  if (due === null) return 'low'
  if (due.date === null) return 'medium'
  return new Date(`${due.date}T00:00:00Z`).getTime() - now.getTime() <= URGENT * DAY_MS ? 'high' : 'medium'
}

/** Expiry: a week after the due date. If that has passed or there is no date, two weeks from now. */
function computeExpiry(due: string | null, now: Date): Date {
  const usual = new Date(now.getTime() + STANDS * DAY_MS)
  if (due === null) return usual
  const behind = new Date(new Date(`${due}T00:00:00Z`).getTime() + (STANDS_BEHIND + 1) * DAY_MS)
  return behind > now ? behind : usual
}
