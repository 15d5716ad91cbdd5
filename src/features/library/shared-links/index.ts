/**
 * Rules that the public links of clips and decks have in common: when a link expires, and how its views are counted.
 *
 * An **expired** link behaves like a link that never existed. A **view** is an opening of the public page by a person.
 * Openings by the owner of the link, by programs that fetch a preview, and by the same visitor within 30 minutes don't
 * count. Nothing about visitors is stored: they are compared in memory, by a keyed hash.
 */
export {
  checkExpiry,
  expiryArgument,
  expiryField,
  expiryInput,
  isExpired,
  lastViewedAtField,
  toLatestExpiry,
  viewCountField,
} from './expiry.ts'
export { createViewCounter, type ViewCounter, type ViewedLink } from './view-counter.ts'
export { isPerson, type LinkVisitor } from './visitors.ts'
