/** Writes a deck as PresentationML (ECMA-376). The same deck always produces the same bytes. */
import JSZip from 'jszip'
import { type DeckDocument, formatSlideNotes, plain, type Slide } from '../model/index.ts'
import {
  type DrawingContext,
  drawBullets,
  drawChart,
  drawColumns,
  drawQuote,
  drawSection,
  drawTable,
  drawTimeline,
  drawTitle,
} from './draw.ts'
import { type MasterObject, newPresentation, type Presentation } from './library.ts'
import { BODY, COLOR, FONT, FOOTER, INNER, PAGE, STRIP, TITLE } from './theme.ts'

export interface DeckFile {
  readonly title: string
  readonly document: DeckDocument
  readonly updatedAt: string
  /** Base URL of the app, for links to calls. */
  readonly publicUrl: string
}

export async function drawPptx(deck: DeckFile): Promise<Buffer> {
  const pptx = newPresentation()
  pptx.layout = 'LAYOUT_WIDE'
  pptx.theme = { headFontFace: FONT, bodyFontFace: FONT }
  pptx.title = plain(deck.title)
  pptx.subject = 'Generated from recorded conversations'
  pptx.author = 'Parley'
  pptx.company = 'Parley'
  defineMasters(pptx, plain(deck.title))
  for (const slide of deck.document.slides) drawSlide(pptx, slide, deck)
  const made = (await pptx.write({ outputType: 'nodebuffer' })) as Buffer
  return normalizeArchive(made, deck)
}

const MASTERS: Readonly<Record<Slide['layout'], string>> = {
  title: 'COVER',
  section: 'SECTION',
  bullets: 'POINTS',
  quote: 'PLAIN',
  columns: 'PLAIN',
  chart: 'PLAIN',
  table: 'PLAIN',
  timeline: 'PLAIN',
}

function drawSlide(pptx: Presentation, slide: Slide, { document, publicUrl }: DeckFile): void {
  const isUnder = slide.layout === 'bullets' && slide.figures.length > 0
  const page = pptx.addSlide({ masterName: isUnder ? 'FIGURES' : MASTERS[slide.layout] })
  const drawing: DrawingContext = { page, document, publicUrl }
  const isPlain = slide.layout !== 'title' && slide.layout !== 'section'
  if (isPlain) page.addText(plain(slide.title) || ' ', { placeholder: 'title' })
  draw(drawing, slide)
  const notes = formatSlideNotes(slide, document).map(({ text }) => plain(text))
  if (notes.length > 0) page.addNotes(notes.join('\n'))
}

function draw(drawing: DrawingContext, slide: Slide): void {
  switch (slide.layout) {
    case 'title':
      drawTitle(drawing, slide)
      break
    case 'section':
      drawSection(drawing, slide)
      break
    case 'bullets':
      drawBullets(drawing, slide)
      break
    case 'quote':
      drawQuote(drawing, slide)
      break
    case 'columns':
      drawColumns(drawing, slide)
      break
    case 'chart':
      drawChart(drawing, slide)
      break
    case 'table':
      drawTable(drawing, slide)
      break
    case 'timeline':
      drawTimeline(drawing, slide)
  }
}

function defineMasters(pptx: Presentation, deckTitle: string): void {
  const titled: MasterObject = {
    placeholder: {
      options: {
        ...{ name: 'title', type: 'title', x: TITLE.x, y: TITLE.y, w: TITLE.w, h: TITLE.h, margin: 0 },
        ...{ fontSize: TITLE.size, bold: true, color: COLOR.ink, fontFace: FONT, align: 'left', valign: 'middle' },
      },
      text: '',
    },
  }
  const mark: MasterObject = {
    rect: { x: PAGE.margin, y: 0.36, w: 0.7, h: 0.07, fill: { color: COLOR.accent } },
  }
  const footer: MasterObject = {
    text: {
      text: deckTitle,
      options: {
        ...{ x: PAGE.margin, y: FOOTER.y, w: INNER - 1.5, h: FOOTER.h, margin: 0, valign: 'middle' },
        ...{ fontSize: FOOTER.size, color: COLOR.quiet, fontFace: FONT },
      },
    },
  }
  const slideNumber = {
    ...{ x: PAGE.width - PAGE.margin - 0.9, y: FOOTER.y, w: 0.9, h: FOOTER.h, align: 'right' as const },
    ...{ fontSize: FOOTER.size, color: COLOR.quiet, fontFace: FONT, margin: 0 },
  }
  const background = { color: COLOR.white }
  pptx.defineSlideMaster({ title: 'PLAIN', background, objects: [mark, titled, footer], slideNumber })
  for (const [title, strip] of [
    ['POINTS', 0],
    ['FIGURES', STRIP],
  ] as const) {
    const body: MasterObject = {
      placeholder: {
        options: {
          ...{ name: 'body', type: 'body', x: BODY.x, y: BODY.y + strip, w: BODY.w, h: BODY.h - strip, margin: 0 },
          ...{ fontSize: 18, color: COLOR.text, fontFace: FONT, align: 'left', valign: 'top' },
        },
        text: '',
      },
    }
    pptx.defineSlideMaster({ title, background, slideNumber, objects: [mark, titled, body, footer] })
  }
  pptx.defineSlideMaster({
    title: 'COVER',
    background: { color: COLOR.ink },
    objects: [
      { rect: { x: 0, y: 0, w: 0.28, h: PAGE.height, fill: { color: COLOR.accent } } },
      { rect: { x: 1.1, y: 4.28, w: 1.4, h: 0.06, fill: { color: COLOR.bright } } },
      {
        placeholder: {
          options: {
            ...{ name: 'title', type: 'title', x: 1.1, y: 1.6, w: 10.9, h: 2.45, margin: 0 },
            ...{ fontSize: 40, bold: true, color: COLOR.white, fontFace: FONT, align: 'left', valign: 'bottom' },
          },
          text: '',
        },
      },
      {
        placeholder: {
          options: {
            ...{ name: 'subtitle', type: 'body', x: 1.1, y: 4.55, w: 10.9, h: 0.65, margin: 0 },
            ...{ fontSize: 22, color: COLOR.white, fontFace: FONT, align: 'left', valign: 'middle' },
          },
          text: '',
        },
      },
    ],
  })
  pptx.defineSlideMaster({
    title: 'SECTION',
    background: { color: COLOR.soft },
    slideNumber,
    objects: [
      { rect: { x: 0, y: 0, w: 0.28, h: PAGE.height, fill: { color: COLOR.accent } } },
      {
        placeholder: {
          options: {
            ...{ name: 'title', type: 'title', x: 1.1, y: 1.9, w: 10.9, h: 1.6, margin: 0 },
            ...{ fontSize: 36, bold: true, color: COLOR.ink, fontFace: FONT, align: 'left', valign: 'bottom' },
          },
          text: '',
        },
      },
      {
        placeholder: {
          options: {
            ...{ name: 'text', type: 'body', x: 1.1, y: 3.75, w: 10.9, h: 2.2, margin: 0 },
            ...{ fontSize: 20, color: COLOR.quiet, fontFace: FONT, align: 'left', valign: 'top' },
          },
          text: '',
        },
      },
      footer,
    ],
  })
}

