/** Listens to the recordings of the demo in the real browser: they decode, play, and sound where their words are. */
import { readFile } from 'node:fs/promises'
import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TALKS } from '../src/demo/calls.ts'
import { recordingFile } from '../src/demo/recordings.ts'
import { renderTranscript } from '../src/demo/render-transcript.ts'
import { PUBLIC_URL } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { browserProgram } from '../src/testing/real-browser.ts'
import { putMedia } from '../src/testing/recordings-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { browserAt, openWindow, type Window } from './pages-look.ts'

/** Root mean square of the samples, out of 1. Speech has about 0.1. */
const SOUND = 0.02
const SILENCE = 0.005
/** Seconds at both ends of a pause in which the codec may spread a sound. */
const EDGE = 0.05

const spoken = TALKS.filter(({ sound }) => sound)
let world: World
let chromium: Chromium
let bob: Window

/** Decodes the recording in the browser, and measures the loudness of each interval. */
const MEASURE = `async ({ base64, spans }) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const context = new OfflineAudioContext(1, 1, 16000)
  const decoded = await context.decodeAudioData(bytes.buffer)
  const samples = decoded.getChannelData(0)
  const loudness = spans.map(([start, end]) => {
    const part = samples.subarray(Math.round(start * 16000), Math.round(end * 16000))
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  })
  return { duration: decoded.duration, channels: decoded.numberOfChannels, loudness }
}`

interface Measured {
  readonly duration: number
  readonly channels: number
  readonly loudness: readonly number[]
}

describe.skipIf(browserProgram === undefined)('the recordings of the demo', () => {
  beforeAll(async () => {
    world = await createWorld()
    chromium = await browserAt(world.app)
    bob = await openWindow(chromium, await signedIn(world.app, world.acme, world.bob.userId))
  }, 240_000)
  afterAll(() => chromium?.close())

  it.each(spoken.map(({ id }) => id))('%s: each turn sounds, and pauses are silent', async (id) => {
    const talk = spoken.find((one) => one.id === id) as (typeof spoken)[number]
    const { turns = [] } = await renderTranscript(talk)
    const turnSpans = turns.map(
      ({ words }) => [words[0]?.startTimestamp ?? 0, words.at(-1)?.endTimestamp ?? 0] as const,
    )
    const pauseSpans = turnSpans.map(
      ([start], index) => [(turnSpans[index - 1]?.[1] ?? 0) + EDGE, start - EDGE] as const,
    )
    const base64 = (await readFile(recordingFile(id))).toString('base64')
    const measure = async (spans: readonly (readonly [number, number])[]) =>
      bob.page.evaluate<Measured>(`(${MEASURE})(${JSON.stringify({ base64, spans })})`)
    const { duration, channels, loudness } = await measure(turnSpans)
    expect(channels).toBe(1)
    expect(Math.abs(duration - (turnSpans.at(-1)?.[1] ?? 0))).toBeLessThan(1)
    expect(Math.min(...loudness)).toBeGreaterThan(SOUND)
    expect(Math.max(...(await measure(pauseSpans)).loudness)).toBeLessThan(SILENCE)
  })

  it('play on the page of a call, which marks the spoken line', async () => {
    const talk = spoken.find(({ id }) => id === 'pellwater-3-decision') as (typeof spoken)[number]
    const { turns = [], transcript } = await renderTranscript(talk)
    const id = await importFor(world, { conversationTitle: talk.title, transcript })
    await putMedia(world, world.org, id, await readFile(recordingFile(talk.id)))
    await world.app.drain(world.acme)
    const { page } = bob
    await page.goto(`${PUBLIC_URL}/conversations/${id}`)
    const media = <Value>(expression: string) => page.evaluate<Value>(`document.querySelector('#media').${expression}`)
    await media('muted = true')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => media<number>('currentTime')).toBeGreaterThan(1)
    // A sentence late in the call, in its middle.
    const words = turns[28]?.words ?? []
    const [start, end] = [words[0]?.startTimestamp ?? 0, words.at(-1)?.endTimestamp ?? 0]
    await media('pause()')
    await media(`currentTime = ${(start + end) / 2}`)
    const line = page.locator('.conversation-spoken')
    await expect.poll(() => line.textContent()).toContain('the warehouse project had been talking to them')
    expect(await media<number>('currentTime')).toBeCloseTo((start + end) / 2, 1)
    expect(await media<string | null>('error?.message ?? null')).toBeNull()
    expect(bob.faults()).toEqual([])
  })
})
