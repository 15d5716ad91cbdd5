/** Sound made on the spot: WAV files (RIFF, 44 bytes and the samples), with a tone, a word's worth of it, or silence. */

export interface Sound {
  readonly seconds: number
  /** Default 440; 0 is silence. */
  readonly hertz?: number
  /** Samples a second. Default 16,000. */
  readonly rate?: number
  readonly channels?: number
}

/** One stretch after the other, in samples of 16 bits. */
export function wave(...stretches: readonly Sound[]): Buffer {
  const { rate = 16_000, channels = 1 } = stretches[0] ?? {}
  const samples = stretches.flatMap(({ seconds, hertz = 440 }) =>
    Array.from({ length: Math.round(seconds * rate) }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate) * 0.5),
  )
  const data = Buffer.alloc(samples.length * channels * 2)
  for (const [frame, sample] of samples.entries()) {
    for (let channel = 0; channel < channels; channel++) {
      data.writeInt16LE(Math.round(sample * 32_767), (frame * channels + channel) * 2)
    }
  }
  return Buffer.concat([waveHeader({ rate, channels, bits: 16, kind: 1, bytes: data.length }), data])
}

/** Two channels, which sound one after the other: as recordings of phone systems in which the sides take turns. */
export function alternatingWave(seconds: number, turns: readonly ('left' | 'right')[]): Buffer {
  const rate = 16_000
  const frames = Math.round(seconds * rate)
  const data = Buffer.alloc(frames * turns.length * 4)
  for (const [turn, side] of turns.entries()) {
    for (let i = 0; i < frames; i++) {
      const sample = Math.round(Math.sin((2 * Math.PI * 440 * i) / rate) * 16_000)
      data.writeInt16LE(sample, (turn * frames + i) * 4 + (side === 'left' ? 0 : 2))
    }
  }
  return Buffer.concat([waveHeader({ rate, channels: 2, bits: 16, kind: 1, bytes: data.length }), data])
}

/** @param form.kind 1: whole numbers; 3: fractions */
export function waveHeader(form: {
  rate: number
  channels: number
  bits: number
  kind: number
  bytes: number
}): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(Math.min(36 + form.bytes, 0xffffffff), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(form.kind, 20)
  header.writeUInt16LE(form.channels, 22)
  header.writeUInt32LE(form.rate, 24)
  header.writeUInt32LE((form.rate * form.channels * form.bits) / 8, 28)
  header.writeUInt16LE((form.channels * form.bits) / 8, 32)
  header.writeUInt16LE(form.bits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(form.bytes, 40)
  return header
}
