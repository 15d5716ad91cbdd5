/** Texts of the service that name commands, fields and values between backticks. */

import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from './html.ts'

/** Renders the words between backticks as code. An odd number of backticks belongs to the text. */
export function withCode(words: Text): Html {
  const parts = String(words).split('`')
  if (parts.length % 2 === 0) return html`${String(words)}`
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
}
