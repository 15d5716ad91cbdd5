/** Limits of email that users cause: per sender, per recipient address and per organization. */

export const MAIL_LIMIT_KINDS = ['organization', 'recipient', 'user'] as const
export type MailLimitKind = (typeof MAIL_LIMIT_KINDS)[number]

/** Maximum number of messages in a window. */
export type MailLimits = Readonly<Record<MailLimitKind, number>>

/** Length of a window. It starts with the first message that it counts. */
export const MAIL_WINDOW_SECONDS = 86_400
