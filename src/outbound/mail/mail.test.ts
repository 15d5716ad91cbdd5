import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { MAIL_SUBJECTS, type MailMessage } from '../../core/mail.ts'
import { expectEvery } from '../../testing/expect-every.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { openFolderMail } from './folder.ts'
import { openSmtpMail } from './smtp.ts'

const FROM = 'Parley <parley@house.example>'
const message: MailMessage = {
  to: 'ann@acme.example',
  subject: MAIL_SUBJECTS.deckShare,
  text: 'Come in:\nhttps://parley.example/in?token=abc\n\n.\n— Acme',
}

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'parley-mail-')), 'mail')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const written = async () =>
  Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')))

const OURS = [
  'auto-submitted',
  'content-language',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

/** Unfolded headers of a message by name. */
function headersOf(text: string): Map<string, string[]> {
  const [head = ''] = text.split('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return headers
}

/** Decodes encoded words (RFC 2047). */
const decoded = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )

describe('the folder', () => {
  it('gets one file a message, readable by its owner only, that says what was to be said', async () => {
    const mail = openFolderMail(folder, FROM)
    await mail.send(message)
    await mail.send(message)
    const names = await readdir(folder)
    expect(names).toHaveLength(2)
    for (const name of names) {
      expect(name).toMatch(/^[0-9TZ-]+-[0-9a-f]{8}\.eml$/)
      expect(((await stat(join(folder, name))).mode & 0o077).toString(8)).toBe('0')
    }
    const [text = ''] = await written()
    const headers = headersOf(text)
    expect(headers.get('from')).toEqual([FROM])
    expect(headers.get('to')).toEqual([message.to])
    expect(headers.get('auto-submitted')).toEqual(['auto-generated'])
    expect(headers.get('message-id')?.[0]).toMatch(/^<[^@]+@house\.example>$/)
    expect(decoded(headers.get('subject')?.[0] ?? '')).toBe(message.subject)
    expect(text).toContain('https://parley.example/in?token=3Dabc')
  })

  it.each([
    ['de', 'Eine Präsentation wurde auf Parley mit Ihnen geteilt'],
    ['ja', 'Parley でプレゼンテーションが共有されました'],
    ['tlh', message.subject],
    [undefined, message.subject],
  ])('has the subject in the language of the message: %s', async (language, subject) => {
    await openFolderMail(folder, FROM).send({ ...message, language })
    const headers = headersOf((await written())[0] ?? '')
    expect(decoded(headers.get('subject')?.[0] ?? '')).toBe(subject)
    expect(headers.get('content-language')).toEqual([language ?? 'en'])
  })

  it('shows no half-written message', async () => {
    await openFolderMail(folder, FROM).send(message)
    expectEvery(await readdir(folder), (name) => name.endsWith('.eml'))
  })
})

describe('no message can become another one', () => {
  const nasty: Partial<Record<keyof MailMessage, string>>[] = [
    { to: 'ann@acme.example, eve@evil.example' },
    { to: 'ann@acme.example\r\nBcc: eve@evil.example' },
    { to: 'ann@acme.example\nBcc: eve@evil.example' },
    { to: 'Ann <ann@acme.example>' },
    { to: 'group: ann@acme.example, eve@evil.example;' },
    { to: 'ann@acme.example ' },
    { to: '' },
    { subject: 'Hello\r\nBcc: eve@evil.example' },
    { subject: 'Hello\nBcc: eve@evil.example' },
    { subject: 'Hello\rBcc: eve@evil.example' },
    { subject: 'Hello\u0085Bcc: eve@evil.example' },
    { subject: 'Hello\0' },
    { subject: 'Hello\r\n\r\nAnother text' },
    { subject: 'URGENT: https://evil.example/login' },
    { subject: '' },
  ]
  it.each(nasty)('%j is refused', async (part) => {
    await expect(openFolderMail(folder, FROM).send({ ...message, ...part } as MailMessage)).rejects.toThrow()
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('whatever the text is: the headers are ours, and the recipient is the one', async () => {
    const mail = openFolderMail(folder, FROM)
    const bit = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      'Bcc: eve@evil.example',
      ': ',
      'ä',
      '\u2028',
      '\u0085',
      '\0',
      '.',
      '=?',
    )
    const text = fc.array(fc.oneof(bit, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(text, async (body) => {
        await rm(folder, { recursive: true, force: true })
        const sent = await mail.send({ ...message, text: body.join('') }).then(
          () => true,
          () => false,
        )
        if (!sent) return
        const [made = ''] = await written()
        for (const name of headersOf(made).keys()) expect(OURS).toContain(name)
        expect(headersOf(made).get('to')).toEqual([message.to])
      }),
      { numRuns: 60 },
    )
  })

  it('no text makes it read a file or an address', async () => {
    await openFolderMail(folder, FROM)
      .send({ ...message, text: { path: '/etc/hostname' } as unknown as string })
      .then(
        () => expect.unreachable(),
        () => undefined,
      )
  })
})

interface Heard {
  readonly server: Server
  readonly url: string
  readonly lines: string[]
  readonly messages: string[]
}

/** Minimal mail server. @param refuses the command that gets 550 */
async function listen(refuses?: string): Promise<Heard> {
  const lines: string[] = []
  const messages: string[] = []
  const server = createServer((socket) => {
    let rest = ''
    let inData = false
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8')
      for (;;) {
        const end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = rest.slice(0, end)
        rest = rest.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          messages.push(part)
          socket.write('250 taken\r\n')
          continue
        }
        lines.push(part)
        const word = part.split(/[ :]/)[0]?.toUpperCase()
        if (refuses !== undefined && part.toUpperCase().startsWith(refuses)) socket.write('550 no\r\n')
        else if (word === 'EHLO') socket.write('250-mail.example\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n')
        else if (word === 'AUTH') socket.write('235 welcome\r\n')
        else if (word === 'QUIT') socket.end('221 bye\r\n')
        else if (word === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, url: `smtp://bob:pass%20word@127.0.0.1:${port}`, lines, messages }
}

describe('a mail server', () => {
  it('is told who we are, whom it is for, and the message', async () => {
    const { server, url, lines, messages } = await listen()
    await openSmtpMail(new Secret(url), FROM).send(message)
    server.close()
    // The connection may end with or without QUIT.
    expect(lines.map((line) => line.split(' ')[0]).slice(0, 5)).toEqual(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'])
    expect(Buffer.from(lines[1]?.split(' ')[2] ?? '', 'base64').toString()).toBe('\0bob\0pass word')
    expect(lines[2]).toMatch(/^MAIL FROM:<parley@house\.example>/)
    expect(lines[3]).toBe('RCPT TO:<ann@acme.example>')
    expect(messages).toHaveLength(1)
    expect(headersOf(messages[0] ?? '').get('to')).toEqual([message.to])
    expect(messages[0]).toContain('https://parley.example/in?token=3Dabc')
  })

  it.each(['AUTH', 'MAIL', 'RCPT', 'DATA'])(
    'that refuses %s makes sending fail, and is not told the message',
    async (word) => {
      const { server, url, messages } = await listen(word)
      // Server messages can quote the recipient, and the error is logged.
      const refused = /^The mail server rejected [A-Z ]+ with status 550\.$/
      await expect(openSmtpMail(new Secret(url), FROM).send(message)).rejects.toThrow(refused)
      server.close()
      expect(messages).toEqual([])
    },
  )

  it('elsewhere is told no password in the clear, unless the address says so', async () => {
    const { server, url, lines, messages } = await listen('STARTTLS')
    // Points to the same server, but isn't a name of this machine.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0')
    await expect(openSmtpMail(new Secret(elsewhere), FROM).send(message)).rejects.toThrow('STARTTLS')
    expect(lines.some((line) => line.startsWith('AUTH'))).toBe(false)
    expect(messages).toEqual([])
    await openSmtpMail(new Secret(`${elsewhere}?ignoreTLS=true`), FROM).send(message)
    server.close()
    expect(messages).toHaveLength(1)
  })

  it('that goes over to TLS is told password and message behind it, once its certificate is good', async () => {
    const { url, received } = await startMailServer({ startTls: true })
    await expect(openSmtpMail(new Secret(url), FROM).send(message)).rejects.toThrow('certificate')
    expect(received).toEqual([])
    await openSmtpMail(new Secret(`${url}?tls.rejectUnauthorized=false`), FROM).send(message)
    expect(received.map(({ to, user }) => [to, user])).toEqual([[[message.to], 'parley@house.example']])
  })

  it('that is away makes sending fail, without telling the password', async () => {
    const { server, url } = await listen()
    server.close()
    const fault = await openSmtpMail(new Secret(url), FROM)
      .send(message)
      .catch((error: Error) => error)
    expect(fault).toBeInstanceOf(Error)
    expect(JSON.stringify(fault) + String(fault)).not.toContain('pass')
  })
})
