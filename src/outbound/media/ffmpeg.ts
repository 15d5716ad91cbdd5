/** Extracts audio from recordings with `ffmpeg`, if installed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Recording, TranscriberFault } from '../../core/transcriber.ts'
import { findDemuxer } from './forms.ts'
import { findProgram, runProgram } from './programs.ts'

/** Part of a recording, as a file. */
export interface AudioChunk {
  readonly path: string
  /** Start of the part in seconds of the recording. */
  readonly offset: number
}

export interface Ffmpeg {
  /** Compresses the audio to Ogg Opus with one channel. Longer audio is split into parts of `pieceSeconds` seconds. */
  compress(recording: Recording, folder: string, pieceSeconds: number, signal: AbortSignal): Promise<AudioChunk[]>
  /** Converts the audio to a WAV file with 16-bit samples, 16,000 per second, one channel. */
  toWave(recording: Recording, folder: string, signal: AbortSignal): Promise<string>
  /** Converts the audio to a WAV file with 16-bit samples, 8,000 per second, two channels. */
  toStereoWave(recording: SoundSource, folder: string, signal: AbortSignal): Promise<string>
}

/** Place and format of a file. */
export type SoundSource = Pick<Recording, 'path' | 'contentType'>

const SPEECH = ['-ac', '1', '-ar', '16000']
const STEREO = ['-ac', '2', '-ar', '8000']

/** Bit rate of compressed audio in bits per second. Transcribers recognize speech as well as in the original. */
export const COMPRESSED_BITS = 32_000

/** Conversion is many times faster than playback, so a file that takes longer isn't a regular recording. */
const TIMEOUT_MS = 3_600_000

/**
 * @param path search path for programs, for tests
 * @returns undefined if ffmpeg isn't installed
 */
export async function findFfmpeg(path?: string): Promise<Ffmpeg | undefined> {
  const program = await findProgram('ffmpeg', path)
  if (program === undefined) return undefined
  /** The demuxer is fixed, because some demuxers open other files that a malicious file names. */
  const run = async ({ path, contentType }: SoundSource, args: readonly string[], signal: AbortSignal) => {
    const demuxer = findDemuxer(contentType)
    if (demuxer === undefined) throw new TranscriberFault('form', 'the format of the recording is unknown')
    const from = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', demuxer, '-i', path]
    const sound = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1']
    const bounds = { milliseconds: TIMEOUT_MS, outputBytes: 0, signal }
    const { code } = await runProgram(program, [...from, ...sound, ...args], bounds)
    if (code !== 0) throw new TranscriberFault('form', "the audio of the recording can't be read")
  }
  return {
    async compress(recording, folder, pieceSeconds, signal) {
      const list = join(folder, 'pieces.csv')
      const coded = ['-c:a', 'libopus', '-b:a', String(COMPRESSED_BITS)]
      const cut = ['-f', 'segment', '-segment_time', String(pieceSeconds), '-reset_timestamps', '1']
      const told = ['-segment_list', list, '-segment_list_type', 'csv', join(folder, 'piece-%04d.ogg')]
      await run(recording, [...SPEECH, ...coded, ...cut, ...told], signal)
      const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '')
      return lines.map((line) => {
        const [name = '', start = '0'] = line.split(',')
        return { path: join(folder, name), offset: Number(start) }
      })
    },
    async toWave(recording, folder, signal) {
      const wave = join(folder, 'sound.wav')
      await run(recording, [...SPEECH, '-c:a', 'pcm_s16le', '-f', 'wav', wave], signal)
      return wave
    },
    async toStereoWave(recording, folder, signal) {
      const wave = join(folder, 'stereo.wav')
      await run(recording, [...STEREO, '-c:a', 'pcm_s16le', '-f', 'wav', wave], signal)
      return wave
    },
  }
}
