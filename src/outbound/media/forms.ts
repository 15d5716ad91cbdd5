/** Supported media formats: their media types and demuxers. */

import type { MediaType } from '../../core/media.ts'

export interface MediaForm {
  /** Media types with and without video. */
  readonly video: MediaType
  readonly audio: MediaType
  /** Name of the ffmpeg demuxer. It is fixed, because some demuxers open files that a file names. */
  readonly demuxer: string
}

const form = (video: MediaType, audio: MediaType, demuxer: string): MediaForm => ({ video, audio, demuxer })

const MP4 = form('video/mp4', 'audio/mp4', 'mov')
const OGG = form('video/ogg', 'audio/ogg', 'ogg')
const ASF = form('video/x-ms-asf', 'audio/x-ms-wma', 'asf')
const MPEG = form('audio/mpeg', 'audio/mpeg', 'mp3')

/** Formats by the media type that `file-type` detects, without parameters. */
const FORMS: Readonly<Record<string, MediaForm>> = {
  'video/mp4': MP4,
  'video/x-m4v': MP4,
  'audio/mp4': MP4,
  'audio/x-m4a': MP4,
  'video/3gpp': form('video/3gpp', 'audio/3gpp', 'mov'),
  'video/3gpp2': form('video/3gpp2', 'audio/3gpp2', 'mov'),
  'video/quicktime': form('video/quicktime', 'audio/mp4', 'mov'),
  'video/webm': form('video/webm', 'audio/webm', 'matroska'),
  'video/matroska': form('video/x-matroska', 'audio/x-matroska', 'matroska'),
  'video/ogg': OGG,
  'audio/ogg': OGG,
  'audio/wav': form('audio/wav', 'audio/wav', 'wav'),
  'audio/mpeg': MPEG,
  'audio/aac': form('audio/aac', 'audio/aac', 'aac'),
  'audio/flac': form('audio/flac', 'audio/flac', 'flac'),
  'video/mp2t': form('video/mp2t', 'video/mp2t', 'mpegts'),
  'audio/aiff': form('audio/aiff', 'audio/aiff', 'aiff'),
  'audio/amr': form('audio/amr', 'audio/amr', 'amr'),
  'video/vnd.avi': form('video/x-msvideo', 'video/x-msvideo', 'avi'),
  'video/x-ms-asf': ASF,
  'audio/x-ms-asf': ASF,
}

export const findMediaForm = (mime: string | undefined): MediaForm | undefined => FORMS[mime?.split(';', 1)[0] ?? '']

/** Name of the ffmpeg demuxer for a media type. */
export const findDemuxer = (contentType: string): string | undefined =>
  Object.values(FORMS).find(({ video, audio }) => video === contentType || audio === contentType)?.demuxer
