/** The only list of features: every operation and tool that transports bind and documents describe, and every job. */
import type { AnyJob } from './core/jobs.ts'
import type { AnyOperation } from './core/operation.ts'
import type { Prompt } from './core/prompt.ts'
import type { Resource } from './core/resource.ts'
import type { Tool } from './core/tool.ts'
import * as access from './features/accounts/api-keys/index.ts'
import * as identity from './features/accounts/identity/index.ts'
import * as invitations from './features/accounts/invitations/index.ts'
import * as oauth from './features/accounts/oauth/index.ts'
import * as outsideSharing from './features/accounts/outside-sharing/index.ts'
import * as passwords from './features/accounts/passwords/index.ts'
import * as scim from './features/accounts/scim/index.ts'
import * as setup from './features/accounts/setup/index.ts'
import * as signIn from './features/accounts/sign-in/index.ts'
import * as signInProviders from './features/accounts/sign-in-providers/index.ts'
import * as teams from './features/accounts/teams/index.ts'
import * as actions from './features/actions/actions/index.ts'
import * as proactive from './features/actions/suggestions/index.ts'
import * as labelChoices from './features/analysis/automatic-labels/index.ts'
import * as analysis from './features/analysis/pipeline/index.ts'
import * as statistics from './features/analysis/statistics/index.ts'
import * as summaries from './features/analysis/summaries/index.ts'
import * as topics from './features/analysis/topics/index.ts'
import * as trackers from './features/analysis/trackers/index.ts'
import * as answers from './features/assistant/answers/index.ts'
import * as calls from './features/assistant/call-tools/index.ts'
import * as insightRuns from './features/assistant/insight-runs/index.ts'
import * as insights from './features/assistant/insights/index.ts'
import * as superAgent from './features/assistant/super-agent/index.ts'
import * as scoring from './features/coaching/automatic-scoring/index.ts'
import * as scorecardResults from './features/coaching/scorecard-results/index.ts'
import * as scorecards from './features/coaching/scorecards/index.ts'
import * as teamReports from './features/coaching/team-reports/index.ts'
import * as reports from './features/coaching/usage-reports/index.ts'
import * as crm from './features/conversations/crm-records/index.ts'
import * as labels from './features/conversations/labels/index.ts'
import * as legalHolds from './features/conversations/legal-holds/index.ts'
import * as media from './features/conversations/media/index.ts'
import * as opportunities from './features/conversations/opportunities/index.ts'
import * as recordings from './features/conversations/recordings/index.ts'
import * as conversations from './features/conversations/records/index.ts'
import * as savedViews from './features/conversations/saved-views/index.ts'
import * as transcriptLines from './features/conversations/transcript-lines/index.ts'
import * as transcription from './features/conversations/transcription/index.ts'
import * as fields from './features/fields/configurations/index.ts'
import * as fieldItems from './features/fields/items/index.ts'
import * as fieldValues from './features/fields/values/index.ts'
import * as crmConnections from './features/integrations/crm-connections/index.ts'
import * as integrationRuns from './features/integrations/runs/index.ts'
import * as integrationWorkflows from './features/integrations/workflows/index.ts'
import * as decks from './features/library/decks/index.ts'
import * as libraryItems from './features/library/folder-items/index.ts'
import * as library from './features/library/folders/index.ts'
import * as publicLinks from './features/library/public-links/index.ts'
import * as snippets from './features/library/snippets/index.ts'
import * as audit from './features/platform/audit/index.ts'
import * as mail from './features/platform/mail/index.ts'
import * as prompting from './features/platform/prompts/index.ts'
import * as webhookDeliveries from './features/platform/webhook-deliveries/index.ts'
import * as webhooks from './features/platform/webhooks/index.ts'
import * as privacy from './features/privacy/personal-data/index.ts'
import * as retention from './features/privacy/retention/index.ts'
import * as search from './features/search/conversation-search/index.ts'
import * as knowledge from './features/search/knowledge-base/index.ts'
import * as passages from './features/text/passages/index.ts'
import * as redaction from './features/text/redaction/index.ts'

