/** Text with a copy button. The button requires a script. */

import type { Text } from '../../core/languages/message.ts'
import type { BrowserScript } from '../../inbound/web/assets.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Script that a page with copyable texts must load. */
export const COPY_SCRIPT: BrowserScript = 'pages/components/copy.browser.ts'

/** @param label name of the text, for screen readers */
export const copyBlock = (id: string, label: Text, text: string): Html =>
  html`<div class="copied"><pre id="${id}" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>${copyButton(id, label)}</div>`

/** Button that copies the text of an element. @param label name of the text, for screen readers */
export const copyButton = (id: string, label: Text): Html =>
  html`<button type="button" class="plain" data-copies="${id}" hidden>Copy<span class="unseen"> ${label}</span></button>`
