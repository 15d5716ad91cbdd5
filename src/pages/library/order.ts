/** Order of the clips in a library folder: buttons that move a clip up and down, and the form that a drop submits. */

import { t } from '../../core/languages/message.ts'
import { replaceLibraryItemPosition } from '../../features/library/folder-items/index.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { attemptProblem } from '../components/problem.ts'

const ACTION = '/library/order'

/** Clip in the list of a folder. */
export interface OrderedClip {
  readonly uuid: string
  readonly title: string
  /** Place in the folder, from 1. */
  readonly place: number
  /** Number of clips of the folder. */
  readonly count: number
}

/** Whether the user can order the clips of a folder, as the operation checks it. */
export const mayOrder = (
  { user }: PageRequest,
  mine: boolean,
  folder: { readonly uuid: string; readonly userUUID: string },
): boolean => user.role === 'ADMIN' || (mine && folder.uuid === '') || folder.userUUID === user.id

/** @param where hidden field with the folder and its library */
export function orderButtons(req: PageRequest, { uuid, title, place, count }: OrderedClip, where: Html): Html {
  return html`<form class="library-order" method="post" action="${ACTION}" data-enhance="#library">${req.formToken}${where}<input type="hidden" name="key" value="${uuid}">
<button class="small flat square" id="up-${uuid}" name="position" value="${place - 1}" aria-label="${t`Move ${title} up`}" title="Move up"${flag('disabled', place === 1)}>${icon('up')}</button>
<button class="small flat square" id="down-${uuid}" name="position" value="${place + 1}" aria-label="${t`Move ${title} down`}" title="Move down"${flag('disabled', place === count)}>${icon('down')}</button></form>`
}

/** Problem of the last request. It can be about a clip that isn't in the folder now. */
export const orderProblem = (req: PageRequest): Html =>
  html`${req.attempt?.action === 'order' && attemptProblem(req.attempt)}`

/** Form that the script submits when a clip is dropped at another place. */
export const orderForm = (req: PageRequest, where: Html): Html =>
  html`<form id="library-order" method="post" action="${ACTION}" data-enhance="#library" hidden>${req.formToken}${where}<input type="hidden" name="key"><input type="hidden" name="position"></form>`

/** Moves the clip of the form to its new place. */
export async function moveClip(req: PageRequest, fields: Fields): Promise<void> {
  await req.run(replaceLibraryItemPosition, { id: fields.text('key'), position: Number(fields.text('position')) })
}
