import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { programNamed } from '../../../../testing/programs.ts'
import { deckDocument, type Slide } from '../model/index.ts'
import { renderPptx } from './index.ts'

const CALL = '0195c2a0-0000-7000-8000-000000000001'
const HOSTILE = `<script>&"'</a:t> ]]> \u0007\u202e ${'𝔘'.repeat(3)} \ud83d`

const cite = (quote: string) => ({ conversation: CALL, segment: 3, speaker: 'Ann & Co', start: 754, quote })
const point = (text: string) => ({ text, of: [CALL], cites: [cite(text)] })
const base = (title: string) => ({ title, of: [], notes: [{ text: 'From the statistics.', of: [] }] })
const row = (label: string, ...values: number[]) => ({ label, values, of: [CALL] })
const charts = (['bar', 'column', 'line', 'doughnut'] as const).map(
  (kind): Slide => ({
    ...{ layout: 'chart', ...base(`As a ${kind}`), kind, unit: '%', series: ['Share'] },
    ...{
      rows: [row('Ann & Co', 60), row('Bob', 40)],
      figures: [],
      takeaways: [{ text: 'Ann spoke more.', of: [CALL] }],
    },
  }),
)
const SLIDES: readonly Slide[] = [
  { layout: 'title', ...base(HOSTILE), subtitle: 'Recap, 16 Apr 2026', line: 'Ann · Bob' },
  {
    layout: 'bullets',
    ...base('At a glance'),
    points: [point('First.'), point(HOSTILE)],
    figures: [{ label: 'of talk', value: '47 min', of: [CALL] }],
  },
  {
    layout: 'bullets',
    ...base('Many'),
    points: Array.from({ length: 6 }, () => point('word '.repeat(38).trim())),
    figures: [],
  },
  {
    layout: 'quote',
    ...base('Quotes'),
    quotes: [{ text: 'It has to work.', who: 'Ann, 12:34', of: [CALL], cites: [cite('It has to work.')] }],
  },
  {
    layout: 'columns',
    ...base('Sides'),
    left: { heading: 'Theirs', points: [point('Left.')] },
    right: { heading: ' ', points: [] },
  },
  ...charts,
  {
    layout: 'chart',
    ...base('Stacked'),
    kind: 'column',
    unit: '%',
    series: ['Ours', 'Theirs'],
    rows: [row('3 Mar', 60, 40)],
    figures: [{ label: 'in all', value: '2', of: [CALL] }],
    takeaways: [],
  },
  {
    layout: 'table',
    ...base('Next steps'),
    columns: [
      { name: 'What', share: 0.7 },
      { name: 'Who', share: 0.3 },
    ],
    rows: [{ cells: [HOSTILE, 'Bob'], of: [CALL], cites: [] }],
  },
  {
    layout: 'timeline',
    ...base('Course'),
    events: [
      { when: '0:00', title: 'Begin', text: '', of: [CALL], cites: [cite('x')] },
      { when: '', title: 'End', text: 'Over.', of: [CALL], cites: [] },
    ],
  },
  { layout: 'section', ...base('Nothing'), text: 'Nothing on this was found.' },
  { layout: 'section', ...base(' '), text: '' },
]

const document = deckDocument.parse({
  ...{ version: 1, slides: SLIDES },
  sources: [{ id: CALL, title: 'Pricing', at: '2026-04-16T13:00:00.000Z', of: [CALL] }],
})
const deck = { title: HOSTILE, document, updatedAt: '2026-04-17T10:00:00.000Z', publicUrl: 'https://parley.test' }

const parts = async () => {
  const zip = await JSZip.loadAsync(await renderPptx(deck))
  const texts = await Promise.all(
    Object.values(zip.files)
      .filter(({ name }) => /\.(?:xml|rels)$/.test(name))
      .map(async (file) => [file.name, await file.async('string')] as const),
  )
  return new Map(texts)
}
const slideXml = (files: ReadonlyMap<string, string>, title: string) =>
  files.get(`ppt/slides/slide${SLIDES.findIndex((slide) => slide.title === title) + 1}.xml`) ?? ''

describe('the file of a deck', () => {
  it('has a slide, real titles, numbers, native charts and notes for each', async () => {
    const files = await parts()
    const names = [...files.keys()]
    expect(names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))).toHaveLength(SLIDES.length)
    expect(names.filter((name) => /^ppt\/charts\/chart\d+\.xml$/.test(name))).toHaveLength(5)
    const glance = slideXml(files, 'At a glance')
    expect(glance).toMatch(/<p:ph[^>]*type="title"/)
    expect(glance).toMatch(/<p:ph[^>]*type="body"/)
    expect(glance).toContain('At a glance')
    expect(glance).toContain('47 min')
    expect(glance).toMatch(/type="slidenum"/)
    expect(slideXml(files, 'Next steps')).toContain('<a:tbl>')
    expect(slideXml(files, 'Next steps')).toContain('descr="Table, Next steps: What, Who"')
    expect(slideXml(files, 'As a bar')).toContain('descr="Bar chart, As a bar, in percent. Ann &amp; Co: 60; Bob: 40."')
    expect(files.get('ppt/notesSlides/notesSlide2.xml')).toContain(
      '“First.” (Ann &amp; Co, 12:34 in “Pricing”, 16 Apr 2026)',
    )
    expect(files.get('ppt/slides/_rels/slide2.xml.rels')).toContain(`https://parley.test/conversations/${CALL}?t=754`)
  })

  it('is made of XML that strict readers take, whatever was said', async () => {
    for (const [name, text] of await parts()) {
      expect([name, text.isWellFormed()]).toEqual([name, true])
      expect([name, /[^\P{Cc}\n\r\t]/u.test(text)]).toEqual([name, false])
      expect([name, text.includes('<script>')]).toEqual([name, false])
      for (const [paragraph] of text.matchAll(/<a:p>.*?<\/a:p>/gs)) {
        expect([name, paragraph.split('<a:pPr').length <= 2]).toEqual([name, true])
      }
      const ids = [...text.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id)
      if (name.startsWith('ppt/slides/')) expect([name, new Set(ids).size]).toEqual([name, ids.length])
    }
  })

  it('is the same bytes for the same deck', async () => {
    expect((await renderPptx(deck)).equals(await renderPptx(deck))).toBe(true)
  })
})

const soffice = programNamed('TEST_SOFFICE', 'soffice', 'libreoffice')

/** Opened by an office program and printed: a page for each slide. Skipped where there is none (apt: libreoffice-impress). */
describe.skipIf(soffice === undefined)('an office program', () => {
  it('opens it and prints a page for each slide', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-deck-'))
    try {
      await writeFile(join(folder, 'deck.pptx'), await renderPptx(deck))
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'deck.pptx')]
      await promisify(execFile)(soffice ?? '', args, { timeout: 100_000 })
      const pdf = (await readFile(join(folder, 'deck.pdf'))).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(SLIDES.length)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
