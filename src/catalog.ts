/** The only list of features: every operation that doors bind and documents describe, and every job. */
import type { AnyJob } from './core/jobs.ts'
import type { AnyOperation } from './core/operation.ts'
import * as access from './features/access/index.ts'
import * as actions from './features/actions/index.ts'
import * as answers from './features/answers/index.ts'
import * as audit from './features/audit/index.ts'
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
import * as opportunities from './features/opportunities/index.ts'
import * as passages from './features/passages/index.ts'
import * as reports from './features/reports/index.ts'
import * as scim from './features/scim/index.ts'
import * as scorecardResults from './features/scorecard-results/index.ts'
import * as scorecards from './features/scorecards/index.ts'
import * as search from './features/search/index.ts'
import * as snippets from './features/snippets/index.ts'
import * as summaries from './features/summaries/index.ts'
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

export const jobs: readonly AnyJob[] = [
  ...conversations.jobs,
  ...mail.jobs,
  ...invitations.jobs,
  ...knowledge.jobs,
  ...passages.jobs,
  ...summaries.jobs,
]
