/**
 * Collaboration: how people work together on conversations.
 *
 * `comments` are discussions about conversations and parts of them. `notification-requests` stores what a user should know,
 * and `notifications` lists it and sends emails. `tasks` are promises that people keep. `chat-posts` posts to channels of Slack and Microsoft Teams.
 */
export * as chatPosts from './chat-posts/index.ts'
export * as comments from './comments/index.ts'
export * as notificationRequests from './notification-requests/index.ts'
export * as notifications from './notifications/index.ts'
export * as tasks from './tasks/index.ts'
