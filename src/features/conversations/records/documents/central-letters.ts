/**
 * Letters of Central and Eastern European Latin alphabets. The standard fonts of PDF have them (ISO 32000-1, section
 * 9.6.2.2, and the Adobe Core 14 metrics), but WinAnsi doesn't, so they need an encoding of their own.
 */

const LETTERS = [...'ĂăĀāĄąĆćČčĎďĐđĖėĒēĘęĚěĞğĢģİıĪīĮįĶķĹĺĽľĻļŁłŃńŇňŅņŐőŌōŔŕŘřŖŗŚśŞşȘșŤťŢţȚțŰűŪūŲųŮůŹźŻż'] as const
const FIRST_CODE = 0x80

/** Names of accents in names of glyphs, by their combining character. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '\u0301': 'acute', '\u0304': 'macron', '\u0306': 'breve', '\u0307': 'dotaccent', '\u030a': 'ring' },
  ...{ '\u030b': 'hungarumlaut', '\u030c': 'caron', '\u0326': 'commaaccent', '\u0327': 'commaaccent' },
  ...{ '\u0328': 'ogonek' },
}
const NAMES: Readonly<Record<string, string>> = {
  ...{ Ł: 'Lslash', ł: 'lslash', Đ: 'Dcroat', đ: 'dcroat', ı: 'dotlessi', Ş: 'Scedilla', ş: 'scedilla' },
}

const codes = new Map(LETTERS.map((letter, index) => [letter as string, FIRST_CODE + index]))

/** Code of a letter in the encoding. Undefined for other letters. */
export const findCentralCode = (letter: string): number | undefined => codes.get(letter)

/** Name of a glyph (Adobe Glyph List). */
function toGlyphName(letter: string): string {
  const [base = '', accent = ''] = letter.normalize('NFD')
  return NAMES[letter] ?? `${base}${ACCENTS[accent] ?? ''}`
}

/** Encoding dictionary. */
export const CENTRAL_ENCODING = `<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[${FIRST_CODE} ${LETTERS.map((letter) => `/${toGlyphName(letter)}`).join('')}]>>`

/** Map of codes to characters, so that copied text is exact (section 9.10.3). */
export const CENTRAL_UNICODE = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CMapName /ParleyCentral def /CMapType 2 def',
  '1 begincodespacerange <00> <ff> endcodespacerange',
  `${LETTERS.length} beginbfchar`,
  ...LETTERS.map(
    (letter, index) => `<${(FIRST_CODE + index).toString(16)}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  ),
  'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
].join('\n')
