/** Transcript section: search, one part of the transcript, and links to the other parts. */

import { type Text, t } from '../../core/languages/message.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { conversationPath } from './paths.ts'
import type { ShownConversation } from './read.ts'
import { renderWindow, speakerName } from './turns.ts'
import type { WindowView } from './window.ts'

/** @param names suggested names of speakers, shown above the transcript */
export function transcript(
  { id, window, attributes, media, summary, topics, comments }: ShownConversation,
  names: Html,
): Html {
  const { meta } = window
  if (meta.segmentCount === 0) {
    return html`<section id="transcript" class="conversation-transcript" aria-label="Transcript"><h2>Transcript</h2><p class="soft">${explainEmpty(attributes)}${media.path === undefined && renderExternalLink(media.mediaURL)}</p></section>`
  }
  return html`<section id="transcript" class="conversation-transcript" aria-label="Transcript" data-pages="${meta.pageCount}" data-turns="${conversationPath(id)}/turns?${narrowing(window).toString()}">
<h2 class="unseen">Transcript</h2>
${finding(id, window)}
${names}
<div class="call-scroller" data-scroller>
${media.path === undefined && html`<p class="soft conversation-note">${withoutPlayer(media.mediaURL, meta.timed)}</p>`}
${neighbour(id, window, -1)}
${window.lines.length === 0 ? html`<p class="soft">No lines by this speaker</p>` : renderWindow(id, window, { chapters: summary.chapters, trackers: topics.trackers, comments })}
${neighbour(id, window, 1)}
</div>
</section>`
}

function explainEmpty({ transcriptStatus }: ShownConversation['attributes']): Text {
  if (transcriptStatus === 'pending') return t("The transcript isn't available yet.")
  return t('This call has no transcript.')
}

const withoutPlayer = (mediaURL: string | null, timed: boolean): Html =>
  html`No recording to play.${renderExternalLink(mediaURL)} ${timed ? t('Click a line to highlight it.') : t('The transcript has no times.')}`

const renderExternalLink = (mediaURL: string | null): Html | undefined =>
  mediaURL !== null && /^https?:\/\//i.test(mediaURL)
    ? html` <a href="${mediaURL}" rel="noopener noreferrer">Open the external recording</a>.`
    : undefined

/** Search form. It submits all filters, so that each can be changed separately. */
function finding(id: string, { find, speaker, meta }: WindowView): Html {
  const isOne = meta.speakers.length < 2
  const options = meta.speakers.map(
    ({ name }) =>
      html`<option value="${name === '' ? ' ' : name}"${flag('selected', name === speaker)}>${speakerName(name)}</option>`,
  )
  return html`<form class="conversation-find" action="${conversationPath(id)}#transcript" role="search" aria-label="Find in this call" data-enhance="#transcript">
${icon('search')}<input type="search" id="find" name="find" value="${find?.text ?? ''}" aria-label="Find in this call" placeholder="Find in this call" maxlength="400" autocomplete="off">
${!isOne && html`<select name="speaker" id="speaker" aria-label="Filter by speaker"><option value="">All speakers</option>${options}</select>`}
<button class="plain">Find</button>
${find !== undefined && renderMatchStatus(id, find)}
${find === undefined && speaker !== undefined && html`<p role="status">Only lines by ${speakerName(speaker)}. <a href="${conversationPath(id)}#transcript" data-renew>Show all lines</a></p>`}
</form>`
}

function renderMatchStatus(id: string, { text, total, match }: NonNullable<WindowView['find']>): Html {
  const clear = html`<a href="${conversationPath(id)}#transcript" data-renew>Clear</a>`
  if (total === 0) return html`<p role="status">No results for “${text}”. ${clear}</p>`
  const to = (wanted: number, label: Text) =>
    total > 1 &&
    html`<button class="plain" name="match" value="${((wanted - 1 + total) % total) + 1}">${label}</button>`
  return html`<p role="status">${total === 1 ? t('1 result') : t`Result ${match} of ${total}`}</p>${to(match - 1, t('Previous'))}${to(match + 1, t('Next'))}<p>${clear}</p>`
}

/** Query parameters that all parts of the transcript share. */
function narrowing({ find, speaker }: WindowView): URLSearchParams {
  return new URLSearchParams({
    ...(find === undefined ? {} : { find: find.text }),
    ...(speaker === undefined ? {} : { speaker: speaker === '' ? ' ' : speaker }),
  })
}

/** Link to the previous or next part, for browsers without scripts. */
function neighbour(id: string, window: WindowView, by: -1 | 1): Html {
  const { pageNumber, pageCount } = window.meta
  const page = pageNumber + by
  if (page < 1 || page > pageCount) return html``
  const query = narrowing(window)
  query.delete('find')
  query.set('page', String(page))
  return html`<p class="conversation-neighbour"><a class="button" href="${conversationPath(id)}?${query.toString()}#transcript" rel="${by < 0 ? 'prev' : 'next'}">${by < 0 ? t('Earlier') : t('Later')}</a></p>`
}
