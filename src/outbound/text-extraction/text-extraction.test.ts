import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptedPdf, pdfOf, pdfOfPages, pdfOfText } from '../../testing/pdf.ts'
import { createTextExtraction } from './text-extraction.ts'

const faults: unknown[] = []
const log = { warn: (told: unknown) => void faults.push(told) } as never
const extraction = createTextExtraction(log)
const all = { maxLength: 1_000_000 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function readPdf(pdf: Buffer, wanted = all, by = extraction) {
  const path = join(folder, `${files++}.pdf`)
  await writeFile(path, pdf)
  return by.pdf(path, wanted)
}

describe('HTML', () => {
  it('is read as people read it', async () => {
    const page = `<!doctype html><html><head><title>Tab</title></head><body>
      <h1>Prices <em>2026</em></h1><p>A seat&nbsp;costs <b>10</b> &euro;.<br>No&#32;more.</p>
      <ul><li>one<li>two</ul><table><tr><th>Seat</th> <th>Price</th></tr><tr><td>A</td><td>10</td></tr></table>
      <pre>if (a &lt; b)\n  stop()</pre><a href="https://example.com">a link</a></body></html>`
    const { text, marks, truncated } = await extraction.html(page, all)
    expect(text.trim()).toBe(
      'Prices 2026\n\nA seat costs 10 €.\nNo more.\n\n- one\n- two\n\nSeat | Price\nA | 10\n\nif (a < b)\n  stop()\n\na link',
    )
    expect(marks.map(({ kind, level, start, end }) => [kind, level, text.slice(start, end)])).toEqual([
      ['heading', 1, 'Prices 2026'],
      ['code', undefined, 'if (a < b)\n  stop()'],
    ])
    expect(truncated).toBe(false)
  })

  it.each([
    ['scripts', '<script>evil()</script><SCRIPT src=x>evil()</ScRiPt ><script>if (a<b) "evil</p>"</script>'],
    ['an open script', '<p></p><script>evil()<p>evil'],
    ['styles', '<style>p::after { content: "evil" }</style><p style="content: evil"></p>'],
    ['what stands for a script', '<noscript>evil</noscript><template><p>evil</p></template>'],
    ['other documents', '<iframe srcdoc="evil">evil</iframe><object data=x>evil</object><svg><text>evil</text></svg>'],
    ['comments', '<!-- evil --><!--><p title="evil"><![CDATA[evil]]><?php evil ?>'],
    ['attributes', '<img alt="evil" onerror="evil()"><a href="javascript:evil()"></a>'],
    ['forms', '<textarea>evil</textarea><select><option>evil</select>'],
  ])('gives nothing of %s', async (_, html) => {
    const { text } = await extraction.html(`<h1>Before</h1>${html}`, all)
    expect(text).not.toContain('evil')
    expect(text).toContain('Before')
  })

  it('keeps what is text, though it looks like markup', async () => {
    const { text } = await extraction.html('<p>&lt;script&gt;shown()&lt;/script&gt; &amp;lt;</p>', all)
    expect(text).toBe('<script>shown()</script> &lt;')
  })

  it('has no marks that a page has written itself', async () => {
    const { text, marks } = await extraction.html('<p>&#1;1not a heading&#3; \u00021 \u0000</p>', all)
    expect([text, marks]).toEqual(['1not a heading 1', []])
  })

  it('is cut where no more is wanted, and says so', async () => {
    const { text, truncated, marks } = await extraction.html(`<h1>Title</h1><p>${'ab '.repeat(50)}<h2>After</h2>`, {
      maxLength: 20,
    })
    expect([text.length, truncated, marks.length]).toEqual([20, true, 1])
  })

  it('is read though it nests without end', async () => {
    const { text } = await extraction.html(`${'<div>'.repeat(20_000)}deep`, all)
    expect(text).toBe('deep')
  })

  it('is given up after its time, and others are read all the same', async () => {
    const hasty = createTextExtraction(log, { html: { milliseconds: 300, heapMegabytes: 512, bufferMegabytes: 256 } })
    const endless = hasty.html('<b>'.repeat(150_000), all)
    await expect(endless).rejects.toMatchObject({ reason: 'too_complex' })
    expect(faults.at(-1)).toEqual({ kind: 'html', fault: 'time' })
    expect((await extraction.html('<p>next', all)).text).toBe('next')
  })

  it('ends with the signal', async () => {
    const signal = AbortSignal.timeout(200)
    await expect(extraction.html('<b>'.repeat(150_000), { ...all, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect(extraction.html('<p>late', { ...all, signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('is read in turns, none forgotten', async () => {
    const read = await Promise.all(Array.from({ length: 7 }, (_, n) => extraction.html(`<p>page ${n}`, all)))
    expect(read.map(({ text }) => text)).toEqual(Array.from({ length: 7 }, (_, n) => `page ${n}`))
  })
})

describe('PDF', () => {
  it('is read page by page', async () => {
    const read = await readPdf(pdfOfText(['First line', 'Second (line)'], [], ['Page three']))
    expect(read).toEqual({ text: 'First line\nSecond (line)\n\nPage three', marks: [], truncated: false })
  })

  it('is unpacked', async () => {
    const drawn = deflateSync(Buffer.from('BT /F1 12 Tf 72 720 Td (Packed) Tj ET'))
    expect((await readPdf(pdfOfPages([drawn], '/Filter /FlateDecode'))).text).toBe('Packed')
  })

  it('without its table of contents is put together again', async () => {
    const whole = pdfOfText(['Recovered']).toString('latin1')
    expect(
      (await readPdf(Buffer.from(whole.replace(/startxref[\s\S]*/, '').replace(/xref\n[^t]*/, ''), 'latin1'))).text,
    ).toBe('Recovered')
  })

  it('is cut where no more is wanted, and says so', async () => {
    const read = await readPdf(pdfOfText(['One page'], ['Another page'], ['Third page']), { maxLength: 15 })
    expect(read).toMatchObject({ text: 'One page\n\nAnoth', truncated: true })
  })

  it('of pictures alone has no text', async () => {
    expect((await readPdf(pdfOfPages([Buffer.from('q 0 0 m 10 10 l S Q')]))).text).toBe('')
  })

  it('behind a password is not read', async () => {
    await expect(readPdf(encryptedPdf())).rejects.toMatchObject({ reason: 'encrypted' })
  })

  it.each([
    ['cut off', pdfOfText(['Hello']).subarray(0, 200)],
    [
      'that is noise',
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(Array.from({ length: 5_000 }, (_, i) => i * 7))]),
    ],
    [
      'whose pages contain themselves',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 9 >>']),
    ],
    ['of nothing but its name', Buffer.from('%PDF-1.7')],
  ])('%s is broken', async (_, pdf) => {
    await expect(readPdf(pdf)).rejects.toMatchObject({ reason: 'broken' })
  })

  it('that unpacks to far more than memory should hold is given up', async () => {
    const careful = createTextExtraction(log, {
      pdf: { milliseconds: 30_000, heapMegabytes: 256, bufferMegabytes: 48 },
    })
    const bomb = deflateSync(deflateSync(Buffer.alloc(300_000_000, ' ')))
    expect(bomb.length).toBeLessThan(10_000)
    const read = readPdf(pdfOfPages([bomb], '/Filter [/FlateDecode /FlateDecode]'), all, careful)
    await expect(read).rejects.toMatchObject({ reason: 'too_complex' })
    expect(faults.at(-1)).toEqual({ kind: 'pdf', fault: 'memory' })
  })

  it('that fills the heap is given up', async () => {
    const careful = createTextExtraction(log, {
      pdf: { milliseconds: 30_000, heapMegabytes: 24, bufferMegabytes: 256 },
    })
    const drawn = Buffer.from(`BT /F1 12 Tf ${'(a) Tj 0 -14 Td (b) Tj 0 14 Td '.repeat(200_000)} ET`)
    await expect(readPdf(pdfOfPages([drawn]), all, careful)).rejects.toMatchObject({ reason: 'too_complex' })
    expect(faults.at(-1)).toEqual({ kind: 'pdf', fault: 'ERR_WORKER_OUT_OF_MEMORY' })
  })
})
