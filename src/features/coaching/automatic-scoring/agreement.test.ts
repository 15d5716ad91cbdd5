import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMatrices, computeAgreement, NOTHING } from './agreement.ts'

describe('agreement', () => {
  it('is what the formulas give', () => {
    // Observed 0.7, expected 0.5: the example that textbooks have of Cohen's kappa.
    expect(
      computeAgreement([
        [20, 0, 5],
        [0, 0, 0],
        [10, 0, 15],
      ]),
    ).toEqual({ compared: 50, exact: 0.7, withinOne: 0.7, kappa: 0.4, weightedKappa: 0.4 })
    // By hand: observed wrong 0.3, by weight 0.2; expected wrong 0.66, by weight 0.45.
    expect(
      computeAgreement([
        [2, 1, 0],
        [0, 2, 1],
        [1, 0, 3],
      ]),
    ).toEqual({ compared: 10, exact: 0.7, withinOne: 0.9, kappa: 0.5455, weightedKappa: 0.5556 })
  })

  it('has nothing to tell where nothing is compared, and no kappa where chance always agrees', () => {
    expect(computeAgreement(NOTHING)).toEqual({
      compared: 0,
      exact: null,
      withinOne: null,
      kappa: null,
      weightedKappa: null,
    })
    const all = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 7],
    ]
    expect(computeAgreement(all)).toEqual({ compared: 7, exact: 1, withinOne: 1, kappa: null, weightedKappa: null })
  })

  const matrix = fc.array(fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 })
  it('lies in its bounds, is 1 for those who always agree, and the same whoever is asked first', () => {
    fc.assert(
      fc.property(matrix, (counts) => {
        const told = computeAgreement(counts)
        const turned = computeAgreement(counts.map((row, at) => row.map((_, column) => counts[column]?.[at] ?? 0)))
        expect(turned.kappa ?? 9).toBeCloseTo(told.kappa ?? 9, 3)
        expect(turned.weightedKappa ?? 9).toBeCloseTo(told.weightedKappa ?? 9, 3)
        for (const share of [told.exact, told.withinOne]) if (share !== null) expect(share).toBeLessThanOrEqual(1)
        for (const kappa of [told.kappa, told.weightedKappa]) {
          if (kappa !== null) expect(kappa >= -1 && kappa <= 1).toBe(true)
        }
        const diagonal = computeAgreement(counts.map((row, at) => row.map((n, column) => (at === column ? n : 0))))
        if (diagonal.kappa !== null) expect([diagonal.kappa, diagonal.weightedKappa, diagonal.exact]).toEqual([1, 1, 1])
        expect(computeAgreement(addMatrices(counts, NOTHING))).toEqual(told)
      }),
    )
  })
})
