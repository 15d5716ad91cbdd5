/**
 * Reads conversation attributes from a transcript file. Invalid values are shortened or dropped. Only invalid IDs and
 * times are rejected, because they determine identity and order.
 */
import { invalid } from '../../../core/errors.ts'
import { cutTo, instant } from '../../../core/wire.ts'
import type { TranscriptDocument } from '../../text/transcripts/index.ts'
import type { ParticipantInput } from './model.ts'
import { externalId, language, mediaUrl, participantInput, TITLE_MAX } from './schema-input.ts'

type OptionalTranscript = TranscriptDocument | undefined

/** @throws AppError `validation_failed` if the ID is too long */
export function parseExternalId(document: OptionalTranscript): string | undefined {
  if (document?.externalId === undefined) return undefined
  const parsed = externalId.safeParse(document.externalId)
  if (parsed.success) return parsed.data
  throw invalid({
    pointer: '/transcript',
    detail: 'The ID of the conversation in the transcript must have 1 to 256 characters. Shorten it, or remove it.',
  })
}

/** @throws AppError `validation_failed` if the start isn't a date-time */
export function parseStart(document: OptionalTranscript): Date | undefined {
  if (document?.startedAt === undefined) return undefined
  const parsed = instant().safeParse(document.startedAt)
  if (parsed.success) return parsed.data
  throw invalid({
    pointer: '/transcript',
    detail: 'The start of the conversation in the transcript must be an ISO 8601 date-time with offset.',
  })
}

/** Returns the title, shortened to the maximum length. */
export function toConversationTitle(document: OptionalTranscript): string | undefined {
  return titleWithin((document?.title ?? '').toWellFormed().replaceAll('\u0000', '').trim()) || undefined
}

export const titleWithin = (title: string): string => cutTo(title, TITLE_MAX)

/** Returns the file name without extension, as a title of last resort. */
export const titleOfFile = (name: string | undefined): string | undefined =>
  name?.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || undefined

export const parseLanguage = (document: OptionalTranscript): string | undefined =>
  language.safeParse(document?.language).data

export const parseMediaUrl = (document: OptionalTranscript): string | undefined =>
  mediaUrl.safeParse(document?.mediaUrl).data

export const parseMediaHash = (document: OptionalTranscript): string | undefined => document?.mediaHash

/** Converts parties to participants. A party with only a telephone number gets it as ID. */
export function toParticipants(document: OptionalTranscript): ParticipantInput[] {
  return (document?.parties ?? []).flatMap(({ tel, ...party }) => {
    const parsed = participantInput.safeParse({ ...party, id: party.id ?? tel })
    if (parsed.success) return [parsed.data]
    const byName = participantInput.safeParse({ name: party.name, organizer: party.organizer })
    return byName.success ? [byName.data] : []
  })
}
