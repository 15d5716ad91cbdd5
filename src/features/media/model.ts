/** Pure rules of recordings. */
import type { OrganizationId } from '../../core/principal.ts'
import { FILE_NAME_MAX, type TranscriptionReason } from './schema.ts'

/** What the store of files calls it. */
export const fileOf = (org: OrganizationId, id: string) => `${org}/media/${id}`

/** How long a form may be used to send a file straight to the store, in seconds. */
export const FORM_SECONDS = 3_600
/** A file that was begun in time may take longer to arrive. */
const GRACE_SECONDS = 3_600

/** From then on no file comes any more that a form of a moment was given for. */
export const formDeadline = (from: Date): Date => new Date(from.getTime() + (FORM_SECONDS + GRACE_SECONDS) * 1_000)

/** A form's file name was never checked: what no text column holds is left out. */
export const nameOf = (given: string) =>
  [...given.toWellFormed().replaceAll('\u0000', '')].slice(0, FILE_NAME_MAX).join('') || 'recording'

/** The reasons in words, for people. */
const DETAILS: Readonly<Record<TranscriptionReason, string>> = {
  no_transcriber: 'No transcriber is configured. It is transcribed when there is one.',
  no_recording: 'There is no recording yet. It is transcribed when it has come.',
  nothing_said: 'Nothing was heard that could be written down.',
  superseded: 'The transcript was changed meanwhile, and stays as it is.',
  no_sound: 'The recording has no sound.',
  not_media: 'What the link leads to is neither audio nor video.',
  form_unreadable: 'The sound of the recording cannot be read on this machine. With ffmpeg installed more forms can.',
  store_unavailable: 'The recording could not be fetched from the store of files.',
  interrupted: 'It was begun several times and never came to its end; the log of the service may say why.',
  recording_gone: 'The recording is not in the store of files.',
  link_unreachable: 'The recording could not be fetched from its link.',
  too_large: 'The recording is larger than is taken. With ffmpeg installed larger ones are.',
  transcriber_unavailable: 'The transcriber did not answer, or refused us.',
  transcriber_refused: 'The transcriber did not take the recording.',
  transcriber_wrong: 'The transcriber answered with something that is no transcript.',
}

export const detailOfReason = (reason: TranscriptionReason): string => DETAILS[reason]
