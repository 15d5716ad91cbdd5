/** WAV file of a recording, as models on this machine read it. */
import { type Recording, TranscriberFault } from '../../core/transcriber.ts'
import type { Ffmpeg } from '../media/ffmpeg.ts'

/**
 * @param ffmpeg undefined if it isn't installed
 * @param folder for the file
 * @returns path of the file
 * @throws TranscriberFault `form`
 */
export async function convertToWave(
  ffmpeg: Ffmpeg | undefined,
  recording: Recording,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  if (ffmpeg !== undefined) return ffmpeg.toWave(recording, folder, signal)
  if (recording.contentType === 'audio/wav') return recording.path
  throw new TranscriberFault('form', 'only WAV can be read without ffmpeg')
}
