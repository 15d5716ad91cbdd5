/**
 * Record of a call: analysis results and settings in panels. Each panel is part of the call page and has a separate page.
 * Actions redirect to the call page. A form on the call page updates its panel in place, so that playback continues.
 */

import { RawJson } from '../../core/json.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import type { PageRequest, View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { heading, linkButton, quote } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'

/** Attributes of a conversation that panels use. */
export interface ConversationRecord {
  readonly uuid: string
  readonly title: string
  readonly userUUID: string
  readonly teamUUID: string | null
  readonly private: boolean
  readonly archived: boolean
  readonly transcriptStatus: 'pending' | 'completed' | 'none'
  readonly transcriptVersion: number | null
  readonly externalOpportunity: { readonly uuid: string; readonly title: string } | null
}

export type PanelName = 'fields' | 'scorecards' | 'labels' | 'crm' | 'settings'
export const LABELS: Readonly<Record<PanelName, Message>> = {
  fields: t('Fields'),
  scorecards: t('Scorecards'),
  labels: t('Labels'),
  crm: t('CRM'),
  settings: t('Settings'),
}

export type Panel = (req: PageRequest, conversation: ConversationRecord) => Promise<Html>

export const conversationPath = (id: string): string => `/conversations/${id}`
export const panelPath = (id: string, panel: PanelName): string => `/conversations/${id}/${panel}`
/** Path of the panel on the call page. Actions redirect to it. */
export const toPanelPath = (id: string, panel: PanelName): string => `/conversations/${id}?tab=${TABS[panel]}#${panel}`
/** Tab of the call page that contains each panel. */
const TABS: Readonly<Record<PanelName, string>> = {
  fields: 'fields',
  scorecards: 'scorecard',
  labels: 'details',
  crm: 'details',
  settings: 'details',
}

/** View of a separate panel page. */
export async function panelPage(
  req: PageRequest<'id'>,
  panel: PanelName,
  show: (conversation: ConversationRecord) => Promise<Html>,
): Promise<View> {
  const label = LABELS[panel]
  const { attributes } = await req.run(getConversation, { id: req.params.id })
  const { uuid, title } = attributes
  const given = {
    trail: [{ label: t('Calls'), path: '/conversations' }],
    actions: linkButton(toPanelPath(uuid, panel), t('View full call')),
  }
  return {
    title: `${label}: ${title}`,
    body: html`${heading(html`<bdi>${title}</bdi>`, given)}<div class="record-alone">${await show(attributes)}</div>`,
    scripts: recordScripts,
  }
}

/** Scripts of pages with panels. */
export const recordScripts = ['pages/conversation-record/record.browser.ts'] as const

export interface RecordQuote {
  readonly quote: string
  readonly speaker: string
  readonly start: number | null
  /** Position in the transcript. Null if the transcript doesn't contain the quote. */
  readonly segment: number | null
}

/** Quote that links to its position in the call. */
export function renderQuote(id: string, { quote: words, speaker, start, segment }: RecordQuote): Html {
  const isThere = start !== null || segment !== null
  return quote(words, {
    speaker,
    at: start === null ? undefined : clockTime(start),
    path: isThere ? momentPath(id, { start, segment }) : undefined,
  })
}

/** Formats a confidence as words and percentage. The words prevent overestimating a value such as 83%. */
export function formatConfidence(confidence: number): Text {
  const word =
    confidence >= 0.9 ? t('Very high') : confidence >= 0.75 ? t('High') : confidence >= 0.6 ? t('Medium') : t('Low')
  return t`${word} confidence (${Math.round(confidence * 100)}%)`
}

/** Parses a value that an operation returned as raw JSON. */
export const parseRawJson = <T>(value: unknown): T => (value instanceof RawJson ? JSON.parse(value.text) : value) as T

/** Removes the rejected form of the surrounding page, so that embedded panels don't show it. */
export function withoutAttempt<V extends PageRequest>(req: V): V {
  const { attempt: _, ...rest } = req
  return rest as V
}

/** Button label with a name for screen readers, for pages with several equal buttons. */
export const withHiddenName = (label: Text, about: Text): Html => html`${label}<span class="unseen"> ${about}</span>`
