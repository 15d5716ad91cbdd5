/**
 * A mailbox to which recorders and people send calls. Only structures and attachments are requested, never whole
 * messages. Messages stay as they are, also unread, unless the admin wants imported ones moved to another folder.
 */
import { createHash } from 'node:crypto'
import { isRecordingName, readTranscript, TranscriptFault } from '../../text/transcripts/index.ts'
import { SIGN_IN_URL } from './graph.ts'
import { type CallMessage, findBody, findFiles, type MailPart, toCalls, toObjectName } from './imap-message.ts'
import { PIECE_BYTES, readTextPart, writePart } from './imap-parts.ts'
import { type ImapSession, type MailAccount, withSession } from './imap-session.ts'
import { type MailMessage, readMessages, STRUCTURE_BYTES } from './imap-structures.ts'
import {
  type AnnouncedCall,
  type FieldValues,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
} from './kind.ts'
import { requestToken } from './tokens.ts'

/** Messages of one page. */
const PAGE_MESSAGES = 50
/** Messages of one query that finds those that earlier looks read. */
const CHECKED_AT_ONCE = 500
/** Maximum number of bytes of a text in which a transcript is looked for. */
const BODY_BYTES_MAX = 2 * 1024 * 1024
/** Maximum size of the answer to a search: the UIDs of about 500,000 messages. */
const SEARCH_BYTES = 4 * 1024 * 1024
const DAY_MS = 86_400_000
/** Name of the object that remembers how far the mailbox was read. */
const MARK = 'read up to'

