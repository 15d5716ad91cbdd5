/**
 * Fonts of a PDF: parts of Noto Sans with the letters of one document. The font comes in slices of a few hundred letters
 * as variable WOFF2 files, so that a document reads only the slices that it needs.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** Family for Latin, Greek and Cyrillic letters. */
const BASE = 'noto-sans'
/** Slices of letters that need shaping, which the writer doesn't do. */
const UNUSED_SLICES: ReadonlySet<string> = new Set(['devanagari'])

/** Families of East Asian letters, first the one whose forms of Chinese characters fit the language. */
const EAST_ASIAN = {
  japanese: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr'],
  korean: ['noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc'],
  traditional: ['noto-sans-tc', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'],
  simplified: ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'],
} as const

export type FontWeight = 400 | 700

/** A letter in one font of the document. */
export interface FontLetter {
  /** Name of the font in the pages. */
  readonly font: string
  /** Code in the text of pages: four hexadecimal digits. */
  readonly hex: string
  /** Width in thousandths of the size. */
  readonly width: number
}

/** A TrueType font with a part of the letters. The code of a letter is its index, plus 1. */
export interface EmbeddedFont {
  readonly name: string
  readonly weight: FontWeight
  readonly bytes: Uint8Array
  readonly letters: readonly string[]
  /** Index of each letter's glyph. */
  readonly glyphs: readonly number[]
  /** Widths, in thousandths of the size, as all measures of the font. */
  readonly widths: readonly number[]
  readonly ascent: number
  readonly descent: number
  readonly box: readonly number[]
}

/** Fonts of one weight. */
export interface Typeface {
  readonly letters: ReadonlyMap<string, FontLetter>
  readonly fonts: readonly EmbeddedFont[]
}

/**
 * Loads the letters that some font has. Letters without a font are missing in the result.
 * @param prefix of the names of fonts
 */
export async function loadTypeface(
  wanted: ReadonlySet<string>,
  weight: FontWeight,
  prefix: string,
  language: string | undefined,
): Promise<Typeface> {
  const letters = new Map<string, FontLetter>()
  const fonts: EmbeddedFont[] = []
  for (const family of [BASE, ...EAST_ASIAN[findRegion(wanted, language)]]) {
    const missing = [...wanted].filter((letter) => !letters.has(letter))
    if (missing.length === 0) break
    for (const [slice, candidates] of groupBySlice(await readSlices(family), missing)) {
      const name = `${prefix}${fonts.length}`
      const font = await embedSlice(
        resolveFile(family, slice),
        candidates.filter((letter) => !letters.has(letter)),
        weight,
        name,
      )
      if (font === undefined) continue
      fonts.push(font)
      for (const [index, letter] of font.letters.entries())
        letters.set(letter, { font: name, hex: toCode(index), width: font.widths[index] ?? 0 })
    }
  }
  return { letters, fonts }
}

/** Code of a letter in hexadecimal digits. 0 is the glyph of missing letters. */
export const toCode = (index: number): string => (index + 1).toString(16).padStart(4, '0')

function findRegion(letters: ReadonlySet<string>, language = ''): keyof typeof EAST_ASIAN {
  const tag = language.toLowerCase()
  if (/^(?:ja|jpn)\b/.test(tag)) return 'japanese'
  if (/^(?:ko|kor)\b/.test(tag)) return 'korean'
  if (/^(?:zh|yue)\b.*\b(?:hant|tw|hk|mo)\b/.test(tag)) return 'traditional'
  if (/^(?:zh|zho|cmn)\b/.test(tag)) return 'simplified'
  const text = [...letters].join('')
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'japanese'
  if (/\p{sc=Hang}/u.test(text)) return 'korean'
  return /\p{sc=Bopo}/u.test(text) ? 'traditional' : 'simplified'
}

/** Names of the slices that can contain a code point. */
type SliceIndex = ReadonlyMap<number, readonly string[]>
const indexes = new Map<string, Promise<SliceIndex>>()

function readSlices(family: string): Promise<SliceIndex> {
  const index = indexes.get(family) ?? parseSlices(family)
  indexes.set(family, index)
  return index
}

/** The package lists its slices with their ranges, such as `U+0-FF,U+131`. */
async function parseSlices(family: string): Promise<SliceIndex> {
  const slices: Record<string, string> = JSON.parse(
    await readFile(resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  )
  const index = new Map<number, string[]>()
  for (const [key, ranges] of Object.entries(slices)) {
    const slice = key.replaceAll(/[[\]]/g, '')
    if (UNUSED_SLICES.has(slice)) continue
    for (const range of ranges.split(',')) {
      const [first = '', last = first] = range.replace('U+', '').split('-')
      for (let point = Number.parseInt(first, 16); point <= Number.parseInt(last, 16); point++) {
        const known = index.get(point)
        if (known === undefined) index.set(point, [slice])
        else known.push(slice)
      }
    }
  }
  return index
}

function groupBySlice(index: SliceIndex, letters: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const letter of letters) {
    for (const slice of index.get(letter.codePointAt(0) ?? 0) ?? []) {
      const group = groups.get(slice)
      if (group === undefined) groups.set(slice, [letter])
      else group.push(letter)
    }
  }
  return groups
}

const resolveFile = (family: string, slice: string): string =>
  resolve(`@fontsource-variable/${family}/files/${family}-${slice}-wght-normal.woff2`)

/** @returns undefined if the slice has none of the letters */
async function embedSlice(
  file: string,
  candidates: readonly string[],
  weight: FontWeight,
  name: string,
): Promise<EmbeddedFont | undefined> {
  if (candidates.length === 0) return
  // Loaded here, because the service starts without them.
  const [{ default: subsetFont }, { Blob, Face, Font }] = await Promise.all([
    import('subset-font'),
    import('harfbuzzjs'),
  ])
  const bytes = await subsetFont(await readFile(file), candidates.join(''), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    noLayoutClosure: true,
  })
  const face = new Face(new Blob(bytes))
  const font = new Font(face)
  const scale = (value: number) => Math.round((value * 1_000) / face.upem)
  const present = candidates.flatMap((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0)
    return glyph === undefined ? [] : [{ letter, glyph, width: scale(font.glyphHAdvance(glyph)) }]
  })
  if (present.length === 0) return
  const { ascender, descender } = font.hExtents()
  return {
    ...{ name, weight, bytes },
    letters: present.map(({ letter }) => letter),
    glyphs: present.map(({ glyph }) => glyph),
    widths: present.map(({ width }) => width),
    ...{ ascent: scale(ascender), descent: scale(descender) },
    box: readBox(face.referenceTable('head')).map(scale),
  }
}

/** Box around all glyphs: xMin, yMin, xMax and yMax of the table `head` (OpenType 1.9). */
function readBox(head: Uint8Array | undefined): number[] {
  if (head === undefined) return [0, 0, 0, 0]
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return [36, 38, 40, 42].map((offset) => view.getInt16(offset))
}
