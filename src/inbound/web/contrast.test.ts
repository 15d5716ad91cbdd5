/** Contrast of the design tokens, computed for both color schemes (WCAG 2.2, 1.4.3 and 1.4.11). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sheet = readFileSync(new URL('styles/0-tokens.css', import.meta.url), 'utf8')
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Color of a token in a scheme, as `#rrggbb`. */
function read(name: string, scheme: Scheme): string {
  const [, value = ''] = new RegExp(`^\\s*--${name}: ([^;]+);`, 'm').exec(sheet) ?? []
  const [, light = value, dark = value] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  const color = scheme === 'light' ? light : dark
  if (color === undefined || !/^#[0-9a-f]{6}$/.test(color)) throw new Error(`--${name} has no color: ${value}`)
  return color
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = ['sunken', 'canvas', 'raised', 'well', 'accent-soft']
const numbered = (name: string) => [name, ...[2, 3, 4].map((step) => `${name}-${step}`)]

/** Foregrounds, their grounds, and the ratio that they need. */
const PAIRS: readonly (readonly [fore: readonly string[], grounds: readonly string[], needed: number])[] = [
  [['text', 'text-2'], [...GROUNDS, 'us-soft', 'them-soft', 'mark'], 4.5],
  [['text-3', 'accent'], GROUNDS, 4.5],
  [['on-accent'], ['accent-fill', 'accent-fill-hover'], 4.5],
  [['us-ink'], [...GROUNDS, 'us-soft'], 4.5],
  [['them-ink'], [...GROUNDS, 'them-soft'], 4.5],
  ...['good', 'warn', 'bad'].map((state) => [[state], [...GROUNDS, `${state}-soft`], 4.5] as const),
  [['edge'], ['sunken', 'canvas', 'raised'], 3],
  [[...numbered('us'), ...numbered('them')], ['canvas', 'sunken', 'well'], 3],
  [[1, 2, 3, 4, 5].map((track) => `track-${track}`), ['canvas', 'sunken', 'well'], 3],
]
const pairs = PAIRS.flatMap(([fores, grounds, needed]) =>
  fores.flatMap((fore) => grounds.map((ground) => [fore, ground, needed] as const)),
)

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  it.each(pairs)('--%s on --%s has a contrast of at least %d', (fore, ground, needed) => {
    expect(contrast(read(fore, scheme), read(ground, scheme))).toBeGreaterThanOrEqual(needed)
  })
})

it('computes the ratio of black and white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
})