export const operations: readonly AnyOperation[] = [
  ...conversations.operations,
  ...transcriptLines.operations,
  ...recordings.operations,
  ...transcription.operations,
  ...analysis.operations,
  ...summaries.operations,
  ...topics.operations,
  ...crm.operations,
  ...opportunities.operations,
  ...crmConnections.operations,
  ...integrationWorkflows.operations,
  ...integrationRuns.operations,
  ...fields.operations,
  ...fieldItems.operations,
  ...fieldValues.operations,
  ...identity.operations,
  ...teams.operations,
  ...invitations.operations,
  ...access.operations,
  ...oauth.operations,
  ...signIn.operations,
  ...passwords.operations,
  ...signInProviders.operations,
  ...audit.operations,
  ...webhooks.operations,
  ...webhookDeliveries.operations,
  ...savedViews.operations,
  ...setup.operations,
  ...scim.operations,
  ...reports.operations,
  ...teamReports.operations,
  ...labels.operations,
  ...trackers.operations,
  ...labelChoices.operations,
  ...scorecards.operations,
  ...scorecardResults.operations,
  ...scoring.operations,
  ...insights.operations,
  ...insightRuns.operations,
  ...actions.operations,
  ...knowledge.operations,
  ...search.operations,
  ...answers.operations,
  ...snippets.operations,
  ...publicLinks.operations,
  ...library.operations,
  ...libraryItems.operations,
  ...decks.operations,
  ...outsideSharing.operations,
  ...redaction.operations,
  ...legalHolds.operations,
  ...retention.operations,
  ...privacy.operations,
]

/** Tools in the order of decisions, section 6, in which assistants see them. */
export const tools: readonly Tool[] = [
  ...identity.tools,
  ...calls.tools,
  ...conversations.tools,
  ...answers.tools,
  ...search.tools,
  ...insights.tools,
  ...insightRuns.tools,
  ...snippets.tools,
  ...library.tools,
  ...decks.tools,
  ...teams.tools,
  ...identity.userTools,
  ...invitations.tools,
  ...scorecards.tools,
  ...scorecardResults.tools,
  ...labels.tools,
  ...fields.tools,
  ...fieldItems.tools,
  ...crm.tools,
  ...opportunities.tools,
  ...conversations.crmTools,
  ...fieldValues.tools,
  ...integrationRuns.tools,
  ...integrationWorkflows.tools,
  ...knowledge.tools,
  ...actions.tools,
  ...access.tools,
  ...reports.tools,
  ...teamReports.tools,
  ...superAgent.tools,
  ...calls.documentTools,
]

/** Resources that clients can attach by URI. */
export const resources: readonly Resource[] = calls.resources

/** Prompts that users can choose. */
export const prompts: readonly Prompt[] = prompting.prompts

/** Analysis steps in the order in which they run (`STEP_IDS`). */
export const steps: readonly analysis.AnyStep[] = [
  statistics.statisticsStep,
  topics.topicsStep,
  summaries.summaryStep,
  labelChoices.labelsStep,
  fieldValues.fieldsStep,
  scoring.scorecardsStep,
  proactive.actionsStep,
]

export const jobs: readonly AnyJob[] = [
  ...analysis.jobsOf(steps),
  ...conversations.jobs,
  ...media.jobs,
  ...recordings.jobs,
  ...transcription.jobs,
  ...mail.jobs,
  ...crmConnections.jobs,
  ...integrationRuns.jobs,
  ...webhookDeliveries.jobs,
  ...invitations.jobs,
  ...knowledge.jobs,
  ...passages.jobs,
  ...superAgent.jobs,
  ...insightRuns.jobs,
  ...decks.jobs,
  ...proactive.jobs,
  ...retention.jobs,
  ...privacy.jobs,
]
