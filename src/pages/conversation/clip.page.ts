/** Creates a clip of a call: time range, audience and share link. */
import { clockTime } from '../../core/timecode.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import { getTranscript } from '../../features/conversations/transcript-lines/index.ts'
import { createSnippet, getSnippet } from '../../features/library/snippets/index.ts'
import { definePage, type Fields, goTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, checkField, form, selectField, textField } from '../components/form.ts'
import { heading, quote } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { type PageVisit, pathOf } from './paths.ts'
import { numberOf } from './window.ts'

/** Length of a clip without an end. */
const DEFAULT_SECONDS = 30

export const clipPage = definePage({
  path: '/conversations/:id/clip',
  async show(visit) {
    const { id } = visit.params
    const { attributes } = await visit.ask(getConversation, { id })
    const made = visit.query.get('made')
    const body = made === null ? await clipForm(visit, attributes.title) : await clipMade(visit, made)
    return {
      title: `Clip: ${attributes.title}`,
      scripts: ['pages/conversation/copy.browser.ts'],
      body: html`${heading(made === null ? 'New clip' : 'Clip', {
        trail: [
          { label: 'Calls', path: '/conversations' },
          { label: attributes.title, path: pathOf(id) },
        ],
      })}${body}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { id } = visit.params
      const made = await visit.ask(createSnippet, {
        ...{ user_uuid: visit.person.id, conversation_id: id },
        title: fields.text('title'),
        notes: fields.text('notes').replaceAll('\r\n', '\n'),
        internal: fields.text('for') !== 'anyone',
        notify_views: fields.has('notify_views'),
        in_library: placeIn(fields),
        video: { start_time: secondsOf(fields.text('from')), end_time: secondsOf(fields.text('to')) },
      })
      return goTo(`${pathOf(id)}/clip?${new URLSearchParams({ made: made.id })}`, 'Clip created')
    },
  },
})

function placeIn(fields: Fields): boolean | { my_library: boolean } {
  const place = fields.text('library')
  return place === '' ? false : { my_library: place === 'own' }
}

const POINTERS = { '/video/start_time': 'from', '/video/end_time': 'to', '/internal': 'for' }

async function clipForm(visit: PageVisit, title: string): Promise<Html> {
  const { id } = visit.params
  const from = numberOf(visit.query, 'from') ?? 0
  const to = numberOf(visit.query, 'to') ?? (await endOf(visit, from))
  const words = visit.attempt === undefined ? await wordsWithin(visit, from, to) : ''
  return html`<section id="clip" class="card conversation-clip">${words !== '' && quote(words, { at: `${clockTime(from)}–${clockTime(to)}` })}${form(
    visit,
    { page: `${pathOf(id)}/clip`, action: 'create', button: 'Create clip', pointers: POINTERS },
    (
      fill,
    ) => html`${textField(fill, { name: 'title', label: 'Title', max: 512, id: 'clip-title', placeholder: title, help: 'Defaults to the title of the call and the time.' })}
<div class="conversation-pair">
${textField(fill, { name: 'from', label: 'Start', value: clockOf(from), required: true, id: 'clip-from' })}
${textField(fill, { name: 'to', label: 'End', value: clockOf(to), required: true, id: 'clip-to', help: 'Minutes and seconds, such as 1:05' })}
</div>
${areaField(fill, { name: 'notes', label: 'Notes', rows: 2, max: 8_000, id: 'clip-notes', help: 'Only visible inside your organization.' })}
${selectField(fill, {
  name: 'for',
  label: 'Who can view the clip',
  id: 'clip-for',
  choices: [
    { value: 'inside', label: 'People in the organization, after sign-in' },
    { value: 'anyone', label: 'Anyone with the link' },
  ],
})}
${selectField(fill, {
  name: 'library',
  label: 'Library',
  id: 'clip-library',
  none: "Don't add to a library",
  choices: [
    { value: 'shared', label: 'Organization library' },
    { value: 'own', label: 'My library' },
  ],
})}
${checkField(fill, { name: 'notify_views', label: 'Email me when somebody opens the clip for the first time' })}`,
  )}</section>`
}

/** Maximum length of the text preview, in code points. */
const WORDS_MAX = 400

/** Beginning of the transcript text in a time range. */
async function wordsWithin(visit: PageVisit, from: number, to: number): Promise<string> {
  const { data } = await visit.ask(getTranscript, { id: visit.params.id, at: String(from), size: '100' })
  const lines = data.filter(({ start, end }) => start !== null && start < to && (end ?? start) > from)
  const text = [...lines.map(({ text }) => text).join(' ')]
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX).join('').trimEnd()}…` : text.join('')
}

/** End of the line that is spoken at a time. */
async function endOf(visit: PageVisit, from: number): Promise<number> {
  const { data } = await visit.ask(getTranscript, { id: visit.params.id, at: String(from), size: '100' })
  const spoken = data.findLast(({ start }) => start !== null && start <= from)
  return spoken?.end !== null && spoken?.end !== undefined && spoken.end > from ? spoken.end : from + DEFAULT_SECONDS
}

async function clipMade(visit: PageVisit, made: string): Promise<Html> {
  const { id } = visit.params
  const { data: snippet } = await visit.ask(getSnippet, { id: made })
  const { start_time: start, end_time: end } = snippet.video
  return html`<section id="clip" class="card conversation-clip">
<h2 dir="auto">${snippet.title}</h2>
<p class="soft">${clockTime(start)} to ${clockTime(end)}. ${snippet.internal ? 'People in the organization can view it after sign-in.' : 'Anyone with the link can view it.'}</p>
<div class="field"><label for="clip-address">Share link</label><input id="clip-address" readonly value="${snippet.url}"></div>
<p class="actions"><button type="button" class="primary" data-copy-from="clip-address" hidden>Copy link</button> <a class="button" href="${new URL(snippet.url).pathname}">Open clip</a> <a class="button" data-close href="${momentPath(id, { start })}">Back to the call</a></p>
</section>`
}

/** Formats seconds with up to two decimals: `65.5` → `1:05.5`. */
export function clockOf(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const rest = hundredths % 100
  return (
    clockTime(Math.floor(hundredths / 100)) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`)
  )
}

/** Parses `1:05.5`, `1:02:05` or `65.5` to seconds. @returns NaN for an invalid time */
export function secondsOf(clock: string): number {
  const [, hours, minutes, seconds] =
    /^\s*(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,3})?)\s*$/.exec(clock) ?? []
  if (seconds === undefined) return Number.NaN
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds.replace(',', '.'))
  return Math.round(sum * 1000) / 1000
}