/**
 * Replaces the library's timestamps by the deck's, and numbers charts from one, because the library's counter never
 * resets.
 */
async function normalizeArchive(made: Buffer, deck: DeckFile): Promise<Buffer> {
  const at = new Date(deck.updatedAt)
  const zip = await JSZip.loadAsync(made)
  const charts = Object.keys(zip.files).flatMap((name) => /^ppt\/charts\/chart(\d+)\.xml$/.exec(name)?.[1] ?? [])
  const before = Math.min(...charts.map(Number)) - 1
  const renumberCharts = (text: string) =>
    text.replace(
      /(\/charts\/(?:_rels\/)?chart|\.\.\/charts\/chart|Microsoft_Excel_Worksheet)(\d+)(?=\.x)/g,
      (_, name: string, number: string) => `${name}${Number(number) - before}`,
    )
  const tables = deck.document.slides.map((slide) =>
    slide.layout === 'table' ? `Table, ${slide.title}: ${slide.columns.map(({ name }) => name).join(', ')}` : '',
  )
  const settledZip = new JSZip()
  await rewrite(zip, settledZip, at, renumberCharts, (name, text) => {
    const slide = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1]
    return slide === undefined ? text : repairMarkup(text, tables[Number(slide) - 1] ?? '')
  })
  return settledZip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

/**
 * Repairs markup that strict readers reject: paragraph properties before each run instead of once, and duplicate shape
 * IDs. Adds an alternative text to tables, which the library doesn't support.
 */
function repairMarkup(slide: string, table: string): string {
  let shape = 0
  return slide
    .replace(/<a:p>.*?<\/a:p>/gs, (paragraph) => {
      let first = true
      return paragraph.replace(/<a:pPr\b(?:[^>]*\/>|.*?<\/a:pPr>)/gs, (properties) => {
        const kept = first ? properties : ''
        first = false
        return kept
      })
    })
    .replace(/(<p:cNvPr id=")\d+/g, (_, opening: string) => {
      shape++
      return `${opening}${shape}`
    })
    .replace('name="Table"', `name="Table" descr="${escapeXml(plain(table))}"`)
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STAMPED = /(<dcterms:(?:created|modified) xsi:type="dcterms:W3CDTF">)[^<]*/g

async function rewrite(
  from: JSZip,
  to: JSZip,
  at: Date,
  counted: (text: string) => string,
  change: (name: string, text: string) => string,
): Promise<void> {
  const options = { date: at, createFolders: false }
  for (const [old, file] of Object.entries(from.files)) {
    if (file.dir) continue
    const name = counted(`/${old}`).slice(1)
    if (name.endsWith('.xlsx')) {
      const inner = new JSZip()
      const returnText = (text: string) => text
      await rewrite(await JSZip.loadAsync(await file.async('nodebuffer')), inner, at, returnText, (_, text) => text)
      to.file(name, await inner.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }), options)
    } else if (/\.(?:xml|rels)$/.test(name)) {
      const text = counted(await file.async('string'))
      const stamped = text.replace(STAMPED, (_, opening: string) => `${opening}${at.toISOString().slice(0, 19)}Z`)
      to.file(name, change(name, stamped), options)
    } else {
      to.file(name, await file.async('nodebuffer'), options)
    }
  }
}
