/** Card of a clip: where it is in its call, title, length, call, creator and who can open it. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { getSnippet } from '../../features/library/snippets/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { renderStrip } from '../../inbound/web/speech-strip.ts'
import { avatar } from '../components/identity.ts'
import { badge } from '../components/layout.ts'
import { isOver } from '../components/link-expiry.ts'
import { momentLink } from '../components/search-hits.ts'
import { dayOf, formatLength } from '../components/times.ts'

type Clip = AnswerOf<typeof getSnippet>['data']

/** Audience of the link of a clip. Nobody can open an expired link. */
export function renderAudience(req: PageRequest, { internal, expiresAt }: Clip): Html {
  if (internal) return badge(t('Organization'))
  return isOver(req, expiresAt) ? badge(t('Link expired'), 'bad') : badge(t('Public link'), 'open')
}

export function renderClipCard(req: PageRequest, clip: Clip): Html {
  const { id, title, conversation_id, conversation_title, creator_name, video } = clip
  const length: Text = formatLength(Math.max(1, video.duration))
  return html`<li class="clips-card">
<div class="clips-strip">${clip.has_recording && html`<a class="button square clips-play" href="/clips/${id}" data-play="/clips/${id}/player" title="${t('Play clip')}">${icon('play')}<span class="unseen">Play ${title}</span></a>`}${renderPlace(clip)}<span class="meta number">${length}</span></div>
<h2><a href="/clips/${id}"><bdi>${title}</bdi></a></h2>
<p class="clips-call"><bdi>${conversation_title}</bdi> ${momentLink(conversation_id, { start: video.start_time }, html`<span class="moment">${clockTime(video.start_time)}–${clockTime(video.end_time)}</span><span class="unseen"> ${title}</span>`)}</p>
<p class="clips-foot">${avatar(creator_name)}<span class="meta cut"><bdi>${creator_name}</bdi>, ${dayOf(req, clip.created_at)}</span>${renderAudience(req, clip)}</p>
</li>`
}

/** The call in 26 bars, of which those of the clip have the colors of their side. */
function renderPlace({ talk_strip: strip, conversation_duration: duration, video }: Clip): Html {
  if (strip === null || duration === null || duration <= 0) return html`<span class="grow"></span>`
  const part = { from: video.start_time / duration, to: video.end_time / duration }
  return html`<span class="grow">${renderStrip(strip, [], part)}</span>`
}
