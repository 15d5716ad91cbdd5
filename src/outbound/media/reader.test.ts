import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UnreadableMedia } from '../../core/media.ts'
import { AVI, MP3, MP4, OGG, SILENT_WEBM, WEBM } from '../../testing/media-samples.ts'
import { pdfOfText } from '../../testing/pdf.ts'
import { wave } from '../../testing/sound.ts'
import { createMediaReader } from './reader.ts'

let folder: string
const warnings: unknown[] = []
const log = { warn: (...told: unknown[]) => void warnings.push(told) }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reader without ffprobe. */
const bare = createMediaReader(log as never, { path: '' })
let files = 0
async function read(content: Buffer | string, options?: Parameters<typeof createMediaReader>[1]) {
  const path = join(folder, `file-${files++}`)
  await writeFile(path, content)
  return (options === undefined ? bare : createMediaReader(log as never, options)).read(path)
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: UnreadableMedia) => error.reason,
  )

const sound = { kind: 'audio', language: null, width: null, height: null }
const picture = { kind: 'video', language: null, sampleRate: null, channels: null, width: 16, height: 16 }

describe('does', () => {
  it('tells form, length and streams, by content', async () => {
    const [wav, stereo, mp3, ogg, webm, mp4, silent] = await Promise.all([
      read(wave({ seconds: 0.25 })),
      read(wave({ seconds: 1.5, rate: 44_100, channels: 2 })),
      read(MP3),
      read(OGG),
      read(WEBM),
      read(MP4),
      read(SILENT_WEBM),
    ])
    expect(wav).toEqual({
      contentType: 'audio/wav',
      duration: 0.25,
      streams: [{ ...sound, codec: 'pcm-s16', sampleRate: 16_000, channels: 1 }],
    })
    expect(stereo).toMatchObject({ duration: 1.5, streams: [{ sampleRate: 44_100, channels: 2 }] })
    expect(mp3).toMatchObject({ contentType: 'audio/mpeg', duration: 0.504, streams: [{ codec: 'mp3' }] })
    expect(ogg).toMatchObject({ contentType: 'audio/ogg', duration: 0.3, streams: [{ codec: 'opus' }] })
    expect(webm).toEqual({
      contentType: 'video/webm',
      duration: 0.407,
      streams: [
        { ...picture, codec: 'vp8' },
        { ...sound, codec: 'opus', sampleRate: 48_000, channels: 1 },
      ],
    })
    expect(mp4).toMatchObject({
      contentType: 'video/mp4',
      streams: [{ kind: 'video' }, { codec: 'aac', language: 'deu' }],
    })
    expect(silent).toMatchObject({ duration: 0.4, streams: [picture] })
  })

  it('has ffprobe read what it cannot read itself, where this machine has it, and by one reader alone', async () => {
    const printed = {
      streams: [
        { codec_name: 'mpeg4', codec_type: 'video', width: 32, height: 32 },
        { codec_name: 'mp3', codec_type: 'audio', sample_rate: '44100', channels: 1, tags: { language: 'deu' } },
        { codec_type: 'data' },
      ],
      format: { duration: '2.200000' },
    }
    const path = await programs('ffprobe', `echo "$@" > "$(dirname "$0")/asked"; echo '${JSON.stringify(printed)}'`)
    expect(await read(AVI, { path })).toEqual({
      contentType: 'video/x-msvideo',
      duration: 2.2,
      streams: [
        { ...picture, codec: 'mpeg4', width: 32, height: 32 },
        { ...sound, codec: 'mp3', language: 'deu', sampleRate: 44_100, channels: 1 },
      ],
    })
    expect(await readFile(join(path, 'asked'), 'utf8')).toContain('-protocol_whitelist file -f avi ')
  })
})

describe('refuses', () => {
  it('what is no media, whatever it begins like', async () => {
    const contents = [
      'no media',
      '',
      pdfOfText(['Prices']),
      '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
      'ffconcat version 1.0\nfile /etc/passwd\n',
      // A picture, and files that end after their headers.
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      MP4.subarray(0, 40),
      WEBM.subarray(0, 60),
    ]
    const reasons = await Promise.all(contents.map((content) => reasonOf(read(content))))
    expect(reasons).toEqual(contents.map(() => 'not_media'))
  })

  it('what it cannot read without ffprobe, or what ffprobe cannot', async () => {
    expect(await reasonOf(read(AVI))).toBe('unknown_form')
    expect(await reasonOf(read(AVI, { path: await programs('ffprobe', 'exit 1') }))).toBe('not_media')
    expect(await reasonOf(read(AVI, { path: await programs('ffprobe', "echo 'no JSON'") }))).toBe('not_media')
  })

  it('what takes too long, and says so in the log without a word of the file', async () => {
    const bounds = { milliseconds: 1, heapMegabytes: 64, bufferMegabytes: 64 }
    expect(await reasonOf(read(MP4, { bounds, path: '' }))).toBe('too_complex')
    expect(warnings).toEqual([[{ fault: 'time' }, 'a media file could not be read']])
  })

  it('any file that was changed by chance in no other way than these', async () => {
    const changed = Array.from({ length: 4 }, (_, i) => {
      const copy = Buffer.from(i % 2 === 0 ? MP4 : WEBM)
      for (let n = 0; n < 8; n++) copy[(i * 7_919 + n * 104_729) % copy.length] = (i * 31 + n * 17) % 256
      return copy
    })
    for (const outcome of await Promise.allSettled(changed.map((content) => read(content)))) {
      if (outcome.status === 'rejected') expect(outcome.reason.name).toBe('UnreadableMedia')
    }
  })
})

/** Creates a folder with one program. */
async function programs(name: string, script: string): Promise<string> {
  const path = join(folder, `programs-${files++}`)
  await mkdir(path)
  await writeFile(join(path, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
  await chmod(join(path, name), 0o700)
  return path
}
