/** Looks at a mailbox without the app: pages, filters, groups of attachments, and servers that misbehave. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPublicConnect } from '../../../outbound/http/public-connection.ts'
import { createPublicFetch } from '../../../outbound/http/public-fetch.ts'
import { CERTIFICATE } from '../../../testing/certificate.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import {
  type ImapServer,
  MAIL_PASSWORD,
  MAIL_TOKEN,
  MAIL_USER,
  type Misdeed,
  type StoredMessage,
  startImapServer,
} from '../../../testing/imap-server.ts'
import { imapKind } from './imap.ts'
import type { ListRequest, SourceAccess, SourcePage } from './kind.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const DAY_MS = 86_400_000
/** What a server without end can send before the connection ends, buffers of both sides included. */
const POURED_MAX = 16 * 1024 * 1024
let mail: ImapServer
let later: ImapServer
let folder: string
beforeAll(async () => {
  mail = await startImapServer()
  later = await startImapServer({ startTls: true })
  folder = await mkdtemp(join(tmpdir(), 'parley-imap-'))
  closeAfterTests(() => rm(folder, { recursive: true }))
})
beforeEach(() => {
  mail.reset()
  later.reset()
})

const accessTo = (settings: Readonly<Record<string, string>> = {}, server = mail): SourceAccess => ({
  settings: {
    ...{ host: 'localhost', port: String(server.port), user: MAIL_USER },
    ...(server === later ? { security: 'starttls' } : {}),
    ...settings,
  },
  credentials: { password: MAIL_PASSWORD },
  fetchPublic: createPublicFetch({ allowed: [] }),
  connectPublic: createPublicConnect({
    ...{ allowed: ['127.0.0.0/8'], ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] },
  }),
  ...{ address: undefined, folders: [], now: () => NOW, signal: new AbortController().signal },
  media: { joinParts: () => Promise.reject(new Error('not used')) },
  objects: { open: () => expect.unreachable() },
})

/** A look at everything since some days, which knows nothing of earlier ones. */
async function lookAt(
  access: SourceAccess,
  { days = 1, cursor }: { readonly days?: number; readonly cursor?: string } = {},
): Promise<SourcePage> {
  const findSeen: ListRequest['findSeen'] = async () => new Map()
  const range = { since: new Date(NOW.getTime() - days * DAY_MS), until: NOW, findSeen }
  const page = await imapKind.list?.(access, { ...range, cursor })
  return page ?? expect.unreachable()
}

const message = (more: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ id: '<1@recorder.example>', subject: 'Renewal', sentAt: new Date(NOW.getTime() - 3_600_000) },
  ...{ from: 'Bob <bob@acme.example>', to: [MAIL_USER, 'Zoë <zoe@umbrella.example>', 'no-reply@recorder.example'] },
  parts: [file('call.wav')],
  ...more,
})
const file = (name: string, content: string | Buffer = name) => ({
  ...{ type: 'application/octet-stream', name, content, encoding: 'base64' as const },
})

