/** Merges a call with a later one, or splits it in two. Each change has a preview and an undo. */

import { AppError } from '../../core/errors.ts'
import { formatList } from '../../core/languages/formats.ts'
import { known } from '../../core/languages/known.ts'
import { Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  listRearrangements,
  listStays,
  type MergeResult,
  mergeConversations,
  type SerializedRearrangement,
  type SplitResult,
  splitConversation,
  undoRearrangement,
} from '../../features/conversations/rearrangements/index.ts'
import { getConversation, listConversationBriefs } from '../../features/conversations/records/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { actionButton } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { parseClipTime } from './clip.page.ts'
import { conversationPath, type PageVisit } from './paths.ts'

/** Hours after a call in which later calls are offered. */
const OFFERED_HOURS = 24
const OFFERED_MAX = 20
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

const partsPath = (id: string): string => `${conversationPath(id)}/parts`

export const partsPage = definePage({
  path: '/conversations/:id/parts',
  async show(req) {
    const { id } = req.params
    const { attributes } = await req.run(getConversation, { id })
    const [split, merge, { data }] = await Promise.all([
      renderSplit(req),
      renderMerge(req, attributes),
      req.run(listRearrangements, { id }),
    ])
    return {
      title: t`Merge or split: ${attributes.title}`,
      body: html`${heading(t('Merge or split'), {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: attributes.title, path: conversationPath(id) },
        ],
        words: t(
          'Comments, clips, results and the recording stay with the call they were made for. Earlier versions of the transcript are kept, and Parley analyzes the calls again.',
        ),
      })}
${merge}${split}${renderHistory(req, data)}`,
    }
  },
  actions: {
    merge: async (req, fields) => {
      const { id } = req.params
      const { otherSegments } = await req.run(mergeConversations, { id, conversationUUID: fields.text('later') })
      return redirectTo(conversationPath(id), t`Calls merged: ${countLines(otherSegments)} added`)
    },
    split: async (req, fields) => {
      const { id } = req.params
      const { otherUUID, otherTitle } = await req.run(splitConversation, {
        id,
        atSeconds: fields.number('at'),
      })
      return redirectTo(conversationPath(otherUUID ?? id), t`Call split: ${otherTitle} created`)
    },
    undo: async (req, fields) => {
      const { id } = req.params
      await req.run(undoRearrangement, { id, rearrangementId: fields.text('key') })
      return redirectTo(partsPath(id), t('Change undone. Parley is analyzing the calls again.'))
    },
  },
})

const countLines = (count: number): Message => (count === 1 ? t('1 line') : t`${count} lines`)
const countPeople = (count: number): Message => (count === 1 ? t('1 participant') : t`${count} participants`)
const countRecords = (count: number): Message => (count === 1 ? t('1 CRM record') : t`${count} CRM records`)

/** The preview, or the reason why there is none. */
async function preview<T>(result: Promise<T>): Promise<T | AppError> {
  try {
    return await result
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unauthenticated') return error
    throw error
  }
}

async function renderSplit(req: PageVisit): Promise<Html> {
  const { id } = req.params
  const at = req.query.get('at') ?? ''
  const seconds = parseClipTime(at)
  const result =
    at === ''
      ? undefined
      : Number.isNaN(seconds)
        ? t('Enter minutes and seconds, such as 31:05.')
        : await preview(req.run(splitConversation, { id, atSeconds: seconds, preview: true }))
  return html`<section class="card" id="split"><h2>Split this call</h2>
<form class="inline" method="get" action="${partsPath(id)}#split"><div class="field"><label for="split-at">Start of the second call</label><input id="split-at" name="at" value="${at}" maxlength="20" placeholder="31:05" autocomplete="off"></div><button class="plain">Preview split</button></form>
${result instanceof Message || result instanceof AppError ? renderReason(result) : result !== undefined && renderSplitPreview(req, seconds, result)}
</section>`
}

const renderReason = (reason: Message | AppError): Html =>
  html`<p class="problem">${withCode(reason instanceof Message ? reason : known(reason.message))}</p>`

function renderSplitPreview(req: PageVisit, seconds: number, result: SplitResult): Html {
  const { id } = req.params
  return html`<ul class="parts-preview"><li>This call keeps ${countLines(result.segments)}.</li>
<li>The new call <bdi>${result.otherTitle}</bdi> gets ${countLines(result.otherSegments)} from ${clockTime(result.splitSeconds ?? 0)} on, with participants, labels and CRM links.</li>
<li>This call keeps ${formatStays(result.stays)}.</li></ul>
${actionButton(req, { page: partsPath(id), action: 'split', button: t('Split call'), kind: 'primary', fields: { at: String(seconds) } })}`
}

