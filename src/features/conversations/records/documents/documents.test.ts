import JSZip from 'jszip'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { resourceError } from '../../../../testing/refusals.ts'
import { createWorld, type World } from '../../../../testing/world.ts'
import { type ReadableConversation, readTranscript, readTranscriptFile } from '../../../text/transcripts/index.ts'
import { writeDocx } from './docx.ts'
import { writePdf } from './pdf.ts'
import { encodeRuns, replaceSymbols } from './win-ansi.ts'

const READABLE: ReadableConversation = {
  title: 'Kickoff <Acme> & Söhne',
  facts: [['Start', '2026-03-17 09:30 UTC']],
  summary: 'First line.\nSecond line.',
  turns: [
    { name: 'Ana', start: '0:01', text: 'Shall we begin with “pricing”?' },
    { name: '', start: '', text: 'Yes. '.repeat(2_000).trim() },
  ],
}

async function textOfPdf(file: Uint8Array): Promise<{ pages: number; text: string }> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })
  return { pages: totalPages, text: String(text).replaceAll(/\s+/g, ' ') }
}

async function documentXml(file: Buffer): Promise<string> {
  const archive = await JSZip.loadAsync(file)
  return (await archive.file('word/document.xml')?.async('string')) ?? ''
}

describe('a DOCX', () => {
  it('has title, facts, summary and turns, escaped, and is the same each time', async () => {
    const file = await writeDocx(READABLE)
    const xml = await documentXml(file)
    expect(xml).toContain('Kickoff &lt;Acme&gt; &amp; Söhne')
    for (const words of ['2026-03-17 09:30 UTC', 'First line.', 'Second line.', 'Ana (0:01): ', 'Transcript'])
      expect(xml).toContain(words)
    expect(Buffer.compare(file, await writeDocx(READABLE))).toBe(0)
  })

  it('is read back with the same title, names, starts and words', async () => {
    const turns = [
      { name: 'Ana', start: '0:01', text: 'Shall we *begin* with “pricing” & <more>?' },
      { name: 'Ben O’Neil', start: '0:06', text: 'Yes: C:\\temp.' },
    ]
    const read = readTranscript((await readTranscriptFile(await writeDocx({ ...READABLE, turns }))).text)
    expect(read.title).toBe(READABLE.title)
    expect(
      read.segments.map(({ speaker, start, words }) => [speaker.name, start, words.map(({ text }) => text)]),
    ).toEqual([
      ['Ana', 1, [turns[0]?.text]],
      ['Ben O’Neil', 6, [turns[1]?.text]],
    ])
  })

  it('replaces characters that XML forbids', async () => {
    const xml = await documentXml(await writeDocx({ ...READABLE, title: 'a\u0001b\ud800c\uffffd' }))
    expect(xml).toContain('a\ufffdb\ufffdc\ufffdd')
  })
})

describe('a PDF', () => {
  it('has all words on several pages, which another program reads', async () => {
    const { pages, text } = await textOfPdf(writePdf(READABLE))
    expect(pages).toBeGreaterThan(1)
    for (const words of ['Kickoff <Acme> & Söhne', 'Second line.', 'Ana (0:01)', 'Shall we begin with “pricing”?'])
      expect(text).toContain(words)
    expect(text.match(/Yes\./g)).toHaveLength(2_000)
  })

  it('cuts words that are longer than a line', async () => {
    const { text } = await textOfPdf(
      writePdf({ ...READABLE, turns: [{ name: '', start: '', text: 'w'.repeat(3_000) }] }),
    )
    expect(text.match(/w/g)?.length).toBeGreaterThanOrEqual(3_000)
  })

  it('encodes letters of Western and Central Europe, and no others', () => {
    const bytes = [0x5a, 0x6f, 0xeb, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80]
    expect(encodeRuns('Zoë – 5 €')).toEqual([{ encoding: 'winAnsi', bytes }])
    expect(encodeRuns('Łódź')?.map(({ encoding }) => encoding)).toEqual(['central', 'winAnsi', 'central'])
    for (const letter of ['你', 'Ж', 'א', '\u0081']) expect(encodeRuns(letter)).toBeUndefined()
  })

  it.each([
    'Zażółć gęślą jaźń, Łódź',
    'Příliš žluťoučký kůň, ďábelské',
    'Árvíztűrő tükörfúrógép',
    'Şişli, İstanbul, ığdır, Ğ',
    'Țară, știință, București',
    'Đorđe, Žižek, Ćosić',
    'Ķēniņš, Šķūnis, Žąsų Ūkis, Mėnulis',
  ])('keeps %s, also in bold', async (words) => {
    const { text } = await textOfPdf(
      writePdf({ ...READABLE, title: words, turns: [{ name: words, start: '', text: words }] }),
    )
    expect(text.split(words).length - 1).toBe(3)
  })

  it('replaces emoji and symbols, and says how many', async () => {
    const said = 'Done 🎉👍🏽, 👩‍👩‍👧 and 🇩🇪 ✔ at 20 °C → now ± 5.'
    const { text } = await textOfPdf(writePdf({ ...READABLE, turns: [{ name: 'Ana 🙂', start: '', text: said }] }))
    expect(text).toContain('Done [symbol][symbol], [symbol] and [symbol] [symbol] at 20 °C [symbol] now ± 5.')
    expect(text).toContain(
      '7 emoji and symbols can’t be shown in this PDF and are written as [symbol]. Export the call as DOCX',
    )
    expect((await textOfPdf(writePdf(READABLE))).text).not.toContain('symbol')
    expect(replaceSymbols('1 + 1 = 2 © ™ ×', '?')).toEqual({ text: '1 + 1 = 2 © ™ ×', count: 0 })
  })
})

describe('the export of a conversation', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  const exported = (id: string, format: string) =>
    call(world.app, world.bob, 'GET', `/conversations/${id}/export`, { query: { format } })

  it('answers documents with their types', async () => {
    const id = await importFor(world, { transcript: 'Ana: Shall we begin?\nBen: Please.' })
    const types = {
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      pdf: 'application/pdf',
    }
    for (const [format, type] of Object.entries(types)) {
      const answer = await exported(id, format)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
      expect(answer.headers['content-disposition']).toContain(`${id}.${format}`)
    }
  })

  it('refuses a PDF of other alphabets, in words without them', async () => {
    const id = await importFor(world, { transcript: '安娜: 我们开始吧。\n本: 好的。' })
    const answer = await exported(id, 'pdf')
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'export_impossible', '/query/format')])
    expect((await exported(id, 'docx')).status).toBe(200)
  })
})
