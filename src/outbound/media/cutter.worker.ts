/**
 * Cuts parts out of media files without re-encoding: complete packets are copied to a new file. The thread can be
 * terminated at any time. It requests the ranges that it reads, so it needs no copy of the file.
 */
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { EncodedPacket, Input, InputAudioTrack, InputVideoTrack, Output, OutputFormat } from 'mediabunny'
import type { MediaType } from '../../core/media.ts'
import { digestFile } from '../files/digest-file.ts'
import { bareConfig } from './config.ts'

export interface CutTask {
  /** Responds to `{first, last}` with the bytes, or with undefined if they can't be read. */
  readonly bytes: MessagePort
  readonly size: number
  /** Seconds from the start of the recording. */
  readonly from: number
  readonly to: number
  readonly withPicture: boolean
  /** Path of the output file. */
  readonly target: string
  readonly max: number
}

export type CutterReply =
  | {
      readonly contentType: MediaType
      /** Time of the first packet in seconds of the recording. */
      readonly begins: number
      /** Displayed size in pixels; undefined for audio. */
      readonly picture: { readonly width: number; readonly height: number } | undefined
      readonly size: number
      readonly sha256: string
    }
  /** The format or codec can't be read or written. */
  | { readonly unreadable: true }
  | { readonly tooLarge: true }
  /** The part contains no complete packet. */
  | { readonly nothing: true }
  /** The file can't be read from the store. */
  | { readonly away: true }

/** Tolerance for rounding errors in seconds, far below the duration of a sample. */
const EPSILON = 1e-6
/** Maximum time in seconds by which frames displayed before a key frame are sent after it. */
const REORDERED_SECONDS = 2

/** Maximum overhead of a packet in the file, in bytes. */
const PACKET_BYTES = 32

type Library = typeof import('mediabunny')
interface ContainerForm {
  readonly make: (library: Library) => OutputFormat
  readonly audioType: MediaType
  readonly audio: readonly string[]
  /** Video codecs. Undefined for containers without video. */
  readonly video?: readonly string[]
  readonly videoType?: MediaType
}

/** Codecs that browsers play, by container. */
const MP4: ContainerForm = {
  make: ({ Mp4OutputFormat }) => new Mp4OutputFormat({ fastStart: false }),
  ...{ audioType: 'audio/mp4', audio: ['aac', 'mp3', 'opus', 'flac'] },
  ...{ videoType: 'video/mp4', video: ['avc', 'hevc', 'av1', 'vp9'] },
}
const WEBM: ContainerForm = {
  make: ({ WebMOutputFormat }) => new WebMOutputFormat(),
  ...{ audioType: 'audio/webm', audio: ['opus', 'vorbis'] },
  ...{ videoType: 'video/webm', video: ['vp8', 'vp9', 'av1'] },
}
const WAVE: ContainerForm = {
  make: ({ WavOutputFormat }) => new WavOutputFormat(),
  audioType: 'audio/wav',
  audio: ['pcm-u8', 'pcm-s16', 'pcm-s24', 'pcm-s32', 'pcm-f32', 'ulaw', 'alaw'],
}
/**
 * Containers by the library's name of the input format. FLAC is written to MP4, because FLAC frames are numbered from
 * the start of the file.
 */
const OWN: Readonly<Record<string, ContainerForm>> = {
  Matroska: WEBM,
  WebM: WEBM,
  WAVE,
  MP3: { make: ({ Mp3OutputFormat }) => new Mp3OutputFormat(), audioType: 'audio/mpeg', audio: ['mp3'] },
  Ogg: { make: ({ OggOutputFormat }) => new OggOutputFormat(), audioType: 'audio/ogg', audio: ['opus', 'vorbis'] },
  ADTS: { make: ({ AdtsOutputFormat }) => new AdtsOutputFormat(), audioType: 'audio/aac', audio: ['aac'] },
}

interface Tracks {
  readonly audio: InputAudioTrack | null
  readonly video: InputVideoTrack | null
}

