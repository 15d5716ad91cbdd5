import JSZip from 'jszip'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { expectNoSquareAsync } from '../../../../testing/growth.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { resourceError } from '../../../../testing/refusals.ts'
import { createWorld, type World } from '../../../../testing/world.ts'
import { type ReadableConversation, readTranscript, readTranscriptFile } from '../../../text/transcripts/index.ts'
import { writeDocx } from './docx.ts'
import { UnsupportedLetters } from './letters.ts'
import { writePdf } from './pdf.ts'

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

/** Lines with their right ends, in points. */
async function linesOfPdf(file: Uint8Array): Promise<{ text: string; end: number }[]> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const lines: { text: string; end: number }[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    let y: number | undefined
    for (const item of items) {
      if (!('str' in item)) continue
      const last = lines.at(-1)
      const [x, top] = [Number(item.transform[4]), Number(item.transform[5])]
      if (last === undefined || top !== y) lines.push({ text: item.str, end: x + item.width })
      else Object.assign(last, { text: last.text + item.str, end: Math.max(last.end, x + item.width) })
      y = top
    }
  }
  return lines
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
    const { pages, text } = await textOfPdf(await writePdf(READABLE))
    expect(pages).toBeGreaterThan(1)
    for (const words of ['Kickoff <Acme> & Söhne', 'Second line.', 'Ana (0:01)', 'Shall we begin with “pricing”?'])
      expect(text).toContain(words)
    expect(text.match(/Yes\./g)).toHaveLength(2_000)
  })

  it('cuts words that are longer than a line', async () => {
    const { text } = await textOfPdf(
      await writePdf({ ...READABLE, turns: [{ name: '', start: '', text: 'w'.repeat(3_000) }] }),
    )
    expect(text.match(/w/g)?.length).toBeGreaterThanOrEqual(3_000)
  })

  it.each([
    'Zażółć gęślą jaźń, Łódź',
    'Příliš žluťoučký kůň, ďábelské',
    'Árvíztűrő tükörfúrógép',
    'Şişli, İstanbul, ığdır, Ğ',
    'Țară, știință, București',
    'Đorđe, Žižek, Ćosić',
    'Ķēniņš, Šķūnis, Žąsų Ūkis, Mėnulis',
    'Nguyễn Thị Đức, Hồ Chí Minh',
    'Съешь ещё этих мягких булок, да выпей чаю',
    'Їжак і ґанок, Ўладзімір, Ђорђе, за́мок',
    'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, ἀρχὴ τῆς σοφίας',
    '「見積書」は１７日。ヴァイオリン、髙橋、𠮷野㈱',
    '我们先讨论价格，报价单会在下周一之前寄给您。',
    '報價單會在下週一之前寄給您，ㄅㄆㄇ。',
    '견적서는 다음 주 월요일까지 보내드리겠습니다.',
  ])('keeps %s, also in bold', async (words) => {
    const { text } = await textOfPdf(
      await writePdf({ ...READABLE, title: words, turns: [{ name: words, start: '', text: words }] }),
    )
    expect(text.split(words).length - 1).toBe(3)
  })

  it.each(['مرحبا بكم', 'שלום', 'สวัสดีครับ', 'नमस्ते', 'வணக்கம்'])('rejects %s, which needs shaping', async (words) => {
    await expect(writePdf({ ...READABLE, summary: words })).rejects.toThrow(UnsupportedLetters)
  })

  it('keeps lines within the margins, and no line starts with a closing mark', async () => {
    const said = '先週、お客様から（連携機能）について、ご質問をいただきました。'
    const lines = await linesOfPdf(
      await writePdf({ ...READABLE, turns: [{ name: '', start: '', text: said.repeat(200) }] }),
    )
    const [narrow, wide] = [lines.filter(({ end }) => end <= 540), lines.filter(({ end }) => end > 540)]
    expect([narrow.length > 100, wide]).toEqual([true, []])
    expect(lines.filter(({ text }) => /^[、。）]/.test(text))).toEqual([])
    expect(lines.map(({ text }) => text).join('')).toContain(said.repeat(200))
  })

  it('draws Chinese characters in the form of the language', async () => {
    const files = await Promise.all(
      ['ja', 'zh-CN', 'zh-Hant-TW', 'ko'].map((tag) => writePdf({ ...READABLE, title: '骨直角' }, tag)),
    )
    // The tag of the language differs, too.
    const fonts = files.map((file) =>
      file
        .toString('latin1')
        .match(/\/Length1 \d+/g)
        ?.join(),
    )
    expect(new Set(fonts).size).toBe(4)
  })

  it('is the same each time', async () => {
    expect(Buffer.compare(await writePdf(READABLE, 'en'), await writePdf(READABLE, 'en'))).toBe(0)
  })

  it('contains its fonts, without letters that the text doesn’t have', async () => {
    const file = (await writePdf(READABLE)).toString('latin1')
    expect(file.match(/\/BaseFont\/[A-Z]{6}\+NotoSans-(?:Regular|Bold)\/Encoding/g)).toHaveLength(2)
    expect(file.length).toBeLessThan(40_000)
  })

  it('takes time in proportion to the turns', async () => {
    const turns = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: '田中',
        start: `${index}:00`,
        text: `価格を確認しましょう。Цена ${index}. `.repeat(20),
      }))
    await expectNoSquareAsync(1_600, async (size) => {
      await writePdf({ ...READABLE, turns: turns(size) })
    })
  })

  it('replaces emoji and symbols, and says how many', async () => {
    const said = 'Done 🎉👍🏽, 👩‍👩‍👧 and 🇩🇪 ✔ at 20 °C → now ± 5, 𪘀.'
    const { text } = await textOfPdf(
      await writePdf({ ...READABLE, turns: [{ name: 'Ana 🙂', start: '', text: said }] }),
    )
    expect(text).toContain('Done [symbol][symbol], [symbol] and [symbol] [symbol] at 20 °C → now ± 5, [symbol].')
    expect(text).toContain(
      '7 emoji, symbols or rare letters can’t be shown in this PDF and are written as [symbol]. Export the call as DOCX',
    )
    expect((await textOfPdf(await writePdf(READABLE))).text).not.toContain('symbol')
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

  it('returns a PDF in Chinese, and rejects one in Arabic', async () => {
    const chinese = await importFor(world, { transcript: '安娜: 我们开始吧。\n本: 好的。' })
    expect((await exported(chinese, 'pdf')).status).toBe(200)
    const id = await importFor(world, { transcript: 'Ana: مرحبا بكم.\nBen: شكرا.' })
    const answer = await exported(id, 'pdf')
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'export_impossible', '/query/format')])
    expect((await exported(id, 'docx')).status).toBe(200)
  })
})
