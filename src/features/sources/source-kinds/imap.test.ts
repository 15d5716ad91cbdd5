import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPublicConnect } from '../../../outbound/http/public-connection.ts'
import { call } from '../../../testing/call.ts'
import { CERTIFICATE } from '../../../testing/certificate.ts'
import {
  type ImapServer,
  MAIL_PASSWORD,
  MAIL_USER,
  type StoredMessage,
  startImapServer,
} from '../../../testing/imap-server.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>We sign the contract for 5 €.\n'
let world: SourcesWorld
let mail: ImapServer
let source: ConnectedSource = { id: '', path: '' }
beforeAll(async () => {
  mail = await startImapServer()
  world = await createSourcesWorld(
    {},
    {
      connectPublic: createPublicConnect({
        ...{ allowed: ['127.0.0.0/8'], ca: CERTIFICATE },
        resolve: async (host) => (host === 'localhost' ? ['127.0.0.1'] : ['10.0.0.1']),
      }),
    },
  )
})

const bodyFor = (more: Readonly<Record<string, string>> = {}, password = MAIL_PASSWORD) => ({
  ...{ kind: 'imap', name: 'Mailbox', insideDomains: ['acme.example'] },
  settings: { host: 'localhost', port: String(mail.port), user: MAIL_USER, ...more },
  credentials: { password },
})

async function connect(more: Readonly<Record<string, string>> = {}): Promise<void> {
  // The source of the test before would look too.
  if (source.id !== '') await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  source = await sourceFor(world, bodyFor(more))
}
beforeEach(async () => {
  mail.reset()
  await connect()
})

let number = 1
/** A message of two hours ago, with sound of a length of its own. */
function message(more: Partial<StoredMessage> = {}): StoredMessage {
  const sentAt = new Date(Math.floor(world.app.clock.now().getTime() / 1_000) * 1_000 - 7_200_000)
  return {
    ...{ id: `<${number++}@recorder.example>`, subject: 'Fwd: Renewal with Umbrella', sentAt },
    ...{ from: 'Bob <bob@acme.example>', to: [MAIL_USER, 'Zoë <zoe@umbrella.example>'] },
    parts: [{ type: 'text/plain', content: 'Hello, the recording is attached.' }, recording()],
    ...more,
  }
}
const recording = (name = 'call.wav') => ({
  ...{ type: 'audio/wav', name, encoding: 'base64' as const },
  content: wave({ seconds: 0.5 + number++ / 100, rate: 8_000 }),
})
const transcript = (name = 'call.vtt', words = 'contract') => ({
  ...{ type: 'text/vtt', name, encoding: 'quoted-printable' as const },
  content: VTT.replace('contract', words),
})

async function look(): Promise<void> {
  world.ahead(301_000)
  await world.app.drain(world.acme)
}
const recordings = () => recordingsOf(world, source)
const test = async (id = source.id) => (await call(world.app, world.org, 'POST', `/sources/${id}/test`)).body.data

