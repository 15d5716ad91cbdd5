/** Pure rules of recordings. */
import type { OrganizationId } from '../../../core/principal.ts'
import { FILE_NAME_MAX, type TranscriptionReason } from './schema.ts'

/** Key of a recording in the file store. */
export const toMediaKey = (org: OrganizationId, id: string) => `${org}/media/${id}`

/** Validity of a form for a direct upload, in seconds. */
export const FORM_SECONDS = 3_600
/** Additional seconds for an upload that started before the form expired. */
const GRACE_SECONDS = 3_600

/** Time after which no file of a form created at `from` can arrive. */
export const formDeadline = (from: Date): Date => new Date(from.getTime() + (FORM_SECONDS + GRACE_SECONDS) * 1_000)

/** Removes characters that a text column can't store. File names of forms aren't validated before. */
export const toFileName = (given: string) =>
  [...given.toWellFormed().replaceAll('\u0000', '')].slice(0, FILE_NAME_MAX).join('') || 'recording'

/** Explanations of the reasons, for people. */
const DETAILS: Readonly<Record<TranscriptionReason, string>> = {
  no_transcriber: 'No transcriber is configured. Transcription starts when one is available.',
  no_recording: 'The conversation has no recording yet. Transcription starts when a recording is uploaded.',
  nothing_said: 'The transcriber detected no speech in the recording.',
  superseded: 'The transcript changed during transcription. The changed transcript is kept.',
  no_sound: 'The recording has no audio.',
  not_media: "The link of the recording doesn't return an audio or video file.",
  form_unreadable:
    "Parley can't read the audio format of the recording. Install ffmpeg on the server to support more formats.",
  store_unavailable: "Parley couldn't read the recording from the file store.",
  interrupted: 'The transcription was interrupted several times. Check the service log for the cause.',
  recording_gone: "The file store doesn't contain the recording.",
  link_unreachable: "Parley couldn't download the recording from its link.",
  too_large: 'The recording is too large to transcribe. Install ffmpeg on the server to support larger recordings.',
  transcriber_unavailable: "The transcriber didn't respond or rejected the connection.",
  transcriber_refused: 'The transcriber rejected the recording.',
  transcriber_wrong: 'The transcriber returned an invalid response.',
}

export const detailOfReason = (reason: TranscriptionReason): string => DETAILS[reason]
