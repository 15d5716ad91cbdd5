/**
 * Public links: addresses that open a snippet or a deck without signing in.
 *
 * A person **answers for** each link: its creator, or the admin who **took it over**. The link works while that person is
 * active and sees what it shows; the features that own the links check that whenever one is opened. Here admins list the
 * links of a person, and take them over when the person leaves. Nobody answers for links that organization-level keys
 * created, so those are not listed.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { listPublicLinks } from './list-public-links.ts'
import { takeOverPublicLinks } from './take-over-public-links.ts'

export { listPublicLinks, takeOverPublicLinks }

export const operations: readonly AnyOperation[] = [listPublicLinks, takeOverPublicLinks]
