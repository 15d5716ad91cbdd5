/** Joins takes of a browser recording, or parts of a call, in a thread that can be terminated at any time. Complete packets are copied. */
import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { EncodedPacket, Input, InputAudioTrack } from 'mediabunny'
import type { RecordingPart } from '../../core/media.ts'
import { bareConfig } from './config.ts'
import { type JoinReply, joinParts } from './join-parts.ts'
import { findWebmEnd } from './trim-webm.ts'

export type JoinTask = {
  readonly target: string
} & (
  | {
      /** Paths of WebM files, in order. */
      readonly takes: readonly string[]
    }
  /** MP3 or WAV files of one call. */
  | { readonly parts: readonly RecordingPart[] }
)

/** Duration of an Opus packet of browsers in seconds, for the last packet of a take, whose duration isn't known. */
const PACKET_SECONDS = 0.02

type Library = typeof import('mediabunny')

async function joinTakes(takes: readonly string[], target: string): Promise<JoinReply> {
  const library = await import('mediabunny')
  for (const path of takes) await trim(path)
  const inputs = takes.map(
    (path) =>
      new library.Input({
        source: new library.FilePathSource(path),
        formats: [library.WEBM, library.MATROSKA],
      }),
  )
  try {
    const tracks: InputAudioTrack[] = []
    for (const input of inputs) {
      const track = await findOpus(input)
      if (track !== undefined) tracks.push(track)
    }
    const widest = tracks.toSorted((a, b) => b.numberOfChannels - a.numberOfChannels)[0]
    if (widest === undefined) return { nothing: true }
    const duration = await copyPackets(library, tracks, widest, target)
    return duration > 0 ? { duration: Math.round(duration * 1_000) / 1_000 } : { nothing: true }
  } finally {
    for (const input of inputs) input.dispose()
  }
}

/** Removes an incomplete element from the end of a take. */
async function trim(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const end = await findWebmEnd(file, size)
    if (end < size) await file.truncate(end)
  } finally {
    await file.close()
  }
}

/** The sound of a take. Undefined if the browser ended before it wrote the header, or for another codec. */
async function findOpus(input: Input): Promise<InputAudioTrack | undefined> {
  try {
    if (!(await input.canRead())) return undefined
    const track = await input.getPrimaryAudioTrack()
    return track?.codec === 'opus' ? track : undefined
  } catch {
    return undefined
  }
}

/** @returns seconds of all packets */
async function copyPackets(
  { EncodedAudioPacketSource, EncodedPacket, EncodedPacketSink, FilePathTarget, Output, WebMOutputFormat }: Library,
  tracks: readonly InputAudioTrack[],
  widest: InputAudioTrack,
  target: string,
): Promise<number> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(target) })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  const decoderConfig = bareConfig('opus', await widest.getDecoderConfig())
  await output.start()
  let end = 0
  for (const track of tracks) {
    const begin = end
    let first: number | undefined
    let last = begin
    for await (const packet of readable(new EncodedPacketSink(track).packets())) {
      first ??= packet.timestamp
      // Timestamps of live files can go back by rounding, which writers refuse.
      const at = Math.max(last, begin + packet.timestamp - first)
      last = at
      const duration = packet.duration > 0 ? packet.duration : PACKET_SECONDS
      await source.add(new EncodedPacket(packet.data, packet.type, at, duration), { decoderConfig })
      end = Math.max(end, at + duration)
    }
  }
  if (end === 0) await output.cancel()
  else await output.finalize()
  return end
}

/** Packets up to the first that isn't valid. @throws Error of the disk, because the parts are deleted after a success */
async function* readable(packets: AsyncIterator<EncodedPacket>): AsyncGenerator<EncodedPacket> {
  for (;;) {
    const next = await packets.next().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined) throw error
      return undefined
    })
    if (next === undefined || next.done === true) return
    yield next.value
  }
}

const join = (task: JoinTask): Promise<JoinReply> =>
  'takes' in task ? joinTakes(task.takes, task.target) : joinParts(task.parts, task.target)

parentPort?.on('message', async (task: JoinTask) => parentPort?.postMessage(await join(task)))
