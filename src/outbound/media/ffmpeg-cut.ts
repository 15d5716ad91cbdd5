/** Cuts audio out of recordings with `ffmpeg`, if installed, for formats that the media library can't read. */
import { findDemuxer } from './forms.ts'
import { findProgram, runProgram } from './programs.ts'

/** Writes AAC in MP4. @returns false if the audio can't be cut @throws the reason of the signal */
export type CutSound = (
  recording: { readonly path: string; readonly contentType: string },
  part: { readonly from: number; readonly to: number },
  target: string,
  bounds: { readonly milliseconds: number; readonly signal: AbortSignal },
) => Promise<boolean>

/** Bit rate in bits per second, sufficient for listening. */
const BITS = 96_000

/**
 * @param path search path for programs, for tests
 * @returns undefined if ffmpeg isn't installed
 */
export async function findSoundCutter(path?: string): Promise<CutSound | undefined> {
  const program = await findProgram('ffmpeg', path)
  if (program === undefined) return undefined
  return async (recording, { from, to }, target, bounds) => {
    const demuxer = findDemuxer(recording.contentType)
    if (demuxer === undefined) return false
    // The demuxer is fixed, because some demuxers open other files that a malicious file names.
    const reader = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-ss', String(from), '-f', demuxer]
    const sound = ['-i', recording.path, '-t', String(to - from), '-map', '0:a:0', '-vn', '-sn', '-dn']
    const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
    const coded = ['-c:a', 'aac', '-b:a', String(BITS), '-ac', '1', '-f', 'mp4', target]
    const { code } = await runProgram(program, [...reader, ...sound, ...bare, ...coded], { ...bounds, outputBytes: 0 })
    return code === 0
  }
}
