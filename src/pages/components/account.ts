/** Links to the page of an account. */
import { type Html, html } from '../../inbound/web/html.ts'

export const ACCOUNTS_PAGE = '/accounts'

/** @param id ID of the account, from an operation */
export const accountPath = (id: string): string => `${ACCOUNTS_PAGE}/${encodeURIComponent(id)}`

/** Name of an account as a link to its page, or as text if no company is linked. */
export const accountLink = (name: string, id: string | null): Html =>
  id === null ? html`<bdi>${name}</bdi>` : html`<a href="${accountPath(id)}"><bdi>${name}</bdi></a>`
