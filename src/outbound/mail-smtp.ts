/** Mail through a server (SMTP, RFC 5321). Connections are opened for a message and closed after it. */
import type { Secret } from '../core/config.ts'
import type { Mail } from '../core/mail.ts'
import { compose } from './mail-compose.ts'

/** Longest wait for the server to connect, greet or go on, so that a job does not use up its time. */
const PATIENCE_MS = 20_000

/** @param url `smtp://user:password@host:587`, which asks for TLS by STARTTLS, or `smtps://…:465` */
export function openSmtpMail(url: Secret, from: string): Mail {
  return {
    async send(message) {
      const composed = compose(from, message)
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url: url.reveal(),
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      })
      try {
        await transport.sendMail(composed)
      } finally {
        transport.close()
      }
    },
  }
}
