/** Files by their bytes: Word documents of each text form, and documents that aren't transcripts. */
import JSZip from 'jszip'
import { describe, expect, it, test } from 'vitest'
import { SAMPLES } from '../../../testing/form-samples/index.ts'
import { createPen } from '../../../testing/form-samples/pen.ts'
import type { Sample } from '../../../testing/form-samples/sample.ts'
import { escapeXml } from '../../../testing/form-samples/text-parts.ts'
import { createTruth } from '../../../testing/form-samples/truth.ts'
import { decodeTranscript } from './decode.ts'
import { TranscriptFault } from './model.ts'
import { readTranscript } from './read.ts'
import { extractDocumentText, readTranscriptFile } from './read-file.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

const write = ({ people, write: writeSample }: Sample): string => {
  const truth = createTruth(people ?? 3)
  return String(writeSample(truth, createPen(truth)))
}

/** Document whose paragraphs have the lines. @param body XML of the body instead of paragraphs of text */
function toDocument(lines: readonly string[], body = lines.map((line) => `<w:p>${run(line)}</w:p>`).join('')) {
  const zip = new JSZip()
  zip.file('[Content_Types].xml', '<Types/>')
  zip.file(
    'word/document.xml',
    `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  )
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

const TEXT_FORMS = ['teams-text', 'otter', 'clock-lines', 'meet-document', 'fathom-text', 'text']

describe('Word documents', () => {
  const samples = SAMPLES.filter(({ form }) => TEXT_FORMS.includes(form))

  it('are tested with each text form that products download as documents', () => {
    expect(new Set(samples.map(({ form }) => form))).toEqual(new Set(TEXT_FORMS))
  })

  test.each(samples.map((sample) => [sample.id, sample] as const))('%s is read as its text', async (_, sample) => {
    const text = write(sample)
    const { text: read } = await readTranscriptFile(await toDocument(text.split('\n')))
    expect(readTranscript(read, { fileName: 'call.docx' })).toEqual(readTranscript(text, { fileName: 'call.docx' }))
  })

  it('have a line per paragraph and break, tabs, and characters by number', async () => {
    const body = [
      '<w:p><w:r><w:t>Ann &amp; Bob</w:t></w:r><w:r><w:tab/><w:t xml:space="preserve"> 0:03</w:t><w:br/><w:t>It&#8217;s 5 &lt; 6.</w:t></w:r></w:p>',
      '<w:p/>',
      '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>Next</w:t></w:r></w:p>',
    ].join('')
    expect((await readTranscriptFile(await toDocument([], body))).text).toBe('Ann & Bob\t 0:03\nIt’s 5 < 6.\n\nNext')
  })

  it('have no deleted text, instructions of fields or copies for old programs', async () => {
    const body = [
      '<w:p><w:del><w:r><w:delText>Gone</w:delText></w:r></w:del><w:r><w:instrText>HYPERLINK</w:instrText></w:r>',
      '<w:r><mc:AlternateContent><mc:Choice><w:t>Ann: Hello.</w:t></mc:Choice><mc:Fallback><w:t>Ann: Hello.</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>',
    ].join('')
    expect((await readTranscriptFile(await toDocument([], body))).text).toBe('Ann: Hello.')
  })

  it('with a heading for the transcript have notes before it', async () => {
    const styled = (style: string, text: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`
    const heading = (text: string) => styled('Heading1', text)
    const body = `${styled('Title', 'Renewal')}${heading('Summary')}<w:p>${run('Price: too high.')}</w:p>${heading('Transcript')}<w:p>${run('Ann (0:03): Hello.')}</w:p><w:p>${run('Bob (0:06): Hi *there*.')}</w:p>`
    const { segments, omitted, title } = readTranscript((await readTranscriptFile(await toDocument([], body))).text)
    expect(segments.map(({ speaker, start }) => [speaker.name, start])).toEqual([
      ['Ann', 3],
      ['Bob', 6],
    ])
    expect(segments[1]?.words.map(({ text }) => text)).toEqual(['Hi *there*.'])
    expect([title, omitted]).toEqual(['Renewal', [{ what: 'lines of notes', count: 4 }]])
  })
})

