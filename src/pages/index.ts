/** All pages of the app, in the order of the navigation. `inbound/web/define-page.ts` defines the type. */
import type { AnyPage } from '../inbound/web/define-page.ts'
import { accountPage } from './account/account.page.ts'
import { secondFactorPage } from './account/second-factor.page.ts'
import { actionPage, actionsPage } from './actions/actions.page.ts'
import { adminPages } from './admin/index.ts'
import { callCoachingPage } from './coaching/call-coaching.page.ts'
import { assignmentPage, coachingPage } from './coaching/coaching.page.ts'
import { commentsPage } from './comments/comments.page.ts'
import { connectPage } from './connect/connect.page.ts'
import { attachPage } from './conversation/attach.page.ts'
import { clipPage } from './conversation/clip.page.ts'
import { conversationPage } from './conversation/conversation.page.ts'
import { editPage } from './conversation/edit.page.ts'
import { partsPage } from './conversation/parts.page.ts'
import { recordPages } from './conversation-record/index.ts'
import { conversationsPage } from './conversations/conversations.page.ts'
import { importPage } from './conversations/import.page.ts'
import { accountPage as customerPage } from './deals/account.page.ts'
import { accountsPage } from './deals/accounts.page.ts'
import { dealPage } from './deals/deal.page.ts'
import { dealsPage } from './deals/deals.page.ts'
import { deckPage } from './decks/deck.page.ts'
import { decksPage, newDeckPage } from './decks/decks.page.ts'
import { fieldSetPage, fieldsPage } from './fields/fields.page.ts'
import { glossaryPage, glossaryTermPage } from './glossary/glossary.page.ts'
import { homePage } from './home/home.page.ts'
import { inboxPage } from './inbox/inbox.page.ts'
import { notificationSettingsPage } from './inbox/notification-settings.page.ts'
import { insightPage } from './insights/insight.page.ts'
import { insightsPage, newInsightPage } from './insights/insights.page.ts'
import { knowledgePage, sourcePage } from './knowledge/knowledge.page.ts'
import { labelPage, labelsPage } from './labels/labels.page.ts'
import { clipsPage, clipPage as keptClipPage } from './library/clips.page.ts'
import { libraryPage } from './library/library.page.ts'
import { linksPage } from './library/links.page.ts'
import { personPage } from './people/person.page.ts'
import { recordPage, recordSessionPage } from './record/record.page.ts'
import { reviewPage, reviewQueuePage } from './scorecards/review.page.ts'
import { scorecardPage } from './scorecards/scorecard.page.ts'
import { scorecardsPage } from './scorecards/scorecards.page.ts'
import { askPage } from './search/ask.page.ts'
import { searchPage } from './search/search.page.ts'
import { settingsPage } from './settings/settings.page.ts'
import { modelPage } from './setup/model.page.ts'
import { setupPage } from './setup/setup.page.ts'
import { targetPage, targetsPage } from './targets/targets.page.ts'
import { taskPage, tasksPage } from './tasks/tasks.page.ts'
import { comparePage } from './team-report/compare.page.ts'
import { scorecardReportPage } from './team-report/scorecard-report.page.ts'
import { teamReportPage } from './team-report/team-report.page.ts'
import { trackerPage, trackersPage } from './trackers/trackers.page.ts'
import { transcriptVersionPages } from './transcript-versions/index.ts'

export const pages: readonly AnyPage[] = [
  homePage,
  ...[
    inboxPage,
    tasksPage,
    taskPage,
    actionsPage,
    actionPage,
    coachingPage,
    assignmentPage,
    reviewQueuePage,
    reviewPage,
  ],
  ...[
    conversationsPage,
    importPage,
    recordPage,
    recordSessionPage,
    conversationPage,
    attachPage,
    clipPage,
    editPage,
    partsPage,
  ],
  ...[...transcriptVersionPages, commentsPage, callCoachingPage, ...recordPages],
  ...[searchPage, askPage],
  ...[dealsPage, dealPage, accountsPage, customerPage, personPage],
  ...[clipsPage, keptClipPage, libraryPage, decksPage, newDeckPage, deckPage, linksPage],
  ...[teamReportPage, comparePage, scorecardReportPage, insightsPage, newInsightPage, insightPage],
  settingsPage,
  ...[accountPage, secondFactorPage, notificationSettingsPage],
  setupPage,
  ...[scorecardsPage, scorecardPage, fieldsPage, fieldSetPage, labelsPage, labelPage, trackersPage, trackerPage],
  ...[glossaryPage, glossaryTermPage, targetsPage, targetPage],
  ...[knowledgePage, sourcePage, modelPage],
  ...adminPages,
  connectPage,
]
