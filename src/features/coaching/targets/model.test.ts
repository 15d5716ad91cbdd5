import { describe, expect, it } from 'vitest'
import { AppError } from '../../../core/errors.ts'
import {
  checkBounds,
  compareFigures,
  compareWithTarget,
  measureCallsPerWeek,
  resolveTargets,
  type TargetValue,
} from './model.ts'
import type { TargetFigure } from './schema.ts'

const target = (given: Partial<TargetValue> = {}): TargetValue => ({
  ...{ id: 'one', figure: 'talkShare', scorecardId: null, teamId: null, minimum: 0.45, maximum: 0.55 },
  ...given,
})

function refused(figure: TargetFigure, minimum: number | null, maximum: number | null): string[] {
  try {
    checkBounds(figure, { minimum, maximum })
  } catch (error) {
    if (error instanceof AppError) return error.problems.map(({ pointer }) => pointer)
    throw error
  }
  return []
}

describe('bounds', () => {
  it.each([
    ['talkShare', 0.45, 0.55],
    ['talkShare', null, 1],
    ['questionsAsked', 0.5, null],
    ['longestMonologue', null, 36_000],
    ['averageScore', 99.9, 100],
    ['callsPerWeek', 2.5, 2.5],
  ] as const)('of %s can be %s and %s', (figure, minimum, maximum) => {
    expect(refused(figure, minimum, maximum)).toEqual([])
  })

  it.each([
    ['talkShare', 45, null, ['/minimum']],
    ['talkShare', 0.455, 0.5555, ['/minimum', '/maximum']],
    ['questionsAsked', 0.55, null, ['/minimum']],
    ['longestMonologue', null, 90.5, ['/maximum']],
    ['longestMonologue', null, 36_001, ['/maximum']],
    ['averageScore', null, 101, ['/maximum']],
    ['scorecardScore', 80, 70, ['/maximum']],
    ['callsPerWeek', null, null, ['/minimum']],
  ] as const)('of %s can not be %s and %s', (figure, minimum, maximum, pointers) => {
    expect(refused(figure, minimum, maximum)).toEqual(pointers)
  })
})

describe('a verdict', () => {
  const judge = (value: number | null, given: Partial<TargetValue> = {}, isEnough = true) =>
    compareWithTarget(target(given), { value, isEnough }).verdict

  it('includes both bounds', () => {
    expect([0.44, 0.45, 0.5, 0.55, 0.56].map((value) => judge(value))).toEqual([
      ...['below', 'within', 'within', 'within', 'above'],
    ])
  })

  it('is about the number that people see', () => {
    expect([0.4449, 0.445, 0.5549, 0.555].map((value) => judge(value))).toEqual(['below', 'within', 'within', 'above'])
    const longest = { figure: 'longestMonologue', minimum: null, maximum: 60 } as const
    expect([60.4, 60.5].map((value) => judge(value, longest))).toEqual(['within', 'above'])
  })

  it('has one bound if the target has one', () => {
    expect([judge(0, { minimum: null }), judge(1, { maximum: null })]).toEqual(['within', 'within'])
  })

  it('needs a value, and enough calls', () => {
    expect([judge(null), judge(0.9, {}, false)]).toEqual(['insufficient', 'insufficient'])
  })

  it('needs five calls that have the figure', () => {
    const figures = (talkShare: number) => ({
      ...{ talkShare: 0.9, questionsAsked: 9, longestMonologue: 9, averageScore: null },
      counts: { talkShare, questionsAsked: 9, longestMonologue: 9, averageScore: 0 },
      callsPerWeek: { value: 1, isEnough: true },
    })
    const verdicts = [4, 5].map((count) => compareFigures([target()], figures(count)).map(({ verdict }) => verdict))
    expect(verdicts).toEqual([['insufficient'], ['above']])
  })
})

describe('calls per week', () => {
  const WEEK = 7 * 86_400_000
  it('is the mean of reps', () => {
    expect(measureCallsPerWeek(12, 3, 2 * WEEK)).toEqual({ value: 2, isEnough: true })
    expect(measureCallsPerWeek(0, 0, WEEK - 1)).toEqual({ value: null, isEnough: true })
  })

  it('needs a week', () => {
    expect(measureCallsPerWeek(12, 3, WEEK / 2)).toEqual({ value: null, isEnough: false })
  })
})

describe('the target of a team', () => {
  const all = [
    target({ id: 'organization' }),
    target({ id: 'parent', teamId: 'sales' }),
    target({ id: 'own', teamId: 'north' }),
    target({ id: 'other', teamId: 'support' }),
    target({ id: 'card', figure: 'scorecardScore', scorecardId: 'a', teamId: 'sales' }),
    target({ id: 'card-b', figure: 'scorecardScore', scorecardId: 'b' }),
  ]
  const idsFor = (chain: readonly string[], order = all) =>
    resolveTargets(order, chain)
      .map(({ id }) => id)
      .toSorted()

  it('is its own, then the one above it, then that of the organization', () => {
    expect(idsFor(['north', 'sales'])).toEqual(['card', 'card-b', 'own'])
    expect(idsFor(['west', 'sales'])).toEqual(['card', 'card-b', 'parent'])
    expect(idsFor(['product'])).toEqual(['card-b', 'organization'])
    expect(idsFor([])).toEqual(['card-b', 'organization'])
  })

  it("doesn't depend on the order of targets", () => {
    expect(idsFor(['north', 'sales'], all.toReversed())).toEqual(['card', 'card-b', 'own'])
  })
})