describe('a call', () => {
  const callsOf = async (more: Partial<StoredMessage>, settings: Readonly<Record<string, string>> = {}) => {
    mail.add(message(more))
    return (await lookAt(accessTo(settings))).calls
  }

  it('has the facts of the envelope', async () => {
    expect(await callsOf({ subject: '=?iso-8859-1?q?Fwd:_Gr=FC=DFe?= =?utf-8?b?IPCfjI0=?=' })).toEqual([
      {
        ...{ externalId: '1@recorder.example', title: 'Grüße 🌍', startedAt: '2026-11-26T11:00:00.000Z' },
        ownerEmail: 'bob@acme.example',
        participants: [
          { name: 'Bob', email: 'bob@acme.example', organizer: true },
          { name: 'Zoë', email: 'zoe@umbrella.example', organizer: false },
        ],
        recording: { name: 'call.wav', at: expect.objectContaining({ uid: expect.any(String), section: '1' }) },
      },
    ])
  })

  it('belongs to the first recipient, if the source says so', async () => {
    expect(await callsOf({}, { ownerFrom: 'recipient' })).toMatchObject([{ ownerEmail: 'zoe@umbrella.example' }])
  })

  it('has the time of arrival, if the clock of the sender is ahead', async () => {
    const [arrivedAt, sentAt] = [new Date(NOW.getTime() - 60_000), new Date('2031-01-01')]
    expect(await callsOf({ arrivedAt, sentAt })).toMatchObject([{ startedAt: arrivedAt.toISOString() }])
  })

  it.each([
    ['a recording and a transcript of other names', ['a.wav', 'b.vtt'], ['a.wav+b.vtt']],
    ['the transcript with times', ['call.txt', 'call.vtt'], ['+call.vtt']],
    ['each recording with its transcript', ['a.wav', 'a.vtt', 'b.mp3', 'notes.txt'], ['a.wav+a.vtt', 'b.mp3+']],
    ['transcripts of several names', ['a.vtt', 'b.vtt'], ['+a.vtt', '+b.vtt']],
    ['nothing else', ['logo.png', 'invoice.pdf', 'invite.ics'], []],
  ])('is made of %s', async (_, names, expected) => {
    const calls = await callsOf({ parts: names.map((name) => file(name)) })
    expect(calls.map(({ recording, transcript }) => `${recording?.name ?? ''}+${transcript?.name ?? ''}`)).toEqual(
      expected,
    )
    expect(new Set(calls.map(({ externalId }) => externalId)).size).toBe(expected.length)
  })
})

describe('a look', () => {
  it('goes on page by page by UID, and remembers what it read', async () => {
    for (let at = 0; at < 53; at++) mail.add(message({ id: `<${at}@x.example>` }))
    const first = await lookAt(accessTo())
    const second = await lookAt(accessTo(), { cursor: first.next ?? '' })
    expect([first.calls.length, second.calls.length, second.next]).toEqual([50, 3, undefined])
    expect(first.marks).toHaveLength(51)
    const before = mail.folders.get('INBOX')
    mail.renumber()
    expect(mail.folders.get('INBOX')?.length).toBe(before?.length)
    // After new UIDs, a cursor has no meaning, and the messages have the same IDs.
    const again = await lookAt(accessTo(), { cursor: first.next ?? '' })
    expect(again.calls.map(({ externalId }) => externalId)).toEqual(first.calls.map(({ externalId }) => externalId))
  })

  it('lists messages since a day, with the subject and of the sender', async () => {
    mail.add(message({ id: '<old@x>', sentAt: new Date('2026-11-01T10:00:00Z') }))
    mail.add(message({ id: '<other@x>', subject: 'Lunch' }))
    mail.add(message({ id: '<eve@x>', from: 'Eve <eve@other.example>' }))
    mail.add(message({ id: '<one@x>' }))
    const ids = async (days: number) =>
      (await lookAt(accessTo({ subject: 'RENEW', sender: '@acme.' }), { days })).calls.map(
        ({ externalId }) => externalId,
      )
    expect([await ids(1), await ids(60)]).toEqual([['one@x'], ['old@x', 'one@x']])
  })

  it('starts TLS on a connection without it', async () => {
    later.add(message())
    expect((await lookAt(accessTo({}, later))).calls).toHaveLength(1)
    expect(later.asked.slice(0, 4)).toEqual(['CAPABILITY', 'STARTTLS', 'CAPABILITY', 'AUTHENTICATE PLAIN'])
  })
})

