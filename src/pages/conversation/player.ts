/** The recording, where it is kept here: at the bottom of the page, as long as the transcript is read. */
import { getConversationMediaDetails } from '../../features/recordings/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { mediaPath, type Shown } from './read.ts'
import type { PageVisit } from './visit.ts'

/** @param shown what has been read of it; a script that comes back to a page that was open for hours has to ask anew */
export async function player(visit: PageVisit, shown?: Pick<Shown, 'media'>): Promise<Html> {
  const path = shown === undefined ? await mediaPath(visit) : shown.media.path
  if (path === undefined) return html``
  const { recording } = shown?.media ?? (await visit.ask(getConversationMediaDetails, { id: visit.params.id }))
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
<button type="button" class="plain" data-player="follow" hidden>Back to the place</button>
<details class="conversation-keys"><summary>Keys</summary><dl><dt><kbd>Space</kbd></dt><dd>play, pause</dd><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>5 seconds back, on</dd><dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>slower, faster</dd><dt><kbd>/</kbd></dt><dd>find</dd></dl></details>
</div>
</section>`
}
