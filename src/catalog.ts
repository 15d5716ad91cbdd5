/** The only list of features: every operation and tool that doors bind and documents describe, and every job. */
import type { AnyJob } from './core/jobs.ts'
import type { AnyOperation } from './core/operation.ts'
import type { Prompt } from './core/prompt.ts'
import type { Resource } from './core/resource.ts'
import type { Tool } from './core/tool.ts'
import * as access from './features/access/index.ts'
import * as actions from './features/actions/index.ts'
import * as answers from './features/answers/index.ts'
import * as audit from './features/audit/index.ts'
import * as calls from './features/calls/index.ts'
import * as conversations from './features/conversations/index.ts'
import * as crm from './features/crm/index.ts'
import * as fieldItems from './features/field-items/index.ts'
import * as fields from './features/fields/index.ts'
import * as identity from './features/identity/index.ts'
import * as insights from './features/insights/index.ts'
import * as invitations from './features/invitations/index.ts'
import * as knowledge from './features/knowledge/index.ts'
import * as labels from './features/labels/index.ts'
import * as library from './features/library/index.ts'
import * as libraryItems from './features/library-items/index.ts'
import * as mail from './features/mail/index.ts'
import * as oauth from './features/oauth/index.ts'
import * as opportunities from './features/opportunities/index.ts'
import * as passages from './features/passages/index.ts'
import * as prompting from './features/prompts/index.ts'
import * as reports from './features/reports/index.ts'
import * as scim from './features/scim/index.ts'
import * as scorecardResults from './features/scorecard-results/index.ts'
import * as scorecards from './features/scorecards/index.ts'
import * as search from './features/search/index.ts'
import * as snippets from './features/snippets/index.ts'
import * as summaries from './features/summaries/index.ts'
import * as superAgent from './features/super-agent/index.ts'
import * as teams from './features/teams/index.ts'

export const operations: readonly AnyOperation[] = [
  ...conversations.operations,
  ...summaries.operations,
  ...crm.operations,
  ...opportunities.operations,
  ...fields.operations,
  ...fieldItems.operations,
  ...identity.operations,
  ...teams.operations,
  ...invitations.operations,
  ...access.operations,
  ...oauth.operations,
  ...audit.operations,
  ...scim.operations,
  ...reports.operations,
  ...labels.operations,
  ...scorecards.operations,
  ...scorecardResults.operations,
  ...insights.operations,
  ...actions.operations,
  ...knowledge.operations,
  ...search.operations,
  ...answers.operations,
  ...snippets.operations,
  ...library.operations,
  ...libraryItems.operations,
]

/** In the order of decisions, section 6, which is the order that assistants are told them in. */
export const tools: readonly Tool[] = [
  ...identity.tools,
  ...calls.tools,
  ...conversations.tools,
  ...answers.tools,
  ...search.tools,
  ...insights.tools,
  ...snippets.tools,
  ...library.tools,
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
  ...knowledge.tools,
  ...actions.tools,
  ...access.tools,
  ...reports.tools,
  ...superAgent.tools,
  ...calls.documentTools,
]

/** What clients may attach by address. */
export const resources: readonly Resource[] = calls.resources

/** Tasks written out, for people to choose. */
export const prompts: readonly Prompt[] = prompting.prompts

export const jobs: readonly AnyJob[] = [
  ...conversations.jobs,
  ...mail.jobs,
  ...invitations.jobs,
  ...knowledge.jobs,
  ...passages.jobs,
  ...summaries.jobs,
  ...superAgent.jobs,
]
