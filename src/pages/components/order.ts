/** Buttons that move one entry of an ordered list up and down. */

import { type Text, t } from '../../core/languages/message.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { actionButton } from './form.ts'

export interface OrderedEntry {
  /** Path of the page, whose action `move` gets the key and the new position. */
  readonly page: string
  readonly key: string
  readonly title: string
  /** Position in the list, from 1. */
  readonly position: number
  /** Number of entries of the list. */
  readonly count: number
  /** Name of the field with the new position. */
  readonly field: string
  /** Selector of the list, which the move updates. */
  readonly list: string
}

/** The first entry can't move up, and the last one can't move down. Their other button stays in its column. */
export function moveButtons(req: PageRequest, entry: OrderedEntry): Html {
  const { page, key, title, position, count, field, list } = entry
  const move = (to: number, label: Text, picture: 'up' | 'down') =>
    to >= 1 && to <= count
      ? actionButton(req, {
          ...{ page, key, action: 'move', enhance: list, kind: 'small flat square' },
          button: html`${icon(picture)}<span class="unseen">${label}</span>`,
          fields: { [field]: String(to) },
        })
      : html`<span></span>`
  return html`<div class="moves">${move(position - 1, t`Move ${title} up`, 'up')}${move(position + 1, t`Move ${title} down`, 'down')}</div>`
}
