/** Reads media files and cuts parts out of them. Implementations must withstand malicious files. */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ByteRange } from './files.ts'

/** Media types of served recordings. A closed list, so that browsers never open a recording as a page. */
export const MEDIA_TYPES = [
  ...['audio/3gpp', 'audio/3gpp2', 'audio/aac', 'audio/aiff', 'audio/amr', 'audio/flac', 'audio/mp4', 'audio/mpeg'],
  ...['audio/ogg', 'audio/wav', 'audio/webm', 'audio/x-matroska', 'audio/x-ms-wma'],
  ...['video/3gpp', 'video/3gpp2', 'video/mp2t', 'video/mp4', 'video/ogg', 'video/quicktime', 'video/webm'],
  ...['video/x-matroska', 'video/x-ms-asf', 'video/x-msvideo'],
] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** An audio or video stream of a file. Values that the file doesn't contain are null. */
export const mediaStream = z.object({
  kind: z.enum(['audio', 'video']).describe('Kind of the stream: sound or picture.'),
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
  /** Media type, detected from the content. */
  readonly contentType: MediaType
  /** Duration in seconds; null if the file doesn't contain it. */
  readonly duration: number | null
  readonly streams: readonly MediaStream[]
}

/**
 * `not_media`: neither audio nor video, or broken. `unknown_form`: a media format that this machine can't read.
 * `too_complex`: reading exceeded the limit of time or memory.
 */
export type UnreadableReason = 'not_media' | 'unknown_form' | 'too_complex'

export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia'
  readonly reason: UnreadableReason
  constructor(reason: UnreadableReason) {
    super(`The file can't be read as media: ${reason}.`)
    this.reason = reason
  }
}

export interface MediaReader {
  /** @param path of a file on this machine @throws UnreadableMedia */
  read(path: string, signal?: AbortSignal): Promise<MediaFacts>
  /**
   * Reads the loudness of the channels of a recording, if each side has its own channel.
   * @param recording a file on this machine; `streams` are those that `read` returned
   * @returns undefined for one channel, for stereo sound of one place, and for formats that this machine can't decode
   */
  readChannels(
    recording: { readonly path: string; readonly contentType: string; readonly streams: readonly MediaStream[] },
    signal: AbortSignal,
  ): Promise<ChannelLevels | undefined>
  /**
   * Joins the takes of a browser recording to one WebM file in which players can seek. Packets are copied, not encoded
   * again. The end of a take may be missing; it is used as far as it can be read, and the rest is cut off the file.
   * @param takes paths of WebM files with sound in Opus, in order. Each begins where the one before ended
   * @param target path of the new file
   * @returns duration in seconds
   * @throws UnreadableMedia if no take contains such sound
   */
  join(takes: readonly string[], target: string, signal?: AbortSignal): Promise<{ readonly duration: number }>
  /**
   * Joins recordings of one call to one file of the same form, MP3 or WAV. Packets are copied, and silence fills gaps.
   * @param parts in order. A part begins at its time, but not before the end of the previous one
   * @returns duration in seconds
   * @throws UnreadableMedia `unknown_form` if the parts have different forms, codecs, rates or channels
   */
  joinParts(
    parts: readonly RecordingPart[],
    target: string,
    signal?: AbortSignal,
  ): Promise<{ readonly duration: number }>
}

export interface RecordingPart {
  readonly path: string
  /** Start in seconds of the joined file. */
  readonly start: number
}

/**
 * Loudness of the two channels of a recording in which each side of the call has a channel of its own, such as those of
 * phone systems.
 */
export interface ChannelLevels {
  /** Length of a step in seconds. */
  readonly step: number
  /** Root mean square of the samples of each step, 0 to 1. */
  readonly channels: readonly [Float32Array, Float32Array]
}

/** Part of a media file, as a separate file. It contains nothing recorded before or after the part. */
export interface MediaCut {
  /** Media type that browsers play. */
  readonly contentType: MediaType
  /** Start of the cut in seconds from the start of the recording: the first complete audio packet. */
  readonly begins: number
  /** Displayed size in pixels; undefined for audio. */
  readonly picture: { readonly width: number; readonly height: number } | undefined
  readonly size: number
  readonly sha256: string
  /** Returns undefined if the cut is no longer cached; the next request cuts it again. */
  open(range?: ByteRange): Promise<Readable | undefined>
}

export interface MediaCuts {
  /**
   * Cuts out a part. The caller checks permissions before each call. Concurrent and soon repeated requests share one
   * cut.
   * @param file name in the file store
   * @param part time span in seconds from the start of the recording
   * @returns undefined if nothing can be cut out, because of the format, the size, or an empty part
   */
  cut(
    file: { readonly name: string; readonly size: number; readonly contentType: string },
    part: { readonly from: number; readonly to: number },
  ): Promise<MediaCut | undefined>
  close(): Promise<void>
}
