import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UnreadableMedia } from '../../core/media.ts'
import { createMediaReader } from './reader.ts'

/** Duration of a packet, as browsers record. */
const PACKET = 0.02
const reader = createMediaReader({ warn: () => undefined })

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-join-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const newPath = () => join(folder, `file-${files++}`)

/** A live file, as `MediaRecorder` writes it: without a duration, without an index, with clusters of a second. */
async function recordTake(seconds: number, given: { channels?: number; from?: number; cut?: number } = {}) {
  const { channels = 1, from = 0, cut = 0 } = given
  const target = new BufferTarget()
  const format = new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 1 })
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: channels }
  for (let n = 0; n < Math.round(seconds / PACKET); n++) {
    // A CELT frame of 20 ms (RFC 6716, section 3.1), with its number as content.
    const data = Uint8Array.of(0xf8, from + n, (from + n) >> 8, ...new Array(40).fill(n))
    await source.add(new EncodedPacket(data, 'key', n * PACKET, PACKET), { decoderConfig })
  }
  await output.finalize()
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer())
  const path = newPath()
  await writeFile(path, bytes.subarray(0, bytes.length - cut))
  return path
}

async function packetsOf(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('The file has no sound.')
  const packets: { number: number; at: number }[] = []
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    packets.push({ number: (data[1] ?? 0) + 256 * (data[2] ?? 0), at: Math.round(timestamp * 1_000) })
  input.dispose()
  return packets
}

async function joinTakes(...takes: readonly string[]) {
  const path = newPath()
  const { duration } = await reader.join(takes, path)
  return { path, duration }
}

describe('takes of a recording', () => {
  it('become one file with all packets, a duration and an index', async () => {
    const { path, duration } = await joinTakes(await recordTake(2), await recordTake(3, { from: 100 }))
    expect(duration).toBeCloseTo(5, 1)
    const packets = await packetsOf(path)
    expect(packets.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_, n) => n))
    expect(packets.map(({ at }) => at)).toEqual(Array.from({ length: 250 }, (_, n) => n * 20))
    const facts = await reader.read(path)
    expect(facts).toMatchObject({ contentType: 'audio/webm', streams: [{ codec: 'opus', channels: 1 }] })
    expect(facts.duration).toBeGreaterThan(4.9)
  })

  it('have the largest number of channels', async () => {
    const { path } = await joinTakes(await recordTake(1), await recordTake(1, { channels: 2 }), await recordTake(1))
    expect((await reader.read(path)).streams).toMatchObject([{ channels: 2 }])
  })

  it('are used as far as they are complete', async () => {
    // The index and some blocks are missing, the last one in the middle.
    const broken = await recordTake(20, { cut: 1_000 })
    const { path, duration } = await joinTakes(broken, await recordTake(1, { from: 2_000 }))
    const numbers = (await packetsOf(path)).map(({ number }) => number)
    const kept = numbers.length - 50
    expect([kept > 970, kept < 1_000]).toEqual([true, true])
    expect(numbers).toEqual([
      ...Array.from({ length: kept }, (_, n) => n),
      ...Array.from({ length: 50 }, (_, n) => 2_000 + n),
    ])
    expect(duration).toBeCloseTo(numbers.length * PACKET, 2)
  })

  it('without sound are left out, and are refused if none has sound', async () => {
    const take = await recordTake(1)
    const [garbage, empty, header] = [newPath(), newPath(), newPath()]
    await writeFile(garbage, 'This is no recording.')
    await writeFile(empty, '')
    await writeFile(header, (await readFile(take)).subarray(0, 60))
    const { duration } = await joinTakes(garbage, empty, take)
    expect(duration).toBeCloseTo(1, 1)
    const target = newPath()
    for (const takes of [[garbage], [empty], [header], [garbage, empty]]) {
      const reason = await reader.join(takes, target).catch((error: UnreadableMedia) => error.reason)
      expect([takes.length, reason]).toEqual([takes.length, 'not_media'])
    }
    await expect(stat(target)).rejects.toThrow('ENOENT')
  })
})
