/**
 * Privacy: how long data is stored, and how a person is redacted or erased.
 *
 * Imports most other domains, because personal data is in all of them. No other domain imports it.
 */
export * as personalData from './personal-data/index.ts'
export * as retention from './retention/index.ts'
