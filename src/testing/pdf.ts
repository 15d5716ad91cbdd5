/** PDF documents written by hand (ISO 32000-1, section 7.5), so that tests need no file of others. */

type Part = string | Buffer

/** A document whose first object is its catalog. */
export function pdfOf(objects: readonly Part[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  const add = (part: Part) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    for (const part of [`${index + 1} 0 obj\n`, object, '\nendobj\n']) add(part)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  add(
    `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R ${trailer}>>\n` +
      `startxref\n${at}\n%%EOF\n`,
  )
  return Buffer.concat(parts)
}

/** @param pages what is drawn on each; @param dictionary more entries of each of these streams */
export function pdfOfPages(pages: readonly Buffer[], dictionary = '', trailer = ''): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...pages.flatMap((drawn, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        Buffer.concat([
          Buffer.from(`<< /Length ${drawn.length} ${dictionary} >>\nstream\n`),
          drawn,
          Buffer.from('\nendstream'),
        ]),
      ]),
    ],
    trailer,
  )
}

/** Pages of lines of Latin letters. */
export const pdfOfText = (...pages: readonly (readonly string[])[]): Buffer =>
  pdfOfPages(pages.map((lines) => Buffer.from(drawn(lines), 'latin1')))

const drawn = (lines: readonly string[]) =>
  `BT /F1 12 Tf 14 TL 72 720 Td ${lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ')} ET`

/** It opens with a password that nobody knows. */
export function encryptedPdf(): Buffer {
  const id = '0'.repeat(32)
  const trailer =
    `/ID [<${id}> <${id}>] ` +
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >> `
  return pdfOfPages([Buffer.from(drawn(['Secret']))], '', trailer)
}
