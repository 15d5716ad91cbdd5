/** A valid request for every operation, so that laws can walk the whole catalog. A feature's lines stand in its file. */
import type { World } from '../../src/testing/world.ts'
import { accessSamples } from './access.ts'
import { actionSamples } from './actions.ts'
import { analysisSamples } from './analysis.ts'
import { answerSamples } from './answers.ts'
import { auditSamples } from './audit.ts'
import { coachingSamples } from './coaching.ts'
import { commentSamples } from './comments.ts'
import { conversationSamples } from './conversations.ts'
import { crmSamples } from './crm.ts'
import { deckSamples } from './decks.ts'
import { fieldSamples } from './fields.ts'
import { glossarySamples } from './glossary.ts'
import { identitySamples } from './identity.ts'
import { insightSamples } from './insights.ts'
import { integrationSamples } from './integrations.ts'
import { invitationSamples } from './invitations.ts'
import { knowledgeSamples } from './knowledge.ts'
import { labelSamples } from './labels.ts'
import { librarySamples } from './library.ts'
import { moveSamples } from './moves.ts'
import { notificationSamples } from './notifications.ts'
import { oauthSamples } from './oauth.ts'
import { privacySamples } from './privacy.ts'
import { recordingSessionSamples } from './recording-sessions.ts'
import { recordingSamples } from './recordings.ts'
import { reportSamples } from './reports.ts'
import type { Sample, Samples } from './sample.ts'
import { savedViewSamples } from './saved-views.ts'
import { scimSamples } from './scim.ts'
import { scorecardSamples } from './scorecards.ts'
import { searchSamples } from './search.ts'
import { setupSamples } from './setup.ts'
import { signInSamples } from './sign-in.ts'
import { snippetSamples } from './snippets.ts'
import { sourceSamples } from './sources.ts'
import { summarySamples } from './summaries.ts'
import { superAgentSamples } from './super-agent.ts'
import { targetSamples } from './targets.ts'
import { taskSamples } from './tasks.ts'
import { teamSamples } from './teams.ts'
import { trackerSamples } from './trackers.ts'
import { webhookSamples } from './webhooks.ts'

export type { Sample, Samples } from './sample.ts'

const features = [
  conversationSamples,
  savedViewSamples,
  recordingSamples,
  recordingSessionSamples,
  summarySamples,
  crmSamples,
  integrationSamples,
  identitySamples,
  labelSamples,
  moveSamples,
  glossarySamples,
  trackerSamples,
  scorecardSamples,
  insightSamples,
  actionSamples,
  targetSamples,
  taskSamples,
  answerSamples,
  knowledgeSamples,
  searchSamples,
  fieldSamples,
  teamSamples,
  invitationSamples,
  accessSamples,
  oauthSamples,
  signInSamples,
  setupSamples,
  auditSamples,
  scimSamples,
  reportSamples,
  snippetSamples,
  commentSamples,
  notificationSamples,
  coachingSamples,
  librarySamples,
  deckSamples,
  superAgentSamples,
  webhookSamples,
  privacySamples,
  // After erasures, which delete the bodies of deliveries.
  sourceSamples,
  // The last one: it works off what the others have set up.
  analysisSamples,
]

/** @param conversation id of a conversation of acme, owned by bob, and its external id: what samples hang on */
export async function samplesOf(world: World, conversation: string, externalId: string): Promise<Samples> {
  const all: Record<string, Sample> = {}
  for (const samples of features) Object.assign(all, await samples(world, conversation, externalId))
  return all
}

export const pathOf = (template: string, sample: Sample): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.path?.[name] ?? `no sample for ${name}`),
  )
