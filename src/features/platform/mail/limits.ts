/** Counts messages that users cause, in the transaction that queues them. A rollback also removes the count. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { tooMany } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { MAIL_WINDOW_SECONDS, type MailLimitKind, type MailLimits } from '../../../core/mail-limits.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { addToCounts, deleteOldCounts, type MailCount } from './queries.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    mail_counts: {
      organization_id: string
      kind: MailLimitKind
      counted_hash: string
      began_at: Instant
      count: number
    }
  }
}

export interface MailSender {
  readonly org: OrganizationId
  readonly clock: Clock
  readonly mailLimits: MailLimits
}

/**
 * Counts one message to each of the addresses for its sender, its recipient and the organization. Call it last:
 * its rows stay locked until the transaction ends, in the same order everywhere.
 * @param by ID of the user who causes the messages. Undefined for the organization or Parley itself
 * @throws AppError `mail_limit_exceeded`, with the time after which the messages would fit. Nothing is counted then.
 */
export async function countMail(
  tx: Writer,
  { org, clock, mailLimits }: MailSender,
  recipients: readonly string[],
  by: string | undefined,
): Promise<void> {
  if (recipients.length === 0) return
  const at = clock.now()
  const windowBegan = new Date(at.getTime() - MAIL_WINDOW_SECONDS * 1000)
  const toAddresses = Map.groupBy(recipients.map(fold), (address) => address)
  const counts: MailCount[] = [
    { kind: 'organization', hash: hashText(org), count: recipients.length },
    ...[...toAddresses]
      .map(([address, those]): MailCount => ({ kind: 'recipient', hash: hashText(address), count: those.length }))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
    ...(by === undefined ? [] : [{ kind: 'user', hash: hashText(by), count: recipients.length } as const]),
  ]
  const windows = await addToCounts(tx, org, counts, { at, windowBegan })
  const exceeded = windows.filter(({ kind, count }) => count > mailLimits[kind])
  if (exceeded.length === 0) return deleteOldCounts(tx, org, windowBegan)
  const ends = Math.max(...exceeded.map(({ beganAt }) => Date.parse(beganAt) + MAIL_WINDOW_SECONDS * 1000))
  const [{ kind } = { kind: 'user' as const }] = exceeded
  throw tooMany(
    'mail_limit_exceeded',
    `${EXCEEDED[kind](mailLimits[kind])} Nothing was sent or changed. Try again after ${new Date(ends).toISOString()}.`,
    Math.max(1, Math.ceil((ends - at.getTime()) / 1000)),
  )
}

const EXCEEDED: Readonly<Record<MailLimitKind, (limit: number) => string>> = {
  organization: (limit) => `The organization can send up to ${limit} emails a day.`,
  recipient: (limit) => `One address can receive up to ${limit} emails a day from the organization.`,
  user: (limit) => `You can send up to ${limit} emails a day.`,
}

const hashText = (counted: string) => createHash('sha256').update(counted).digest('hex')
