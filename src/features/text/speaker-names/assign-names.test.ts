import { describe, expect, it } from 'vitest'
import { assignNames, type Candidate } from './assign-names.ts'

const ADA: Candidate = { name: 'Ada Kern', isKnown: true }
const BEN: Candidate = { name: 'Ben', isKnown: false }

const assign = (rows: Record<string, readonly (readonly [Candidate, number])[]>, others: readonly string[] = []) =>
  assignNames(
    new Map(
      Object.entries(rows).map(([speaker, row]) => [
        speaker,
        new Map(row.map(([candidate, score]) => [candidate, { score, cues: [] }])),
      ]),
    ),
    [...Object.keys(rows), ...others],
  ).map(({ speaker, name }) => [speaker, name])

describe('a name', () => {
  it('belongs to one speaker', () => {
    expect(assign({ 'Speaker 1': [[ADA, 10]], 'Speaker 2': [[ADA, 5]] })).toEqual([['Speaker 1', 'Ada Kern']])
  })

  it('belongs to nobody if two speakers can have it, or a speaker can have two', () => {
    expect(assign({ 'Speaker 1': [[ADA, 10]], 'Speaker 2': [[ADA, 7]] })).toEqual([])
    expect(assign({ 'Speaker 1': [[ADA, 10], [BEN, 7]] })).toEqual([]) // biome-ignore format: one row
  })

  it('needs a score, a higher one if nobody of the list has it', () => {
    expect(assign({ 'Speaker 1': [[ADA, 1.5]], 'Speaker 2': [[BEN, 4]] })).toEqual([
      ['Speaker 2', 'Ben'],
      ['Speaker 1', 'Ada Kern'],
    ])
    expect(assign({ 'Speaker 1': [[ADA, 1.4]], 'Speaker 2': [[BEN, 3.9]] })).toEqual([])
  })

  it('stays with the speaker who has it', () => {
    expect(assign({ 'Speaker 1': [[ADA, 10]] }, ['Ada Kern'])).toEqual([])
  })
})
