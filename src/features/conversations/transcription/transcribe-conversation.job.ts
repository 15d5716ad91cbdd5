import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { type Transcriber, TranscriberFault } from '../../../core/transcriber.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { selectPromptTerms } from '../../text/glossary/index.ts'
import {
  type MediaRow,
  requestTranscription,
  selectMedia,
  selectTranscription,
  type TranscriptionReason,
  transcribeConversationKind,
  updateEnded,
  updateQueued,
  updateStarted,
} from '../media/index.ts'
import { RECORDER } from '../recording-sessions/index.ts'
import {
  heardTranscript,
  ingestTranscript,
  lockVisible,
  selectRecorded,
  type TranscriptionSubject,
} from '../records/index.ts'
import { labelChannels } from './channel-speakers.ts'
import { toTranscriptDocument } from './document.ts'
import { endFailed, endWaiting, REASONS } from './end.ts'
import { RecordingFault, withRecording } from './recording.ts'
import { labelTurns } from './turn-speakers.ts'

/**
 * Transcribes the recording of a conversation. Temporary failures are retried. A recording can be transcribed more than
 * once, but its result is stored only once.
 */
export const transcribeConversation = defineJob({
  ...transcribeConversationKind,
  async handle({ id, ticket }, ctx) {
    const { transcriber } = ctx
    // The requesting process has a transcriber, but this one doesn't.
    if (transcriber === undefined)
      return ctx.transact((tx) => endWaiting(tx, ctx, { id, ticket, reason: 'no_transcriber' }))
    if (!(await ctx.transact((tx) => updateStarted(tx, ctx.org, id, ticket, ctx.clock.now())))) return
    try {
      await transcribe(ctx, transcriber, { id, ticket })
    } catch (error) {
      ctx.signal.throwIfAborted()
      const { reason, passes } = classifyFailure(error)
      if (passes || reason === null) {
        await ctx.transact((tx) => updateQueued(tx, ctx.org, id, ticket, reason))
        throw error
      }
      ctx.log.warn({ conversation: id, error: (error as Error).message }, 'a recording was not transcribed')
      await ctx.transact((tx) => endFailed(tx, ctx, { id, ticket, reason, transcriber: transcriber.name }))
    }
  },
  async failed({ id, ticket }, ctx) {
    // Reason of the last attempt; an interrupted attempt recorded none.
    const reason = (await selectTranscription(ctx.db, ctx.org, id))?.reason ?? 'interrupted'
    await ctx.transact((tx) => endFailed(tx, ctx, { id, ticket, reason, transcriber: ctx.transcriber?.name ?? null }))
  },
})

/** Recorded reason of a failure; null if neither the recording nor the transcriber caused it. */
function classifyFailure(error: unknown): { reason: TranscriptionReason | null; passes: boolean } {
  if (error instanceof RecordingFault) return error
  if (!(error instanceof TranscriberFault)) return { reason: null, passes: true }
  return { reason: REASONS[error.kind], passes: error.kind === 'unavailable' }
}

async function transcribe(
  ctx: JobContext,
  transcriber: Transcriber,
  job: { id: string; ticket: number },
): Promise<void> {
  const { id, ticket } = job
  const recorded = await selectRecorded(ctx.db, ctx.org, id)
  const media = await selectMedia(ctx.db, ctx.org, id)
  const asked = await selectTranscription(ctx.db, ctx.org, id)
  if (recorded === undefined || asked === undefined) return
  if (media?.state !== 'kept' && recorded.media_url === null) {
    return ctx.transact((tx) => endWaiting(tx, ctx, { id, ticket, reason: 'no_recording' }))
  }
  const words = await selectPromptTerms(ctx.db, ctx.org)
  const { heard, levels, length } = await withRecording(ctx, { media, link: recorded.media_url }, async (recording) => {
    const levels = await ctx.media.readChannels(recording, ctx.signal)
    const wanted = { language: recorded.language, words, hasSpeakers: levels !== undefined, signal: ctx.signal }
    return { heard: await transcriber.transcribe(recording, wanted), levels, length: recording.duration }
  })
  const document = toTranscriptDocument(heard)
  const labeled =
    levels === undefined
      ? labelTurns(document, heard.turns ?? [])
      : labelChannels(document, levels, await nameChannels(ctx, recorded))
  const transcript = await heardTranscript(ctx, labeled)
  await ctx
    .transact(async (tx) => {
      if ((await lockVisible(tx, ctx.org, 'everything', id)) === undefined) return
      const now = await selectMedia(tx, ctx.org, id)
      if (getStoredMediaId(now) !== getStoredMediaId(media)) {
        // The recording was replaced or deleted, so the result is discarded. A transcription of the new one may be
        // requested already.
        const isAsked = (await selectTranscription(tx, ctx.org, id))?.ticket !== ticket
        const hasRecording = now?.state === 'kept' || recorded.media_url !== null
        if (!isAsked) await requestTranscription(tx, ctx, id, { hasRecording, replaces: asked.replaces })
        return
      }
      const taken = await ingestTranscript(tx, ctx, id, transcript, { replaces: asked.replaces, length })
      if (taken === 'gone') return
      const ended = {
        state: 'done',
        reason: typeof taken === 'string' ? taken : null,
        transcriber: transcriber.name,
        transcriptVersion: typeof taken === 'string' ? null : taken.version,
      } as const
      // A newer request exists, perhaps for another recording. It takes precedence, and this result is discarded.
      if (!(await updateEnded(tx, ctx.org, id, ticket, ended, ctx.clock.now()))) throw new Overtaken()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Overtaken)) throw error
    })
}

/** Names of the speakers of both channels. The recorder in the browser records its user on the first one. */
async function nameChannels(
  ctx: JobContext,
  { application, owner_id }: TranscriptionSubject,
): Promise<[string, string]> {
  const owner = application === RECORDER ? await findUser(ctx.db, ctx.org, { id: owner_id }) : undefined
  const name = `${owner?.firstName ?? ''} ${owner?.lastName ?? ''}`.trim()
  return [name || 'Speaker 1', 'Speaker 2']
}

const getStoredMediaId = (media: MediaRow | undefined) => (media?.state === 'kept' ? media.id : undefined)

class Overtaken extends Error {}