export const imapKind: SourceKind = {
  id: 'imap',
  title: 'Mailbox (IMAP)',
  about: 'Recordings and transcripts that recorders or people send to a mailbox, as attachments or as text.',
  steps: [
    'Create a mailbox or a folder for calls. Let your recorder send to it, or forward messages to it.',
    'Gmail: turn on 2-Step Verification, create an app password at myaccount.google.com/apppasswords, and enter it here. The server is `imap.gmail.com`.',
    'Microsoft 365 rejects passwords for IMAP. Select the sign-in of Microsoft 365, and register an app with the permission `IMAP.AccessAsApp` of Office 365 Exchange Online. Grant it admin consent and the mailbox (`New-ServicePrincipal`, `Add-MailboxPermission`). The server is `outlook.office365.com`.',
    'Other providers: create an app password if they offer one.',
    'Save this source, and press Test source.',
  ],
  fields: [
    {
      name: 'host',
      label: 'Server',
      help: 'Host name of the IMAP server. Example: `imap.example.com`.',
      required: true,
      max: 255,
      isDestination: true,
      check: (value) =>
        /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value) ? undefined : 'The value must be a host name.',
    },
    {
      name: 'security',
      label: 'Encryption',
      help: 'Connections without encryption are not supported.',
      usual: 'tls',
      isDestination: true,
      choices: [
        { value: 'tls', label: 'TLS (port 993)' },
        { value: 'starttls', label: 'STARTTLS (port 143)' },
      ],
    },
    {
      name: 'port',
      label: 'Port',
      help: 'Only if the server uses another one than 993 or 143.',
      max: 5,
      isDestination: true,
      check: (value) =>
        /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535 ? undefined : 'The value must be a port.',
    },
    {
      name: 'user',
      label: 'User name',
      help: 'Usually the email address of the mailbox. Example: `calls@example.com`.',
      required: true,
      max: 320,
      isDestination: true,
    },
    {
      name: 'signIn',
      label: 'Sign-in',
      help: 'Microsoft 365 accepts no passwords for IMAP.',
      usual: 'password',
      choices: [
        { value: 'password', label: 'Password or app password' },
        { value: 'microsoft', label: 'Microsoft 365 (OAuth 2.0)' },
      ],
    },
    {
      name: 'tenantId',
      label: 'Tenant ID',
      help: 'Only for Microsoft 365: directory (tenant) ID of the app.',
      isDestination: true,
      check: checkId,
    },
    { name: 'clientId', label: 'Client ID', help: 'Only for Microsoft 365: application (client) ID.', check: checkId },
    {
      name: 'password',
      label: 'Password',
      help: 'Password, app password, or for Microsoft 365 the value of the client secret.',
      secret: true,
      required: true,
    },
    { name: 'folder', label: 'Folder', help: 'Folder to read. Example: `INBOX/Calls`.', usual: 'INBOX', max: 255 },
    {
      name: 'subject',
      label: 'Subject contains',
      help: 'Only messages with this text in the subject. Example: `recording`.',
      max: 200,
    },
    {
      name: 'sender',
      label: 'Sender contains',
      help: 'Only messages with this text in the address of the sender. Example: `@recorder.example`.',
      max: 320,
    },
    {
      name: 'ownerFrom',
      label: 'Owner',
      help: 'Whose email address makes a user the owner of the call.',
      usual: 'sender',
      choices: [
        { value: 'sender', label: 'The sender' },
        { value: 'recipient', label: 'The first recipient' },
      ],
    },
    {
      name: 'body',
      label: 'Text of messages',
      help: 'Whether a message without attachment is a call if its text is a transcript with speakers.',
      usual: 'read',
      choices: [
        { value: 'read', label: 'Import transcripts in the text' },
        { value: 'ignore', label: 'Import attachments only' },
      ],
    },
    {
      name: 'moveTo',
      label: 'Move imported messages to',
      help: 'Folder for imported messages. Without it, messages stay where they are. Example: `Imported`.',
      max: 255,
    },
  ],
  list: listMessages,
  lookMinutes: 5,
  async fetch({ at, name }, target, access) {
    await withMailbox(access, async (session) => {
      const uid = await locate(session, at, access)
      const part = { section: checkSection(at.section), encoding: at.encoding ?? '', charset: at.charset ?? '' }
      await writePart(session, uid, part, { target, isText: !isRecordingName(name), signal: access.signal })
    })
  },
  async finish(call, outcome, access) {
    const { folder = 'INBOX', moveTo } = access.settings
    const at = (call.recording ?? call.transcript)?.at
    if (moveTo === undefined || moveTo === folder || outcome !== 'imported' || at === undefined) return
    await withMailbox(access, async (session) => {
      const { validity } = await session.open(folder, { toChange: true })
      // A message with another UID was moved already, by somebody or by an earlier attempt.
      if (validity !== at.validity) return
      const [uid] = await session.search({ uid: checkUid(at.uid) })
      if (uid !== undefined) await session.move(uid, moveTo)
    })
  },
  async test(access) {
    const count = await withMailbox(access, async (session) => (await session.open(getFolder(access))).count)
    return `The mailbox can be read. The folder contains ${count} messages.`
  },
}

function checkId(value: string): string | undefined {
  return /^[A-Za-z0-9.-]{1,200}$/.test(value) ? undefined : 'The value must be an ID of Microsoft Entra.'
}

const getFolder = ({ settings }: SourceAccess): string => settings.folder ?? 'INBOX'

async function withMailbox<T>(access: SourceAccess, work: (session: ImapSession) => Promise<T>): Promise<T> {
  return withSession(access, await openAccount(access), PIECE_BYTES, work)
}

async function openAccount(access: SourceAccess): Promise<MailAccount> {
  const { settings, credentials } = access
  const security = settings.security === 'starttls' ? 'starttls' : 'tls'
  const port = Number(settings.port ?? (security === 'tls' ? 993 : 143))
  const account = { host: settings.host ?? '', port, security, user: settings.user ?? '' } as const
  if (settings.signIn !== 'microsoft') return { ...account, password: credentials.password ?? '' }
  if (settings.tenantId === undefined || settings.clientId === undefined) {
    throw new SourceFault('lasting', 'The sign-in of Microsoft 365 requires a tenant ID and a client ID.')
  }
  const token = await requestToken(access, `${SIGN_IN_URL}/${settings.tenantId}/oauth2/v2.0/token`, {
    form: {
      ...{ grant_type: 'client_credentials', scope: 'https://outlook.office365.com/.default' },
      ...{ client_id: settings.clientId, client_secret: credentials.password ?? '' },
    },
  })
  return { ...account, token }
}

