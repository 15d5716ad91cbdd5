/** Samples of the drawn components: colors of the sides, strips, figures and charts. */

import { html } from '../../inbound/web/html.ts'
import { renderHitLine, renderStrip } from '../../inbound/web/speech-strip.ts'
import { bars, columns } from '../components/charts.ts'
import { figureStrip, meter, rangeBar, targetBar } from '../components/figures.ts'
import { lineChart } from '../components/lines.ts'
import type { Sample } from './samples.ts'

const HERE = '/styleguide'
const COLORS = ['us-1', 'us-2', 'us-3', 'us-4', 'them-1', 'them-2', 'them-3', 'them-4']
const TOKENS = [
  'canvas',
  'sunken',
  'raised',
  'line',
  'accent-fill',
  'accent-soft',
  'good-soft',
  'warn-soft',
  'bad-soft',
]

const strip = {
  internal: [80, 60, 20, 0, 90, 40, 30, 70, 10, 0, 50, 80, 20, 60, 30, 0, 20, 90, 70, 40, 10, 0, 60, 80, 50, 20],
  external: [10, 30, 70, 90, 0, 50, 60, 20, 80, 90, 40, 10, 70, 30, 60, 90, 70, 0, 20, 50, 80, 90, 30, 10, 40, 70],
}

const weeks = ['2 Nov', '9 Nov', '16 Nov', '23 Nov', '30 Nov']
const toPoints = (values: readonly (number | undefined)[]) =>
  weeks.map((label, index) => {
    const value = values[index]
    return { label, value, shown: value === undefined ? 'No calls' : `${value}%` }
  })
const axis = { format: (value: number) => `${value}%` }
const target = { minimum: 40, maximum: 55 }

export const DRAWINGS: readonly Sample[] = [
  {
    title: 'Colors',
    render: () =>
      html`<ul class="styleguide-icons">${TOKENS.map((name) => html`<li><span class="styleguide-swatch styleguide-${name}"></span><span class="meta">${name}</span></li>`)}${COLORS.map((name) => html`<li><span class="talk-dot talk-${name}" aria-hidden="true"></span><span class="meta">${name}</span></li>`)}</ul>`,
  },
  {
    title: 'Talk strips',
    render: () =>
      html`<p>${renderStrip(strip)}</p><p>${renderStrip(strip, [0.2, 0.6])}</p><p>${renderStrip(strip, [], { from: 0.3, to: 0.6 })}</p><p>${renderHitLine([0.1, 0.5, 0.9])}</p>`,
  },
  {
    title: 'Figures',
    render: () =>
      figureStrip([
        { label: 'Calls', shown: '24', change: '+3', course: [18, 20, 19, 22, 24], path: HERE },
        { label: 'We spoke', shown: '52%', course: [61, 58, 55, null, 52], path: HERE, target },
      ]),
  },
  {
    title: 'Bars of one value',
    render: () =>
      html`<p>${rangeBar(42, [30, 35, 48, 55])}</p><p>${targetBar(62, target, 100)}</p><p>${targetBar(null, target, 100)}</p><p>${meter(0.6, 'series-1')}</p>`,
  },
  {
    title: 'Bar chart',
    render: () =>
      bars(
        [
          { label: 'Lena Sorokin', value: 12, shown: '12', path: HERE },
          { label: 'Tom Birkett', value: 7, shown: '7' },
          { label: 'Mei Tanaka', value: 0, shown: '0' },
        ],
        { caption: 'Calls by person' },
      ),
  },
  {
    title: 'Column chart with a target',
    render: () =>
      columns(toPoints([61, 58, undefined, 55, 52]), {
        ...{ caption: 'We spoke', axis, band: { ...target, label: 'Target: 40% to 55%' } },
      }),
  },
  {
    title: 'Line chart',
    render: () =>
      lineChart(
        [
          { name: 'Lena Sorokin', points: toPoints([61, 58, 57, 55, 52]) },
          { name: 'Tom Birkett', points: toPoints([48, undefined, 51, 50, 53]) },
        ],
        { caption: 'We spoke', period: 'Week', axis },
      ),
  },
]
