/**
 * The record of a conversation: what was made of it, in panels. Each panel stands on the conversation's own page, and
 * alone on a page of its own, where its actions lead from back to the conversation. A form on the conversation's page
 * renews its panel in place, so that whatever plays goes on.
 */
import { clockTime } from '../../core/clock-time.ts'
import { RawJson } from '../../core/json.ts'
import { getConversation } from '../../features/conversations/index.ts'
import type { View, Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { heading, linkButton, quote } from '../kit/layout.ts'
import { momentPath } from '../kit/moments.ts'

/** What panels need to know of a conversation: attributes of its element. */
export interface Recorded {
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
export const LABELS: Readonly<Record<PanelName, string>> = {
  fields: 'Fields',
  scorecards: 'Scorecards',
  labels: 'Labels',
  crm: 'CRM',
  settings: 'Settings',
}

export type Panel = (visit: Visit, conversation: Recorded) => Promise<Html>

export const conversationPath = (id: string): string => `/conversations/${id}`
export const panelPath = (id: string, panel: PanelName): string => `/conversations/${id}/${panel}`
/** Where an action of a panel leads: the panel on the conversation's page. */
export const backTo = (id: string, panel: PanelName): string => `/conversations/${id}#${panel}`

/** The page of a panel alone. */
export async function panelPage(
  visit: Visit<'id'>,
  panel: PanelName,
  show: (conversation: Recorded) => Promise<Html>,
): Promise<View> {
  const label = LABELS[panel]
  const { attributes } = await visit.ask(getConversation, { id: visit.params.id })
  const { uuid, title } = attributes
  const given = {
    trail: [{ label: 'Conversations', path: '/conversations' }],
    actions: linkButton(backTo(uuid, panel), 'The whole conversation'),
  }
  return {
    title: `${label}: ${title}`,
    body: html`${heading(html`<bdi>${title}</bdi>`, given)}<div class="record-alone">${await show(attributes)}</div>`,
    scripts: recordScripts,
  }
}

/** For whatever page shows panels. */
export const recordScripts = ['pages/conversation-record/record.browser.ts'] as const

export interface Said {
  readonly quote: string
  readonly speaker: string
  readonly start: number | null
  /** Position in the transcript; null for what does not stand there. */
  readonly segment: number | null
}

/** What somebody said, which leads to where they say it. */
export function said(id: string, { quote: words, speaker, start, segment }: Said): Html {
  const isThere = start !== null || segment !== null
  return quote(words, {
    speaker,
    at: start === null ? undefined : clockTime(start),
    path: isThere ? momentPath(id, { start, segment }) : undefined,
  })
}

/** Words for a share, with the share itself: people take 0.83 for more than it is. */
export function confidenceTold(confidence: number): string {
  const word =
    confidence >= 0.9 ? 'Very sure' : confidence >= 0.75 ? 'Sure' : confidence >= 0.6 ? 'Fairly sure' : 'Unsure'
  return `${word}, ${Math.round(confidence * 100)} %`
}

/** What came as the text of JSON: the one who asks says what it is. */
export const parsed = <T>(value: unknown): T => (value instanceof RawJson ? JSON.parse(value.text) : value) as T

/** Panels stand on pages that have attempts of their own. */
export function withoutAttempt<V extends Visit>(visit: V): V {
  const { attempt: _, ...rest } = visit
  return rest as V
}

/** Says to who hears it which one of many the same a button is about. */
export const named = (label: string, about: string): Html => html`${label}<span class="unseen"> ${about}</span>`
