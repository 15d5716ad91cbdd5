/**
 * Public links: URLs that open a snippet or a deck without signing in.
 *
 * Each link has a **responsible user**: its creator, or the admin who **took it over**. The link works while that user
 * is active and can read its content. The features that own the links check this each time a link is opened. Admins
 * list links by responsible user here, and take them over when that user leaves. Links created by organization-level
 * API keys have no responsible user and aren't listed.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { listPublicLinks } from './list-public-links.ts'
import { takeOverPublicLinks } from './take-over-public-links.ts'

export { listPublicLinks, takeOverPublicLinks }

export const operations: readonly AnyOperation[] = [listPublicLinks, takeOverPublicLinks]
