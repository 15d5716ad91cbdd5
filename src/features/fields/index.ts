/**
 * Fields: values that Parley finds in conversations, for CRMs and reports.
 *
 * A configuration is a set of fields for certain teams, and an item is one field. `extraction` proposes values, and people
 * confirm, correct or reject them.
 */
export * as configurations from './configurations/index.ts'
export * as extraction from './extraction/index.ts'
export * as items from './items/index.ts'
export * as values from './values/index.ts'
