/**
 * What a transcript tells of its conversation beside what was said. A file was not written for us: what of it breaks a
 * rule of ours without touching the talk is cut or left out, and only what decides over identity or time is refused.
 */
import { invalid } from '../../core/errors.ts'
import { cutTo, instant } from '../../core/wire.ts'
import type { TranscriptDocument } from '../transcripts/index.ts'
import type { GivenParticipant } from './model.ts'
import { externalId, language, mediaUrl, participantInput, TITLE_MAX } from './schema-input.ts'

type Told = TranscriptDocument | undefined

/** @throws AppError `validation_failed`: an id that is longer than ids may be */
export function externalIdOf(document: Told): string | undefined {
  if (document?.externalId === undefined) return undefined
  const parsed = externalId.safeParse(document.externalId)
  if (parsed.success) return parsed.data
  throw invalid({ pointer: '/transcript', detail: 'The id of this conversation must have 1 to 256 characters.' })
}

/** @throws AppError `validation_failed`: a start that is no date-time */
export function startOf(document: Told): Date | undefined {
  if (document?.startedAt === undefined) return undefined
  const parsed = instant().safeParse(document.startedAt)
  if (parsed.success) return parsed.data
  throw invalid({ pointer: '/transcript', detail: 'The start of this conversation is not an ISO 8601 date-time.' })
}

/** Cut to what a title may have. */
export function titleOf(document: Told): string | undefined {
  return titleWithin((document?.title ?? '').toWellFormed().replaceAll('\u0000', '').trim()) || undefined
}

export const titleWithin = (title: string): string => cutTo(title, TITLE_MAX)

/** A recording is known by its name, without the ending, when nothing else names the conversation. */
export const titleOfFile = (name: string | undefined): string | undefined =>
  name?.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || undefined

export const languageOf = (document: Told): string | undefined => language.safeParse(document?.language).data

export const mediaUrlOf = (document: Told): string | undefined => mediaUrl.safeParse(document?.mediaUrl).data

/** Parties as participants; one that is known by a telephone number only has it as its id. */
export function partiesOf(document: Told): GivenParticipant[] {
  return (document?.parties ?? []).flatMap(({ tel, ...party }) => {
    const parsed = participantInput.safeParse({ ...party, id: party.id ?? tel })
    if (parsed.success) return [parsed.data]
    const byName = participantInput.safeParse({ name: party.name, organizer: party.organizer })
    return byName.success ? [byName.data] : []
  })
}
