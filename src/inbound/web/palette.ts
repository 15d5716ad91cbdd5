/**
 * Command palette and list of keys, which a script opens (`palette.browser.ts`). Without scripts, the button is a link to
 * the search page. The entries come from a fragment of the start page.
 */

import { type Message, t } from '../../core/languages/message.ts'
import { type Html, html } from './html.ts'
import { HOME } from './navigation.ts'

/** Keys of all pages. A page adds its own in `[data-keys]`, a list of the same form. */
const KEYS: readonly (readonly [keys: readonly string[], what: Message])[] = [
  [['Ctrl', 'K'], t('Search or jump to')],
  [['/'], t('Search')],
  [['?'], t('Show keys')],
  [['Esc'], t('Close')],
]

/** @param formToken hidden field of the form that sets the language */
export const palette = (
  formToken: Html,
): Html => html`<dialog class="palette" id="palette" aria-label="Search or jump to" data-entries="${HOME}/jump">
<input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" aria-label="Search or jump to" placeholder="Search or jump to" autocomplete="off" spellcheck="false" maxlength="200">
<div id="palette-list" role="listbox" aria-label="Results" tabindex="-1"></div>
<footer aria-hidden="true"><span><kbd>↑</kbd> <kbd>↓</kbd> move</span><span><kbd>↵</kbd> open</span><span><kbd>esc</kbd> close</span></footer>
<form method="post" action="/account/language" hidden>${formToken}<input type="hidden" name="language"></form>
</dialog>
<dialog class="dialog" id="keys" aria-labelledby="keys-title">
<header><h2 id="keys-title">Keyboard shortcuts</h2></header>
<dl class="keys">${KEYS.map(([keys, what]) => html`<dt>${what}</dt><dd>${keys.map((key) => html`<kbd${key === 'Ctrl' && html` data-shortcut=""`}>${key}</kbd> `)}</dd>`)}</dl>
<footer><form method="dialog"><button>Close</button></form></footer>
</dialog>`
