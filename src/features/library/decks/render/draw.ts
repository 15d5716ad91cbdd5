/** Draws slides, with one function per layout. */
import {
  type Cite,
  type DeckDocument,
  type DeckPoint,
  formatCredit,
  momentPath,
  plain,
  type SlideOf,
} from '../model/index.ts'
import type { ChartOptions, PptxSlide, TextOptions, TextRun } from './library.ts'
import { BODY, COLOR, FONT, INNER, PAGE, PARTS, SERIES, STRIP, sizeFor } from './theme.ts'

export interface DrawingContext {
  readonly page: PptxSlide
  readonly document: DeckDocument
  /** Base URL of the app. */
  readonly publicUrl: string
}

const CREDIT = 11

/** Formats the source of a quote as a link to its time in the call. */
function creditRun(drawing: DrawingContext, cites: readonly Cite[], more: TextOptions): TextRun[] {
  const text = plain(formatCredit(cites, drawing.document))
  if (text === '') return []
  return [{ text, options: { fontSize: CREDIT, color: COLOR.quiet, ...linkTo(drawing, cites), ...more } }]
}

function linkTo({ publicUrl }: DrawingContext, [first]: readonly Cite[]): TextOptions {
  if (first === undefined) return {}
  return { hyperlink: { url: `${publicUrl}${momentPath(first)}`, tooltip: 'Open this part of the call' } }
}

export function drawTitle({ page }: DrawingContext, slide: SlideOf<'title'>): void {
  page.addText(plain(slide.title), { placeholder: 'title' })
  page.addText(plain(slide.subtitle), { placeholder: 'subtitle' })
  if (slide.line !== '') {
    page.addText(plain(slide.line), {
      ...{ x: 1.1, y: 5.35, w: 10.6, h: 0.6, fontSize: 16, color: 'B8C4D6', fontFace: FONT, margin: 0 },
      valign: 'top',
    })
  }
}

export function drawSection({ page }: DrawingContext, slide: SlideOf<'section'>): void {
  page.addText(plain(slide.title), { placeholder: 'title' })
  if (slide.text !== '') page.addText(plain(slide.text), { placeholder: 'text' })
}

/** Formats points as a list, each with its source. */
function pointRuns(drawing: DrawingContext, points: readonly DeckPoint[], size: number): TextRun[] {
  return points.flatMap(({ text, cites }, index): TextRun[] => {
    const isLast = index === points.length - 1
    const gap = Math.round(size * 0.75)
    const bullet = { indent: Math.round(size * 1.05), characterCode: '25AA' }
    // The source is in the same paragraph, so that it aligns with the text and not with the bullet. The library reads
    // paragraph options from the last run.
    const paragraph = { bullet, paraSpaceAfter: gap }
    const credit = creditRun(drawing, cites, { softBreakBefore: true, breakLine: !isLast, ...paragraph })
    return [
      {
        text: plain(text),
        options: {
          ...{ fontSize: size, color: COLOR.text, ...paragraph },
          breakLine: credit.length === 0 && !isLast,
        },
      },
      ...credit,
    ]
  })
}

const computeSourceHeight = (size: number) => CREDIT * 1.3 + size * 0.75 + 2
const measurePoints = (points: readonly DeckPoint[], size: number) =>
  points.map(({ text, cites }) => ({ text, below: cites.length > 0 ? computeSourceHeight(size) : size * 0.75 }))

const SIZES = [24, 22, 20, 18, 16, 14]
/** Maximum number of points that are drawn in larger type. */
const FEW = 2

export function drawBullets(drawing: DrawingContext, slide: SlideOf<'bullets'>): void {
  const { page } = drawing
  const strip = slide.figures.length > 0 ? STRIP : 0
  if (strip > 0) drawFigures(page, slide.figures, { x: BODY.x, y: BODY.y, w: BODY.w, h: 1.15 })
  const box = { x: BODY.x, y: BODY.y + strip, w: BODY.w, h: BODY.h - strip }
  const sizes = slide.points.length <= FEW && strip === 0 ? [32, 28, ...SIZES] : SIZES
  const size = sizeFor(measurePoints(slide.points, 18), { w: box.w - 0.4, h: box.h }, sizes)
  page.addText(pointRuns(drawing, slide.points, size), { placeholder: 'body', ...box })
}

interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Draws figures in a row: large numbers, with labels below. */
function drawFigures(page: PptxSlide, figures: readonly { value: string; label: string }[], box: Box): void {
  const gap = 0.25
  const w = (box.w - gap * (figures.length - 1)) / figures.length
  figures.forEach(({ value, label }, index) => {
    page.addText(
      [
        { text: plain(value), options: { fontSize: 28, bold: true, color: COLOR.accent, breakLine: true } },
        { text: plain(label), options: { fontSize: 12, color: COLOR.quiet } },
      ],
      {
        ...{ x: box.x + index * (w + gap), y: box.y, w, h: box.h, align: 'left', valign: 'middle' },
        ...{ fill: { color: COLOR.soft }, margin: 12, fontFace: FONT, shape: 'rect' as const },
        objectName: `Figure ${index + 1}`,
      },
    )
  })
}

/** Draws figures in a column. */
function drawFiguresDown(page: PptxSlide, figures: readonly { value: string; label: string }[], box: Box): void {
  const gap = 0.2
  const h = Math.min(1.35, (box.h - gap * (figures.length - 1)) / Math.max(1, figures.length))
  figures.forEach((one, index) => {
    drawFigures(page, [one], { x: box.x, y: box.y + index * (h + gap), w: box.w, h })
  })
}

export function drawQuote(drawing: DrawingContext, slide: SlideOf<'quote'>): void {
  const { page } = drawing
  const count = slide.quotes.length
  const gap = 0.4
  const w = (INNER - gap * (count - 1)) / Math.max(1, count)
  slide.quotes.forEach(({ text, who, cites }, index) => {
    const box = { x: BODY.x + index * (w + gap), y: BODY.y + 0.15, w, h: BODY.h - 0.3 }
    page.addShape('rect', { ...box, fill: { color: COLOR.soft }, line: { color: COLOR.soft }, objectName: 'Card' })
    page.addShape('rect', {
      ...{ x: box.x, y: box.y, w: 0.09, h: box.h, objectName: 'Edge' },
      ...{ fill: { color: COLOR.accent }, line: { color: COLOR.accent } },
    })
    page.addText('“', {
      ...{ x: box.x + 0.4, y: box.y + 0.2, w: 1, h: 0.9, margin: 0, objectName: 'Mark' },
      ...{ fontSize: 72, bold: true, color: COLOR.accent, fontFace: 'Georgia', valign: 'top' },
    })
    const inner = { x: box.x + 0.45, y: box.y + 1.15, w: box.w - 0.9, h: box.h - 2.1 }
    const size = sizeFor([{ text, below: 0 }], inner, [28, 26, 24, 22, 20, 18, 16])
    page.addText(plain(text), {
      ...{ ...inner, fontSize: size, italic: true, color: COLOR.ink, fontFace: FONT, margin: 0, valign: 'top' },
      objectName: `Quote ${index + 1}`,
    })
    if (who !== '') {
      page.addText([{ text: plain(who), options: { color: COLOR.quiet, ...linkTo(drawing, cites) } }], {
        ...{ x: inner.x, y: box.y + box.h - 0.8, w: inner.w, h: 0.5, fontSize: 14, bold: true, margin: 0 },
        ...{ fontFace: FONT, valign: 'middle', objectName: `Who ${index + 1}` },
      })
    }
  })
}

export function drawColumns(drawing: DrawingContext, slide: SlideOf<'columns'>): void {
  const gap = 0.5
  const w = (INNER - gap) / 2
  const sides = [slide.left, slide.right]
  const all = sides.map(({ points }) => measurePoints(points, 16))
  const room = { w: w - 0.4, h: BODY.h - 0.85 }
  const size = Math.min(...all.map((texts) => sizeFor(texts, room, [18, 16, 15, 14, 13, 12])))
  sides.forEach(({ heading, points }, index) => {
    const x = BODY.x + index * (w + gap)
    const color = index === 0 ? COLOR.accent : COLOR.cool
    drawing.page.addShape('rect', {
      ...{ x, y: BODY.y, w, h: 0.05, fill: { color }, line: { color }, objectName: 'Edge' },
    })
    if (heading.trim() !== '') {
      drawing.page.addText(plain(heading), {
        ...{ x, y: BODY.y + 0.12, w, h: 0.5, fontSize: 18, bold: true, color, fontFace: FONT, margin: 0 },
        ...{ valign: 'middle', objectName: `Heading ${index + 1}` },
      })
    }
    if (points.length === 0) return
    drawing.page.addText(pointRuns(drawing, points, size), {
      // With an explicit alignment, the library keeps the runs of a paragraph together.
      ...{ x, y: BODY.y + 0.75, w, h: BODY.h - 0.75, align: 'left', valign: 'top', margin: 0, fontFace: FONT },
      objectName: `Column ${index + 1}`,
    })
  })
}