describe('does', () => {
  it('makes one call of a recording and a transcript in one message, once, and changes nothing', async () => {
    const sent = message({ parts: [recording('a.wav'), transcript('b.vtt')] })
    mail.add(sent)
    await look()
    await look()
    const [only, ...rest] = await recordings()
    expect([only, rest]).toMatchObject([{ status: 'done', hasTranscript: true, hasRecording: true, fault: null }, []])
    const conversation = await conversationOf(world, only.conversationUUID)
    expect(conversation).toMatchObject({
      title: 'Renewal with Umbrella',
      liveStreamStartedAt: sent.sentAt?.toISOString(),
      user: { email: 'bob@acme.example' },
    })
    expect(conversation.transcript).toContain('We sign the contract for 5 €.')
    const flags = { query: { 'filter[include_internal_participants]': 'true' } }
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${only.conversationUUID}`, flags)
    const { participants, internalParticipants } = body.attributes
    expect(participants).toMatchObject([{ email: 'zoe@umbrella.example' }])
    expect(internalParticipants).toMatchObject([{ email: 'bob@acme.example' }])
    expect(mail.asked.filter((text) => /^(SELECT|UID (STORE|MOVE|COPY))|BODY\[/.test(text))).toEqual([])
  })

  it('imports a transcript in the text, and no other text', async () => {
    const text = 'Ana: Shall we begin?\r\nBen: Yes, let us.\r\nAna: We sign in May für 5 €.\r\nBen: Good.\r\n'
    const inText = (content: string | Buffer, charset: string) =>
      message({ parts: [{ type: 'text/plain', content, charset, encoding: 'base64' }] })
    mail.add(inText(Buffer.from(text.replace('€', 'EUR'), 'latin1'), 'iso-8859-1'))
    mail.add(inText('From: Ana\r\nTo: Ben\r\nSubject: Lunch\r\nDate: Today\r\nShall we?\r\nTo: you', 'utf-8'))
    mail.add(inText('Dear Ben,\r\n\r\nthank you for the call.\r\n', 'utf-8'))
    await look()
    const [only, ...rest] = await recordings()
    expect([only, rest]).toMatchObject([{ status: 'done', hasTranscript: true }, []])
    expect((await conversationOf(world, only.conversationUUID)).transcript).toContain('We sign in May für 5 EUR.')
  })

  it('finds an old message that somebody moves to the folder', async () => {
    mail.add(message())
    await look()
    mail.add(message({ sentAt: new Date('2026-01-05T10:00:00Z'), parts: [transcript('old.vtt')] }))
    await look()
    expect(await recordings()).toHaveLength(2)
    // Nothing is read a second time.
    mail.asked.length = 0
    await look()
    expect(mail.asked.filter((text) => text.startsWith('UID FETCH'))).toEqual([])
  })

  it('knows a message again that was copied, moved or renumbered', async () => {
    const sent = message()
    mail.add(sent)
    await look()
    mail.add(sent)
    mail.renumber()
    await look()
    expect(await recordings()).toHaveLength(1)
  })

  it.each([
    ['MOVE', 'IMAP4rev1 AUTH=PLAIN MOVE'],
    ['UIDPLUS', 'IMAP4rev1 UIDPLUS'],
  ])('moves imported messages to a folder, which it creates, with %s', async (_, capabilities) => {
    await connect({ moveTo: 'Imported & done' })
    mail.capabilities = capabilities
    mail.add(message())
    mail.add(message({ parts: [{ type: 'audio/wav', name: 'broken.wav', content: 'nothing' }] }))
    await look()
    expect(mail.folders.get('INBOX')?.map(({ parts }) => parts[0]?.name)).toEqual(['broken.wav'])
    expect(mail.folders.get('Imported &- done')).toHaveLength(1)
  })

  it('fetches a recording of several pieces, and again after the connection dies', async () => {
    const long = wave({ seconds: 100, rate: 8_000 })
    mail.add(message({ parts: [{ type: 'audio/wav', name: 'long.wav', content: long, encoding: 'base64' }] }))
    Object.assign(mail, { misdeed: 'dies', misdeeds: 1 })
    await look()
    expect(await recordings()).toMatchObject([{ status: 'waiting', fault: 'The mail server ended the connection.' }])
    await look()
    const [only] = await recordings()
    expect(only).toMatchObject({ status: 'done', hasRecording: true })
    const media = await call(world.app, world.org, 'GET', `/conversations/${only.conversationUUID}/media`)
    expect(media.status).toBe(200)
    expect(mail.asked.filter((text) => text.includes('<1048576.'))).toHaveLength(1)
  })
})

describe('refuses', () => {
  it('a wrong password, an unknown folder, an unknown certificate and private addresses, and says so', async () => {
    expect(await test()).toEqual({ ok: true, detail: 'The mailbox can be read. The folder contains 0 messages.' })
    const tested = async (more: Readonly<Record<string, string>>, password?: string) => {
      const { id } = await sourceFor(world, { ...bodyFor(more, password), enabled: false })
      return (await test(id)).detail
    }
    expect(await tested({}, 'wrong')).toBe('The mail server rejected the user name or password.')
    expect(await tested({ folder: 'Nowhere' })).toMatch(/folder of the mailbox doesn't exist/)
    expect(await tested({ host: '127.0.0.1' })).toMatch(/TLS certificate/)
    expect(await tested({ host: 'inside.example' })).toMatch(/isn't public/)
    expect(await tested({ signIn: 'microsoft' })).toMatch(/requires a tenant ID/)
  })
})
