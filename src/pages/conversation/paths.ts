/** Request for a page of one call. */
import type { Visit } from '../../inbound/web/define-page.ts'

export type PageVisit = Visit<'id'>

export const pathOf = (id: string): string => `/conversations/${id}`
