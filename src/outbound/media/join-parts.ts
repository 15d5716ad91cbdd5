/** Joins recordings of one call, such as those of its legs. Packets are copied, so nothing is decoded. */
import type { EncodedPacket, Input, InputAudioTrack } from 'mediabunny'
import type { RecordingPart } from '../../core/media.ts'
import { bareConfig } from './config.ts'

export type JoinReply =
  /** Seconds of the joined file. */
  | { readonly duration: number }
  /** No take contains sound in Opus. */
  | { readonly nothing: true }
  /** The parts have different forms, or a form whose packets can't be joined. */
  | { readonly different: true }

type Library = typeof import('mediabunny')

/** Longest silence before a part, so that a wrong clock of a telephone system doesn't fill the disk. */
const SILENCE_SECONDS_MAX = 3_600
/** Packets of silence in WAV files. */
const WAVE_PACKET_SECONDS = 0.1
/** Uncompressed samples for which zero is silence, with their bytes. */
const ZERO_IS_SILENCE: Readonly<Record<string, number>> = {
  ...{ 'pcm-s8': 1, 'pcm-s16': 2, 'pcm-s24': 3, 'pcm-s32': 4, 'pcm-f32': 4, 'pcm-f64': 8 },
}
/** Samples of telephone systems, with the byte of silence (ITU-T G.711). */
const COMPANDED: Readonly<Record<string, number>> = { 'pcm-u8': 0x80, ulaw: 0xff, alaw: 0xd5 }

interface OpenPart {
  readonly start: number
  readonly track: InputAudioTrack
}

export async function joinParts(parts: readonly RecordingPart[], target: string): Promise<JoinReply> {
  const library = await import('mediabunny')
  const inputs: Input[] = []
  try {
    const open: OpenPart[] = []
    for (const { path, start } of parts) {
      const input = new library.Input({
        source: new library.FilePathSource(path),
        formats: [library.MP3, library.WAVE],
      })
      inputs.push(input)
      const track = await input.getPrimaryAudioTrack().catch(() => null)
      if (track === null) return { different: true }
      open.push({ start, track })
    }
    const [first] = open
    if (first === undefined) return { nothing: true }
    const form = describeTrack(first.track)
    if (open.some(({ track }) => describeTrack(track) !== form)) return { different: true }
    if (first.track.codec !== 'mp3' && findSilence(first.track) === undefined) return { different: true }
    const duration = await copyParts(library, open, first.track, target)
    return duration > 0 ? { duration: Math.round(duration * 1_000) / 1_000 } : { nothing: true }
  } finally {
    for (const input of inputs) input.dispose()
  }
}

const describeTrack = ({ codec, sampleRate, numberOfChannels }: InputAudioTrack): string =>
  `${codec} ${sampleRate} ${numberOfChannels}`

/** @returns seconds of all packets */
async function copyParts(library: Library, parts: readonly OpenPart[], first: InputAudioTrack, target: string) {
  const { EncodedAudioPacketSource, EncodedPacketSink, FilePathTarget, Mp3OutputFormat, Output, WavOutputFormat } =
    library
  const { codec } = first
  if (codec === null) return 0
  const format = codec === 'mp3' ? new Mp3OutputFormat() : new WavOutputFormat()
  const output = new Output({ format, target: new FilePathTarget(target) })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  const decoderConfig = bareConfig(codec, await first.getDecoderConfig())
  await output.start()
  let end = 0
  const add = async (data: Uint8Array, seconds: number) => {
    await source.add(new library.EncodedPacket(data, 'key', end, seconds), { decoderConfig })
    end += seconds
  }
  for (const { start, track } of parts) {
    const gap = start - end
    let silence = gap > 0 && gap <= SILENCE_SECONDS_MAX ? gap : 0
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.duration <= 0) continue
      if (silence > 0) await addSilence(add, track, packet, silence)
      silence = 0
      await add(packet.data, packet.duration)
    }
  }
  if (end === 0) await output.cancel()
  else await output.finalize()
  return end
}

async function addSilence(
  add: (data: Uint8Array, seconds: number) => Promise<void>,
  track: InputAudioTrack,
  next: EncodedPacket,
  seconds: number,
): Promise<void> {
  if (track.codec === 'mp3') {
    const frame = toSilentFrame(next.data)
    for (let left = Math.round(seconds / next.duration); left > 0; left--) await add(frame, next.duration)
    return
  }
  const silence = findSilence(track)
  if (silence === undefined) return
  const frames = Math.round(seconds * track.sampleRate)
  const perPacket = Math.round(WAVE_PACKET_SECONDS * track.sampleRate)
  for (let left = frames; left > 0; left -= perPacket) {
    const count = Math.min(left, perPacket)
    const data = new Uint8Array(count * silence.bytes * track.numberOfChannels).fill(silence.value)
    await add(data, count / track.sampleRate)
  }
}

/**
 * Frame of Layer III with the header of another one. Side information of zeros means no coefficients and no data in
 * earlier frames (ISO/IEC 11172-3, section 2.4.1.7). The bit for the checksum is set, because there is none.
 */
function toSilentFrame(frame: Uint8Array): Uint8Array {
  const silent = new Uint8Array(frame.length)
  silent.set(frame.subarray(0, 4))
  silent[1] = (silent[1] ?? 0) | 1
  return silent
}

/** Byte of silence, and bytes of a sample. Undefined for codecs that aren't known. */
function findSilence({ codec }: InputAudioTrack): { readonly value: number; readonly bytes: number } | undefined {
  const [bytes, value] = [ZERO_IS_SILENCE[codec ?? ''], COMPANDED[codec ?? '']]
  if (bytes !== undefined) return { value: 0, bytes }
  return value === undefined ? undefined : { value, bytes: 1 }
}
