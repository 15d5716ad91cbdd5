/** Renders the slides of a presentation as HTML, one below the other. */

import { formatList } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import {
  type Cite,
  type DeckDocument,
  type DeckPoint,
  formatCredit,
  formatSlideNotes,
  momentPath,
  type Slide,
  type SlideOf,
} from '../../features/library/decks/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { bars } from '../components/charts.ts'

export interface Showing {
  /** Whether citations link to calls and notes are shown, for users of the organization. */
  readonly inside: boolean
}

/** Renders all slides. Depends only on its arguments. */
export function renderSlides(document: DeckDocument, showing: Showing): Html {
  const all = document.slides.length
  return html`<ol class="deck-slides" id="slides">${document.slides.map(
    (slide, index) => html`<li>
<section class="deck-slide deck-${slide.layout}" id="slide-${index + 1}" tabindex="-1" aria-label="Slide ${index + 1} of ${all}">
${renderSlideBody(slide, { document, ...showing })}
<p class="deck-number" aria-hidden="true">${index + 1}</p>
</section>
${showing.inside && notes(slide, document)}
</li>\n`,
  )}</ol>`
}

interface Drawing extends Showing {
  readonly document: DeckDocument
}

function renderSlideBody(slide: Slide, drawing: Drawing): Html {
  switch (slide.layout) {
    case 'title':
      return html`<h2 dir="auto">${slide.title}</h2><p class="deck-subtitle">${slide.subtitle}</p><p class="deck-line" dir="auto">${slide.line}</p>`
    case 'section':
      return html`${renderTitle(slide)}${slide.text !== '' && html`<p dir="auto">${slide.text}</p>`}`
    case 'bullets':
      return html`${renderTitle(slide)}${renderFigures(slide.figures)}${renderPoints(slide.points, drawing)}`
    case 'quote':
      return html`${renderTitle(slide)}<div class="deck-quotes">${slide.quotes.map((one) => renderQuote(one, drawing))}</div>`
    case 'columns':
      return html`${renderTitle(slide)}<div class="deck-sides">${[slide.left, slide.right].map(
        ({ heading, points }) =>
          html`<div>${heading.trim() !== '' && html`<h3 dir="auto">${heading}</h3>`}${renderPoints(points, drawing)}</div>`,
      )}</div>`
    case 'chart':
      return html`${renderTitle(slide)}<div class="deck-charted"><div>${renderChart(slide)}</div>${renderFigures(slide.figures)}</div>${slide.takeaways.map(({ text }) => html`<p dir="auto">${text}</p>`)}`
    case 'table':
      return html`${renderTitle(slide)}${renderTable(slide)}`
    case 'timeline':
      return html`${renderTitle(slide)}${renderTimeline(slide, drawing)}`
  }
}

const renderTitle = ({ title }: { readonly title: string }): Html => html`<h2 dir="auto">${title}</h2>`

const renderFigures = (figures: readonly { readonly value: string; readonly label: string }[]): Html =>
  figures.length === 0
    ? html``
    : html`<dl class="deck-figures">${figures.map(({ value, label }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`

const renderPoints = (points: readonly DeckPoint[], drawing: Drawing): Html =>
  points.length === 0
    ? html``
    : html`<ul>${points.map(({ text, cites }) => html`<li><span dir="auto">${text}</span>${credit(cites, drawing)}</li>`)}</ul>`

/** Citation with speaker and time; a link for users of the organization. */
function credit(cites: readonly Cite[], { document, inside }: Drawing): Html {
  const text = formatCredit(cites, document)
  const [first] = cites
  if (first === undefined || text === '') return html``
  const said = inside ? html`<a href="${momentPath(first)}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`
  return html`<small>${said}</small>`
}

function renderQuote({ text, who, cites }: SlideOf<'quote'>['quotes'][number], { inside }: Drawing): Html {
  const [first] = cites
  const by =
    inside && first !== undefined ? html`<a href="${momentPath(first)}"><bdi>${who}</bdi></a>` : html`<bdi>${who}</bdi>`
  return html`<blockquote><p dir="auto">${text}</p>${who !== '' && html`<footer>${by}</footer>`}</blockquote>`
}

const UNITS: Readonly<Record<SlideOf<'chart'>['unit'], (value: number) => Text>> = {
  '%': (value) => `${value}%`,
  minutes: (value) => t`${value} min`,
  times: (value) => `${value}`,
  points: (value) => `${value}`,
}

function renderChart({ unit, series, rows, title }: SlideOf<'chart'>): Html {
  const shown = UNITS[unit]
  const [name = title] = series
  const most = unit === '%' || unit === 'points' ? { most: 100 } : {}
  if (series.length > 1) return renderStackedChart(series, rows, shown)
  const told = rows.map(({ label, values: [value = 0] }) => ({ label, value, shown: shown(value) }))
  // A bar chart with numbers is readable for everyone, whatever chart type the exported file has.
  return html`<div class="deck-one">${bars(told, { caption: name, ...most })}</div>`
}

/** Stacked bar chart, one row per bar. */
function renderStackedChart(
  series: readonly string[],
  rows: SlideOf<'chart'>['rows'],
  shown: (value: number) => Text,
): Html {
  const key = series.map(
    (name, index) =>
      html`<li><svg viewBox="0 0 8 8" aria-hidden="true"><rect class="series-${index + 1}" width="8" height="8" rx="2"/></svg>${name}</li>`,
  )
  const lines = rows.map(({ label, values }) => {
    const whole = values.reduce((sum, value) => sum + value, 0) || 1
    let from = 0
    const parts = values.map((value, index) => {
      const width = Math.round((value / whole) * 10_000) / 100
      const part = html`<rect class="series-${index + 1}" x="${from}" width="${width}" height="8"/>`
      from += width
      return part
    })
    const told = values.map((value, index) => `${series[index] ?? ''} ${shown(value)}`).join(', ')
    return html`<tr><th scope="row"><bdi>${label}</bdi></th><td class="line"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg></td><td data-kind="number">${told}</td></tr>`
  })
  return html`<ul class="deck-key" aria-hidden="true">${key}</ul><table class="bars"><caption>${formatList(series)}</caption><tbody>${lines}</tbody></table>`
}

const renderTable = ({ columns: heads, rows }: SlideOf<'table'>): Html =>
  html`<div class="deck-tabled"><table><thead><tr>${heads.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(({ cells }) => html`<tr>${cells.map((cell) => html`<td dir="auto">${cell}</td>`)}</tr>`)}</tbody></table></div>`

const renderTimeline = ({ events }: SlideOf<'timeline'>, { inside }: Drawing): Html =>
  html`<ol class="deck-events">${events.map(({ when, title, text, cites: [first] }) => {
    const time = inside && first !== undefined ? html`<a href="${momentPath(first)}">${when}</a>` : html`${when}`
    return html`<li><span class="deck-when">${when !== '' && time}</span><span><b dir="auto">${title}</b>${text !== '' && html`<span dir="auto">${text}</span>`}</span></li>`
  })}</ol>`

function notes(slide: Slide, document: DeckDocument): Html {
  const lines = formatSlideNotes(slide, document)
  if (lines.length === 0) return html``
  return html`<details class="deck-notes"><summary>Notes</summary><ul>${lines.map(({ text }) => html`<li dir="auto">${text}</li>`)}</ul></details>`
}
