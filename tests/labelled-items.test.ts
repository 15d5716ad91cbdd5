/** Action items and decisions of the labelled dialogs, as a summary lists them. */
import { describe, expect, it } from 'vitest'
import { type LabelledDialog, type LabelledLine, readLabelledDialogs } from '../bench/labelled-items.ts'
import { extractiveSummary } from '../src/features/text/extractive-summary/index.ts'
import { cutTranscript } from '../src/features/text/passages/index.ts'

const dialogs = await readLabelledDialogs()

function summarize({ lines }: LabelledDialog) {
  const segments = lines.map(({ speaker, text }) => ({
    speaker: { name: speaker },
    start: null,
    end: null,
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  const names = [...new Set(lines.map(({ speaker }) => speaker))]
  return extractiveSummary(cutTranscript(segments), {
    people: names.map((name) => ({ name, email: null })),
    saidOn: undefined,
  })
}

interface Listed {
  readonly kind: 'a' | 'd'
  readonly owner: string | null
  readonly lines: readonly LabelledLine[]
}

const listed = dialogs.flatMap((dialog): Listed[] => {
  const { actionItems, decisions } = summarize(dialog)
  const linesBy = (spans: readonly { segment: number }[]) => spans.flatMap(({ segment }) => dialog.lines[segment] ?? [])
  return [
    ...actionItems.map(({ owner, spans }) => ({
      kind: 'a' as const,
      owner: owner?.name ?? null,
      lines: linesBy(spans),
    })),
    ...decisions.map(({ spans }) => ({ kind: 'd' as const, owner: null, lines: linesBy(spans) })),
  ]
})
const all = dialogs.flatMap(({ lines }) => lines)
const ratio = (part: readonly unknown[], total: readonly unknown[]) => part.length / total.length

describe('labelled dialogs', () => {
  it('have hundreds of labelled lines, most of which are neither', () => {
    expect(all.length).toBeGreaterThanOrEqual(400)
    expect(
      ratio(
        all.filter(({ label }) => label === '-'),
        all,
      ),
    ).toBeGreaterThan(0.5)
  })

  it.each([
    ['a', 'action items', 0.9, 0.55],
    ['d', 'decisions', 0.9, 0.5],
  ] as const)('%s: %s are right in nine of ten cases', (kind, _, precision, recall) => {
    const own = listed.filter((one) => one.kind === kind)
    const right = own.filter(({ lines }) => lines.some(({ label }) => label === kind || label === '?'))
    const found = new Set(own.flatMap(({ lines }) => lines.filter(({ label }) => label === kind)))
    const wrong = own
      .filter((one) => !right.includes(one))
      .map(({ lines }) => lines.map(({ text }) => text).join(' / '))
    expect(ratio(right, own), wrong.join('\n')).toBeGreaterThanOrEqual(precision)
    const labelled = all.filter(({ label }) => label === kind)
    expect(ratio([...found], labelled)).toBeGreaterThanOrEqual(recall)
  })

  it('have owners that are right, or none', () => {
    const owned = listed.filter(
      ({ kind, owner, lines }) => kind === 'a' && owner !== null && lines.some(({ label }) => label === 'a'),
    )
    const wrong = owned.filter(
      ({ owner, lines }) => !lines.some(({ label, detail }) => label === 'a' && detail === owner),
    )
    expect(wrong.map(({ owner, lines }) => `${owner}: ${lines.map(({ text }) => text).join(' / ')}`)).toEqual([])
    expect(owned.length).toBeGreaterThan(30)
  })
})
