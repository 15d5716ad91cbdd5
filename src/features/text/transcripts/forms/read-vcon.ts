import { LIMITS, type Party, type TranscriptDocument, TranscriptFault } from '../model.ts'
import {
  asArray,
  asDate,
  asObject,
  asTime,
  isObject,
  type JsonObject,
  member,
  optionalName,
  optionalText,
} from './json-value.ts'
import { PARLEY_PURPOSE, PARLEY_VENDOR } from './vcon-names.ts'
import { partyEmail, type Vcon } from './vcon-parts.ts'
import { verifyPayload } from './vcon-signed.ts'
import { readContent, readVconTranscript, textDialogs } from './vcon-transcript.ts'

export function isVcon(value: unknown): value is JsonObject {
  if (!isObject(value)) return false
  if (isEncrypted(value) || isSigned(value)) return true
  if (typeof member(value, 'vcon') === 'string') return true
  const hasParts = ['parties', 'dialog', 'analysis', 'attachments'].some((key) => Array.isArray(member(value, key)))
  return typeof member(value, 'uuid') === 'string' && hasParts
}

function isSigned(value: JsonObject): boolean {
  return typeof member(value, 'payload') === 'string' && Array.isArray(member(value, 'signatures'))
}

function isEncrypted(value: JsonObject): boolean {
  return typeof member(value, 'ciphertext') === 'string'
}

/**
 * Reads a vCon (draft-ietf-vcon-vcon-core, syntax 0.4 and 0.3, and the older 0.0.x of vcon-server), unsigned or signed
 * (JWS).
 *
 * The transcript is the analysis of type `transcript` (Parley's own before others), otherwise the text dialogs. A vCon
 * with only a recording is valid and has no segments. Encrypted vCons (JWE) and names in `critical` are rejected.
 */
export function readVcon(value: JsonObject): TranscriptDocument {
  if (isEncrypted(value)) {
    throw new TranscriptFault('The vCon is encrypted. Decrypt it, then send it again.', { pointer: '' })
  }
  if (isSigned(value)) {
    const payload = verifyPayload(value)
    if (isSigned(payload) || isEncrypted(payload)) {
      throw new TranscriptFault('The payload of a signed vCon must be an unsigned vCon.', { pointer: '/payload' })
    }
    return readUnsigned(payload, '/payload')
  }
  return readUnsigned(value, '')
}

function readUnsigned(root: JsonObject, at: string): TranscriptDocument {
  checkSyntax(root, at)
  const externalId = optionalName(root, 'uuid', at)
  if (!externalId) throw new TranscriptFault('A vCon must have a `uuid`.', { pointer: `${at}/uuid` })
  const vcon = openVcon(root, at)
  const own = ownAttributes(vcon)
  const parties = readParties(vcon, own?.parties)
  const title = optionalText(root, 'subject', at, LIMITS.titleLength)
  const summary = readSummary(vcon)
  const { transcript, language } = readVconTranscript(vcon) ?? { transcript: textDialogs(vcon), language: undefined }
  const duration = readDuration(vcon)
  const recording = own?.mediaUrl === undefined ? readMedia(vcon) : { url: own.mediaUrl }
  return {
    format: 'vcon',
    ...transcript,
    externalId,
    ...(title ? { title } : {}),
    ...(vcon.base === undefined || own?.isStartUnknown ? {} : { startedAt: new Date(vcon.base).toISOString() }),
    ...(duration === undefined ? {} : { durationSeconds: duration }),
    ...(language ? { language } : {}),
    parties,
    ...(recording === undefined ? {} : { mediaUrl: recording.url }),
    ...(recording?.hash === undefined ? {} : { mediaHash: recording.hash }),
    ...(summary ? { summary } : {}),
    ...(own === undefined ? {} : { conversation: own.attributes }),
  }
}

/**
 * Checks version and extensions. Syntax 0.3 names `critical` `must_support`. Parley supports no extensions, so any name
 * is rejected.
 */
function checkSyntax(root: JsonObject, at: string): void {
  const version = member(root, 'vcon')
  if (version !== undefined && version !== null && !(typeof version === 'string' && /^0\.\d/.test(version))) {
    throw new TranscriptFault('The vCon syntax version is not supported. Supported are 0.x versions.', {
      pointer: `${at}/vcon`,
    })
  }
  for (const key of ['critical', 'must_support']) {
    const names = member(root, key)
    if (names === undefined || names === null) continue
    if (asArray(names, `${at}/${key}`).length > 0) {
      throw new TranscriptFault('The vCon requires an extension that is not supported.', { pointer: `${at}/${key}/0` })
    }
  }
}

function openVcon(root: JsonObject, at: string): Vcon {
  const list = (key: string) => {
    const value = member(root, key)
    return value === undefined || value === null
      ? []
      : asArray(value, `${at}/${key}`).map((item, index) => asObject(item, `${at}/${key}/${index}`))
  }
  const dialogs = list('dialog')
  const starts = dialogs.map((dialog, index) => {
    const start = member(dialog, 'start')
    return start === undefined || start === null ? undefined : Date.parse(asDate(start, `${at}/dialog/${index}/start`))
  })
  const known = starts.filter((start) => start !== undefined)
  const base = known.length === 0 ? undefined : known.reduce((a, b) => Math.min(a, b))
  return { root, at, parties: list('parties'), dialogs, starts, base }
}

