/** The kind against a real server, with messages that a real program composed. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { describe, expect, it } from 'vitest'
import { createPublicConnect } from '../../../outbound/http/public-connection.ts'
import { createPublicFetch } from '../../../outbound/http/public-fetch.ts'
import { CERTIFICATE } from '../../../testing/certificate.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { dovecotCommand, startDovecot } from '../../../testing/dovecot.ts'
import { imapKind } from './imap.ts'
import type { SourceAccess } from './kind.ts'

const TEXT = 'Ana: Shall we begin?\nBen: Yes, let us.\nAna: We sign in May für 5 €.\nBen: Good.\n'

describe.skipIf(dovecotCommand === undefined)('a mailbox of Dovecot', () => {
  it('is tested, listed, fetched and moved', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-imap-'))
    closeAfterTests(() => rm(folder, { recursive: true }))
    const server = await startDovecot()
    const [sound, now] = [randomBytes(1_500_000), new Date()]
    const compose = (more: object) =>
      new MailComposer({
        ...{ from: 'Zoë Müller <zoe@umbrella.example>', to: ['calls@acme.example', 'bob@acme.example'], date: now },
        ...more,
      })
        .compile()
        .build()
    const attachments = [
      { filename: 'Gespräch mit Umbrella und einem sehr langen Namen, Teil 1.mp3', content: sound },
      { filename: 'Gespräch.vtt', content: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Grüße.\n' },
    ]
    const page = { html: '<p>Hallo <img src="cid:a"></p>', text: 'Hallo' }
    await server.deliver(await compose({ subject: 'Fwd: Gespräch über die Verlängerung 🌍', ...page, attachments }))
    await server.deliver(await compose({ subject: 'In the text', text: TEXT }))
    await server.deliver(await compose({ subject: 'Lunch?', text: 'Shall we?' }))
    const inner = 'Subject: Call\r\nContent-Type: text/vtt; name="inner.vtt"\r\n\r\nWEBVTT\r\n'
    const forwarded = [
      await compose({ text: 'Look:', attachments: [{ filename: 'inner.mp3', content: sound }] }),
      inner,
    ]
    for (const content of forwarded) {
      const attached = { filename: 'call.eml', contentType: 'message/rfc822', contentTransferEncoding: '7bit', content }
      await server.deliver(await compose({ subject: 'Forwarded', text: 'See below', attachments: [attached] }))
    }
    const accessTo = (settings: Readonly<Record<string, string>>): SourceAccess => ({
      settings: { host: 'localhost', user: 'calls', moveTo: 'Imported', ...settings },
      credentials: { password: server.password },
      fetchPublic: createPublicFetch({ allowed: [] }),
      connectPublic: createPublicConnect({
        ...{ allowed: ['127.0.0.1'], ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] },
      }),
      ...{ address: undefined, folders: [], now: () => now, signal: AbortSignal.timeout(30_000) },
      media: { joinParts: () => Promise.reject(new Error('not used')) },
      objects: { open: () => expect.unreachable() },
    })
    const access = accessTo({ port: String(server.port) })
    const later = accessTo({ security: 'starttls', port: String(server.plainPort) })
    for (const one of [access, later]) expect(await imapKind.test?.(one)).toMatch(/contains 5 messages/)

    const range = { since: new Date(now.getTime() - 86_400_000), until: now, findSeen: async () => new Map() }
    const found = await imapKind.list?.(access, { ...range, cursor: undefined })
    const [attached, inText, inMultipart, inSingle] = found?.calls ?? []
    expect(found?.calls).toMatchObject([
      {
        ...{ title: 'Gespräch über die Verlängerung 🌍', ownerEmail: 'zoe@umbrella.example' },
        recording: { name: 'Gespräch mit Umbrella und einem sehr langen Namen, Teil 1.mp3' },
        transcript: { name: 'Gespräch.vtt' },
      },
      { title: 'In the text', transcript: { name: 'message.txt' } },
      { title: 'Forwarded', recording: { name: 'inner.mp3' } },
      { title: 'Forwarded', transcript: { name: 'inner.vtt' } },
    ])
    expect(found?.fault).toBeUndefined()

    const path = join(folder, 'part')
    for (const [part, expected] of [
      [attached?.recording, sound],
      [attached?.transcript, Buffer.from(attachments[1]?.content ?? '')],
      [inText?.transcript, Buffer.from(TEXT.replaceAll('\n', '\r\n'))],
      [inMultipart?.recording, sound],
      [inSingle?.transcript, Buffer.from('WEBVTT\r\n')],
    ] as const) {
      const { name, at } = part ?? expect.unreachable()
      await imapKind.fetch?.({ name, at: at ?? {} }, { path, maxBytes: 2_000_000 }, access)
      expect((await readFile(path)).toString('base64').slice(0, 1_000)).toBe(
        expected.toString('base64').slice(0, 1_000),
      )
      expect((await readFile(path)).equals(expected)).toBe(true)
    }
    // No flag was set: the names of seen messages end with an S.
    expect((await server.filesOf('INBOX')).filter((name) => /,\w*S/.test(name))).toEqual([])

    if (attached !== undefined) await imapKind.finish?.(attached, 'imported', access)
    expect([(await server.filesOf('INBOX')).length, (await server.filesOf('Imported')).length]).toEqual([4, 1])
    // A part of a moved message is found by its ID.
    const { name, at } = attached?.recording ?? expect.unreachable()
    await imapKind.fetch?.({ name, at: at ?? {} }, { path, maxBytes: 2_000_000 }, access)
    expect((await readFile(path)).equals(sound)).toBe(true)
  })
})
