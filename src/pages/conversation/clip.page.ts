/** Creates a clip of a call: time range, audience and share link. */

import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import { getTranscript } from '../../features/conversations/transcript-lines/index.ts'
import { createSnippet, getSnippet } from '../../features/library/snippets/index.ts'
import { type AnswerOf, definePage, type Fields, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { checkField, form, selectField, textAreaField, textField } from '../components/form.ts'
import { heading, quote } from '../components/layout.ts'
import { EXPIRY_POINTERS, expiryFields, isOver, questionsField, toExpiryInput } from '../components/link-expiry.ts'
import { momentPath } from '../components/search-hits.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { parseNumber } from './window.ts'

/** Length of a clip without an end. */
const DEFAULT_SECONDS = 30

export const clipPage = definePage({
  path: '/conversations/:id/clip',
  async show(req) {
    const { id } = req.params
    const { attributes } = await req.run(getConversation, { id })
    const made = req.query.get('made')
    const body = made === null ? await clipForm(req, attributes.title) : await renderCreatedClip(req, made)
    return {
      title: t`Clip: ${attributes.title}`,
      scripts: ['pages/conversation/copy.browser.ts'],
      body: html`${heading(made === null ? t('New clip') : t('Clip'), {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: attributes.title, path: conversationPath(id) },
        ],
      })}${body}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { id } = req.params
      const internal = fields.text('for') !== 'anyone'
      const made = await req.run(createSnippet, {
        ...{ user_uuid: req.user.id, conversation_id: id },
        title: fields.text('title'),
        notes: fields.text('notes').replaceAll('\r\n', '\n'),
        internal,
        // An internal link never expires, and accepts no questions.
        ...(internal ? {} : { ...toExpiryInput(req, fields), questionsAllowed: fields.has('questions') }),
        notify_views: fields.has('notify_views'),
        in_library: placeIn(fields),
        video: { start_time: parseClipTime(fields.text('from')), end_time: parseClipTime(fields.text('to')) },
      })
      return redirectTo(`${conversationPath(id)}/clip?${new URLSearchParams({ made: made.id })}`, t('Clip created'))
    },
  },
})

function placeIn(fields: Fields): boolean | { my_library: boolean } {
  const place = fields.text('library')
  return place === '' ? false : { my_library: place === 'own' }
}

const POINTERS = { ...EXPIRY_POINTERS, '/video/start_time': 'from', '/video/end_time': 'to', '/internal': 'for' }

async function clipForm(req: PageVisit, title: string): Promise<Html> {
  const { id } = req.params
  const from = parseNumber(req.query, 'from') ?? 0
  const to = parseNumber(req.query, 'to') ?? (await findLineEnd(req, from))
  const words = req.attempt === undefined ? await wordsWithin(req, from, to) : ''
  return html`<section id="clip" class="card conversation-clip">${words !== '' && quote(words, { at: `${clockTime(from)}–${clockTime(to)}` })}${form(
    req,
    { page: `${conversationPath(id)}/clip`, action: 'create', button: t('Create clip'), pointers: POINTERS },
    (
      fill,
    ) => html`${textField(fill, { name: 'title', label: t('Title'), max: 512, id: 'clip-title', placeholder: title, help: t('Defaults to the title of the call and the time.') })}
<div class="conversation-pair">
${textField(fill, { name: 'from', label: t('Start'), value: formatClipTime(from), required: true, id: 'clip-from' })}
${textField(fill, { name: 'to', label: t('End'), value: formatClipTime(to), required: true, id: 'clip-to', help: t('Minutes and seconds, such as 1:05') })}
</div>
${textAreaField(fill, { name: 'notes', label: t('Notes'), rows: 2, max: 8_000, id: 'clip-notes', help: t('Only visible inside your organization.') })}
${selectField(fill, {
  name: 'for',
  label: t('Who can view the clip'),
  id: 'clip-for',
  choices: [
    { value: 'inside', label: t('People in the organization, after sign-in') },
    { value: 'anyone', label: t('Anyone with the link') },
  ],
})}
<div class="link-public">${expiryFields(req, fill, { id: 'clip', label: t('Public link expires') })}${questionsField(fill)}</div>
${selectField(fill, {
  name: 'library',
  label: t('Library'),
  id: 'clip-library',
  none: t("Don't add to a library"),
  choices: [
    { value: 'shared', label: t('Organization library') },
    { value: 'own', label: t('My library') },
  ],
})}
${checkField(fill, { name: 'notify_views', label: t('Email me when somebody opens the clip for the first time') })}`,
  )}</section>`
}

/** Maximum length of the text preview, in code points. */
const WORDS_MAX = 400

/** Beginning of the transcript text in a time range. */
async function wordsWithin(req: PageVisit, from: number, to: number): Promise<string> {
  const { data } = await req.run(getTranscript, { id: req.params.id, at: String(from), size: '100' })
  const lines = data.filter(({ start, end }) => start !== null && start < to && (end ?? start) > from)
  const text = [...lines.map(({ text }) => text).join(' ')]
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX).join('').trimEnd()}…` : text.join('')
}

/** End of the line that is spoken at a time. */
async function findLineEnd(req: PageVisit, from: number): Promise<number> {
  const { data } = await req.run(getTranscript, { id: req.params.id, at: String(from), size: '100' })
  const spoken = data.findLast(({ start }) => start !== null && start <= from)
  return spoken?.end !== null && spoken?.end !== undefined && spoken.end > from ? spoken.end : from + DEFAULT_SECONDS
}

async function renderCreatedClip(req: PageVisit, made: string): Promise<Html> {
  const { id } = req.params
  const { data: snippet } = await req.run(getSnippet, { id: made })
  const { start_time: start, end_time: end } = snippet.video
  return html`<section id="clip" class="card conversation-clip">
<h2 dir="auto">${snippet.title}</h2>
<p class="soft">${clockTime(start)} to ${clockTime(end)}. ${describeViewers(req, snippet)}</p>
<div class="field"><label for="clip-address">Share link</label><input id="clip-address" readonly value="${snippet.url}"></div>
<p class="actions"><button type="button" class="primary" data-copy-from="clip-address" hidden>Copy link</button> <a class="button" href="${new URL(snippet.url).pathname}">Open clip</a> <a class="button" data-close href="${momentPath(id, { start })}">Back to the call</a></p>
</section>`
}

function describeViewers(req: PageVisit, { internal, expiresAt }: AnswerOf<typeof getSnippet>['data']): Message {
  if (internal) return t('People in the organization can view it after sign-in.')
  return isOver(req, expiresAt)
    ? t('The link has expired, so nobody can open it.')
    : t('Anyone with the link can view it.')
}

/** Formats seconds with up to two decimals: `65.5` → `1:05.5`. */
export function formatClipTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const rest = hundredths % 100
  return (
    clockTime(Math.floor(hundredths / 100)) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`)
  )
}

/** Parses `1:05.5`, `1:02:05` or `65.5` to seconds. @returns NaN for an invalid time */
export function parseClipTime(clock: string): number {
  const [, hours, minutes, seconds] =
    /^\s*(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,3})?)\s*$/.exec(clock) ?? []
  if (seconds === undefined) return Number.NaN
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds.replace(',', '.'))
  return Math.round(sum * 1000) / 1000
}