/**
 * Lists messages since a time, and those that arrived in the folder after the last one that was read, whatever their
 * age: somebody can move an old message there. UIDs only grow, so the cursor and the mark are UIDs.
 */
async function listMessages(
  access: SourceAccess,
  { since, until, cursor, findSeen }: ListRequest,
): Promise<SourcePage> {
  const account = await openAccount(access)
  const [validityOfMark, mark = '1'] = ((await findSeen([MARK])).get(MARK)?.version ?? '').split('/')
  const [validityOfCursor, last = '0'] = (cursor ?? '').split('/')
  const { validity, found } = await withSession(access, account, SEARCH_BYTES, async (session) => {
    const { validity } = await session.open(getFolder(access))
    // Servers compare the day of arrival in their own time zone.
    const recent = { since: new Date(since.getTime() - DAY_MS / 2) }
    const isMarked = validityOfMark === validity
    return {
      validity,
      found: await session.search(isMarked ? { or: [{ uid: `${checkUid(mark)}:*` }, recent] } : recent),
    }
  })
  const after = validityOfCursor === validity ? Number(last) : 0
  const version = toVersion(access.settings)
  const isNew = async (uids: readonly number[]) => {
    const seen = await findSeen(uids.map((uid) => toObjectName({ validity, uid })))
    return uids.filter((uid) => seen.get(toObjectName({ validity, uid }))?.version !== version)
  }
  const left = await takeWhere(
    found.filter((uid) => uid > after),
    isNew,
  )
  const page = left.slice(0, PAGE_MESSAGES)
  const { calls, unreadable } = await readCalls({ access, account, validity, until }, page)
  const end = page.at(-1)
  const readUpTo = Math.max(validityOfMark === validity ? Number(mark) : 1, (end ?? 0) + 1)
  return {
    calls,
    marks: [
      { name: MARK, version: `${validity}/${readUpTo}` },
      ...page.map((uid) => ({ name: toObjectName({ validity, uid }), version })),
    ],
    next: left.length > page.length ? `${validity}/${end}` : undefined,
    fault:
      unreadable === 0
        ? undefined
        : new SourceFault('lasting', `The structure of ${unreadable} messages can't be read. They are left out.`),
  }
}

/** Settings that decide which messages are calls. After a change, a backfill reads known messages again. */
const toVersion = ({ subject, sender, body }: FieldValues): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, sender, body]))
    .digest('hex')

/** The first UIDs that are new: those of a page, and one that shows that there are more. */
async function takeWhere(
  uids: readonly number[],
  areNew: (uids: readonly number[]) => Promise<number[]>,
): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < uids.length && taken.length <= PAGE_MESSAGES; at += CHECKED_AT_ONCE) {
    taken.push(...(await areNew(uids.slice(at, at + CHECKED_AT_ONCE))))
  }
  return taken
}

interface MailboxView {
  readonly access: SourceAccess
  readonly account: MailAccount
  readonly validity: string
  readonly until: Date
}

/** Opens a session with the folder that was searched. */
function inFolder<T>(
  { access, account, validity }: MailboxView,
  responseBytes: number,
  work: MailboxWork<T>,
): Promise<T> {
  return withSession(access, account, responseBytes, async (session) => {
    const folder = await session.open(getFolder(access))
    if (folder.validity !== validity) throw new SourceFault('temporary', 'The mailbox changed while it was read.')
    return work(session)
  })
}

type MailboxWork<T> = (session: ImapSession) => Promise<T>