const UNITS: Readonly<Record<SlideOf<'chart'>['unit'], { format: string; said: string }>> = {
  '%': { format: '0"%"', said: 'percent' },
  minutes: { format: 'General" min"', said: 'minutes' },
  times: { format: '0', said: 'times' },
  points: { format: '0', said: 'points' },
}

export function drawChart(drawing: DrawingContext, slide: SlideOf<'chart'>): void {
  const { page } = drawing
  const beside = slide.figures.length > 0 ? 3 : 0
  const under = slide.takeaways.length > 0 ? 0.7 : 0
  const box = { x: BODY.x, y: BODY.y, w: BODY.w - (beside > 0 ? beside + 0.4 : 0), h: BODY.h - under }
  const labels = slide.rows.map(({ label }) => plain(label))
  const data = slide.series.map((name, index) => ({
    name: plain(name),
    labels,
    values: slide.rows.map(({ values }) => values[index] ?? 0),
  }))
  const several = data.length > 1
  const { format } = UNITS[slide.unit]
  const common: ChartOptions = {
    ...box,
    altText: spokenChart(slide),
    objectName: 'Chart',
    showLegend: several || slide.kind === 'doughnut',
    legendPos: 'b',
    legendFontSize: 12,
    legendFontFace: FONT,
    legendColor: COLOR.text,
    showTitle: false,
    showValue: true,
    dataLabelFormatCode: format,
    dataLabelFontSize: 12,
    dataLabelFontFace: FONT,
    dataLabelColor: COLOR.text,
    catAxisLabelFontSize: 12,
    catAxisLabelFontFace: FONT,
    catAxisLabelColor: COLOR.text,
    catAxisLineShow: true,
    valAxisHidden: true,
    valAxisLineShow: false,
    valAxisMinVal: 0,
    valGridLine: { style: 'none' },
    catGridLine: { style: 'none' },
  }
  switch (slide.kind) {
    case 'doughnut':
      page.addChart('doughnut', data, { ...common, chartColors: [...PARTS], holeSize: 58, dataLabelColor: COLOR.white })
      break
    case 'line':
      page.addChart('line', data, {
        ...common,
        chartColors: [...SERIES],
        lineSize: 3,
        lineDataSymbolSize: 9,
        dataLabelPosition: 't',
      })
      break
    default: {
      const isAcross = slide.kind === 'bar'
      const bars: ChartOptions = {
        ...common,
        chartColors: SERIES.slice(0, data.length),
        barDir: isAcross ? 'bar' : 'col',
        barGrouping: several ? 'stacked' : 'clustered',
        barGapWidthPct: isAcross ? 45 : 60,
        dataLabelColor: several ? COLOR.white : COLOR.text,
        dataLabelPosition: several ? 'ctr' : 'outEnd',
        // Shows the first bar at the top.
        ...(isAcross ? DOWNWARDS : {}),
      }
      page.addChart('bar', data, bars)
    }
  }
  if (beside > 0) {
    drawFiguresDown(page, slide.figures, { x: box.x + box.w + 0.4, y: box.y + 0.2, w: beside, h: box.h - 0.4 })
  }
  if (under > 0) {
    page.addText(plain(slide.takeaways.map(({ text }) => text).join(' ')), {
      ...{ x: BODY.x, y: BODY.y + BODY.h - 0.55, w: BODY.w, h: 0.55, fontSize: 16, color: COLOR.ink, margin: 0 },
      ...{ fontFace: FONT, valign: 'middle', objectName: 'Takeaway' },
    })
  }
}

/** The library supports both orders, but its types declare only one. */
const DOWNWARDS = { catAxisOrientation: 'maxMin' } as unknown as ChartOptions

/** Describes a chart as text, for people who use a screen reader. */
export function spokenChart({ title, kind, unit, series, rows }: SlideOf<'chart'>): string {
  const { said } = UNITS[unit]
  const told = rows.map(({ label, values }) => {
    const numbers = values.map((value, index) =>
      series.length > 1 ? `${series[index] ?? ''} ${value}` : String(value),
    )
    return `${label}: ${numbers.join(', ')}`
  })
  return plain(
    `${kind === 'bar' ? 'Bar' : kind === 'column' ? 'Column' : kind === 'line' ? 'Line' : 'Ring'} chart, ${title}, in ${said}. ${told.join('; ')}.`,
  )
}

