/** Mail out. Features queue it (`queueMail` of the mail feature); only the job that sends it holds this port. */
export interface Message {
  /** One address each. */
  readonly to: string
  readonly subject: string
  /** Plain text; mail of ours needs no more. */
  readonly text: string
}

export interface Mail {
  /** @throws Error when it could not be handed over; trying again may send it twice */
  send(message: Message): Promise<void>
}
