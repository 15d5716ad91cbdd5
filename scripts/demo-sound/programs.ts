/** Runs flite and FFmpeg, whose input and output are mono samples of 16 bits. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Voice } from './voices.ts'

/** Samples per second of the voices. */
export const RATE = 16_000
const WAVE_HEADER_BYTES = 44

/** Sound of flite, such as a vowel. `pau` is a pause. */
export interface Phone {
  readonly name: string
  /** Seconds. */
  readonly end: number
}

export interface Speech {
  readonly samples: Int16Array
  readonly phones: readonly Phone[]
}

/** Sounds of a sentence with their times. */
export function synthesize(text: string, { name, pitch, pace }: Voice): Speech {
  const folder = mkdtempSync(join(tmpdir(), 'demo-sound-'))
  try {
    const file = join(folder, 'sentence.wav')
    // Resampling raises the pitch and shortens the sounds by the same factor.
    const stretch = `duration_stretch=${pace * pitch}`
    const args = ['-voice', name, '--setf', stretch, '-psdur', '-t', text, '-o', file]
    const phones = run('flite', args).toString('utf8').trim().split(/\s+/).map(parsePhone)
    const samples = resample(readFileSync(file).subarray(WAVE_HEADER_BYTES), pitch)
    return { samples, phones: phones.map((phone) => ({ name: phone.name, end: phone.end / pitch })) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Sounds of a word by itself, without pauses. */
export function pronounce(word: string): string[] {
  const phones = run('flite', ['-voice', 'slt', '-ps', '-t', word, '-o', 'none']).toString('utf8').trim().split(/\s+/)
  return phones.filter((name) => name !== 'pau')
}

function parsePhone(text: string): Phone {
  const [name = '', end] = text.split(':')
  return { name, end: Number(end) }
}

function resample(samples: Buffer, pitch: number): Int16Array {
  const raw = ['-f', 's16le', '-ac', '1']
  const rate = String(Math.round(RATE * pitch))
  return toSamples(
    run(
      'ffmpeg',
      [...['-v', 'error', ...raw, '-ar', rate, '-i', 'pipe:0'], ...[...raw, '-ar', String(RATE), 'pipe:1']],
      samples,
    ),
  )
}

const toSamples = (bytes: Buffer): Int16Array => new Int16Array(new Uint8Array(bytes).buffer)

/** Encodes samples as Opus in WebM. The same samples have the same bytes with the same version of FFmpeg. */
export function encode(samples: Int16Array, file: string): void {
  const input = ['-f', 's16le', '-ac', '1', '-ar', String(RATE), '-i', 'pipe:0']
  const codec = ['-c:a', 'libopus', '-b:a', '12k', '-application', 'voip', '-frame_duration', '60']
  run(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', ...input, ...codec],
      ...['-flags', '+bitexact', '-fflags', '+bitexact', '-map_metadata', '-1', file],
    ],
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  )
}

/** @throws Error with the program's output if it fails or isn't installed */
function run(program: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: 2 ** 28 })
  if (error !== undefined)
    throw new Error(`Couldn't run ${program}. Install the Debian package ${program}.`, { cause: error })
  if (status !== 0) throw new Error(`${program} failed with exit status ${status}: ${stderr.toString('utf8')}`)
  return stdout
}
