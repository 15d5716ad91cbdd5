/** One request for a page of a conversation. */
import type { Visit } from '../../inbound/web/define-page.ts'

export type PageVisit = Visit<'id'>

export const pathOf = (id: string): string => `/conversations/${id}`