/**
 * @param own additional properties of Parley exports, in the order of the parties; further parties are only speakers
 */
function readParties(vcon: Vcon, own: JsonObject[] | undefined): Party[] {
  const parties = own === undefined ? vcon.parties : vcon.parties.slice(0, own.length)
  return parties.map((party, index) => {
    const at = `${vcon.at}/parties/${index}`
    const extra = own?.[index] ?? {}
    const ownId = member(extra, 'id')
    const id = typeof ownId === 'string' ? ownId : (optionalName(party, 'uuid', at) ?? optionalName(party, 'id', at))
    const name = optionalName(party, 'name', at)
    const email = partyEmail(party, at)
    // The telephone number of an own export can be the ID.
    const tel = optionalName(typeof ownId === 'string' ? extra : party, 'tel', at)
    const organizer = member(extra, 'organizer')
    const status = member(extra, 'status')
    const isStored = (text: string | undefined) => text !== undefined && (own !== undefined || text !== '')
    return {
      ...(isStored(id) ? { id: id ?? '' } : {}),
      ...(isStored(name) ? { name: name ?? '' } : {}),
      ...(isStored(email) ? { email: email ?? '' } : {}),
      ...(typeof organizer === 'boolean' ? { organizer } : {}),
      ...(typeof status === 'string' ? { status } : {}),
      ...(isStored(tel) ? { tel: own === undefined ? (tel ?? '').replace(/^tel:/i, '') : (tel ?? '') } : {}),
    }
  })
}

/** Duration of one recording, or from the first start to the last end of several if all have both. */
function readDuration(vcon: Vcon): number | undefined {
  const recordings = vcon.dialogs.flatMap((dialog, index) => {
    if (member(dialog, 'type') !== 'recording') return []
    return [
      {
        duration: asTime(member(dialog, 'duration'), `${vcon.at}/dialog/${index}/duration`),
        start: vcon.starts[index],
      },
    ]
  })
  const [only] = recordings
  if (recordings.length <= 1 || only === undefined) return only?.duration ?? undefined
  let end = 0
  for (const { duration, start } of recordings) {
    if (duration === null || start === undefined || vcon.base === undefined) return undefined
    end = Math.max(end, Math.round(start - vcon.base + duration * 1000) / 1000)
  }
  return end <= LIMITS.time ? end : undefined
}

interface ReferencedRecording {
  readonly url: string
  readonly hash?: string
}

/** Form of a hash in a vCon: the algorithm and the value in base64url. */
const HASH = /^[a-z0-9]{3,20}-[A-Za-z0-9_-]{16,200}={0,2}$/

function readMedia(vcon: Vcon): ReferencedRecording | undefined {
  for (const [index, dialog] of vcon.dialogs.entries()) {
    const type = member(dialog, 'type')
    const url = type === 'recording' ? optionalText(dialog, 'url', `${vcon.at}/dialog/${index}`, 10_000) : undefined
    if (!url) continue
    const stated = member(dialog, 'content_hash')
    const hash = [stated].flat().find((one) => typeof one === 'string' && HASH.test(one))
    return { url, ...(typeof hash === 'string' ? { hash } : {}) }
  }
  return undefined
}

function readSummary(vcon: Vcon): string | undefined {
  const analyses = member(vcon.root, 'analysis')
  if (!Array.isArray(analyses)) return undefined
  for (const [index, analysis] of analyses.entries()) {
    if (!isObject(analysis) || member(analysis, 'type') !== 'summary') continue
    const body = readContent(analysis, `${vcon.at}/analysis/${index}`)
    if (typeof body === 'string' && body.trim() !== '') return body
  }
  return undefined
}

interface ExportAttributes {
  attributes: JsonObject
  parties: JsonObject[]
  mediaUrl?: string
  /** Whether the start of the dialog is the time of the import, because the draft requires one. */
  isStartUnknown: boolean
}

/** Properties in the attachment of a Parley export. */
function ownAttributes(vcon: Vcon): ExportAttributes | undefined {
  const attachments = member(vcon.root, 'attachments')
  if (!Array.isArray(attachments)) return undefined
  const index = attachments.findIndex((item) => isObject(item) && member(item, 'purpose') === PARLEY_PURPOSE)
  if (index === -1) return undefined
  const at = `${vcon.at}/attachments/${index}`
  const body = asObject(readContent(asObject(attachments[index], at), at), `${at}/body`)
  if (member(body, 'vendor') !== PARLEY_VENDOR) return undefined
  const mediaUrl = optionalText(body, 'mediaUrl', `${at}/body`, 10_000)
  return {
    attributes: asObject(member(body, 'attributes'), `${at}/body/attributes`),
    parties: asArray(member(body, 'parties'), `${at}/body/parties`).map((each, i) =>
      asObject(each, `${at}/body/parties/${i}`),
    ),
    ...(mediaUrl === undefined ? {} : { mediaUrl }),
    isStartUnknown: member(body, 'startKnown') === false,
  }
}
