/** Text of the interface, for pages. */
export { known } from '../../../core/languages/known.ts'
export * from '../../../core/languages/message.ts'
