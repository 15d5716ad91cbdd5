import type { Party, Speaker, TranscriptConversation } from '../model.ts'
import { PARLEY_PURPOSE, PARLEY_SCHEMA, PARLEY_VENDOR } from './vcon-names.ts'

/**
 * Writes an unsigned vCon (draft-ietf-vcon-vcon-core, syntax 0.4), valid and without loss:
 *
 * - no `vcon` member (deprecated in 0.4) and no extension parameters; values without a name in the draft are in the
 *   bodies
 * - `parties`: parties of the conversation, then speakers that aren't among them
 * - `dialog[0]`: the recording, without content. The draft requires a start, so it is the time of the import if the
 *   start is unknown, and the attachment says so. The draft requires a hash for every `url`, so the URL of a recording
 *   without a known hash is in the attachment
 * - `analysis`: the transcript in the schema of Parley, `{form, language?, speakers: [{party?, …speaker}], segments:
 *   [{speaker: index, start, end, words}]}`, and the summary
 * - `attachments[0]`: `{vendor, attributes, parties: additional properties, mediaUrl?, startKnown?: false}`
 */
export function writeVcon(conversation: TranscriptConversation): string {
  const { form, createdAt, startedAt, durationSeconds, language, mediaUrl, mediaHash, summary } = conversation
  const hasHash = isPresent(mediaUrl) && isPresent(mediaHash)
  const parties = conversation.parties.map(partyObject)
  const speakers: (Speaker & { party?: number })[] = []
  const numbers = new Map<string, number>()
  const segments = conversation.segments.map(({ speaker, start, end, words }) => {
    const key = JSON.stringify([speaker.id, speaker.name, speaker.email, speaker.internal])
    let number = numbers.get(key)
    if (number === undefined) {
      number = speakers.length
      numbers.set(key, number)
      speakers.push({ ...speaker, ...findOrAddParty(speaker, conversation.parties, parties) })
    }
    return { speaker: number, start, end, words }
  })
  // An attachment must refer to a party. The draft permits a party without parameters.
  if (parties.length === 0) parties.push({})
  const all = parties.map((_, index) => index)
  const vcon = {
    uuid: conversation.uuid,
    created_at: createdAt,
    ...(isPresent(conversation.updatedAt) ? { updated_at: conversation.updatedAt } : {}),
    ...(isPresent(conversation.title) ? { subject: conversation.title } : {}),
    parties,
    dialog: [
      {
        type: 'recording',
        start: startedAt ?? createdAt,
        ...(isPresent(durationSeconds) ? { duration: durationSeconds } : {}),
        parties: all,
        ...(hasHash ? { url: mediaUrl, content_hash: mediaHash } : {}),
      },
    ],
    analysis: [
      {
        type: 'transcript',
        dialog: 0,
        mediatype: 'application/json',
        vendor: PARLEY_VENDOR,
        product: 'Parley',
        schema: PARLEY_SCHEMA[form],
        encoding: 'json',
        body: { form, ...(isPresent(language) ? { language } : {}), speakers, segments },
      },
      ...(isPresent(summary) && summary.trim() !== ''
        ? [
            {
              type: 'summary',
              dialog: 0,
              mediatype: 'text/plain',
              vendor: PARLEY_VENDOR,
              product: 'Parley',
              encoding: 'none',
              body: summary,
            },
          ]
        : []),
    ],
    attachments: [
      {
        purpose: PARLEY_PURPOSE,
        start: isPresent(startedAt) ? startedAt : createdAt,
        party: 0,
        dialog: 0,
        mediatype: 'application/json',
        encoding: 'json',
        body: {
          vendor: PARLEY_VENDOR,
          attributes: conversation.attributes,
          parties: conversation.parties.map(({ organizer, status, id, tel }) => ({
            ...{ organizer, status },
            ...(isTelephone(id) ? { id, tel } : {}),
          })),
          ...(isPresent(mediaUrl) && !hasHash ? { mediaUrl } : {}),
          ...(isPresent(startedAt) ? {} : { startKnown: false }),
        },
      },
    ],
  }
  return JSON.stringify(vcon)
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

interface PartyObject {
  uuid?: string
  name?: string
  mailto?: string
  tel?: string
}

/** Whether an ID is a telephone number. Imports use the number of a party without another ID. */
const isTelephone = (id: string | undefined): id is string => id !== undefined && /^\+?\d[\d\s().-]{5,24}$/.test(id)

/** TEL URL of a number (RFC 3966). */
const toTelUrl = (number: string): string => `tel:${number.replaceAll(/[\s()]/g, '')}`

function partyObject({ id, name, email, tel }: Party): PartyObject {
  const number = tel ?? (isTelephone(id) ? toTelUrl(id) : undefined)
  return {
    ...(id === undefined || isTelephone(id) ? {} : { uuid: id }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { mailto: email }),
    ...(number === undefined ? {} : { tel: number }),
  }
}

/**
 * Party of a speaker, by ID, email address or name. A speaker without a party is added to `objects`; an unknown speaker
 * has none.
 */
function findOrAddParty(speaker: Speaker, parties: readonly Party[], objects: PartyObject[]): { party?: number } {
  const { id, email, name } = speaker
  const isSamePresent = (a: string | undefined, b: string | undefined) => a !== undefined && a !== '' && a === b
  const address = email?.toLowerCase()
  const matches: ((party: Party) => boolean)[] = [
    (party) => isSamePresent(id, party.id),
    (party) => isSamePresent(address, party.email?.toLowerCase()),
    (party) => isSamePresent(name, party.name),
  ]
  for (const matching of matches) {
    const party = parties.findIndex(matching)
    if (party !== -1) return { party }
  }
  if (!id && !email && name === '') return {}
  objects.push(partyObject(speaker))
  return { party: objects.length - 1 }
}
