/**
 * Derived data: whatever contains words of conversations or is created from them, and how to find the
 * conversations behind a row of each table.
 *
 * Derived data is visible only to callers who see all of those conversations at the time of reading. The features that own
 * the tables check that in their queries, with `visibleTo` and `canSeeAllBehind` of `conversations/records`. The list here is
 * what the laws in `tests/` check them by, and what stored responses of an `Idempotency-Key` are traced by.
 */
export { sourceConversations } from './queries.ts'
export { type DerivationReach, type Derived, REACH, type Through } from './reach.ts'
