/** Messages of a mailbox as calls: envelopes and body structures (RFC 9051, section 7.5.2) without their content. */
import { decodeCharset, decodeEncodedWords } from '../../../core/encoded-words.ts'
import { type ImapValue, isList, toText } from './imap-wire.ts'
import type { AnnouncedCall, SourcePart } from './kind.ts'
import { chooseTranscript, getExtension, getStem, isKnownFile, isRecordingFile } from './media-names.ts'
import { announce, toInstant, toParticipants } from './wire.ts'

const PARTS_MAX = 200
const DEPTH_MAX = 10
const NAME_MAX = 200
/** Maximum number of characters of an ID of a message, so that a suffix fits behind it. */
const ID_MAX = 160

/** A part of a message that isn't a container. */
export interface MailPart {
  /** Number of the part, such as `1.2`. */
  readonly section: string
  /** Lower case, such as `text/plain`. */
  readonly type: string
  /** Undefined for text of the message itself. */
  readonly name: string | undefined
  readonly encoding: string
  readonly charset: string
  /** Size of the encoded bytes. */
  readonly size: number
}

export interface MailAddress {
  readonly name: string | undefined
  readonly email: string
}

export interface MailFacts {
  readonly id: string | undefined
  readonly sentAt: string | undefined
  readonly subject: string
  readonly from: readonly MailAddress[]
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
}

/** Extensions for attachments without a known name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ...{ 'audio/mpeg': 'mp3', 'audio/mp3': 'mp3', 'audio/mp4': 'm4a', 'audio/x-m4a': 'm4a', 'audio/aac': 'aac' },
  ...{ 'audio/wav': 'wav', 'audio/x-wav': 'wav', 'audio/wave': 'wav', 'audio/ogg': 'ogg', 'audio/flac': 'flac' },
  ...{ 'audio/webm': 'webm', 'audio/amr': 'amr', 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' },
  ...{ 'text/vtt': 'vtt', 'application/x-subrip': 'srt', 'application/ttml+xml': 'ttml', 'application/vcon': 'vcon' },
}

/** Text of a header: encoded words, or bytes of UTF-8 or Latin 1. */
export function decodeHeader(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const plain = bytes.toString('utf8')
  return decodeEncodedWords(plain.includes('\ufffd') ? text : plain)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** @param envelope value of ENVELOPE */
export function readEnvelope(envelope: ImapValue | undefined): MailFacts {
  const [date, subject, from, , , to, cc, , , id] = isList(envelope) ? envelope : []
  return {
    id: toText(id)
      ?.trim()
      .replace(/^<|>$/g, '')
      .replaceAll(/[\p{Cc}\s]/gu, ''),
    sentAt: toInstant(toText(date)?.replace(/\([^()]*\)/g, '')),
    subject: decodeHeader(toText(subject) ?? ''),
    ...{ from: readAddresses(from), to: readAddresses(to), cc: readAddresses(cc) },
  }
}

function readAddresses(value: ImapValue | undefined): MailAddress[] {
  if (!isList(value)) return []
  return value.flatMap((one) => {
    const [name, , box, host] = isList(one) ? one : []
    // Beginning and end of a group have no host.
    if (typeof box !== 'string' || typeof host !== 'string') return []
    const email = `${box}@${host}`.toLowerCase()
    if (!/^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/.test(email)) return []
    return [{ name: decodeHeader(toText(name) ?? '').slice(0, NAME_MAX) || undefined, email }]
  })
}

/** Parts of a message in their order. @param structure value of BODYSTRUCTURE */
export function readStructure(structure: ImapValue | undefined): MailPart[] {
  const found: MailPart[] = []
  collectParts(structure, '', 0, found)
  return found
}

function collectParts(value: ImapValue | undefined, section: string, depth: number, found: MailPart[]): void {
  if (!isList(value) || depth > DEPTH_MAX || found.length >= PARTS_MAX) return
  if (isList(value[0])) {
    const prefix = section === '' ? '' : `${section}.`
    for (const [index, part] of value.filter(isPartAt).entries()) {
      collectParts(part, `${prefix}${index + 1}`, depth + 1, found)
    }
    return
  }
  const own = section === '' ? '1' : section
  const type = `${toText(value[0]) ?? ''}/${toText(value[1]) ?? ''}`.toLowerCase()
  if (type === 'message/rfc822') {
    const inner = value[8]
    // The parts of an attached message are numbered below its own number.
    collectParts(inner, isList(inner) && isList(inner[0]) ? own : `${own}.1`, depth + 1, found)
    return
  }
  const parameters = readParameters(value[2])
  const disposition = value[type.startsWith('text/') ? 9 : 8]
  const [kind, more] = isList(disposition) ? disposition : []
  const given = getParameter(readParameters(more), 'filename') ?? getParameter(parameters, 'name')
  const isAttached = toText(kind)?.toLowerCase() === 'attachment'
  const extension = EXTENSIONS[type]
  const usual = extension === undefined ? undefined : `attachment.${extension}`
  const named = given !== undefined && isKnownFile(given) ? given : undefined
  found.push({
    section: own,
    type,
    name: named ?? usual ?? given ?? (isAttached ? 'attachment' : undefined),
    encoding: toText(value[5])?.toLowerCase() ?? '7bit',
    charset: getParameter(parameters, 'charset')?.toLowerCase() ?? '',
    size: Number(toText(value[6]) ?? 0),
  })
}

/** Whether an element of a multipart is a part. The subtype follows the last one. */
const isPartAt = (value: ImapValue, at: number, all: readonly ImapValue[]): boolean =>
  isList(value) && all.findIndex((one) => !isList(one)) > at

function readParameters(value: ImapValue | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!isList(value)) return found
  for (let at = 0; at + 1 < value.length; at += 2) {
    const [name, text] = [toText(value[at]), toText(value[at + 1])]
    if (name !== undefined && text !== undefined) found.set(name.toLowerCase(), text)
  }
  return found
}

