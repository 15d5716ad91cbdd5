/**
 * Actions: follow-ups that Parley or a program proposes to a user.
 *
 * `actions` stores and changes them. `suggestions` creates them from the evidence in conversations.
 */
export * as actions from './actions/index.ts'
export * as suggestions from './suggestions/index.ts'