async function renderMerge(
  req: PageVisit,
  { liveStreamStartedAt: startedAt }: { readonly liveStreamStartedAt: string | null },
): Promise<Html> {
  const { id } = req.params
  const given = req.query.get('later') ?? ''
  const later = UUID.exec(given)?.[0]
  const result =
    given === ''
      ? undefined
      : later === undefined
        ? t('Choose a call, or paste the address of its page.')
        : await preview(req.run(mergeConversations, { id, conversationUUID: later, preview: true }))
  const calls = await listLaterCalls(req, startedAt)
  return html`<section class="card" id="merge"><h2>Merge with a later call</h2>
${calls.length > 0 && html`<ul class="rows">${calls.map((call) => renderOffered(req, call))}</ul>`}
<form class="inline" method="get" action="${partsPath(id)}#merge"><div class="field"><label for="merge-later">Address of the later call</label><input id="merge-later" name="later" value="${given}" maxlength="500" placeholder="https://…/conversations/…" autocomplete="off"></div><button class="plain">Preview merge</button></form>
${result instanceof Message || result instanceof AppError ? renderReason(result) : result !== undefined && renderMergePreview(req, result)}
</section>`
}

interface OfferedCall {
  readonly uuid: string
  readonly title: string
  readonly startedAt: string
}

const renderOffered = (req: PageVisit, { uuid, title, startedAt }: OfferedCall): Html =>
  html`<li class="row"><span class="grow"><bdi>${title}</bdi> <span class="soft">${renderTimestamp(req, startedAt)}</span></span><a href="${partsPath(req.params.id)}?later=${uuid}#merge" aria-label="Preview merge with ${title}">Preview merge</a></li>`

/** Calls that started in the hours after this one. Without a start, the newest calls. */
async function listLaterCalls(req: PageVisit, startedAt: string | null) {
  const end = startedAt === null ? undefined : new Date(Date.parse(startedAt) + OFFERED_HOURS * 3_600_000)
  const range =
    startedAt === null || end === undefined ? {} : { fromDateTime: startedAt, toDateTime: end.toISOString() }
  const { data } = await req.run(listConversationBriefs, { ...range, size: String(OFFERED_MAX) })
  return data.filter(({ uuid }) => uuid !== req.params.id)
}

function renderMergePreview(req: PageVisit, result: MergeResult): Html {
  const { id } = req.params
  const added = [
    result.addedParticipants > 0 && countPeople(result.addedParticipants),
    result.addedLabels.length > 0 && t`the labels ${result.addedLabels.join(', ')}`,
    result.addedCrmLinks > 0 && countRecords(result.addedCrmLinks),
    result.setsOpportunity && t('the opportunity'),
  ].filter((part) => part !== false)
  return html`<ul class="parts-preview"><li>This call gets ${countLines(result.otherSegments)} of the later call${result.offsetSeconds !== null && html` at ${clockTime(result.offsetSeconds)}`}.</li>
${result.renamedSpeakers.map(({ from, to }) => html`<li><bdi>${from}</bdi> of the later call becomes <bdi>${to}</bdi>.</li>`)}
${added.length > 0 && html`<li>Added from the later call: ${added.join(', ')}.</li>`}
<li>The later call is archived. It keeps ${formatStays(result.staysWithOther)}. <a href="${conversationPath(result.otherUUID)}">Open the later call</a></li></ul>
${actionButton(req, { page: partsPath(id), action: 'merge', button: t('Merge calls'), kind: 'primary', fields: { later: result.otherUUID } })}`
}

const formatStays = (stays: SplitResult['stays']): string =>
  formatList([...listStays(stays), t('its earlier versions')])

function renderHistory(req: PageVisit, changes: readonly SerializedRearrangement[]): Html {
  if (changes.length === 0) return html``
  return html`<section class="card" id="changes"><h2>Merges and splits</h2><ul class="rows">${changes.map((change) => {
    const { kind, conversationUUID, conversationTitle, otherUUID, otherTitle, createdAt, undoneAt } = change
    const first = html`<a href="${conversationPath(conversationUUID)}"><bdi>${conversationTitle}</bdi></a>`
    const other = html`<a href="${conversationPath(otherUUID)}"><bdi>${otherTitle}</bdi></a>`
    const words = kind === 'merge' ? html`${other} was merged into ${first}` : html`${other} was split off ${first}`
    return html`<li class="row"><span class="grow">${words} <span class="soft">${dayOf(req, createdAt)}${undoneAt !== null && t(', undone')}</span></span>${
      undoneAt === null &&
      actionButton(req, {
        ...{
          page: partsPath(req.params.id),
          action: 'undo',
          key: change.uuid,
          button: kind === 'merge' ? t('Undo merge') : t('Undo split'),
          kind: 'plain',
        },
        confirm:
          kind === 'merge'
            ? t('Undo this merge? The merged call is restored, and the lines from before become a new version.')
            : t('Undo this split? The new call is archived, and the lines from before become a new version.'),
      })
    }</li>`
  })}</ul></section>`
}
