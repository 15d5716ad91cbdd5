/** Request for a page of one call. */
import type { PageRequest } from '../../inbound/web/define-page.ts'

export type PageVisit = PageRequest<'id'>

export const conversationPath = (id: string): string => `/conversations/${id}`
