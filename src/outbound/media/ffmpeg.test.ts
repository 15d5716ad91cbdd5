import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recording } from '../../core/transcriber.ts'
import { wave } from '../../testing/sound.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { readSamples } from './wave.ts'

let folder: string
let recording: Recording
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const path = join(folder, 'sound')
  const content = wave({ seconds: 3, rate: 44_100, channels: 2 })
  await writeFile(path, content)
  recording = { path, contentType: 'audio/wav', size: content.length, hasVideo: false, duration: 3 }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal

let made = 0
/** Creates a folder with a fake ffmpeg that runs the script. */
async function standIn(script: string): Promise<string> {
  const path = join(folder, `programs-${made++}`)
  await mkdir(path)
  await writeFile(join(path, 'ffmpeg'), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
  await chmod(join(path, 'ffmpeg'), 0o700)
  return path
}
const into = async () => {
  const path = join(folder, `into-${made++}`)
  await mkdir(path)
  return path
}

describe('does', () => {
  it('is told the reader by name, opens nothing but files, and sees no setting of ours', async () => {
    const path = await standIn('echo "$@" > "$(dirname "$0")/asked"; env > "$(dirname "$0")/env"')
    const ffmpeg = await findFfmpeg(path)
    await ffmpeg?.toWave({ ...recording, contentType: 'video/mp4' }, await into(), never)
    expect(await readFile(join(path, 'asked'), 'utf8')).toContain(
      '-nostdin -v error -protocol_whitelist file -f mov -i ',
    )
    const seen = (await readFile(join(path, 'env'), 'utf8')).split('\n').map((line) => line.split('=')[0])
    expect(seen.filter((name) => !['PATH', 'PWD', 'SHLVL', '_', 'OLDPWD', ''].includes(name ?? ''))).toEqual([])
  })

  it('tells where each piece begins, as ffmpeg says', async () => {
    const list = 'piece-0000.ogg,0.000000,90.010000\\npiece-0001.ogg,90.010000,95.000000\\n'
    const script = `for last; do :; done; printf '${list}' > "$(dirname "$last")/pieces.csv"`
    const target = await into()
    expect(await (await findFfmpeg(await standIn(script)))?.compress(recording, target, 90, never)).toEqual([
      { path: join(target, 'piece-0000.ogg'), offset: 0 },
      { path: join(target, 'piece-0001.ogg'), offset: 90.01 },
    ])
  })

  it('is not there on a machine without it', async () => {
    expect(await findFfmpeg(await into())).toBeUndefined()
    expect(await findFfmpeg('')).toBeUndefined()
    expect(await findFfmpeg('.:bin')).toBeUndefined()
  })
})

describe('refuses', () => {
  it('what ffmpeg cannot read, and a form that has no reader', async () => {
    const ffmpeg = await findFfmpeg(await standIn('exit 1'))
    await expect(ffmpeg?.toWave(recording, await into(), never)).rejects.toMatchObject({ kind: 'form' })
    const odd = { ...recording, contentType: 'application/x-hls' }
    await expect(ffmpeg?.toWave(odd, await into(), never)).rejects.toMatchObject({ kind: 'form' })
  })

  it('to go on for who has gone', async () => {
    const ffmpeg = await findFfmpeg(await standIn('exec sleep 20'))
    const ended = new AbortController()
    const asked = ffmpeg?.toWave(recording, await into(), ended.signal)
    setTimeout(() => ended.abort(new Error('The process ends.')), 100)
    await expect(asked).rejects.toThrow('The process ends.')
  })
})

const real = await findFfmpeg()
describe.skipIf(real === undefined)('the ffmpeg of this machine', () => {
  it('gives the samples that models take', async () => {
    const path = await real?.toWave(recording, await into(), never)
    const samples = await Array.fromAsync(readSamples(path ?? ''))
    expect(samples.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(48_000, -2)
  })

  it('makes it small, in pieces one where the last one ended', async () => {
    const pieces = (await real?.compress(recording, await into(), 1, never)) ?? []
    expect(pieces.length).toBeGreaterThanOrEqual(3)
    expect(pieces[1]?.offset).toBeCloseTo(1, 1)
    const sizes = await Promise.all(pieces.map(async ({ path }) => (await stat(path)).size))
    expect(Math.max(...sizes)).toBeLessThan(recording.size / 10)
  })
})
