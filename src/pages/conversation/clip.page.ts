/** A clip of a conversation: from when to when, for whom, and the address to pass on. */
import { clockTime } from '../../core/clock-time.ts'
import { getConversation } from '../../features/conversations/index.ts'
import { createSnippet, getSnippet } from '../../features/snippets/index.ts'
import { getTranscript } from '../../features/transcript-lines/index.ts'
import { definePage, type Fields, goTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, checkField, form, selectField, textField } from '../kit/form.ts'
import { heading, quote } from '../kit/layout.ts'
import { momentPath } from '../kit/moments.ts'
import { type PageVisit, pathOf } from './visit.ts'
import { numberOf } from './window.ts'

/** What a clip has that nobody said where to end. */
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
          { label: 'Conversations', path: '/conversations' },
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
      return goTo(`${pathOf(id)}/clip?${new URLSearchParams({ made: made.id })}`, 'The clip is there.')
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
    { page: `${pathOf(id)}/clip`, action: 'create', button: 'Make the clip', pointers: POINTERS },
    (
      fill,
    ) => html`${textField(fill, { name: 'title', label: 'Title', max: 512, id: 'clip-title', placeholder: title, help: 'Left empty, it is named after the conversation and the time.' })}
<div class="conversation-pair">
${textField(fill, { name: 'from', label: 'From', value: clockOf(from), required: true, id: 'clip-from' })}
${textField(fill, { name: 'to', label: 'To', value: clockOf(to), required: true, id: 'clip-to', help: 'Minutes and seconds, such as 1:05' })}
</div>
${areaField(fill, { name: 'notes', label: 'Notes', rows: 2, max: 8_000, id: 'clip-notes', help: 'They stay inside the organization.' })}
${selectField(fill, {
  name: 'for',
  label: 'Who may open it',
  id: 'clip-for',
  choices: [
    { value: 'inside', label: 'People of the organization, once signed in' },
    { value: 'anyone', label: 'Anybody who has the link' },
  ],
})}
${selectField(fill, {
  name: 'library',
  label: 'In the library',
  id: 'clip-library',
  none: 'Not in the library',
  choices: [
    { value: 'shared', label: 'The library of the organization' },
    { value: 'own', label: 'My own library' },
  ],
})}
${checkField(fill, { name: 'notify_views', label: 'Send me a mail when it is first opened' })}`,
  )}</section>`
}

/** Code points of what is shown of a clip before it is made. */
const WORDS_MAX = 400

/** How what is said from here to there begins. */
async function wordsWithin(visit: PageVisit, from: number, to: number): Promise<string> {
  const { data } = await visit.ask(getTranscript, { id: visit.params.id, at: String(from), size: '100' })
  const lines = data.filter(({ start, end }) => start !== null && start < to && (end ?? start) > from)
  const text = [...lines.map(({ text }) => text).join(' ')]
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX).join('').trimEnd()}…` : text.join('')
}

/** Where what is said at this moment ends. */
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
<p class="soft">${clockTime(start)} to ${clockTime(end)}. ${snippet.internal ? 'People of the organization open it, once signed in.' : 'Anybody who has the link can open it.'}</p>
<div class="field"><label for="clip-address">Address to pass on</label><input id="clip-address" readonly value="${snippet.url}"></div>
<p class="actions"><button type="button" class="primary" data-copy-from="clip-address" hidden>Copy</button> <a class="button" href="${new URL(snippet.url).pathname}">Open</a> <a class="button" data-close href="${momentPath(id, { start })}">Back to the conversation</a></p>
</section>`
}

/** `65.5` → `1:05.5`: to the hundredth, as far as it is known. */
export function clockOf(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const rest = hundredths % 100
  return (
    clockTime(Math.floor(hundredths / 100)) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`)
  )
}

/** `1:05.5`, `1:02:05` or `65.5`. @returns NaN for what is no time */
export function secondsOf(clock: string): number {
  const [, hours, minutes, seconds] =
    /^\s*(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,3})?)\s*$/.exec(clock) ?? []
  if (seconds === undefined) return Number.NaN
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds.replace(',', '.'))
  return Math.round(sum * 1000) / 1000
}
