/** Streams samples of WAV files (RIFF), so that long audio isn't held in memory. */
import { type FileHandle, open } from 'node:fs/promises'
import { TranscriberFault } from '../../core/transcriber.ts'

/** Sample rate of speech models, in samples per second. */
export const RATE = 16_000

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe

interface WaveForm {
  readonly isFloat: boolean
  readonly channels: number
  readonly rate: number
  /** Size of one sample of one channel in bytes. */
  readonly bytes: number
  readonly dataStart: number
  readonly dataEnd: number
}

/** Approximate number of bytes per read. */
const READ = 256 * 1024
/** Maximum number of chunks before the samples. */
const CHUNKS_MAX = 1_000

const unreadableAudio = () => new TranscriberFault('form', "the audio of the recording can't be read")

/**
 * @returns one channel, −1 to 1, 16,000 samples per second
 * @throws TranscriberFault `form`
 */
export async function* readSamples(path: string): AsyncGenerator<Float32Array> {
  const file = await open(path)
  try {
    const form = await readWaveForm(file)
    const resampler = createResampler(form.rate)
    for await (const { buffer, frames } of readFrames(file, form)) yield resampler(oneChannel(buffer, frames, form))
  } finally {
    await file.close()
  }
}

/** Samples of two channels, −1 to 1, at the rate of the file. */
export interface StereoSamples {
  /** Samples per second. */
  readonly rate: number
  readonly left: Float32Array
  readonly right: Float32Array
}

/**
 * @param path of a WAV file with two channels
 * @throws TranscriberFault `form`
 */
export async function* readStereo(path: string): AsyncGenerator<StereoSamples> {
  const file = await open(path)
  try {
    const form = await readWaveForm(file)
    if (form.channels !== 2) throw unreadableAudio()
    for await (const { buffer, frames } of readFrames(file, form)) {
      const [left, right] = [0, 1].map((channel) => readChannelSamples(buffer, frames, form, channel))
      if (left !== undefined && right !== undefined) yield { rate: form.rate, left, right }
    }
  } finally {
    await file.close()
  }
}

/** A frame has one sample of each channel. The buffer is used again for the next frames. */
async function* readFrames(file: FileHandle, form: WaveForm): AsyncGenerator<{ buffer: Buffer; frames: number }> {
  const frame = form.bytes * form.channels
  const buffer = Buffer.alloc(Math.max(1, Math.floor(READ / frame)) * frame)
  for (let at = form.dataStart; at < form.dataEnd; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, form.dataEnd - at), at)
    const frames = Math.floor(bytesRead / frame)
    if (frames === 0) return
    at += frames * frame
    yield { buffer, frames }
  }
}

async function readWaveForm(file: FileHandle): Promise<WaveForm> {
  const { size } = await file.stat()
  const head = await readAt(file, 0, 12)
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') throw unreadableAudio()
  let form: Omit<WaveForm, 'dataStart' | 'dataEnd'> | undefined
  let at = 12
  for (let chunk = 0; chunk < CHUNKS_MAX && at + 8 <= size; chunk++) {
    const header = await readAt(file, at, 8)
    const name = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    const start = at + 8
    if (name === 'fmt ') form = parseFormatChunk(await readAt(file, start, Math.min(length, 40)))
    if (name === 'data') {
      if (form === undefined) throw unreadableAudio()
      // Interrupted and streaming recorders don't write the length.
      const isOpen = length === 0 || length === 0xffffffff
      return { ...form, dataStart: start, dataEnd: isOpen ? size : Math.min(size, start + length) }
    }
    at = start + length + (length % 2)
  }
  throw unreadableAudio()
}

function parseFormatChunk(chunk: Buffer): Omit<WaveForm, 'dataStart' | 'dataEnd'> {
  if (chunk.length < 16) throw unreadableAudio()
  const told = chunk.readUInt16LE(0)
  const kind = told === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : told
  const [channels, rate, bits] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4), chunk.readUInt16LE(14)]
  const isKnown = (kind === PCM && [8, 16, 24, 32].includes(bits)) || (kind === FLOAT && bits === 32)
  if (!isKnown || channels < 1 || channels > 64 || rate < 4_000 || rate > 384_000) throw unreadableAudio()
  return { isFloat: kind === FLOAT, channels, rate, bytes: bits / 8 }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw unreadableAudio()
  return buffer
}

/** Mean of all channels. */
function oneChannel(buffer: Buffer, frames: number, form: WaveForm): Float32Array {
  const samples = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < form.channels; channel++) sum += sampleAt(buffer, frame, channel, form)
    samples[frame] = finite(sum / form.channels)
  }
  return samples
}

function readChannelSamples(buffer: Buffer, frames: number, form: WaveForm, channel: number): Float32Array {
  const samples = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) samples[frame] = finite(sampleAt(buffer, frame, channel, form))
  return samples
}

function sampleAt(buffer: Buffer, frame: number, channel: number, { isFloat, bytes, channels }: WaveForm): number {
  const at = (frame * channels + channel) * bytes
  if (isFloat) return buffer.readFloatLE(at)
  // 8-bit samples are unsigned.
  if (bytes === 1) return (buffer.readUInt8(at) - 128) / 128
  return buffer.readIntLE(at, bytes) / 2 ** (bytes * 8 - 1)
}

/** Samples of floating-point files can be infinite or no number. */
const finite = (sample: number) => (Number.isFinite(sample) ? sample : 0)

/**
 * Resamples by averaging. The average also filters high frequencies, which would otherwise become audible as low ones
 * (aliasing).
 */
function createResampler(rate: number): (samples: Float32Array) => Float32Array {
  if (rate === RATE) return (samples) => samples
  const step = rate / RATE
  let behind = new Float32Array(0)
  /** Start of the next output sample, relative to the remaining input. */
  let from = 0
  return (samples) => {
    const all = new Float32Array(behind.length + samples.length)
    all.set(behind)
    all.set(samples, behind.length)
    const made = new Float32Array(Math.max(0, Math.floor((all.length - from) / step)))
    for (let i = 0; i < made.length; i++) {
      made[i] = averageSamples(all, from + i * step, from + (i + 1) * step)
    }
    const next = from + made.length * step
    const whole = Math.min(all.length, Math.floor(next))
    behind = all.slice(whole)
    from = next - whole
    return made
  }
}

/** Mean of the samples between two positions. Partly covered samples count proportionally. */
function averageSamples(samples: Float32Array, start: number, end: number): number {
  let sum = 0
  for (let i = Math.floor(start); i < end && i < samples.length; i++) {
    sum += (samples[i] ?? 0) * (Math.min(end, i + 1) - Math.max(start, i))
  }
  return sum / (end - start)
}
