/** Mail out. Features queue it (`queueMail` of the mail feature); only the job that sends it holds this port. */
import type { OrganizationId } from './principal.ts'

export interface Message {
  /** One address each. */
  readonly to: string
  readonly subject: string
  /** Plain text; mail of ours needs no more. */
  readonly text: string
}

export interface Mail {
  /**
   * @param of the organization that it speaks of, when it speaks of one alone
   * @throws Error when it could not be handed over; trying again may send it twice
   */
  send(message: Message, of?: OrganizationId): Promise<void>
  /** What was written instead of being sent, where there is no mail server. */
  readonly kept?: KeptMail
}

export interface KeptMessage extends Message {
  readonly id: string
  readonly at: Date
}

export interface KeptMail {
  /** Those that speak of this organization alone, the newest first. */
  list(
    of: OrganizationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly total: number; readonly messages: readonly KeptMessage[] }>
}
