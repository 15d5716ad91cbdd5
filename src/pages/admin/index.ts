/** Admin pages, in the order of the navigation. */
import type { AnyPage } from '../../inbound/web/define-page.ts'
import { appsPage } from './apps.page.ts'
import { auditPage } from './audit.page.ts'
import { chatPage } from './chat.page.ts'
import { crmConnectionPage, crmPage } from './crm.page.ts'
import { crmRunPage, crmRunsPage } from './crm-runs.page.ts'
import { crmWorkflowPage, crmWorkflowsPage } from './crm-workflows.page.ts'
import { holdsPage } from './holds.page.ts'
import { invitationsPage, rolesPage } from './invitations.page.ts'
import { keysPage } from './keys.page.ts'
import { movePage, movesPage } from './moves.page.ts'
import { outboxPage } from './outbox.page.ts'
import { peoplePage, personPage } from './people.page.ts'
import { erasurePage, personsPage } from './persons.page.ts'
import { maskingRunPage, privacyPage } from './privacy.page.ts'
import { retentionPage, retentionPolicyPage } from './retention.page.ts'
import { samlPage } from './saml.page.ts'
import { scimPage } from './scim.page.ts'
import { sharingPage } from './sharing.page.ts'
import { signInProviderPage, signInProvidersPage } from './sign-in.page.ts'
import { sourceDeliveryPage, sourcePage } from './source.page.ts'
import { sourcesPage } from './sources.page.ts'
import { teamPage, teamsPage } from './teams.page.ts'
import { usagePage } from './usage.page.ts'
import { deliveryPage, webhookPage, webhooksPage } from './webhooks.page.ts'

export const adminPages: readonly AnyPage[] = [
  ...[peoplePage, personPage, invitationsPage, rolesPage],
  ...[teamsPage, teamPage],
  ...[signInProvidersPage, signInProviderPage, samlPage, scimPage],
  ...[sourcesPage, sourcePage, sourceDeliveryPage],
  ...[crmPage, crmConnectionPage, crmWorkflowsPage, crmWorkflowPage, crmRunsPage, crmRunPage],
  ...[chatPage, keysPage, appsPage],
  ...[webhooksPage, webhookPage, deliveryPage],
  ...[privacyPage, maskingRunPage, retentionPage, retentionPolicyPage, holdsPage, sharingPage],
  ...[personsPage, erasurePage],
  ...[auditPage, usagePage, movesPage, movePage, outboxPage],
]