export function drawTable({ page }: DrawingContext, slide: SlideOf<'table'>): void {
  const shares = slide.columns.map(({ share }) => share)
  const all = shares.reduce((sum, one) => sum + one, 0) || 1
  const colW = shares.map((share) => (BODY.w * share) / all)
  const rows = slide.rows.map(({ cells }) => cells.map(plain))
  const size = [18, 16, 15, 14, 13, 12].find((one) => tableHeight(rows, colW, one) <= BODY.h) ?? 11
  const border = { type: 'solid' as const, pt: 0.75, color: COLOR.line }
  const none = { type: 'none' as const }
  page.addTable(
    [
      slide.columns.map(({ name }) => ({
        text: plain(name),
        options: { bold: true, color: COLOR.white, fill: { color: COLOR.ink }, fontSize: size - 1 },
      })),
      ...rows.map((cells, at) =>
        cells.map((text, column) => ({
          text,
          options: {
            ...{ fontSize: size, color: COLOR.text, bold: column === 0 && (shares[0] ?? 0) < 0.5 },
            fill: { color: at % 2 === 0 ? COLOR.white : COLOR.soft },
          },
        })),
      ),
    ],
    {
      ...{ x: BODY.x, y: BODY.y, w: BODY.w, colW, fontFace: FONT, valign: 'middle' },
      ...{ margin: [PAD.y, PAD.x, PAD.y, PAD.x], border: [none, none, border, none], objectName: 'Table' },
    },
  )
}

/** Padding of a table cell in inches. */
const PAD = { x: 0.12, y: 0.08 }

function tableHeight(rows: readonly (readonly string[])[], widths: readonly number[], size: number): number {
  const line = (size * 1.22) / 72
  const lines = rows.map((cells) =>
    Math.max(
      ...cells.map((text, at) => Math.ceil(([...text].length * size * 0.52) / 72 / ((widths[at] ?? 1) - 2 * PAD.x)), 1),
    ),
  )
  return [1, ...lines].reduce((sum, count) => sum + count * line + 2 * PAD.y, 0)
}

export function drawTimeline(drawing: DrawingContext, slide: SlideOf<'timeline'>): void {
  const { page } = drawing
  const count = slide.events.length
  const step = Math.min(1.15, BODY.h / Math.max(1, count))
  const timed = slide.events.some(({ when }) => when !== '')
  const [whenW, railX] = timed ? [1.75, BODY.x + 1.95] : [0, BODY.x + 0.1]
  if (count > 1) {
    page.addShape('line', {
      ...{ x: railX, y: BODY.y + 0.2, w: 0, h: step * (count - 1), objectName: 'Rail' },
      line: { color: COLOR.line, width: 2.25 },
    })
  }
  slide.events.forEach(({ when, title, text, cites }, index) => {
    const y = BODY.y + index * step
    if (when !== '') {
      page.addText([{ text: plain(when), options: linkTo(drawing, cites) }], {
        ...{ x: BODY.x, y, w: whenW, h: 0.4, fontSize: 14, bold: true, color: COLOR.accent, align: 'right' },
        ...{ margin: 0, fontFace: FONT, valign: 'middle', objectName: `When ${index + 1}` },
      })
    }
    page.addShape('ellipse', {
      ...{ x: railX - 0.08, y: y + 0.12, w: 0.16, h: 0.16, objectName: `Dot ${index + 1}` },
      ...{ fill: { color: COLOR.accent }, line: { color: COLOR.white, width: 1.5 } },
    })
    const runs: TextRun[] = [
      { text: plain(title), options: { fontSize: 16, bold: true, color: COLOR.ink, breakLine: text !== '' } },
    ]
    if (text !== '') runs.push({ text: plain(text), options: { fontSize: 13, color: COLOR.quiet } })
    const w = PAGE.width - PAGE.margin - railX - 0.35
    page.addText(runs, {
      ...{ x: railX + 0.35, y: y + 0.02, w, h: step - 0.06, margin: 0, fontFace: FONT, valign: 'top' },
      objectName: `Event ${index + 1}`,
    })
  })
}
