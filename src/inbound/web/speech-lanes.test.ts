import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  computeLanes,
  computeSide,
  laneClass,
  renderAxis,
  renderBlocks,
  renderMarkers,
  renderTopics,
} from './speech-lanes.ts'
import { renderHitLine, renderStrip } from './speech-strip.ts'

const speakers = [
  { name: 'Elaine', internal: false },
  { name: 'Priya', internal: true },
  { name: 'Marcus', internal: true },
  { name: 'Karin', internal: null },
]
const turns = [
  { speaker: 1, start: 0, end: 10 },
  { speaker: 0, start: 10, end: 50 },
  { speaker: 2, start: 50, end: 80 },
  { speaker: 3, start: 80, end: 90 },
  { speaker: 1, start: 90, end: 100 },
]

describe('the strip of a part', () => {
  it('keeps the colors of the part, and of at least one bar', () => {
    const strip = { internal: [50, 50, 50, 50], external: [0, 0, 0, 20] }
    const colors = (from: number, to: number) =>
      [...renderStrip(strip, [], { from, to }).text.matchAll(/rect class="(\w+)"/g)].map(([, color]) => color)
    expect(colors(0.25, 0.5)).toEqual(['out', 'us', 'out', 'out', 'out'])
    expect(colors(0.8, 0.81)).toEqual(['out', 'out', 'out', 'us', 'them'])
  })
})

describe('lanes', () => {
  it('have our side above, most talk first, and a color for each speaker', () => {
    const lanes = computeLanes(speakers, turns, 100)
    expect(lanes.map((lane) => [laneClass(lane), lane.speakers, lane.share])).toEqual([
      ['talk-us-1', [2], 0.3],
      ['talk-us-2', [1], 0.2],
      ['talk-them-1', [0], 0.4],
      ['talk-them-2', [3], 0.1],
    ])
    expect(lanes[1]?.blocks).toEqual([
      [0, 10],
      [90, 100],
    ])
    expect(renderBlocks(lanes[1]?.blocks ?? [], 'talk-us-2').text).toBe(
      '<svg class="talk-bar talk-us-2" aria-hidden="true"><rect x="0%" width="10%"/><rect x="90%" width="10%"/></svg>',
    )
  })

  it.each([true, false])('have a color each if all speakers are of one side (ours: %s)', (internal) => {
    const many = Array.from({ length: 9 }, (_, n) => ({ name: `P ${n}`, internal }))
    const lanes = computeLanes(
      many,
      many.map((_, speaker) => ({ speaker, start: speaker, end: speaker + 1 })),
      9,
    )
    const css = readFileSync(new URL('styles/components/talk.css', import.meta.url), 'utf8')
    const tokens = readFileSync(new URL('styles/0-tokens.css', import.meta.url), 'utf8')
    const colors = lanes.map((lane) => {
      const [, token = ''] =
        new RegExp(String.raw`\.${laneClass(lane)}[^{]*\{\s*--talk: var\((--[\w-]+)\)`).exec(css) ?? []
      return new RegExp(`${token}: (.+);`).exec(tokens)?.[1]
    })
    expect(colors).not.toContain(undefined)
    expect(new Set(colors).size).toBe(7)
  })

  it('are at most seven: further speakers share the last one', () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ name: `P ${n}`, internal: n % 2 === 0 }))
    const said = many.map((_, speaker) => ({ speaker, start: speaker * 10, end: speaker * 10 + 9 - speaker / 2 }))
    const lanes = computeLanes(many, [...said, { speaker: -1, start: 95, end: 96 }], 100)
    expect(lanes).toHaveLength(7)
    expect(lanes.at(-1)).toMatchObject({ side: 'others', speakers: [6, 7, 8] })
    expect(lanes.at(-1)?.blocks).toHaveLength(4)
  })

  it('join what no screen can tell apart, so that a picture of 5,000 turns stays small', () => {
    const long = Array.from({ length: 5_000 }, (_, n) => ({ speaker: n % 4, start: n * 3, end: n * 3 + 2 }))
    const lanes = computeLanes(speakers, long, 15_000)
    const size = lanes.reduce((sum, { blocks }) => sum + renderBlocks(blocks, '').text.length, 0)
    expect(size).toBeLessThan(30_000)
    expect(computeSide(speakers, long, 15_000, 'us').length).toBeLessThan(500)
  })

  it('are empty without turns, and without a duration', () => {
    expect(computeLanes(speakers, [], 0)).toEqual([])
    expect(computeLanes(speakers, turns, 0)[0]?.blocks).toEqual([[0, 0.16]])
  })
})

describe('topics, markers and axis', () => {
  it('are links at their places, with names that are escaped', () => {
    const topics = renderTopics(
      [
        { title: '<b>Price', start: 0, path: '/c?t=0' },
        { title: 'Next', start: 75, path: '/c?t=75' },
      ],
      100,
    ).text
    expect(topics).toContain('aria-label="&lt;b&gt;Price"><svg x="0%" width="74.8%"')
    expect(topics).toContain('href="/c?t=75" data-at="75" data-topic="1"')
    expect(topics).not.toContain('<b>')
    const long = { title: 'Order file, changed draft', start: 0, path: '/c?t=0' }
    const texts = (next: number) =>
      [...renderTopics([long, { ...long, start: next }], 100).text.matchAll(/<text[^>]*>([^<]*)</g)].map(
        ([, text]) => text,
      )
    expect(texts(90)).toEqual(['Order file, changed draft', 'Order file'])
    expect(texts(98)).toEqual(['Order file, changed draft'])
    const markers = renderMarkers(
      [
        { start: 10, end: 20, label: 'Clip: Price', path: '/clips/1', kind: 'talk-clip' },
        { start: 50, label: 'Price, 0:50', path: '/c?t=50', kind: 'talk-track-1' },
        { start: 60, label: 'Comment', path: '/c?t=60', kind: 'talk-comment', isBubble: true },
      ],
      100,
    ).text
    expect(markers).toContain(
      '<a href="/clips/1" class="talk-clip" data-at="10" aria-label="Clip: Price"><rect x="10%" width="10%"/>',
    )
    expect(markers).toContain('<rect class="talk-target" x="50%"/><rect x="50%"/>')
    expect(markers).toContain('<rect class="talk-target" x="60%"/><svg x="60%" y="14" overflow="visible"><path d="M')
  })

  it.each([
    [40, 8],
    [1_014, 9],
    [7_200, 8],
    [500_000, 6],
  ])('%d seconds have %d labels', (duration, labels) => {
    expect([...renderAxis(duration, String).text.matchAll(/<text/g)]).toHaveLength(labels)
  })
})

describe('a strip', () => {
  it('says in words what it shows, and draws nothing where nobody spoke', () => {
    const strip = { internal: [100, 0, 50], external: [0, 0, 50] }
    const { text } = renderStrip(strip, [0.5])
    expect(text).toContain('role="img" aria-label="We spoke 75%, they spoke 25%"')
    expect([...text.matchAll(/class="(us|them|hit)"/g)].map(([, side]) => side)).toEqual(['us', 'us', 'them', 'hit'])
    expect(renderStrip({ internal: [0], external: [0] }).text).toContain('Nobody spoke')
    expect(renderHitLine([0.25, 1]).text).toContain('Positions of 2 results: 25%, 100%')
  })
})
