/** Text of any characters for property tests. */
import fc from 'fast-check'

/** Surrogates are no characters of well-formed text. */
const SURROGATES_START = 0xd800
const SURROGATES = 0x800
const CODE_POINTS = 0x11_0000 - SURROGATES

/** Index of a character among those without surrogates. @throws Error if the text isn't one character, which fast-check expects */
function toIndex(text: unknown): number {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1
  const isSurrogate = code >= SURROGATES_START && code < SURROGATES_START + SURROGATES
  if (code < 0 || isSurrogate || String.fromCodePoint(code) !== text) throw new Error('The text isn’t one character.')
  return code < SURROGATES_START ? code : code - SURROGATES
}

const character = fc
  .integer({ min: 0, max: CODE_POINTS - 1 })
  .map((index) => String.fromCodePoint(index < SURROGATES_START ? index : index + SURROGATES), toIndex)

/**
 * The same text as `fc.string({ unit: 'binary' })`. That one first makes a table of all 1,112,064 characters, which takes each
 * test process a second and 180 MB.
 */
export const anyText = (constraints: Readonly<Omit<fc.StringConstraints, 'unit'>> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character })
