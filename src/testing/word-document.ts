/** A Word document (Office Open XML) with one paragraph per line. */
import JSZip from 'jszip'

/** @param name member of the archive with the content; another one makes another Office document */
export function wordDocument(lines: readonly string[], name = 'word/document.xml'): Promise<Buffer> {
  const zip = new JSZip()
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')
  zip.file(name, `<w:document><w:body>${paragraphs}</w:body></w:document>`)
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
