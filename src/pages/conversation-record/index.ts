/** Panels of the call record, and their separate pages. */

import type { Text } from '../../core/languages/message.ts'
import type { AnyPage } from '../../inbound/web/define-page.ts'
import { crmPage } from './crm.page.ts'
import { crmPanel } from './crm-panel.ts'
import { fieldsPage } from './fields.page.ts'
import { fieldsPanel } from './fields-panel.ts'
import { conversationLabelsPage } from './labels.page.ts'
import { labelsPanel } from './labels-panel.ts'
import {
  type ConversationRecord,
  LABELS,
  type Panel,
  type PanelName,
  recordScripts,
  toPanelPath,
  withoutAttempt,
} from './record.ts'
import { scorecardsPage } from './scorecards.page.ts'
import { scorecardsPanel } from './scorecards-panel.ts'
import { settingsPage } from './settings.page.ts'
import { settingsPanel } from './settings-panel.ts'

export { type ConversationRecord, type PanelName, recordScripts, toPanelPath }

export const recordPages: readonly AnyPage[] = [
  fieldsPage,
  scorecardsPage,
  conversationLabelsPage,
  crmPage,
  settingsPage,
]

const embedded =
  (panel: Panel): Panel =>
  (req, conversation) =>
    panel(withoutAttempt(req), conversation)

/**
 * Panels in page order. The element ID of each section is the name of the panel. A page with panels must load
 * `recordScripts`.
 */
export const panels: readonly { readonly name: PanelName; readonly label: Text; readonly show: Panel }[] = [
  { name: 'fields', label: LABELS.fields, show: embedded((req, conversation) => fieldsPanel(req, conversation)) },
  {
    name: 'scorecards',
    label: LABELS.scorecards,
    show: embedded((req, conversation) => scorecardsPanel(req, conversation)),
  },
  { name: 'labels', label: LABELS.labels, show: embedded(labelsPanel) },
  { name: 'crm', label: LABELS.crm, show: embedded((req, conversation) => crmPanel(req, conversation)) },
  { name: 'settings', label: LABELS.settings, show: embedded(settingsPanel) },
]
