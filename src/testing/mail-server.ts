/** A mail server, as the outermost edge: a real one (`smtp-server`) on this machine, which keeps what it is given. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { closeAfterTests } from './close-after-tests.ts'

export interface Received {
  /** Of the envelope: who sent it, and to whom it goes whatever the message says. */
  readonly from: string
  readonly to: readonly string[]
  /** As whom its sender had signed in. */
  readonly user: string | undefined
  /** The bytes of the message, a character each. */
  readonly source: string
}

export interface MailServer {
  /** What `SMTP_URL` is to be. */
  readonly url: string
  /** Oldest first. */
  readonly received: Received[]
  /** Takes nothing, for now. */
  isFull: boolean
}

const [USER, PASSWORD] = ['parley@house.example', 'a secret: with %, + and /']

/**
 * Closed by itself after the test file.
 * @param startTls whether it offers STARTTLS, with a certificate of its own that nobody vouches for; it then takes no
 *   password in the clear
 */
export async function startMailServer({ startTls = false } = {}): Promise<MailServer> {
  const { SMTPServer } = await import('smtp-server')
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: startTls ? [] : ['STARTTLS'],
    allowInsecureAuth: !startTls,
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASSWORD
        ? done(null, { user: username })
        : done(new Error('Somebody else'), undefined),
    onData(stream, { envelope, user }, done) {
      void buffer(stream).then((bytes) => {
        if (mail.isFull) return done(Object.assign(new Error('No room today'), { responseCode: 452 }))
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          user,
          source: bytes.toString('latin1'),
        })
        done()
      }, done)
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  const mail = {
    url: `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    received,
    isFull: false,
  }
  closeAfterTests(() => new Promise<void>((done) => server.close(done)))
  return mail
}