/** Parameter of a header, also with an encoding or in pieces (RFC 2231). */
function getParameter(parameters: ReadonlyMap<string, string>, name: string): string | undefined {
  const plain = parameters.get(name)
  if (plain !== undefined) return cleanName(decodeHeader(plain))
  const pieces: { text: string; isEncoded: boolean }[] = []
  const whole = parameters.get(`${name}*`)
  if (whole !== undefined) pieces.push({ text: whole, isEncoded: true })
  for (let number = 0; whole === undefined && number < PARTS_MAX; number++) {
    const [text, encoded] = [parameters.get(`${name}*${number}`), parameters.get(`${name}*${number}*`)]
    if (text === undefined && encoded === undefined) break
    pieces.push({ text: encoded ?? text ?? '', isEncoded: encoded !== undefined })
  }
  const [first] = pieces
  if (first === undefined) return undefined
  const [, charset = '', , rest = first.text] = /^([\w-]*)'([^']*)'(.*)$/s.exec(first.isEncoded ? first.text : '') ?? []
  const bytes = pieces.map(({ text, isEncoded }, at) => {
    const own = at === 0 ? rest : text
    return Buffer.from(isEncoded ? own.replaceAll(/%([0-9a-f]{2})/gi, toCharacter) : own, 'latin1')
  })
  return cleanName(decodeCharset(Buffer.concat(bytes), charset))
}

const toCharacter = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))

/** File name without folders. The end of a long name has its extension. */
const cleanName = (name: string): string | undefined =>
  name
    .replaceAll(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.slice(-NAME_MAX) || undefined

/** Attached recordings and transcripts. */
export const findFiles = (parts: readonly MailPart[]): MailPart[] =>
  parts.filter(({ name, size }) => name !== undefined && size > 0 && isKnownFile(name))

/** Text of the message itself that can contain a transcript. */
export const findBody = (parts: readonly MailPart[]): MailPart | undefined =>
  parts.find(({ type, name, size }) => type === 'text/plain' && name === undefined && size > 0)

export interface CallMessage extends MailFacts {
  readonly uid: number
  readonly validity: string
  /** Address of the mailbox itself, which took part in nothing. */
  readonly mailbox: string
  readonly ownerIs: 'sender' | 'recipient'
}

/** Addresses of programs. */
const ROBOT = /^(no-?_?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?)\b/

/**
 * Calls of the files of a message: one, unless several recordings or transcripts have names of their own. The ID of the
 * message identifies them, so that a moved or copied message stays the same call.
 */
export function toCalls(message: CallMessage, files: readonly MailPart[]): AnnouncedCall[] {
  const recordings = files.filter(({ name = '' }) => isRecordingFile(name))
  const transcripts = files.filter(({ name = '' }) => !isRecordingFile(name))
  const stems = new Set(transcripts.map(({ name = '' }) => getStem(name)))
  const isSingle = recordings.length === 1 || (recordings.length === 0 && stems.size <= 1)
  const groups = isSingle
    ? [files]
    : [...Map.groupBy(files, ({ name = '' }) => getStem(name)).values()].filter(
        (group) => recordings.length === 0 || group.some(({ name = '' }) => isRecordingFile(name)),
      )
  return groups.map((group) => toCall(message, group, groups.length > 1))
}

function toCall(message: CallMessage, files: readonly MailPart[], isOneOfSeveral: boolean): AnnouncedCall {
  const recording = files.find(({ name = '' }) => isRecordingFile(name))
  const transcriptName = chooseTranscript(files.map(({ name = '' }) => name))
  const transcript = files.find(({ name }) => name === transcriptName && name !== undefined)
  const stem = getStem((recording ?? transcript)?.name ?? '')
  const id = message.id === undefined || message.id === '' ? `${message.validity}/${message.uid}` : message.id
  const title = message.subject.replace(/^((re|fwd?|aw|wg|tr)\s*:\s*)+/i, '')
  const people = [...message.from, ...message.to, ...message.cc]
  const isPerson = ({ email }: MailAddress) => email !== message.mailbox && !ROBOT.test(email)
  const owner = (message.ownerIs === 'sender' ? message.from : message.to).find(isPerson)
  const unique = [...new Map(people.filter(isPerson).map((one) => [one.email, one])).values()]
  return announce({
    externalId: isOneOfSeveral ? `${id.slice(-ID_MAX)} ${stem.slice(-80)}` : id.slice(-ID_MAX),
    title: isOneOfSeveral ? [title, stem].filter(Boolean).join(': ') : title || stem,
    startedAt: message.sentAt,
    ownerEmail: owner?.email,
    participants: toParticipants(unique.map((one) => ({ ...one, organizer: one.email === owner?.email }))),
    recording: recording === undefined ? undefined : toPart(message, recording),
    transcript: transcript === undefined ? undefined : toPart(message, transcript),
  })
}

/** Name of a message under which a look remembers it. */
export const toObjectName = ({ validity, uid }: Pick<CallMessage, 'validity' | 'uid'>): string => `${validity}/${uid}`

const toPart = ({ id, uid, validity }: CallMessage, part: MailPart): SourcePart => ({
  name: part.name ?? `attachment${getExtension(part.name ?? '')}`,
  at: {
    ...{ uid: String(uid), validity, section: part.section, encoding: part.encoding, charset: part.charset },
    ...(id === undefined ? {} : { message: id }),
  },
})
