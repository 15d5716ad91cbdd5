import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChoosableLabel } from '../../conversations/labels/index.ts'
import type { LabelChoice } from '../../conversations/records/index.ts'
import type { ChosenOption } from './chosen.ts'
import { type LabelJudgment, reconcileLabels } from './model.ts'

const NAMES = ['Topic', 'Mood', 'Stage']
const VALUES = ['one', 'two']
const LABELS: readonly ChoosableLabel[] = NAMES.map((name, at) => ({
  ...{ id: `label-${at}`, name, description: '' },
  options: VALUES.map((value) => ({ id: `${at}-${value}`, value, description: '' })),
}))
const span = { segment: 0, speaker: 'Bob', start: null, end: null, quote: 'Words.' }

const row = (category: string, option: string | null, source: LabelChoice['source']): LabelChoice => {
  const at = NAMES.indexOf(category)
  return {
    ...{ category, option, source, confidence: 1, evidence: [], transcript_version: 1 },
    label_id: source === 'human' ? null : `label-${at}`,
    option_id: source === 'human' ? null : `${at}-${option}`,
    ...{ model: null, decided_by: null, decided_at: '2026-01-01T00:00:00.000Z' },
  }
}

/** A conversation as it can be: each label absent, imported, a person's, taken away, or the program's. */
const standing = fc
  .tuple(
    ...NAMES.map(() =>
      fc.record({
        kind: fc.constantFrom('absent', 'imported', 'human', 'removed', 'ai', 'rule'),
        value: fc.constantFrom(...VALUES),
      }),
    ),
  )
  .map((all) => {
    const labels: Record<string, string> = {}
    const choices: LabelChoice[] = []
    all.forEach(({ kind, value }, at) => {
      const name = NAMES[at] ?? ''
      if (kind === 'absent') return
      if (kind !== 'removed') labels[name] = value
      if (kind === 'removed') choices.push(row(name, null, 'human'))
      else if (kind !== 'imported') choices.push(row(name, value, kind as LabelChoice['source']))
    })
    return { kinds: all.map(({ kind }) => kind), labels, choices }
  })

const chosen: fc.Arbitrary<ChosenOption[]> = fc.subarray([0, 1, 2]).chain((ats) =>
  fc.tuple(
    ...ats.map((at) =>
      fc.record({
        labelId: fc.constant(`label-${at}`),
        optionId: fc.constantFrom(...VALUES.map((value) => `${at}-${value}`)),
        source: fc.constantFrom('ai' as const, 'rule' as const),
        confidence: fc.constant(0.9),
        evidence: fc.constant([span]),
      }),
    ),
  ),
)
const judgedOf = (made: readonly ChosenOption[], model?: string): LabelJudgment => ({
  ...{ labels: LABELS, chosen: made, transcriptVersion: 2, model },
})

describe('settling labels', () => {
  it('never touches what is not the program’s, and leaves of its own just what it chose', () => {
    fc.assert(
      fc.property(standing, chosen, ({ kinds, labels, choices }, made) => {
        const settled = reconcileLabels(labels, choices, judgedOf(made, 'a model'))
        NAMES.forEach((name, at) => {
          const choice = made.find(({ labelId }) => labelId === `label-${at}`)
          const value = LABELS[at]?.options.find(({ id }) => id === choice?.optionId)?.value
          const mine = kinds[at] === 'ai' || kinds[at] === 'rule' || kinds[at] === 'absent'
          expect(settled.labels[name]).toBe(mine ? value : labels[name])
          expect(settled.added.some(({ category }) => category === name)).toBe(mine && value !== undefined)
        })
        const same = NAMES.every((name) => settled.labels[name] === labels[name])
        expect(settled.changed).toBe(!same)
      }),
    )
  })

  it('is done after once', () => {
    fc.assert(
      fc.property(standing, chosen, ({ labels, choices }, made) => {
        const first = reconcileLabels(labels, choices, judgedOf(made, 'a model'))
        const rows = [
          ...choices.filter(({ category, source }) => source === 'human' || !first.withdrawn.includes(category)),
          ...first.added.map((one) => row(one.category, one.option, one.source)),
        ].filter((one, at, all) => all.findLastIndex(({ category }) => category === one.category) === at)
        expect(reconcileLabels(first.labels, rows, judgedOf(made, 'a model'))).toMatchObject({
          labels: first.labels,
          changed: false,
        })
      }),
    )
  })

  it('keeps what a model chose of the same words, when no model was asked', () => {
    const before = { Topic: 'one' }
    const had = [{ ...row('Topic', 'one', 'ai'), transcript_version: 2 }]
    expect(reconcileLabels(before, had, judgedOf([])).labels).toEqual(before)
    expect(reconcileLabels(before, had, judgedOf([], 'a model')).labels).toEqual({})
    expect(reconcileLabels(before, [row('Topic', 'one', 'ai')], judgedOf([])).labels).toEqual({})
    expect(
      reconcileLabels(before, [{ ...row('Topic', 'one', 'rule'), transcript_version: 2 }], judgedOf([])).labels,
    ).toEqual({})
  })

  it('knows a category in any case', () => {
    const made: ChosenOption = {
      ...{ labelId: 'label-0', optionId: '0-one', source: 'rule', confidence: 0.9 },
      evidence: [span],
    }
    expect(reconcileLabels({ TOPIC: 'mine' }, [], judgedOf([made])).labels).toEqual({ TOPIC: 'mine' })
    expect(reconcileLabels({}, [row('topic', null, 'human')], judgedOf([made])).labels).toEqual({})
  })
})
