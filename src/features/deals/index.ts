/**
 * Deals: opportunities with everything that Parley knows about them.
 *
 * `deal-overviews` combines the CRM record of an opportunity with its conversations: people and their talk time, action
 * items, risks in the words of the other side, field values, and signals that a deal needs attention.
 */
export * as dealOverviews from './deal-overviews/index.ts'
