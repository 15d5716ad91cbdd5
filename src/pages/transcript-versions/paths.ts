/** Paths of the pages of transcript versions. */
import type { PageRequest } from '../../inbound/web/define-page.ts'

/** Request for a page of one version. */
export type VersionVisit = PageRequest<'id' | 'version'>

export const conversationPath = (id: string): string => `/conversations/${id}`
export const versionsPath = (id: string): string => `${conversationPath(id)}/versions`
export const versionPath = (id: string, version: number | string): string => `${versionsPath(id)}/${version}`
export const comparePath = (id: string, version: number | string): string => `${versionPath(id, version)}/compare`
export const restorePath = (id: string, version: number | string): string => `${versionPath(id, version)}/restore`
