/** Reads media files one after the other, in a thread that can be terminated at any time. */
import { parentPort } from 'node:worker_threads'
import { fileTypeFromFile } from 'file-type'
import type { Input, InputTrack } from 'mediabunny'
import { type MediaFacts, type MediaStream, STREAMS_MAX } from '../../core/media.ts'
import { findMediaForm, type MediaForm } from './forms.ts'

export type MediaReaderReply =
  | { readonly facts: MediaFacts }
  | { readonly notMedia: true }
  /** The file is media in a format that the library can't read. */
  | { readonly form: MediaForm }

async function inspectFile(path: string): Promise<MediaReaderReply> {
  const form = findMediaForm((await fileTypeFromFile(path))?.mime)
  if (form === undefined) return { notMedia: true }
  // Loaded late, because most files that aren't media are rejected before.
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    if (!(await input.canRead())) return { form }
    const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
    if (tracks.length === 0) return { notMedia: true }
    const streams = tracks.slice(0, STREAMS_MAX).map(toMediaStream)
    const contentType = streams.some(({ kind }) => kind === 'video') ? form.video : form.audio
    return { facts: { contentType, duration: await computeDuration(input, tracks), streams } }
  } catch {
    // The file starts like its format, but the rest is different.
    return { notMedia: true }
  } finally {
    input.dispose()
  }
}

/** Duration from the earliest start of a track to the latest end, because the first timestamp can have any value. */
async function computeDuration(input: Input, tracks: readonly InputTrack[]): Promise<number | null> {
  const starts = await Promise.all(tracks.map((track) => track.getFirstTimestamp()))
  const length = (await input.computeDuration([...tracks])) - Math.max(0, Math.min(...starts))
  return Number.isFinite(length) && length > 0 ? Math.round(length * 1_000) / 1_000 : null
}

function toMediaStream(track: InputTrack): MediaStream {
  const language = /^[a-z]{3}$/.test(track.languageCode) && track.languageCode !== 'und' ? track.languageCode : null
  const none = { sampleRate: null, channels: null, width: null, height: null }
  if (track.isVideoTrack()) {
    return {
      ...none,
      kind: 'video',
      codec: track.codec,
      language,
      width: track.displayWidth,
      height: track.displayHeight,
    }
  }
  if (!track.isAudioTrack()) throw new Error('A track is neither audio nor video.')
  return {
    ...{ ...none, kind: 'audio', codec: track.codec, language },
    sampleRate: track.sampleRate,
    channels: track.numberOfChannels,
  }
}

parentPort?.on('message', async (path: string) => parentPort?.postMessage(await inspectFile(path)))