async function cut(task: CutTask): Promise<CutterReply> {
  const library = await import('mediabunny')
  const { ALL_FORMATS, CustomSource, HLS, Input } = library
  const from = bytesFrom(task.bytes)
  const source = new CustomSource({
    getSize: () => task.size,
    read: (start, end) => from.read(start, end - 1),
    // Each read is a message, and can be a request to an object store.
    prefetchProfile: 'network',
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: ALL_FORMATS.filter((format) => format !== HLS) })
  try {
    const told = await copyTracks(library, input, task)
    return from.isAway() ? { away: true } : told
  } catch {
    return from.isAway() ? { away: true } : { unreadable: true }
  } finally {
    input.dispose()
  }
}

async function copyTracks(library: Library, input: Input, task: CutTask): Promise<CutterReply> {
  if (!(await input.canRead())) return { unreadable: true }
  const all = (await input.getTracks()).filter((track) => track.isAudioTrack() || track.isVideoTrack())
  const starts = await Promise.all(all.map((track) => track.getFirstTimestamp()))
  // The first timestamp can have any value. Players show the start as 0.
  const base = Math.max(0, Math.min(...starts))
  const [from, to] = [base + task.from, base + task.to]
  const audio = await input.getPrimaryAudioTrack()
  const video = task.withPicture ? await input.getPrimaryVideoTrack() : null
  const chosen = formFor((await input.getFormat()).name, { audio, video })
  if (chosen === undefined) return { unreadable: true }
  const picture = chosen.video === null ? null : await pictureWithin(library, chosen.video, from, to)
  const sound = chosen.audio === null ? null : await soundWithin(library, chosen.audio, from, to)
  if (sound === null && (picture === null || audio !== null)) return { nothing: true }
  const begins = Math.min(sound?.first.timestamp ?? Infinity, picture?.first.timestamp ?? Infinity)
  fixChance()
  const output = new library.Output({
    format: chosen.form.make(library),
    target: new library.FilePathTarget(task.target),
  })
  const isWhole = await writePackets(library, output, { sound, picture }, begins, task.max)
  if (!isWhole) {
    await output.cancel()
    return { tooLarge: true }
  }
  const { form } = chosen
  const shown = picture?.track
  return {
    contentType: shown === undefined ? form.audioType : (form.videoType ?? form.audioType),
    begins: begins - base,
    picture: shown && { width: shown.displayWidth, height: shown.displayHeight },
    ...(await digestFile(task.target)),
  }
}

/** Container for the tracks, with video if possible; audio takes precedence. Undefined if no container fits. */
function formFor(name: string, { audio, video }: Tracks): (Tracks & { form: ContainerForm }) | undefined {
  const forms = [...(OWN[name] === undefined ? [] : [OWN[name]]), MP4, WEBM, WAVE]
  const supportsCodec = (codec: string | null, codecs: readonly string[] | undefined) =>
    codec !== null && codecs?.includes(codec) === true
  const isHeard = (form: ContainerForm) => audio === null || supportsCodec(audio.codec, form.audio)
  const both = video && forms.find((form) => isHeard(form) && supportsCodec(video.codec, form.video))
  if (both) return { audio, video, form: both }
  const form = audio && forms.find(isHeard)
  return form ? { audio, video: null, form } : undefined
}

interface TrackPackets<Track> {
  readonly track: Track
  readonly first: EncodedPacket
  readonly packets: AsyncGenerator<EncodedPacket>
}

const getPacketEnd = ({ timestamp, duration }: EncodedPacket) => timestamp + duration

/** Audio packets from the first that starts in the part to the last that ends in it. */
async function soundWithin(
  { EncodedPacketSink }: Library,
  track: InputAudioTrack,
  from: number,
  to: number,
): Promise<TrackPackets<InputAudioTrack> | null> {
  const sink = new EncodedPacketSink(track)
  let first = (await sink.getPacket(from)) ?? (await sink.getFirstPacket())
  while (first !== null && first.timestamp < from - EPSILON) first = await sink.getNextPacket(first)
  if (first === null || getPacketEnd(first) > to + EPSILON) return null
  const begin = first
  async function* packets() {
    for await (const packet of sink.packets(begin)) {
      if (getPacketEnd(packet) > to + EPSILON) return
      yield packet
    }
  }
  return { track, first, packets: packets() }
}

/**
 * Video packets from the first key frame in the part, without frames that are displayed before it, because they depend
 * on missing frames. Packets are in decoding order and end at the first that ends after the part, so that their
 * references are complete.
 */
