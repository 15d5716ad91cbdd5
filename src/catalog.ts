/** The only list of features: every operation and tool that transports bind and documents describe, and every job. */
import type { Completions } from './core/completion.ts'
import type { AnyJob } from './core/jobs.ts'
import type { AnyOperation } from './core/operation.ts'
import type { Prompt } from './core/prompt.ts'
import type { Resource } from './core/resource.ts'
import type { Tool } from './core/tool.ts'
import * as accounts from './features/accounts/index.ts'
import * as actions from './features/actions/index.ts'
import * as analysis from './features/analysis/index.ts'
import * as assistant from './features/assistant/index.ts'
import * as coaching from './features/coaching/index.ts'
import * as collaboration from './features/collaboration/index.ts'
import * as conversations from './features/conversations/index.ts'
import * as deals from './features/deals/index.ts'
import * as fields from './features/fields/index.ts'
import * as integrations from './features/integrations/index.ts'
import * as library from './features/library/index.ts'
import * as moves from './features/moves/index.ts'
import * as platform from './features/platform/index.ts'
import * as privacy from './features/privacy/index.ts'
import * as search from './features/search/index.ts'
import * as sources from './features/sources/index.ts'
import * as text from './features/text/index.ts'

export const operations: readonly AnyOperation[] = [
  ...conversations.records.operations,
  ...conversations.transcriptLines.operations,
  ...conversations.transcriptVersions.operations,
  ...conversations.rearrangements.operations,
  ...conversations.recordings.operations,
  ...conversations.recordingSessions.operations,
  ...conversations.transcription.operations,
  ...analysis.pipeline.operations,
  ...analysis.summaries.operations,
  ...analysis.topics.operations,
  ...conversations.crmRecords.operations,
  ...conversations.opportunities.operations,
  ...sources.callSources.operations,
  ...sources.sourceRecordings.operations,
  ...sources.sourceDeliveries.operations,
  ...integrations.crmConnections.operations,
  ...integrations.workflows.operations,
  ...integrations.runs.operations,
  ...fields.configurations.operations,
  ...fields.items.operations,
  ...fields.values.operations,
  ...accounts.identity.operations,
  ...accounts.teams.operations,
  ...accounts.invitations.operations,
  ...accounts.apiKeys.operations,
  ...accounts.oauth.operations,
  ...accounts.signIn.operations,
  ...accounts.passwords.operations,
  ...accounts.signInProviders.operations,
  ...accounts.saml.operations,
  ...platform.audit.operations,
  ...platform.webhooks.operations,
  ...platform.webhookDeliveries.operations,
  ...conversations.savedViews.operations,
  ...conversations.changes.operations,
  ...conversations.exports.operations,
  ...accounts.setup.operations,
  ...accounts.scim.operations,
  ...coaching.usageReports.operations,
  ...coaching.teamReports.operations,
  ...coaching.targets.operations,
  ...conversations.labels.operations,
  ...analysis.sentiment.operations,
  ...analysis.statistics.operations,
  ...analysis.trackers.operations,
  ...text.glossary.operations,
  ...analysis.automaticLabels.operations,
  ...collaboration.tasks.operations,
  ...coaching.coachingAssignments.operations,
  ...coaching.scorecards.operations,
  ...coaching.scorecardResults.operations,
  ...coaching.automaticScoring.operations,
  ...assistant.insights.operations,
  ...assistant.insightRuns.operations,
  ...actions.actions.operations,
  ...deals.dealOverviews.operations,
  ...deals.accounts.operations,
  ...moves.archiveImport.operations,
  ...moves.vendorMoves.operations,
  ...search.knowledgeBase.operations,
  ...search.conversationSearch.operations,
  ...assistant.answers.operations,
  ...library.snippets.operations,
  ...library.publicLinks.operations,
  ...library.folders.operations,
  ...library.folderItems.operations,
  ...library.decks.operations,
  ...collaboration.comments.operations,
  ...collaboration.notifications.operations,
  ...accounts.outsideSharing.operations,
  ...text.redaction.operations,
  ...conversations.legalHolds.operations,
  ...privacy.retention.operations,
  ...privacy.personalData.operations,
]

/** Tools in the order of decisions, section 6, in which assistants see them. */
export const tools: readonly Tool[] = [
  ...accounts.identity.tools,
  ...assistant.callTools.tools,
  ...conversations.records.tools,
  ...conversations.records.repairTools,
  ...conversations.transcriptLines.tools,
  ...conversations.rearrangements.tools,
  ...assistant.answers.tools,
  ...search.conversationSearch.tools,
  ...assistant.insights.tools,
  ...assistant.insightRuns.tools,
  ...library.snippets.tools,
  ...library.folders.tools,
  ...library.decks.tools,
  ...accounts.teams.tools,
  ...accounts.identity.userTools,
  ...accounts.invitations.tools,
  ...coaching.scorecards.tools,
  ...coaching.scorecardResults.tools,
  ...conversations.labels.tools,
  ...analysis.trackers.tools,
  ...fields.configurations.tools,
  ...fields.items.tools,
  ...conversations.crmRecords.tools,
  ...conversations.opportunities.tools,
  ...conversations.records.crmTools,
  ...fields.values.tools,
  ...integrations.runs.tools,
  ...integrations.workflows.tools,
  ...search.knowledgeBase.tools,
  ...text.glossary.tools,
  ...actions.actions.tools,
  ...deals.dealOverviews.tools,
  ...collaboration.comments.tools,
  ...collaboration.notifications.tools,
  ...coaching.coachingAssignments.tools,
  ...collaboration.tasks.tools,
  ...accounts.apiKeys.tools,
  ...coaching.usageReports.tools,
  ...coaching.teamReports.tools,
  ...assistant.superAgent.tools,
  ...assistant.callTools.documentTools,
]

/** Resources that clients can attach by URI. */
export const resources: readonly Resource[] = assistant.callTools.resources

/** Prompts that users can choose. */
export const prompts: readonly Prompt[] = platform.prompts.prompts

/** Completions of arguments of prompts. */
export const completions: Completions = assistant.promptCompletions.completions

/** Analysis steps in the order in which they run (`STEP_IDS`). */
export const steps: readonly analysis.pipeline.AnyStep[] = [
  analysis.statistics.statisticsStep,
  analysis.topics.topicsStep,
  analysis.summaries.summaryStep,
  analysis.automaticLabels.labelsStep,
  fields.values.fieldsStep,
  coaching.automaticScoring.scorecardsStep,
  actions.suggestions.actionsStep,
]

export const jobs: readonly AnyJob[] = [
  ...analysis.pipeline.createPipelineJobs(steps),
  ...analysis.summaries.jobs,
  ...conversations.records.jobs,
  ...conversations.media.jobs,
  ...conversations.recordings.jobs,
  ...conversations.recordingSessions.jobs,
  ...conversations.transcription.jobs,
  ...sources.sourceRecordings.jobs,
  ...sources.sourceDeliveries.jobs,
  ...platform.mail.jobs,
  ...integrations.crmConnections.jobs,
  ...integrations.runs.jobs,
  ...collaboration.chatPosts.jobs,
  ...accounts.invitations.jobs,
  ...collaboration.notifications.jobs,
  ...collaboration.tasks.jobs,
  ...search.knowledgeBase.jobs,
  ...text.passages.jobs,
  ...assistant.superAgent.jobs,
  ...assistant.insightRuns.jobs,
  ...library.decks.jobs,
  ...actions.suggestions.jobs,
  ...deals.weeklyDigests.jobs,
  ...privacy.retention.jobs,
  ...privacy.personalData.jobs,
]