describe('a sign-in', () => {
  const tokenAccess = (token: string): SourceAccess => ({
    ...accessTo({ signIn: 'microsoft', tenantId: 'tenant', clientId: token }),
    fetchPublic: Object.assign(async () => Response.json({ access_token: token, expires_in: 3_600 }), {
      refusalOf: async () => undefined,
    }),
  })

  it('uses an access token', async () => {
    mail.capabilities = 'IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2'
    mail.add(message())
    expect((await lookAt(tokenAccess(MAIL_TOKEN))).calls).toHaveLength(1)
    expect(mail.asked).toContain('AUTHENTICATE XOAUTH2')
    expect(mail.asked.join()).not.toMatch(/PLAIN|LOGIN/)
    await expect(lookAt(tokenAccess('another'))).rejects.toThrow('rejected the user name or password')
  })

  it('fails if the server offers no method for it', async () => {
    await expect(lookAt(tokenAccess(MAIL_TOKEN))).rejects.toThrow('allows no sign-in with a token')
    mail.capabilities = 'IMAP4rev1 LOGINDISABLED'
    await expect(lookAt(accessTo())).rejects.toThrow('allows no sign-in with a password')
    mail.capabilities = 'IMAP4rev1'
    expect((await lookAt(accessTo())).calls).toEqual([])
    expect(mail.asked.some((text) => text.startsWith('LOGIN '))).toBe(true)
  })

  it('requires STARTTLS, if the source says so', async () => {
    const server = await startImapServer({ startTls: true, offersTls: false })
    await expect(lookAt(accessTo({ security: 'starttls' }, server))).rejects.toThrow("doesn't support STARTTLS")
    expect(server.asked).toEqual(['CAPABILITY'])
    const access = accessTo({}, later)
    const connectPublic = createPublicConnect({ allowed: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] })
    await expect(lookAt({ ...access, connectPublic })).rejects.toThrow(/TLS certificate/)
  })
})

describe('an attachment', () => {
  const fetched = async (part: StoredMessage['parts'][number], maxBytes = 8 * 1024 * 1024) => {
    mail.add(message({ parts: [part] }))
    const [found] = (await lookAt(accessTo())).calls
    const { name, at } = found?.recording ?? found?.transcript ?? expect.unreachable()
    const path = join(folder, name)
    await imapKind.fetch?.({ name, at: at ?? {} }, { path, maxBytes }, accessTo())
    return readFile(path)
  }

  it('arrives whole in several pieces', async () => {
    const content = randomBytes(1_700_001)
    expect((await fetched(file('long.wav', content))).equals(content)).toBe(true)
    expect(mail.asked.filter((text) => text.includes('BODY.PEEK['))).toHaveLength(3)
  })

  it.each([
    ['quoted-printable', 'utf-8', 'Grüße = 5 €'],
    ['8bit', 'utf-8', 'Grüße'],
    ['base64', 'windows-1252', 'Grüße'],
  ] as const)('is read from %s in %s', async (encoding, charset, text) => {
    const content = charset === 'utf-8' ? text : Buffer.from(text, 'latin1')
    expect((await fetched({ type: 'text/plain', name: 'call.txt', content, encoding, charset })).toString()).toBe(text)
  })

  it('is limited', async () => {
    await expect(fetched(file('long.wav', randomBytes(5_000)), 4_999)).rejects.toThrow('larger than the limit')
  })
})

