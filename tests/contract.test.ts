import { describe, expect, it } from 'vitest'
import { sentences } from '../acceptance/sentences.ts'
import { checksOf } from '../scripts/print-contract.ts'

const checks = checksOf()

describe('every sentence of the contract', () => {
  it.each(Object.keys(sentences))('%s has a check', (id) => {
    expect(checks.filter(({ sentence }) => sentence === id).length).toBeGreaterThan(0)
  })

  it('is known to the checks that name it', () => {
    expect(checks.length).toBeGreaterThan(100)
    expect(checks.filter(({ sentence }) => sentences[sentence] === undefined)).toEqual([])
  })
})
