/** Envelopes and structures of messages, of which somebody can have sent one that is too large for a response. */
import type { FetchMessageObject } from 'imapflow'
import { OversizeFault } from './imap-faults.ts'
import { type MailFacts, type MailPart, readEnvelope, readStructure, toTime } from './imap-message.ts'
import type { ImapSession } from './imap-session.ts'

/** Maximum size of the response for a message. The client decodes it in one step, which must stay short. */
export const STRUCTURE_BYTES = 256 * 1024

export interface MailMessage {
  readonly uid: number
  readonly facts: MailFacts
  readonly parts: readonly MailPart[]
  /** ISO 8601. Undefined if the server doesn't state it. */
  readonly arrivedAt: string | undefined
}

/** Runs work in a new session in which the folder is open. */
type WorkInFolder = (work: (session: ImapSession) => Promise<void>) => Promise<void>

/**
 * Requests all messages together. If a response is too large, the session ends, and the rest is requested one by one. So
 * one message can't hold back the others. Each one that is too large costs a session.
 * @returns messages in the order of arrival, and the number of those that can't be read
 */
export async function readMessages(
  inFolder: WorkInFolder,
  uids: readonly number[],
): Promise<{ messages: readonly MailMessage[]; unreadable: number }> {
  const messages = new Map<number, MailMessage>()
  const rejected = new Set<number>()
  const gone = new Set<number>()
  let groups: readonly (readonly number[])[] = [uids]
  while (groups.length > 0) {
    let current: readonly number[] = []
    try {
      await inFolder(async (session) => {
        for (const group of groups) {
          current = group
          await readGroup(session, group, { messages, rejected, gone })
        }
      })
      groups = []
    } catch (error) {
      if (!(error instanceof OversizeFault)) throw error
      const [first = 0] = current
      if (current.length === 1) rejected.add(first)
      const isLeft = (uid: number) => !messages.has(uid) && !rejected.has(uid) && !gone.has(uid)
      groups = uids.filter(isLeft).map((uid) => [uid])
    }
  }
  return { messages: [...messages.values()], unreadable: rejected.size }
}

async function readGroup(
  session: ImapSession,
  uids: readonly number[],
  result: { readonly messages: Map<number, MailMessage>; readonly rejected: Set<number>; readonly gone: Set<number> },
): Promise<void> {
  const { messages, rejected, gone } = result
  await session.fetchMessages(uids, (row) => {
    // Servers report changed flags on their own. Other messages than the requested ones are left out.
    if (!uids.includes(row.uid) || messages.has(row.uid) || isReport(row)) return
    const message = toMessage(row)
    if (message === undefined) rejected.add(row.uid)
    else {
      rejected.delete(row.uid)
      messages.set(row.uid, message)
    }
  })
  const missing = uids.filter((uid) => !messages.has(uid) && !rejected.has(uid))
  if (missing.length === 0) return
  // The client skips responses that it can't parse. A message that was deleted has none.
  const existing = new Set(await session.search({ uid: missing.join(',') }))
  for (const uid of missing) {
    if (existing.has(uid)) rejected.add(uid)
    else gone.add(uid)
  }
}

const isReport = ({ envelope, bodyStructure, internalDate }: FetchMessageObject): boolean =>
  envelope === undefined && bodyStructure === undefined && internalDate === undefined

/** Undefined if the structure is missing, which the client omits if it is nested too deeply. */
function toMessage({ uid, envelope, bodyStructure, internalDate }: FetchMessageObject): MailMessage | undefined {
  if (bodyStructure === undefined) return undefined
  return {
    uid,
    facts: readEnvelope(envelope ?? {}),
    parts: readStructure(bodyStructure),
    arrivedAt: toTime(internalDate),
  }
}