describe('refuses', () => {
  it.each<Misdeed>(['huge literal', 'endless line'])('a server with: %s', async (misdeed) => {
    mail.add(message())
    mail.add(message({ id: '<2@recorder.example>' }))
    Object.assign(mail, { misdeed, misdeeds: Number.POSITIVE_INFINITY })
    const page = await lookAt(accessTo())
    expect([page.calls, page.fault?.message]).toEqual([[], expect.stringMatching(/2 messages can't be read/)])
    expect(mail.poured).toBeLessThan(POURED_MAX)
  })

  it.each<Misdeed>(['endless responses', 'garbage'])('a server with: %s, which ends the look', async (misdeed) => {
    mail.add(message())
    Object.assign(mail, { misdeed, misdeeds: 1 })
    await expect(lookAt(accessTo())).rejects.toThrow(/more than was asked for|can't be read/)
    expect(mail.poured).toBeLessThan(POURED_MAX)
  })

  it('a server that has too many connections', async () => {
    Object.assign(mail, { misdeed: 'busy', misdeeds: 1 })
    await expect(lookAt(accessTo())).rejects.toThrow('The mail server refuses connections.')
  })

  it('a folder that gets new UIDs during a look', async () => {
    mail.add(message())
    const access = accessTo()
    const connectPublic: typeof access.connectPublic = (target) => {
      if (mail.asked.some((text) => text.startsWith('UID SEARCH'))) mail.renumber()
      return access.connectPublic(target)
    }
    await expect(lookAt({ ...access, connectPublic })).rejects.toThrow('The mailbox changed while it was read.')
  })

  it('a structure that is too deep, and goes on with the others', async () => {
    mail.add(message())
    Object.assign(mail, { misdeed: 'deep', misdeeds: 1 })
    const page = await lookAt(accessTo())
    expect([page.calls, page.fault?.message]).toEqual([[], expect.stringMatching(/1 messages can't be read/)])
  })

  it('a message with a huge header, and goes on with the others', async () => {
    const to = Array.from({ length: 1_200 }, (_, at) => `Zoë ${at} <zoe${at}@umbrella.example>`)
    mail.add(message({ id: '<many@x>', to }))
    mail.add(message({ id: '<long@x>', subject: 'x'.repeat(300_000) }))
    mail.add(message({ id: '<long-literal@x>', subject: 'ö'.repeat(300_000) }))
    mail.add(message())
    const { calls, fault } = await lookAt(accessTo())
    expect(calls.map(({ externalId }) => externalId)).toEqual(['many@x', '1@recorder.example'])
    expect(calls[0]?.participants).toHaveLength(1_000)
    expect(fault?.message).toMatch(/2 messages can't be read/)
  })

  it('data that arrives before the encryption', async () => {
    Object.assign(later, { misdeed: 'injects', misdeeds: 1 })
    await expect(lookAt(accessTo({}, later))).rejects.toThrow('before the encryption')
  })

  it('messages that nobody requested, and repeated ones', async () => {
    mail.add(message({ id: '<old@x>', sentAt: new Date('2026-01-05T10:00:00Z') }))
    mail.add(message())
    Object.assign(mail, { misdeed: 'repeats', misdeeds: 1 })
    expect((await lookAt(accessTo())).calls.map(({ externalId }) => externalId)).toEqual(['1@recorder.example'])
  })

  it('to wait for a server after the end of the job', async () => {
    Object.assign(mail, { misdeed: 'silent', misdeeds: 1 })
    const access = { ...accessTo(), signal: AbortSignal.timeout(100) }
    await expect(lookAt(access)).rejects.toThrow(/timeout/)
  })

  it('to write a log of the client', async () => {
    const written: unknown[] = []
    const spies = [
      vi.spyOn(fs, 'write').mockImplementation((...given) => written.push(given)),
      vi.spyOn(fs, 'writeSync').mockImplementation((...given) => written.push(given)),
      vi.spyOn(console, 'error').mockImplementation((...given) => written.push(given)),
    ]
    mail.add(message())
    await lookAt(accessTo())
    for (const misdeed of ['endless responses', 'garbage', 'huge literal', 'busy']) {
      Object.assign(mail, { misdeed, misdeeds: 1 })
      await lookAt(accessTo()).catch(() => {})
    }
    await lookAt({ ...accessTo(), credentials: { password: 'wrong' } }).catch(() => {})
    for (const spy of spies) spy.mockRestore()
    expect(written).toEqual([])
  })

  it('settings that are no mailbox', () => {
    const check = (name: string, value: string) => imapKind.fields.find((one) => one.name === name)?.check?.(value)
    expect([check('host', 'imap.example.com'), check('port', '1143')]).toEqual([undefined, undefined])
    expect(check('host', 'imap.example.com/x')).toMatch(/host name/)
    expect(check('host', '[::1]')).toMatch(/host name/)
    for (const port of ['0', '70000', '-1', '1e3']) expect(check('port', port)).toMatch(/port/)
  })
})
