/** The sound of a part of a recording by `ffmpeg`, where this machine has it: for forms that nothing else here reads. */
import { demuxerOf } from './media-forms.ts'
import { findProgram, runProgram } from './programs.ts'

/** As AAC in MP4. @returns false when it cannot be had @throws the reason of the signal */
export type CutSound = (
  recording: { readonly path: string; readonly contentType: string },
  part: { readonly from: number; readonly to: number },
  target: string,
  bounds: { readonly milliseconds: number; readonly signal: AbortSignal },
) => Promise<boolean>

/** A second of it: people listen to it. */
const BITS = 96_000

/** @param path where programs are looked for, for tests @returns undefined when this machine has none */
export async function findSoundCutter(path?: string): Promise<CutSound | undefined> {
  const program = await findProgram('ffmpeg', path)
  if (program === undefined) return undefined
  return async (recording, { from, to }, target, bounds) => {
    const demuxer = demuxerOf(recording.contentType)
    if (demuxer === undefined) return false
    // The reader is named, so that a file that only looks like a recording opens no other one.
    const reader = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-ss', String(from), '-f', demuxer]
    const sound = ['-i', recording.path, '-t', String(to - from), '-map', '0:a:0', '-vn', '-sn', '-dn']
    const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
    const coded = ['-c:a', 'aac', '-b:a', String(BITS), '-ac', '1', '-f', 'mp4', target]
    const { code } = await runProgram(program, [...reader, ...sound, ...bare, ...coded], { ...bounds, outputBytes: 0 })
    return code === 0
  }
}
