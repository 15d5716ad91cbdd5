import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, asyncProperty, double, record } from 'fast-check'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteRange } from '../../core/files.ts'
import { AVI, MP3, MP4, OGG, SILENT_WEBM, WEBM } from '../../testing/media-samples.ts'
import { AAC, FLAC, MOVING_MATROSKA, MOVING_MP4, VORBIS_WEBM } from '../../testing/media-to-cut.ts'
import { wave } from '../../testing/sound.ts'
import { createMediaCutter } from './cutter.ts'

let folder: string
const warnings: unknown[] = []
const log = { warn: (...told: unknown[]) => void warnings.push(told) }
/** Reads ranges, like a file store. */
const files = {
  async get(name: string, range?: ByteRange) {
    const part = range === undefined ? {} : { start: range.first, end: range.last }
    return name.endsWith('gone') ? undefined : { size: 0, body: createReadStream(name, part) }
  },
}
/** Cutter without ffmpeg. */
const bare = createMediaCutter(files, log as never, { path: '' })

const SAMPLES = {
  ...{ wave: wave({ seconds: 1, rate: 8_000 }), mp3: MP3, aac: AAC, ogg: OGG, flac: FLAC, webm: WEBM, mp4: MP4 },
  ...{ vorbis: VORBIS_WEBM, matroska: MOVING_MATROSKA, moving: MOVING_MP4, silent: SILENT_WEBM },
}
const NAMES = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]
const originals = new Map<string, Recorded>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  for (const name of NAMES) {
    await writeFile(join(folder, name), SAMPLES[name])
    originals.set(name, await recordedIn(join(folder, name)))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Packet {
  readonly at: number
  readonly end: number
  readonly data: string
  readonly type: string
}
interface Recorded {
  readonly base: number
  readonly tags: object
  readonly tracks: readonly { readonly type: string; readonly codec: string | null; readonly packets: Packet[] }[]
}

async function recordedIn(path: string): Promise<Recorded> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const tracks = await Promise.all(
    // Tracks with unknown codecs are ignored.
    (await input.getTracks())
      .filter(({ codec }) => codec !== null)
      .map(async (track) => {
        const packets: Packet[] = []
        for await (const { timestamp: at, duration, data, type } of new EncodedPacketSink(track).packets()) {
          packets.push({ at, end: at + duration, data: Buffer.from(data).toString('base64'), type })
        }
        return { type: track.type, codec: track.codec, packets }
      }),
  )
  const tags = { ...(await input.getMetadataTags()), raw: {} }
  const base = Math.max(0, Math.min(...tracks.flatMap(({ packets }) => packets.slice(0, 1).map(({ at }) => at))))
  input.dispose()
  return { base, tags, tracks }
}

let count = 0
async function cut(name: string, from: number, to: number, by = bare, max = 1_000_000) {
  const path = join(folder, `part-${count++}`)
  const { length: size } = await readFile(join(folder, name)).catch(() => Buffer.alloc(1_000))
  const contentType = name === 'avi' ? 'video/x-msvideo' : 'audio/wav'
  const whole = { name: join(folder, name), size, contentType }
  const told = await by(whole, { from, to }, { path, max }, new AbortController().signal)
  return { told, path }
}

/** Matroska stores times in milliseconds, and Ogg omits the pre-skip of Opus. */
const closeOf = (name: string) => (name === 'ogg' ? 0.007 : 0.0015)

const part = record({
  from: double({ min: 0, max: 1.7, noNaN: true }),
  length: double({ min: 0.001, max: 1.7, noNaN: true }),
})

