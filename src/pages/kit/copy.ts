/** Something to be taken along: a text with a button that copies it, where there is a script. */

import type { Script } from '../../inbound/web/assets.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** What a page with such texts names among its scripts. */
export const COPY_SCRIPT: Script = 'pages/kit/copy.browser.ts'

/** @param label what it is, for who hears it */
export const copied = (id: string, label: string, text: string): Html =>
  html`<div class="copied"><pre id="${id}" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre><button type="button" class="plain" data-copies="${id}" hidden>Copy<span class="unseen"> ${label}</span></button></div>`