async function readCalls(
  view: MailboxView,
  uids: readonly number[],
): Promise<{ calls: AnnouncedCall[]; unreadable: number }> {
  if (uids.length === 0) return { calls: [], unreadable: 0 }
  const { subject = '', sender = '', ownerFrom, user = '' } = view.access.settings
  const { messages, unreadable } = await readMessages((work) => inFolder(view, STRUCTURE_BYTES, work), uids)
  const wanted = messages.filter(
    ({ facts }) => includes(facts.subject, subject) && facts.from.some(({ email }) => includes(email, sender)),
  )
  const transcripts = await findTranscripts(view, wanted)
  const calls = wanted.flatMap(({ uid, facts, parts, arrivedAt }) => {
    const body = transcripts.get(uid)
    const files = body === undefined ? findFiles(parts) : [body]
    const message: CallMessage = {
      ...{ ...facts, uid, validity: view.validity, mailbox: user.toLowerCase() },
      sentAt: toStart(facts.sentAt, arrivedAt, view.until),
      ownerIs: ownerFrom === 'recipient' ? 'recipient' : 'sender',
    }
    return files.length === 0 ? [] : toCalls(message, files)
  })
  return { calls, unreadable }
}

const includes = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase())

/** Time of the message. A clock of the sender that is ahead is replaced by the time of arrival. */
const toStart = (sent: string | undefined, arrived: string | undefined, until: Date): string | undefined =>
  sent === undefined || Date.parse(sent) > until.getTime() + DAY_MS ? arrived : sent

/** Texts of messages without files that are transcripts, by UID. */
async function findTranscripts(view: MailboxView, messages: readonly MailMessage[]): Promise<Map<number, MailPart>> {
  const found = new Map<number, MailPart>()
  const texts = messages.flatMap(({ uid, parts }) => {
    const part = findFiles(parts).length > 0 ? undefined : findBody(parts)
    return part === undefined || part.size > BODY_BYTES_MAX ? [] : [{ uid, part }]
  })
  if (texts.length === 0 || view.access.settings.body === 'ignore') return found
  await inFolder(view, PIECE_BYTES, async (session) => {
    for (const { uid, part } of texts) {
      const name = 'message.txt'
      const text = await readTextPart(session, uid, part, BODY_BYTES_MAX)
      if (isTranscript(text, name)) found.set(uid, { ...part, name })
    }
  })
  return found
}

/** Fields of quoted messages, which look like speakers. */
const HEADER_NAMES =
  /^(from|sent|date|to|cc|bcc|subject|reply-to|importance|attachments?|von|gesendet|datum|an|betreff|de|envoyé|à|objet|p\.?s\.?|note|tel|phone|mobile|e-?mail|web|fax)$/i

/** Whether a text has two speakers, one of whom speaks again. */
export function isTranscript(text: string, name: string): boolean {
  try {
    const { segments } = readTranscript(text, { fileName: name, requireSpeakers: true })
    const names = segments.map(({ speaker }) => speaker.name).filter((one) => one !== '' && !HEADER_NAMES.test(one))
    return names.length > new Set(names).size && new Set(names).size >= 2 && names.length >= segments.length / 2
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    return false
  }
}

/** Opens the folder of a message. A message that was moved is found by its ID. @returns its UID */
async function locate(session: ImapSession, at: FieldValues, access: SourceAccess): Promise<number> {
  const folder = getFolder(access)
  const { validity } = await session.open(folder)
  const [same] = validity === at.validity ? await session.search({ uid: checkUid(at.uid) }) : []
  if (same !== undefined) return same
  const { moveTo } = access.settings
  const id = at.message
  if (id !== undefined && id !== '' && /^[\x21-\x7e]+$/.test(id)) {
    for (const [number, one] of [folder, moveTo].entries()) {
      if (one === undefined) continue
      if (number > 0) await session.open(one)
      const [moved] = await session.search({ header: { 'Message-ID': id } })
      if (moved !== undefined) return moved
    }
  }
  throw new SourceFault('temporary', 'The message no longer exists in the folder.')
}

function checkUid(uid: string | undefined): string {
  if (uid === undefined || !/^\d{1,10}$/.test(uid))
    throw new SourceFault('lasting', 'The ID of the message is invalid.')
  return uid
}

function checkSection(section: string | undefined): string {
  if (section === undefined || !/^\d{1,4}(\.\d{1,4}){0,20}$/.test(section)) {
    throw new SourceFault('lasting', 'The number of the attachment is invalid.')
  }
  return section
}
