/** Email through an SMTP server (RFC 5321). Each message uses its own connection. */
import type { Secret } from '../../core/config.ts'
import type { Mail } from '../../core/mail.ts'
import { compose } from './compose.ts'

/** Maximum wait for a connection, the greeting or a response, shorter than the time limit of a job. */
const PATIENCE_MS = 20_000

/**
 * Error of a rejection without the server's message, which quotes recipients. Errors are logged and stored with the
 * job.
 */
const withoutItsWords = (error: Error & { responseCode?: number; command?: string }): Error =>
  error.responseCode === undefined
    ? error
    : new Error(`The mail server rejected ${error.command ?? 'the message'} with status ${error.responseCode}.`)

/** Host names of this machine, which need no encryption. */
const NEARBY = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Whether STARTTLS is required (RFC 3207). Otherwise, an attacker could remove the server's offer and receive the
 * password. Without a password in the URL, encryption stays optional. The URL can override this.
 */
function mustEncrypt(url: Secret): boolean {
  const { protocol, hostname, username, searchParams } = new URL(url.reveal())
  return protocol === 'smtp:' && username !== '' && !NEARBY.test(hostname) && !searchParams.has('ignoreTLS')
}

/**
 * @param url `smtp://user:password@host:587` uses STARTTLS before it sends the password; `smtps://…:465` uses TLS;
 * `?ignoreTLS=true` sends the password to a server without TLS
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