test.each([
  ['17 March 2026, 03:35am', '2026-03-17T00:00:00.000Z'],
  ['March 17, 2026, 10:00AM', '2026-03-17T00:00:00.000Z'],
  ['31 June 2026, 03:35am', undefined],
  ['17 de marzo de 2026, 9:30', '2026-03-17T00:00:00.000Z'],
  ['17 of spring 2026', undefined],
])('the date of a Teams document is %s', (date, startedAt) => {
  const lines = ['Kick-off', date, '1m 5s', 'Ann Lee started transcription', 'Ann Lee   0:03', 'Shall we begin?']
  expect(readTranscript(lines.join('\n'))).toMatchObject({
    format: 'teams-text',
    title: 'Kick-off',
    durationSeconds: 65,
  })
  expect(readTranscript(lines.join('\n')).startedAt).toBe(startedAt)
})

describe('refuses', () => {
  const zipOf = async (name: string, content: string | Uint8Array) => {
    const zip = new JSZip()
    zip.file(name, content)
    return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
  }

  it('archives and other documents, and says what to do', async () => {
    const document = await toDocument(['Ann: Hello.'])
    const cases = [
      [
        await zipOf('xl/workbook.xml', '<workbook/>'),
        /ZIP archive, or an Office document other than Word\. Unpack it, or import it/,
      ],
      [document.subarray(0, document.length - 40), /damaged/],
      [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), /old form \(\.doc\), or an encrypted one/],
    ] as const
    for (const [bytes, message] of cases) {
      await expect(readTranscriptFile(bytes)).rejects.toThrow(TranscriptFault)
      await expect(readTranscriptFile(bytes)).rejects.toThrow(message)
      expect(await extractDocumentText(bytes)).toEqual({ fault: expect.stringMatching(message) })
    }
  })

  it('a small document that unpacks to more than 64 MiB', async () => {
    const bytes = await toDocument([], `<w:p><w:r><w:t>${'a'.repeat(65 * 1024 * 1024)}</w:t></w:r></w:p>`)
    expect(bytes.length).toBeLessThan(1024 * 1024)
    await expect(readTranscriptFile(bytes)).rejects.toThrow(/more than 64 MiB when it is unpacked/)
  })

  it('bytes that are no text in any encoding', () => {
    const bytes = Uint8Array.from({ length: 4_000 }, (_, at) => 1 + ((at * 97 + (at >> 3)) % 255))
    expect(() => decodeTranscript(bytes)).toThrow(/binary file of a program/)
    expect(() => decodeTranscript(Buffer.from('Ana: Sch\xf6ne Gr\xfc\xdfe.\n', 'latin1'))).toThrow(/isn't valid UTF-8/)
  })

  it('a list of facts, of which each occurs once', () => {
    const facts = ['Agenda: renewal', 'Time: 10:00', 'Place: room 4', 'Notes: bring the contract', 'Owner: Ann']
    const read = (lines: readonly string[]) =>
      readTranscript(lines.join('\n'), { fileName: 'a.txt', requireSpeakers: true })
    expect(() => read(facts)).toThrow(/its lines are facts/)
    expect(read([...facts, 'Owner: And Bob']).segments).toHaveLength(6)
    expect(read(['Ann: Hello.', 'Bob: Hi.']).segments).toHaveLength(2)
    expect(() => read(['Date: 17 March', 'Next step: we meet again'])).toThrow(/its lines are facts/)
    expect(() => read(['Ann: 3', 'Bob: 4.50', 'Ann: 1'])).toThrow(/its lines are facts/)
    expect(read(['Ann and Bob: We are here.', 'Note of Carl: Fine.']).segments).toHaveLength(2)
    // A text that somebody pastes as a transcript is one.
    expect(readTranscript(facts.join('\n')).segments).toHaveLength(5)
  })
})
