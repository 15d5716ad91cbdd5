/** Text of the interface, for pages. */
export * from '../../../core/languages/message.ts'
