import { describe, expect, it } from 'vitest'
import { measureChannels } from './channel-levels.ts'
import type { StereoSamples } from './wave.ts'

const RATE = 8_000

/** Sound of a second: amplitudes of the speakers of both sides, in a tone of their own. */
type Second = readonly [left: number, right: number]

async function* soundOf(
  seconds: readonly Second[],
  mix: (left: number, right: number) => readonly [number, number],
): AsyncGenerator<StereoSamples> {
  for (const [index, [one, other]] of seconds.entries()) {
    const [left, right] = [new Float32Array(RATE), new Float32Array(RATE)]
    for (let i = 0; i < RATE; i++) {
      const at = index + i / RATE
      const [a, b] = mix(one * Math.sin(2_000 * at), other * Math.sin(3_100 * at))
      left[i] = a
      right[i] = b
    }
    // In parts whose length is no multiple of a step.
    for (let from = 0; from < RATE; from += 777)
      yield { rate: RATE, left: left.subarray(from, from + 777), right: right.subarray(from, from + 777) }
  }
}

const TALK: readonly Second[] = [
  ...([
    [0.3, 0],
    [0, 0.2],
    [0.3, 0],
    [0, 0],
    [0, 0.2],
    [0.1, 0.1],
  ] as const),
]
const measure = (seconds: readonly Second[], mix: (left: number, right: number) => readonly [number, number]) =>
  measureChannels(soundOf(seconds, mix))

describe('channels of a recording', () => {
  it('are recognized if each side has its own, also with an echo of the other', async () => {
    const levels = await measure(TALK, (left, right) => [left + right / 20, right + left / 20])
    expect(levels?.channels.map(({ length }) => length)).toEqual([120, 120])
    const [left, right] = levels?.channels ?? []
    expect(left?.[10]).toBeCloseTo(0.3 / Math.SQRT2, 1)
    expect((right?.[30] ?? 0) > 5 * (left?.[30] ?? 1)).toBe(true)
  })

  it.each([
    ['the same in both', TALK, (left: number, right: number) => [left + right, left + right] as const],
    ['stereo sound of one room', TALK, (left: number, right: number) => [left + right / 2, left / 2 + right] as const],
    [
      'an empty channel',
      [
        [0.3, 0],
        [0, 0],
        [0.3, 0],
      ] as const,
      (left: number) => [left, 0] as const,
    ],
    ['silence', [[0, 0]] as const, () => [0, 0] as const],
  ])('are none of %s', async (_, seconds, mix) => {
    expect(await measure(seconds, mix)).toBeUndefined()
  })
})
