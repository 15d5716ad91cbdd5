/**
 * Deals: opportunities with everything that Parley knows about them.
 *
 * `deal-overviews` combines the CRM record of an opportunity with its conversations. A deal has people with their talk
 * time, action items, risks in the words of the other side, field values, and signals that it needs attention. `weekly-digests`
 * emails each user what changed in a week. `accounts` combines the CRM record of a company with the conversations that are
 * linked to it, and with their deals.
 */
export * as accounts from './accounts/index.ts'
export * as dealOverviews from './deal-overviews/index.ts'
export * as weeklyDigests from './weekly-digests/index.ts'
