/**
 * Collaboration: how people work together on conversations.
 *
 * `comments` are discussions about conversations and parts of them.
 */
export * as comments from './comments/index.ts'
