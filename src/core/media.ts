/** What a media file holds, and parts of it as files of their own. Whoever fulfils it must bear files that are made to do harm. */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ByteRange } from './files.ts'

/** What recordings are served as: a closed list, so that nothing is ever opened as a page. */
export const MEDIA_TYPES = [
  ...['audio/3gpp', 'audio/3gpp2', 'audio/aac', 'audio/aiff', 'audio/amr', 'audio/flac', 'audio/mp4', 'audio/mpeg'],
  ...['audio/ogg', 'audio/wav', 'audio/webm', 'audio/x-matroska', 'audio/x-ms-wma'],
  ...['video/3gpp', 'video/3gpp2', 'video/mp2t', 'video/mp4', 'video/ogg', 'video/quicktime', 'video/webm'],
  ...['video/x-matroska', 'video/x-ms-asf', 'video/x-msvideo'],
] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** An audio or video stream of a file. Values that the file doesn't contain are null. */
export const mediaStream = z.object({
  kind: z.enum(['audio', 'video']),
  codec: z.string().nullable().describe('Common name of the codec, such as `aac`, `opus` or `avc`; null if unknown.'),
  language: z
    .string()
    .nullable()
    .describe('Language of the stream as an ISO 639-2 code, such as `eng`; null if unknown.'),
  sampleRate: z.number().nullable().describe('Sample rate of an audio stream in hertz; null for video.'),
  channels: z.int().nullable().describe('Number of audio channels; null for video.'),
  width: z.int().nullable().describe('Width of a video stream in pixels; null for audio.'),
  height: z.int().nullable().describe('Height of a video stream in pixels; null for audio.'),
})
export type MediaStream = z.output<typeof mediaStream>

/** Maximum number of streams that are reported per file. */
export const STREAMS_MAX = 32

export interface MediaFacts {
  /** By content. */
  readonly contentType: MediaType
  /** In seconds; null when the file does not tell. */
  readonly duration: number | null
  readonly streams: readonly MediaStream[]
}

/**
 * `not_media`: neither audio nor video, or broken. `unknown_form`: media of a form that cannot be read on this machine.
 * `too_complex`: it took more time or memory than is given.
 */
export type UnreadableReason = 'not_media' | 'unknown_form' | 'too_complex'

export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia'
  readonly reason: UnreadableReason
  constructor(reason: UnreadableReason) {
    super(`The file cannot be read as media: ${reason}.`)
    this.reason = reason
  }
}

export interface MediaReader {
  /** @param path of a file on this machine @throws UnreadableMedia */
  read(path: string, signal?: AbortSignal): Promise<MediaFacts>
}

/** A part of a media file, cut out: nothing is in it that was recorded before or after. */
export interface MediaCut {
  /** One that browsers play. */
  readonly contentType: MediaType
  /** The second of the recording that it begins with: where the first whole packet of sound lies. */
  readonly begins: number
  /** In pixels, as it is shown; undefined: sound alone. */
  readonly picture: { readonly width: number; readonly height: number } | undefined
  readonly size: number
  readonly sha256: string
  /** Undefined: it is kept no longer; whoever asks for it again has it cut again. */
  open(range?: ByteRange): Promise<Readable | undefined>
}

export interface MediaCuts {
  /**
   * Who may have it is asked before, each time. Asked again soon, or by several at once, it is cut once.
   * @param file in the store of files
   * @param part in seconds from the first moment of the recording
   * @returns undefined when nothing can be cut out: for its form, its size, or since nothing lies within
   */
  cut(
    file: { readonly name: string; readonly size: number; readonly contentType: string },
    part: { readonly from: number; readonly to: number },
  ): Promise<MediaCut | undefined>
  close(): Promise<void>
}
