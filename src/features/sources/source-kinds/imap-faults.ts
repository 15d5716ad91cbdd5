/**
 * Errors of the IMAP client as faults of the source. The client attaches text of the server and commands to its errors,
 * which can contain words of messages, so none of them is kept.
 */
import type { ImapFlowError } from 'imapflow'
import { SourceFault } from './kind.ts'

const TIMEOUT = "The mail server didn't respond in time."
const ENDED = 'The mail server ended the connection.'
const UNREADABLE = "The mail server sent a response that can't be read."
const TOO_MUCH = 'The mail server sent more than was asked for.'

/** A response exceeds the limits of the session, which has ended. */
export class OversizeFault extends SourceFault {
  constructor() {
    super('temporary', TOO_MUCH)
  }
}

/** The server answered a command with NO or BAD. */
export class RefusalFault extends SourceFault {
  constructor() {
    super('temporary', 'The mail server refused a command.')
  }
}

export const tooMuch = () => new SourceFault('temporary', TOO_MUCH)
export const timedOut = () => new SourceFault('temporary', TIMEOUT)
export const ended = () => new SourceFault('temporary', ENDED)

/** Codes of the client and of Node.js. */
const MESSAGES: Readonly<Record<string, string>> = {
  ...{ GREETING_TIMEOUT: TIMEOUT, UPGRADE_TIMEOUT: TIMEOUT, ETIMEOUT: TIMEOUT, ETIMEDOUT: TIMEOUT },
  ...{ NoConnection: ENDED, EConnectionClosed: ENDED, StateLogout: ENDED, ECONNRESET: ENDED, EPIPE: ENDED },
  ...{ ClosedAfterConnectTLS: ENDED, ClosedAfterConnectText: ENDED },
  STARTTLS_INJECTION: 'The mail server sent data before the encryption.',
}
const OVERSIZE = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyTokens', 'TooManyResponses'])

/** Converts an error of the client. Other errors are returned unchanged. */
export function toMailFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SourceFault) return error
  const { code, responseStatus, tlsFailed, reason }: ImapFlowError = error
  if (code !== undefined && OVERSIZE.has(code)) return new OversizeFault()
  if (responseStatus !== undefined) return new RefusalFault()
  if (code === undefined) {
    if (tlsFailed) return new SourceFault('lasting', "The mail server doesn't support STARTTLS. Use TLS.")
    return error
  }
  if (code.startsWith('ClosedAfterConnect') && reason !== undefined) {
    return new SourceFault('temporary', 'The mail server refuses connections.')
  }
  return new SourceFault('temporary', MESSAGES[code] ?? UNREADABLE)
}

/** Response codes of servers that accept the user later (RFC 5530). */
const BUSY = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG'])
const TOKEN_METHODS = ['AUTH=XOAUTH2', 'AUTH=OAUTHBEARER']

/** @param capabilities what the server offers */
export function toSignInFault(
  error: unknown,
  capabilities: ReadonlyMap<string, unknown>,
  { hasToken }: { readonly hasToken: boolean },
): unknown {
  if (!(error instanceof Error) || error instanceof SourceFault) return error
  const { authenticationFailed, serverResponseCode = '', code, tlsFailed }: ImapFlowError = error
  if (code === undefined && !tlsFailed && capabilities.size > 0) {
    if (hasToken && !TOKEN_METHODS.some((method) => capabilities.has(method))) {
      return new SourceFault('lasting', 'The mail server allows no sign-in with a token.')
    }
    if (!hasToken && capabilities.has('LOGINDISABLED') && !capabilities.has('AUTH=PLAIN')) {
      return new SourceFault('lasting', 'The mail server allows no sign-in with a password.')
    }
  }
  if (!authenticationFailed) return toMailFault(error)
  return new SourceFault(
    'temporary',
    BUSY.has(serverResponseCode)
      ? 'The mail server accepts no sign-in at present.'
      : 'The mail server rejected the user name or password.',
  )
}
