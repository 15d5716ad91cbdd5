/** Serializes pages and fonts as a PDF file (ISO 32000-1). */
import { deflateSync } from 'node:zlib'
import { type EmbeddedFont, toCode } from './fonts.ts'

export interface PdfFile {
  readonly title: string
  /** BCP 47 tag. Undefined if unknown. */
  readonly language: string | undefined
  /** Size of pages in points. */
  readonly width: number
  readonly height: number
  readonly fonts: readonly EmbeddedFont[]
  /** Content streams. */
  readonly pages: readonly string[]
}

/** Objects: catalog, pages, resources, information, six for each font, then a page and its content for each page. */
export function serializePdf({ title, language, width, height, fonts, pages }: PdfFile): Buffer {
  const firstFont = 5
  const firstPage = firstFont + fonts.length * OBJECTS_PER_FONT
  const names = fonts.map(({ name }, index) => `/${name} ${firstFont + index * OBJECTS_PER_FONT} 0 R`)
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`)
  return serializeObjects([
    `<</Type/Catalog/Pages 2 0 R${language === undefined ? '' : `/Lang ${toText(language)}`}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`,
    `<</Font<<${names.join('')}>>>>`,
    `<</Title ${toText(title)}/Producer(Parley)>>`,
    ...fonts.flatMap((font, index) => toFontObjects(font, index, firstFont + index * OBJECTS_PER_FONT)),
    ...pages.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources 3 0 R/Contents ${firstPage + index * 2 + 1} 0 R>>`,
      toStream(Buffer.from(content, 'latin1')),
    ]),
  ])
}

const OBJECTS_PER_FONT = 6

/** A composite font with its descendant, descriptor, program, map to glyphs and map to Unicode (section 9.7). */
function toFontObjects(font: EmbeddedFont, index: number, first: number): (string | Buffer)[] {
  const { weight, bytes, letters, glyphs, widths, ascent, descent, box } = font
  const name = `${toTag(index)}+NotoSans-${weight === 700 ? 'Bold' : 'Regular'}`
  const [descendant, descriptor, program, toGlyphs, toUnicode] = [1, 2, 3, 4, 5].map(
    (offset) => `${first + offset} 0 R`,
  )
  const map = Buffer.alloc((letters.length + 1) * 2)
  for (const [at, glyph] of glyphs.entries()) map.writeUInt16BE(glyph, (at + 1) * 2)
  return [
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${toUnicode}>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor}/DW 1000/W[1[${widths.join(' ')}]]/CIDToGIDMap ${toGlyphs}>>`,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle 0/Ascent ${ascent}/Descent ${descent}/CapHeight 714/StemV ${weight === 700 ? 140 : 80}/FontFile2 ${program}>>`,
    toStream(bytes, `/Length1 ${bytes.length}`),
    toStream(map),
    toStream(Buffer.from(toUnicodeMap(letters), 'latin1')),
  ]
}

/** Six letters in front of the name of a part of a font (section 9.6.4). */
function toTag(index: number): string {
  let tag = ''
  for (let rest = index, digit = 0; digit < 6; digit++, rest = Math.floor(rest / 26))
    tag = String.fromCharCode(65 + (rest % 26)) + tag
  return tag
}

/** Maximum number of entries in a block of a map. */
const BLOCK = 100

/** Letters of the codes, for readers that copy or search text (section 9.10.3). */
function toUnicodeMap(letters: readonly string[]): string {
  const entries = letters.map((letter, index) => `<${toCode(index)}> <${toUtf16(letter)}>`)
  const blocks: string[] = []
  for (let start = 0; start < entries.length; start += BLOCK) {
    const block = entries.slice(start, start + BLOCK)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n')
}

const toUtf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')
const toText = (text: string): string => `<feff${toUtf16(text)}>`

function toStream(content: Uint8Array, entries = ''): Buffer {
  const bytes = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}${entries}/Filter/FlateDecode>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

function serializeObjects(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    const bytes = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(bytes)
    at += bytes.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(trailer)])
}
