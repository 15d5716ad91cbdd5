/** Mail through a server (SMTP, RFC 5321). Connections are opened for a message and closed after it. */
import type { Secret } from '../core/config.ts'
import type { Mail } from '../core/mail.ts'
import { compose } from './mail-compose.ts'

/** Longest wait for the server to connect, greet or go on, so that a job does not use up its time. */
const PATIENCE_MS = 20_000

/** A refusal without the answer of the server, which quotes recipients: the error is logged and stored with the job. */
const withoutItsWords = (error: Error & { responseCode?: number; command?: string }): Error =>
  error.responseCode === undefined
    ? error
    : new Error(`The mail server refused ${error.command ?? 'the message'} with status ${error.responseCode}.`)

/** Of this machine: what goes there crosses no network. */
const NEARBY = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Whether STARTTLS must come about (RFC 3207): whoever stands between can take the offer of it out, and would then be told
 * the password. Without one in the address nothing is lost by what servers offer. The address itself may say otherwise.
 */
function mustEncrypt(url: Secret): boolean {
  const { protocol, hostname, username, searchParams } = new URL(url.reveal())
  return protocol === 'smtp:' && username !== '' && !NEARBY.test(hostname) && !searchParams.has('ignoreTLS')
}

/**
 * @param url `smtp://user:password@host:587`, which goes over to TLS by STARTTLS before it tells the password, or
 *   `smtps://…:465`; `?ignoreTLS=true` tells it to a server that has no TLS
 */
export function openSmtpMail(url: Secret, from: string): Mail {
  return {
    async send(message) {
      const composed = compose(from, message)
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url: url.reveal(),
        ...(mustEncrypt(url) ? { requireTLS: true } : {}),
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      })
      try {
        await transport.sendMail(composed)
      } catch (error) {
        throw withoutItsWords(error as Error & { responseCode?: number; command?: string })
      } finally {
        transport.close()
      }
    },
  }
}
