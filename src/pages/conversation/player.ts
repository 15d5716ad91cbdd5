/** Player of a call: timeline, transport and the recording. Without a recording, the timeline moves the transcript. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getConversationMediaDetails } from '../../features/conversations/recordings/index.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { findDuration, type MarkerGroup } from './lanes.ts'
import type { PageVisit } from './paths.ts'
import { mediaPath, type ShownConversation } from './read.ts'
import { listMarkers, timeline } from './timeline.ts'

/** Recording element for a script that renews an expired URL. */
export async function playerPiece(req: PageVisit): Promise<Html> {
  const [path, { recording }] = await Promise.all([
    mediaPath(req),
    req.run(getConversationMediaDetails, { id: req.params.id }),
  ])
  if (path === undefined) return html``
  const isVideo = recording?.streams.some(({ kind }) => kind === 'video') === true
  return html`<section id="player" class="call-player" aria-label="Player">${renderMedia(path, isVideo)}</section>`
}

/** The element keeps its controls until a script removes them. The style shows the transport only if scripts can run. */
const renderMedia = (path: string, isVideo: boolean): Html =>
  isVideo
    ? html`<div class="call-video"><video id="media" src="${path}" controls playsinline preload="metadata" aria-label="Recording"></video></div>`
    : html`<audio id="media" src="${path}" controls preload="metadata" aria-label="Recording"></audio>`

const hasPlayer = ({ media, window }: ShownConversation): boolean => window.meta.timed || media.path !== undefined

export function player(conversation: ShownConversation, more: readonly MarkerGroup[] = []): Html {
  const { media, window, attributes } = conversation
  const { timed } = window.meta
  const hasMedia = media.path !== undefined
  if (!hasPlayer(conversation)) return html``
  const duration = findDuration(window.meta, attributes.mediaDuration)
  const groups = listMarkers(conversation, more)
  return html`<section id="player" class="call-player${hasMedia ? '' : ' call-silent'}${timed ? '' : ' call-untimed'}" aria-label="Player">
${timeline(conversation, groups)}
${hasMedia && renderMedia(media.path ?? '', media.isVideo)}
${
  timed &&
  html`<input type="range" class="call-seek" id="seek" min="0" max="${Math.ceil(duration)}" step="any" value="0" aria-label="Position" aria-valuetext="0:00 of ${clockTime(duration)}">
<div class="call-playhead" aria-hidden="true"><svg><line x1="0" x2="0" y1="0" y2="100%"/><circle cx="0" cy="5" r="5"/></svg></div>`
}
<div class="call-transport">
<span class="call-transport-buttons">${skip('back', t('Back 15 seconds'), 'back15')}<button type="button" class="call-play" data-player="play" aria-label="Play"${flag('disabled', !hasMedia)}${!hasMedia && html` title="No recording to play"`}><span class="call-play-icon">${icon('play')}</span><span class="call-pause-icon">${icon('pause')}</span></button>${skip('on', t('Forward 15 seconds'), 'forward15')}</span>
<span class="call-time"><span data-player="now">0:00</span> <span class="call-total">/ ${clockTime(duration)}</span></span>
<span class="call-topic" data-player="topic"></span>
${!hasMedia && html`<span class="call-no-recording">No recording</span>`}
<span class="call-legend" id="call-legend" role="group" aria-label="Marks on the timeline">${groups.map(({ label, kind, group, markers }) => html`<button type="button" class="call-legend-item ${kind}" aria-pressed="true" data-marks="${group ?? kind}"><span class="call-legend-mark" aria-hidden="true"></span><bdi>${label}</bdi> <span class="call-legend-count">${markers.length}</span></button>`)}</span>
<button type="button" class="plain call-follow" data-player="follow" hidden>Follow playback</button>
${hasMedia && html`<button type="button" class="call-bare call-speed" data-player="speed"><span>1×</span><span class="unseen"> speed</span></button>`}
${timed && html`<span class="call-zoom">${zoomButton('zoom-out', t('Zoom out'), true)}${zoomButton('zoom-in', t('Zoom in'), false)}</span>`}
<button type="button" class="call-bare call-fold" data-player="fold" aria-expanded="true" aria-controls="timeline" title="Fold the timeline">${icon('fold')}<span class="unseen">Timeline</span></button>
<button type="button" class="call-bare call-help" data-show-keys title="Keyboard shortcuts">?<span class="unseen"> Keyboard shortcuts</span></button>
</div>
</section>`
}

const skip = (name: string, label: Text, picture: string): Html =>
  html`<button type="button" class="call-bare" data-player="${name}" aria-label="${label}" title="${label}">${icon(picture)}</button>`

const zoomButton = (name: string, label: Text, isDisabled: boolean): Html =>
  html`<button type="button" class="call-bare" data-player="${name}" aria-label="${label}" title="${label}"${flag('disabled', isDisabled)}>${icon(name)}</button>`

const PLAYER_KEYS = [
  [t('Space'), t('Play or pause')],
  ['← →', t('Back or forward 5 seconds')],
  [t('Shift ← →'), t('Previous or next turn')],
  ['J K', t('Next or previous topic')],
  ['[ ]', t('Slower or faster')],
  ['+ −', t('Zoom the timeline in or out')],
  ['M', t('Create clip')],
] as const
const TRANSCRIPT_KEYS = [
  ['C', t('Comment on the selection or the current turn')],
  ['/', t('Find in this call')],
] as const

/** Keys of this page, for the dialog that lists the keys of all pages. */
export const renderKeys = (conversation: ShownConversation): Html =>
  html`<dl hidden data-keys>${[...(hasPlayer(conversation) ? PLAYER_KEYS : []), ...TRANSCRIPT_KEYS].map(
    ([keys, words]) =>
      html`<dt>${words}</dt><dd>${String(keys)
        .split(' ')
        .map((key) => html`<kbd>${key}</kbd> `)}</dd>`,
  )}</dl>`
