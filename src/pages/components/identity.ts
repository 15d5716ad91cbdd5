/** Avatars of people and marks of companies. */

import type { Text } from '../../core/languages/message.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { toInitials } from '../../inbound/web/shell.ts'

const HUES = 8

/** Circle with the initials of a person: cool for members of the organization, warm for others. The name is next to it. */
export const avatar = (name: string, given: { them?: boolean; title?: Text } = {}): Html =>
  html`<span class="avatar${given.them === true ? ' them' : ''}" aria-hidden="true"${attribute('title', given.title)}>${toInitials(name)}</span>`

/** Square with two initials of a company. @param seed domain or name that the hue is chosen by */
export const companyMark = (name: string, seed: string = name): Html =>
  html`<span class="company hue-${hashHue(seed.toLowerCase())}" aria-hidden="true">${toMark(name)}</span>`

/** First letters of the first two words: `Harbor & Vane` → HV. */
function toMark(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first = '', second] = words
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0] ?? '', [...second][0] ?? '']
  return letters.join('').toLocaleUpperCase('en')
}

/** Stable hue of a text (FNV-1a). */
function hashHue(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash % HUES
}
