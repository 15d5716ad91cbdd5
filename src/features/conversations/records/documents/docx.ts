/** Writes a conversation as WordprocessingML (ECMA-376). The same conversation always produces the same bytes. */
import type { ReadableConversation, ReadableTurn } from '../../../text/transcripts/index.ts'

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Time of the archive's entries: the first one that ZIP can represent. */
const EPOCH = new Date(Date.UTC(1980, 0, 1))

export async function writeDocx(conversation: ReadableConversation): Promise<Buffer> {
  // Loaded here, because the service starts without it.
  const { default: JSZip } = await import('jszip')
  const zip = new JSZip()
  const files = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': STYLES,
    'word/document.xml': documentXml(conversation),
  }
  for (const [name, content] of Object.entries(files)) zip.file(name, content, { date: EPOCH, createFolders: false })
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

function documentXml({ title, facts, summary, turns }: ReadableConversation): string {
  const paragraphs = [
    paragraph('Title', run(title)),
    ...facts.map(([name, value]) => paragraph('Facts', run(`${name}: `, true) + run(value))),
    ...(summary === ''
      ? []
      : [
          paragraph('Heading1', run('Summary')),
          ...summary.split(/\n+/).map((line) => paragraph(undefined, run(line))),
        ]),
    ...(turns.length === 0 ? [] : [paragraph('Heading1', run('Transcript')), ...turns.map(turnXml)]),
  ]
  return `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${paragraphs.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

function turnXml({ name, start, text }: ReadableTurn): string {
  const label = [name, start === '' ? '' : `(${start})`].filter((part) => part !== '').join(' ')
  return paragraph(undefined, (label === '' ? '' : run(`${label}: `, true)) + run(text))
}

const paragraph = (style: string | undefined, runs: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`

const run = (text: string, isBold = false): string =>
  `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

/** Escapes text for XML 1.0, and replaces characters that it doesn't allow (section 2.2). */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${DOCX_TYPE}.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`

const style = (id: string, name: string, properties: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/>${properties}</w:style>`

const STYLES = `${HEAD}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[
  style('Title', 'Title', '<w:pPr><w:spacing w:after="200"/></w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr>'),
  style(
    'Heading1',
    'heading 1',
    '<w:pPr><w:keepNext/><w:spacing w:before="280" w:after="120"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>',
  ),
  style('Facts', 'Facts', '<w:pPr><w:spacing w:after="40"/></w:pPr>'),
].join('')}</w:styles>`