async function pictureWithin(
  { EncodedPacketSink }: Library,
  track: InputVideoTrack,
  from: number,
  to: number,
): Promise<TrackPackets<InputVideoTrack> | null> {
  const sink = new EncodedPacketSink(track)
  const before = (await sink.getKeyPacket(from)) ?? (await sink.getFirstPacket())
  if (before === null) return null
  let first: EncodedPacket | undefined
  for await (const packet of sink.packets(before, undefined, { metadataOnly: true })) {
    if (packet.timestamp > to + REORDERED_SECONDS) break
    if (packet.timestamp < from - EPSILON || packet.type !== 'key' || getPacketEnd(packet) > to + EPSILON) continue
    // Key frame flags in files are sometimes wrong.
    const found = await sink.getKeyPacket(packet.timestamp, { verifyKeyPackets: true })
    if (found?.sequenceNumber === packet.sequenceNumber) {
      first = found
      break
    }
  }
  if (first === undefined) return null
  const begin = first
  async function* packets() {
    for await (const packet of sink.packets(begin)) {
      if (getPacketEnd(packet) > to + EPSILON) return
      if (packet.timestamp >= begin.timestamp - EPSILON) yield packet
    }
  }
  return { track, first, packets: packets() }
}

/** @returns false if the file would exceed its maximum size */
async function writePackets(
  { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource }: Library,
  output: Output,
  { sound, picture }: { sound: TrackPackets<InputAudioTrack> | null; picture: TrackPackets<InputVideoTrack> | null },
  begins: number,
  max: number,
): Promise<boolean> {
  const lanes: { packets: AsyncGenerator<EncodedPacket>; add: (packet: EncodedPacket) => Promise<void> }[] = []
  if (sound !== null && sound.track.codec !== null) {
    const source = new EncodedAudioPacketSource(sound.track.codec)
    output.addAudioTrack(source)
    const decoderConfig = bareConfig(sound.track.codec, await sound.track.getDecoderConfig())
    lanes.push({ packets: sound.packets, add: (packet) => source.add(packet, { decoderConfig }) })
  }
  if (picture !== null && picture.track.codec !== null) {
    const source = new EncodedVideoPacketSource(picture.track.codec)
    output.addVideoTrack(source, { rotation: picture.track.rotation })
    const decoderConfig = (await picture.track.getDecoderConfig()) ?? undefined
    lanes.push({ packets: picture.packets, add: (packet) => source.add(packet, { decoderConfig }) })
  }
  await output.start()
  // Writes the earliest packet of all tracks next, so that the tracks are interleaved.
  const upcoming = await Promise.all(lanes.map(({ packets }) => packets.next()))
  let bytes = 0
  for (;;) {
    let at = -1
    for (const [index, { done, value }] of upcoming.entries()) {
      const other = upcoming[at]?.value
      if (done !== true && (!other || value.timestamp < other.timestamp)) at = index
    }
    const [lane, packet] = [lanes[at], upcoming[at]?.value]
    if (lane === undefined || !packet) break
    bytes += packet.data.byteLength + PACKET_BYTES
    if (bytes > max) return false
    // A new packet, without side data of the original.
    await lane.add(new EncodedPacket(packet.data, packet.type, packet.timestamp - begins, packet.duration))
    upcoming[at] = await lane.packets.next()
  }
  await output.finalize()
  return true
}

/**
 * Makes the output deterministic: the same part of the same file always has the same bytes, so that range requests to
 * different cuts fit together. Values that writers take from the clock and from random numbers are fixed.
 */
function fixChance(): void {
  let next = 0
  Date.now = () => 0
  Math.random = () => (++next % 65_536) / 65_536
}

/** Reads ranges one after the other, in order. `isAway`: a read failed, which the library may not report. */
function bytesFrom(port: MessagePort) {
  let isAway = false
  const waiting: ((bytes: Uint8Array | undefined) => void)[] = []
  port.on('message', (bytes: Uint8Array | undefined) => waiting.shift()?.(bytes))
  const read = (first: number, last: number): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      waiting.push((bytes) => {
        isAway ||= bytes === undefined
        if (bytes === undefined) reject(new Error("The file can't be read."))
        else resolve(bytes)
      })
      port.postMessage({ first, last })
    })
  return { read, isAway: () => isAway }
}

parentPort?.on('message', async (task: CutTask) => {
  const told = await cut(task)
  task.bytes.close()
  parentPort?.postMessage(told)
})
