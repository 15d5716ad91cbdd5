/** Call sources on the start page of admins: the last delivery and the failures of each. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { listSourceStates } from '../../features/sources/call-sources/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { SOURCES, withoutMarks } from '../admin/sources-shared.ts'
import { badge, linkButton, type Tone } from '../components/layout.ts'
import { renderTimestamp } from '../components/times.ts'
import { more, section } from './parts.ts'

export type SourceStates = AnswerOf<typeof listSourceStates>
type SourceState = SourceStates['data'][number]

export const renderSources = (req: PageRequest, { data, meta }: SourceStates): Html =>
  data.length === 0
    ? section(
        t('Call sources'),
        html`<p>No source is connected, so calls arrive only by import or API.</p><p class="actions">${linkButton(SOURCES, t('Connect source'))}</p>`,
      )
    : section(t('Call sources'), html`<ul class="rows">${data.map((source) => renderSource(req, source))}</ul>`, {
        count: meta.totalRecords,
        more: more(SOURCES, t('All sources')),
      })

function renderSource(req: PageRequest, source: SourceState): Html {
  const { uuid, name, lastDelivery, lastCallAt } = source
  const times = [
    lastDelivery === null ? undefined : html`Last delivery ${renderTimestamp(req, lastDelivery.receivedAt)}`,
    lastCallAt === null ? undefined : html`Last call ${renderTimestamp(req, lastCallAt)}`,
  ].filter((one) => one !== undefined)
  const faults = describeFaults(source)
  return html`<li class="row top"><span class="grow"><a class="row-title" href="${SOURCES}/${uuid}"><bdi>${name}</bdi></a><span class="meta">${times.length === 0 ? t('Nothing has arrived yet') : times.map((one, at) => html`${at > 0 && ' · '}${one}`)}</span>${faults.map((one) => html`<span class="soft">${one}</span>`)}</span>${badge(...findState(source))}</li>`
}

function describeFaults({ enabled, fault, lastDelivery, failedCalls }: SourceState): readonly Text[] {
  if (!enabled) return []
  const reason = lastDelivery?.reason ?? null
  const isBad = lastDelivery?.status === 'refused' || lastDelivery?.status === 'failed'
  return [
    ...(fault === null ? [] : [withoutMarks(fault)]),
    ...(isBad ? [reason === null ? t('The last delivery was rejected.') : withoutMarks(reason)] : []),
    ...(failedCalls === 0
      ? []
      : [
          failedCalls === 1
            ? t('1 of the newest 100 calls failed.')
            : t`${formatNumber(failedCalls)} of the newest 100 calls failed.`,
        ]),
  ]
}

function findState({ enabled, isFailing, lastDelivery, lastCallAt }: SourceState): readonly [Text, Tone] {
  if (!enabled) return [t('Off'), 'quiet']
  if (isFailing) return [t('Failing'), 'bad']
  return lastDelivery !== null || lastCallAt !== null
    ? [t('Connected'), 'good']
    : [t('Waiting for the first call'), 'open']
}
