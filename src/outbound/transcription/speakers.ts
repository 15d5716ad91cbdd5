/**
 * Speaker detection on this machine, for transcribers that detect none: models on this machine and most servers. It adds the
 * turns of speakers to the transcript; `features/conversations/transcription` assigns words to them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Log } from '../../core/log.ts'
import { requireModelPackages, SPEECH_PACKAGES } from '../../core/model-packages.ts'
import { type Recording, type SpeakerTurn, type Transcriber, TranscriberFault } from '../../core/transcriber.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import { type SpeechEngine, startEngine } from './sherpa/engine.ts'
import { readSpeakerModels } from './sherpa/speaker-models.ts'
import { limitTime } from './time-limit.ts'
import { convertToWave } from './wave-file.ts'

/**
 * Adds speaker detection to a transcriber.
 * @param settings.folder path of the models.
 * @throws Error if the folder doesn't contain both models, or if packages are missing.
 */
export async function addSpeakers(
  inner: Transcriber,
  { folder, timeoutSeconds }: { readonly folder: string; readonly timeoutSeconds: number },
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  { path, start = startEngine }: { path?: string; start?: (log: Pick<Log, 'error'>) => SpeechEngine } = {},
): Promise<Transcriber> {
  requireModelPackages('TRANSCRIBER_SPEAKERS_FOLDER', SPEECH_PACKAGES)
  const models = await readSpeakerModels(resolve(folder)).catch((error: Error) => {
    throw new Error(`TRANSCRIBER_SPEAKERS_FOLDER: ${error.message}.`)
  })
  const ffmpeg = await findFfmpeg(path)
  const turn = fairTurns(1)

  async function detect(recording: Recording, signal: AbortSignal): Promise<readonly SpeakerTurn[]> {
    const temporary = await mkdtemp(join(tmpdir(), 'parley-speakers-'))
    const engine = start(log)
    try {
      const wave = await convertToWave(ffmpeg, recording, temporary, signal)
      return await engine.request({ task: 'speakers', wave, models }, signal)
    } finally {
      await engine.end()
      await rm(temporary, { recursive: true, force: true })
    }
  }

  return {
    ...inner,
    async transcribe(recording, wanted) {
      const heard = await inner.transcribe(recording, wanted)
      const isNeeded = heard.segments.length > 0 && heard.segments.every(({ speaker }) => speaker === null)
      if (!isNeeded || wanted.hasSpeakers === true) return heard
      try {
        const work = () => limitTime(timeoutSeconds, wanted.signal, (signal) => detect(recording, signal))
        return { ...heard, turns: await turn(work) }
      } catch (error) {
        // A transcript without speakers is useful, and a retry would transcribe the recording again.
        if (!(error instanceof TranscriberFault)) throw error
        log.error({ fault: error.message }, 'the speakers of a recording could not be detected')
        return heard
      }
    },
  }
}