describe('does', () => {
  it.each(NAMES)('a part of %s that holds packets of within, all of them, and of nothing else', async (name) => {
    const { base, tracks } = originals.get(name) as Recorded
    const sound = tracks.find(({ type }) => type === 'audio')?.packets ?? []
    const picture = tracks.find(({ type }) => type === 'video')?.packets ?? []
    await assert(
      asyncProperty(part, async ({ from, length }) => {
        const [first, behind] = [base + from, base + from + length]
        const isWithin = ({ at, end }: Packet) => at >= first - 1e-6 && end <= behind + 1e-6
        const heard = sound.filter(isWithin)
        const key = picture.findIndex((one) => one.type === 'key' && isWithin(one))
        const { told, path } = await cut(name, from, from + length)
        if (told === undefined) {
          expect(heard).toHaveLength(0)
          // Cuts with video only come from recordings without audio.
          if (sound.length === 0) expect(key).toBe(-1)
          return
        }
        // A single AAC frame isn't recognized.
        if (name === 'aac' && heard.length < 3) return
        const made = await recordedIn(path)
        const madeSound = made.tracks.find(({ type }) => type === 'audio')?.packets ?? []
        const madePicture = made.tracks.find(({ type }) => type === 'video')?.packets ?? []
        // Audio: the same packets in order, with the same times.
        expect(dataOf(name, madeSound)).toEqual(dataOf(name, heard))
        // Video: the packets that can be decoded without earlier ones.
        const shown = key === -1 ? [] : picture.slice(key)
        const cutAt = shown.findIndex(({ end }) => end > behind + 1e-6)
        const kept = shown.slice(0, cutAt === -1 ? undefined : cutAt).filter(({ at }) => at >= (shown[0]?.at ?? 0))
        expect(dataOf(name, madePicture)).toEqual(dataOf(name, kept))
        expect(told.picture).toEqual(kept.length === 0 ? undefined : { width: 16, height: 16 })
        const begins = told.begins + base
        expect(begins).toBeCloseTo(Math.min(...[...heard.slice(0, 1), ...kept.slice(0, 1)].map(({ at }) => at)), 5)
        for (const [mine, theirs] of [
          [madeSound, heard],
          [madePicture, kept],
        ] as const) {
          for (const [index, { at }] of mine.entries()) {
            expect(Math.abs(at + begins - (theirs[index]?.at ?? 0))).toBeLessThan(closeOf(name))
          }
        }
        await rm(path)
      }),
      { numRuns: 6, examples: [[{ from: 0, length: 1.7 }], [{ from: 0.4, length: 0.9 }]] },
    )
  })

  it('brings along no tag, and no time or digest of the whole', async () => {
    for (const name of NAMES) {
      const { path, told } = await cut(name, 0, 1.7)
      const made = await recordedIn(path)
      expect([name, made.tags]).toEqual([name, { raw: {} }])
      const bytes = await readFile(path)
      expect([name, bytes.includes('Secret'), bytes.length]).toEqual([name, false, told?.size])
    }
    const secrets = await Promise.all(
      ['moving', 'matroska', 'flac', 'vorbis'].map((name) => readFile(join(folder, name))),
    )
    expect(secrets.map((bytes) => bytes.includes('Secret'))).toEqual([true, true, true, true])
    // The digest of all samples follows the four words of the FLAC header.
    const digest = FLAC.subarray(26, 42)
    expect(digest.some((byte) => byte !== 0)).toBe(true)
    expect((await readFile((await cut('flac', 0, 1.7)).path)).includes(digest)).toBe(false)
  })

  it('cuts the same part alike each time, so that requests for its parts belong together', async () => {
    const another = createMediaCutter(files, log as never)
    for (const name of NAMES) {
      const [one, other] = [await cut(name, 0, 1), await cut(name, 0, 1, another)]
      expect([name, other.told]).toEqual([name, one.told])
    }
  })

  it('plays forms in what browsers play', async () => {
    const types = await Promise.all(NAMES.map(async (name) => [name, (await cut(name, 0, 1.7)).told?.contentType]))
    expect(Object.fromEntries(types)).toEqual({
      ...{ wave: 'audio/wav', mp3: 'audio/mpeg', aac: 'audio/aac', ogg: 'audio/ogg', flac: 'audio/mp4' },
      ...{ webm: 'video/webm', mp4: 'audio/mp4', vorbis: 'audio/webm', matroska: 'video/mp4', moving: 'video/mp4' },
      silent: 'video/webm',
    })
  })

  it('leaves the picture out where only the sound is small enough', async () => {
    const { told } = await cut('moving', 0, 1.7)
    const heard = await cut('moving', 0, 1.7, bare, (told?.size ?? 0) / 2)
    expect([told?.picture, heard.told?.picture]).toEqual([{ width: 16, height: 16 }, undefined])
    expect(heard.told?.contentType).toBe('audio/mp4')
    expect((await cut('moving', 0, 1.7, bare, 100)).told).toBeUndefined()
  })

  it('has ffmpeg make sound of what it cannot read, by one reader, of that part alone', async () => {
    await writeFile(join(folder, 'avi'), AVI)
    const path = await programs(
      'ffmpeg',
      `echo "$@" > "${folder}/asked"; for last; do true; done; printf sound > "$last"`,
    )
    const { told, path: made } = await cut('avi', 2, 5, createMediaCutter(files, log as never, { path }))
    expect(told).toMatchObject({ contentType: 'audio/mp4', begins: 2, picture: undefined, size: 5 })
    expect(await readFile(made, 'utf8')).toBe('sound')
    const asked = await readFile(join(folder, 'asked'), 'utf8')
    expect(asked).toMatch(/-protocol_whitelist file -ss 2 -f avi -i \S+\.whole -t 3 -map 0:a:0 /)
    expect((await readdir(folder)).filter((name) => name.endsWith('.whole'))).toEqual([])
  })
})

describe('refuses', () => {
  it('what is of a form that nothing here reads, is broken, or lies behind the end', async () => {
    await writeFile(join(folder, 'avi'), AVI)
    await writeFile(join(folder, 'broken'), MP4.subarray(0, 400))
    await writeFile(join(folder, 'list'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
    for (const name of ['avi', 'broken', 'list']) expect((await cut(name, 0, 1)).told).toBeUndefined()
    expect((await cut('wave', 5, 9)).told).toBeUndefined()
    const path = await programs('ffmpeg', 'exit 1')
    expect((await cut('avi', 0, 1, createMediaCutter(files, log as never, { path }))).told).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('what takes too long, and says so in the log; a store that is away is no answer', async () => {
    const bounds = { milliseconds: 1, heapMegabytes: 64, bufferMegabytes: 64 }
    expect(
      (await cut('moving', 0, 1, createMediaCutter(files, log as never, { bounds, path: '' }))).told,
    ).toBeUndefined()
    expect(warnings).toEqual([[{ fault: 'time' }, 'a part of a recording could not be cut out']])
    await expect(cut('gone', 0, 1)).rejects.toThrow("couldn't be read from the file store")
  })
})

/** Samples of WAV files are in packets of any length, so they are compared as one. */
const dataOf = (name: string, packets: readonly Packet[]) => {
  const data = packets.map((one) => one.data)
  return name === 'wave' ? Buffer.concat(data.map((one) => Buffer.from(one, 'base64'))).toString('base64') : data
}

/** Creates a folder with one program. */
async function programs(name: string, script: string): Promise<string> {
  const path = join(folder, `programs-${count++}`)
  await mkdir(path)
  await writeFile(join(path, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
  await chmod(join(path, name), 0o700)
  return path
}
