/** Messages of a mailbox as calls: envelopes and body structures (RFC 9051, section 7.5.2) without their content. */
import type { MessageAddressObject, MessageEnvelopeObject, MessageStructureObject } from 'imapflow'
import { getExtension, isRecordingName } from '../../text/transcripts/index.ts'
import type { AnnouncedCall, SourcePart } from './kind.ts'
import { chooseTranscript, getStem, isKnownFile } from './media-names.ts'
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
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** Facts of an envelope. The client has decoded the encoded words. */
export function readEnvelope(envelope: MessageEnvelopeObject): MailFacts {
  const { date, subject = '', from, to, cc, messageId } = envelope
  return {
    id: messageId
      ?.trim()
      .replace(/^<|>$/g, '')
      .replaceAll(/[\p{Cc}\s]/gu, ''),
    sentAt: toTime(date),
    subject: toLine(subject),
    ...{ from: readAddresses(from), to: readAddresses(to), cc: readAddresses(cc) },
  }
}

/** ISO 8601. Undefined if the text isn't a time. */
export const toTime = (time: Date | string | undefined): string | undefined =>
  time instanceof Date ? time.toISOString() : toInstant(time)

const toLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

/** Names of groups have no address. */
function readAddresses(addresses: readonly MessageAddressObject[] = []): MailAddress[] {
  return addresses.flatMap(({ name = '', address = '' }) => {
    const email = address.toLowerCase()
    if (!/^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/.test(email)) return []
    return [{ name: toLine(name).slice(0, NAME_MAX) || undefined, email }]
  })
}

/** Parts of a message in their order. */
export function readStructure(structure: MessageStructureObject): MailPart[] {
  const found: MailPart[] = []
  collectParts(structure, '', 0, found)
  return found
}

/** Numbers parts itself, because the client omits the number of text in an attached message. */
function collectParts(node: MessageStructureObject, section: string, depth: number, found: MailPart[]): void {
  if (depth > DEPTH_MAX || found.length >= PARTS_MAX) return
  const { type, childNodes, parameters, dispositionParameters, disposition, encoding = '7bit', size = 0 } = node
  const own = section === '' ? '1' : section
  if (type === 'message/rfc822') {
    const inner = childNodes?.[0]
    if (inner === undefined) return
    // The parts of an attached message are numbered below its own number.
    const isMultipart = inner.childNodes !== undefined && inner.type !== 'message/rfc822'
    collectParts(inner, isMultipart ? own : `${own}.1`, depth + 1, found)
    return
  }
  if (childNodes !== undefined) {
    const prefix = section === '' ? '' : `${section}.`
    for (const [index, part] of childNodes.entries()) collectParts(part, `${prefix}${index + 1}`, depth + 1, found)
    return
  }
  const given = cleanName(dispositionParameters?.filename ?? parameters?.name ?? '')
  const extension = EXTENSIONS[type]
  const usual = extension === undefined ? undefined : `attachment.${extension}`
  const named = given !== undefined && isKnownFile(given) ? given : undefined
  found.push({
    section: own,
    type,
    name: named ?? usual ?? given ?? (disposition === 'attachment' ? 'attachment' : undefined),
    ...{ encoding, charset: parameters?.charset?.toLowerCase() ?? '', size },
  })
}

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
  const recordings = files.filter(({ name = '' }) => isRecordingName(name))
  const transcripts = files.filter(({ name = '' }) => !isRecordingName(name))
  const stems = new Set(transcripts.map(({ name = '' }) => getStem(name)))
  const isSingle = recordings.length === 1 || (recordings.length === 0 && stems.size <= 1)
  const groups = isSingle
    ? [files]
    : [...Map.groupBy(files, ({ name = '' }) => getStem(name)).values()].filter(
        (group) => recordings.length === 0 || group.some(({ name = '' }) => isRecordingName(name)),
      )
  return groups.map((group) => toCall(message, group, groups.length > 1))
}

function toCall(message: CallMessage, files: readonly MailPart[], isOneOfSeveral: boolean): AnnouncedCall {
  const recording = files.find(({ name = '' }) => isRecordingName(name))
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
