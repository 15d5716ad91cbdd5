/** Sound out of recordings by `ffmpeg`, where this machine has it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Recording, TranscriberFault } from '../core/transcriber.ts'
import { demuxerOf } from './media-forms.ts'
import { findProgram, runProgram } from './programs.ts'

/** A part of a recording, as a file. */
export interface Piece {
  readonly path: string
  /** Seconds of the recording before it. */
  readonly offset: number
}

export interface Ffmpeg {
  /** The sound alone, small: Ogg Opus, one channel. Cut into pieces of so many seconds when it is longer. */
  compress(recording: Recording, folder: string, pieceSeconds: number, signal: AbortSignal): Promise<Piece[]>
  /** The sound as samples of 16 bits in a WAV file, 16,000 a second, one channel. */
  toWave(recording: Recording, folder: string, signal: AbortSignal): Promise<string>
}

/** Bits a second of compressed sound: speech is as clear to a transcriber as in the original. */
export const COMPRESSED_BITS = 32_000

/** Many times faster than it is spoken; a file that takes longer is none that was recorded. */
const TIMEOUT_MS = 3_600_000

/** @param path where programs are looked for, for tests @returns undefined when this machine has none */
export async function findFfmpeg(path?: string): Promise<Ffmpeg | undefined> {
  const program = await findProgram('ffmpeg', path)
  if (program === undefined) return undefined
  /** The reader is named, so that a file that only looks like a recording opens no other one. */
  const run = async ({ path, contentType }: Recording, args: readonly string[], signal: AbortSignal) => {
    const demuxer = demuxerOf(contentType)
    if (demuxer === undefined) throw new TranscriberFault('form', 'the form of the recording is not known')
    const from = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', demuxer, '-i', path]
    const sound = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-ac', '1', '-ar', '16000']
    const bounds = { milliseconds: TIMEOUT_MS, outputBytes: 0, signal }
    const { code } = await runProgram(program, [...from, ...sound, ...args], bounds)
    if (code !== 0) throw new TranscriberFault('form', 'the sound of the recording cannot be read')
  }
  return {
    async compress(recording, folder, pieceSeconds, signal) {
      const list = join(folder, 'pieces.csv')
      const coded = ['-c:a', 'libopus', '-b:a', String(COMPRESSED_BITS)]
      const cut = ['-f', 'segment', '-segment_time', String(pieceSeconds), '-reset_timestamps', '1']
      const told = ['-segment_list', list, '-segment_list_type', 'csv', join(folder, 'piece-%04d.ogg')]
      await run(recording, [...coded, ...cut, ...told], signal)
      const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '')
      return lines.map((line) => {
        const [name = '', start = '0'] = line.split(',')
        return { path: join(folder, name), offset: Number(start) }
      })
    },
    async toWave(recording, folder, signal) {
      const wave = join(folder, 'sound.wav')
      await run(recording, ['-c:a', 'pcm_s16le', '-f', 'wav', wave], signal)
      return wave
    },
  }
}
