/** Player of a stored recording, fixed at the bottom of the page. */
import { getConversationMediaDetails } from '../../features/conversations/recordings/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import type { PageVisit } from './paths.ts'
import { mediaPath, type ShownConversation } from './read.ts'

/** @param shown data that is already loaded; undefined for a script that renews an expired recording URL */
export async function player(req: PageVisit, shown?: Pick<ShownConversation, 'media'>): Promise<Html> {
  const path = shown === undefined ? await mediaPath(req) : shown.media.path
  if (path === undefined) return html``
  const { recording } = shown?.media ?? (await req.run(getConversationMediaDetails, { id: req.params.id }))
  const isVideo = recording?.streams.some(({ kind }) => kind === 'video') === true
  const media = isVideo
    ? html`<video id="media" src="${path}" controls playsinline preload="metadata" aria-label="Recording"></video>`
    : html`<audio id="media" src="${path}" controls preload="metadata" aria-label="Recording"></audio>`
  return html`<section id="player" class="conversation-player" aria-label="Player">
${media}
<div class="conversation-controls" hidden>
<button type="button" class="plain" data-player="back">−5 s</button>
<button type="button" class="plain" data-player="on">+5 s</button>
<button type="button" class="plain" data-player="speed"><span>1×</span><span class="unseen"> speed</span></button>
<button type="button" class="plain" data-player="follow" hidden>Follow playback</button>
<details class="conversation-keys"><summary>Keyboard shortcuts</summary><dl><dt><kbd>Space</kbd></dt><dd>Play or pause</dd><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Back or forward 5 seconds</dd><dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>Slower or faster</dd><dt><kbd>/</kbd></dt><dd>Find</dd></dl></details>
</div>
</section>`
}
