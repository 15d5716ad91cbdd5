import { fold } from '../../../core/fold.ts'
import { type AnalysisSubject, defineStep, type StepContext, type StepOutcome } from '../../analysis/pipeline/index.ts'
import { isVisible, selectUserVisibility } from '../../conversations/records/index.ts'
import { loadSegments } from '../../text/transcripts/index.ts'
import type { ActionEvidence } from './action-evidence.ts'
import { draftByModel } from './by-model.ts'
import { actionEvidenceTask } from './find.ts'
import { fromSummary } from './from-summary.ts'
import { type ActionProposal, chooseRecipients, toDraftContext, toProposal } from './proposal.ts'
import { selectMembers, selectMetSince, selectModelSummary, selectSummaryMark } from './queries.ts'
import { saveSuggestions } from './save-suggestions.ts'
import { assignSides, type OrganizationMember, type Sides } from './sides.ts'
import { type DraftContext, type DraftText, draftWords } from './wording.ts'

/** Age in days after which a conversation generates no suggestions. */
const OLD_DAYS = 90
/** Age in days after which later meetings are assumed to have covered open points. */
const SETTLED_DAYS = 14
const DAY_MS = 86_400_000

interface ActionsStepOutcome {
  /** Undefined if the conversation is too old; existing actions stay unchanged then. */
  readonly proposals: readonly ActionProposal[] | undefined
}

/** Suggests follow-ups of a conversation to the person who promised them, or to the owner of the conversation. */
export const actionsStep = defineStep<ActionsStepOutcome>({
  id: 'actions',
  version: 1,
  asksModel: true,
  async restsOn({ id, ownerId, opportunityId, isInternal, inside, outside, saidOn }, { db, org }) {
    const mark = await selectSummaryMark(db, org, id)
    return JSON.stringify([ownerId, opportunityId, isInternal, saidOn, inside, outside, mark])
  },
  async find(subject, ctx) {
    const age = ctx.clock.now().getTime() - (subject.saidOn ?? subject.createdAt).getTime()
    if (subject.outline.count === 0) return { proposals: [], outcome: 'not_applicable' }
    if (age > OLD_DAYS * DAY_MS) return { proposals: undefined, outcome: 'not_applicable' }
    return proposed(subject, ctx, age)
  },
  async save(tx, { proposals }, subject, ctx) {
    await saveSuggestions(tx, ctx, subject.id, proposals)
  },
})

interface SuggestionCandidate {
  readonly evidence: ActionEvidence
  readonly owner: OrganizationMember
  readonly recipients: ReturnType<typeof chooseRecipients>
  readonly scene: DraftContext
  readonly words: DraftText
}

async function proposed(
  subject: AnalysisSubject,
  ctx: StepContext,
  age: number,
): Promise<ActionsStepOutcome & StepOutcome> {
  const { db, org, model } = ctx
  const emails = (people: AnalysisSubject['inside']) =>
    people.flatMap(({ email }) => (email === null ? [] : [fold(email)]))
  const members = await selectMembers(db, org, subject.ownerId, emails([...subject.inside, ...subject.outside]))
  const owner = members.find(({ id }) => id === subject.ownerId)
  // Deactivated users get no suggestions, and nobody gets them instead.
  if (owner === undefined) return { proposals: [], outcome: 'not_applicable' }
  const sides = assignSides(subject, members)
  const known = { id: subject.id, emails: emails(subject.outside), opportunityId: subject.opportunityId }
  const metSince = !subject.isInternal && (await selectMetSince(db, org, known))
  if (metSince && age > SETTLED_DAYS * DAY_MS) return { proposals: [], outcome: 'complete' }
  const found = await ctx.workers.run(actionEvidenceTask, [subject, { members, metSince }], ctx.signal)
  const grounds = await withSummary(found, subject, ctx, sides)
  const candidates: SuggestionCandidate[] = []
  for (const ground of grounds) {
    const whose = await findOwner(ctx, subject, ground, sides, owner)
    const recipients = chooseRecipients(subject, ground, sides, whose)
    const scene = toDraftContext(subject, ground, { recipients, owner: whose, sides })
    candidates.push({ evidence: ground, owner: whose, recipients, scene, words: draftWords(ground, scene) })
  }
  if (model === undefined || candidates.length === 0) {
    const proposals = candidates.map((one) => toProposal(subject, one.evidence, { ...one, now: ctx.clock.now() }))
    return { proposals, outcome: 'complete' }
  }
  const worded = await draftByModel(model, loadSegments(subject.segments), candidates, ctx.signal)
  const proposals = worded.flatMap(({ evidence, words }) => {
    const one = candidates.find((candidate) => candidate.evidence === evidence)
    return one === undefined ? [] : [toProposal(subject, evidence, { ...one, words, now: ctx.clock.now() })]
  })
  return { proposals, outcome: 'complete', model: model.name }
}

/** Evidence from the rules, combined with the summary of the language model. */
async function withSummary(
  found: ActionEvidence[],
  subject: AnalysisSubject,
  ctx: StepContext,
  sides: Sides,
): Promise<ActionEvidence[]> {
  if (ctx.model === undefined || subject.transcriptVersion === null) return found
  const summary = await selectModelSummary(ctx.db, ctx.org, subject.id, subject.transcriptVersion)
  return summary === undefined ? found : fromSummary(found, summary, subject, sides)
}

/**
 * Owner of a suggestion: the user who made the promise, if that user can read the conversation; otherwise the owner of
 * the conversation.
 */
async function findOwner(
  { db, org }: StepContext,
  subject: AnalysisSubject,
  ground: ActionEvidence,
  sides: Sides,
  owner: OrganizationMember,
): Promise<OrganizationMember> {
  const promiser = ground.signal === 'commitment' ? sides.findUser(ground.by) : undefined
  if (promiser === undefined || promiser.id === owner.id) return owner
  const visibility = await selectUserVisibility(db, org, promiser.id)
  const sees = visibility !== undefined && (await isVisible(db, org, visibility, subject.id))
  return sees ? promiser : owner
}
