/** The simulation of large installations: figures follow from the constants, and the guide quotes them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseDesign, computeCost, DESIGNS, findEnd, findExceeded } from '../bench/simulate-designs.ts'
import { ASSUMED, CONSTANTS, computeDemand, countRows, sumTables, TABLES } from '../bench/simulate-model.ts'
import { bytes, large } from '../bench/simulate-text.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('the model', () => {
  it('agrees with the measured size of a database, which also contains results of the analysis', () => {
    const measured = CONSTANTS.databaseBytesPerHour.value * 0.5
    const ratio = sumTables(1, ASSUMED) / measured
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1)
  })

  it('grows with the number of conversations, and with nothing else', () => {
    const [small, great] = [computeDemand(1_000), computeDemand(10_000)]
    for (const [name, value] of Object.entries(small))
      expect(great[name as keyof typeof great] / value, name).toBeCloseTo(10, 6)
  })

  it('counts rows of tables that exist', () => {
    const schema = read('schema.sql')
    for (const name of Object.keys(TABLES)) expect(schema).toContain(`create table ${name} (`)
    expect(countRows(10, ASSUMED)).toMatchObject({ conversations: 10, passages: 875, passage_vectors: 875 })
  })

  it('needs more of everything for longer calls, and more processors for more readers', () => {
    const long = computeDemand(1_000, { ...ASSUMED, minutes: 60 })
    expect(long.databaseBytes / computeDemand(1_000).databaseBytes).toBeCloseTo(2)
    const busy = computeDemand(1_000, { ...ASSUMED, readsPerConversation: 200 })
    expect(busy.readCores / computeDemand(1_000).readCores).toBeCloseTo(2)
    expect(busy.databaseBytes).toBe(computeDemand(1_000).databaseBytes)
  })
})

describe('designs', () => {
  it.each(DESIGNS)('$name hold what is below their end, and nothing above it', (design) => {
    const { conversations, ends } = findEnd(design)
    expect(findExceeded(design, computeDemand(conversations * 0.99))).toBeUndefined()
    expect(findExceeded(design, computeDemand(conversations * 1.01))?.resource).toBe(ends.resource)
  })

  it('are chosen in their order', () => {
    const names = [1_000, 100_000, 1_000_000].map((size) => chooseDesign(computeDemand(size))?.name)
    expect(names).toEqual(DESIGNS.slice(0, 3).map(({ name }) => name))
    expect(chooseDesign(computeDemand(100_000_000))).toBeUndefined()
  })

  it('hold 100 million conversations if no organization has many of them', () => {
    const demand = computeDemand(100_000_000, { ...ASSUMED, largestShare: 0.0002 })
    expect(chooseDesign(demand)?.name).toBe('Citus')
  })

  it('use replicas when readers need more processors than one server has', () => {
    const demand = computeDemand(1_000_000, { ...ASSUMED, readsPerConversation: 25_000 })
    expect(chooseDesign(demand)?.name).toBe('the same with read replicas')
  })

  it('cost more for more', () => {
    const cost = (size: number) => computeCost(chooseDesign(computeDemand(size))?.components(computeDemand(size)) ?? [])
    expect(cost(1_000)).toBeGreaterThan(0)
    expect(cost(1_000_000)).toBeGreaterThan(cost(100_000))
  })
})

it('the guide quotes where designs end, and how many bytes there are', () => {
  const guide = read('docs/scaling.md')
  for (const design of DESIGNS) {
    const { conversations, ends } = findEnd(design)
    expect(guide).toContain(`| ${large(conversations)} | ${large(conversations / ASSUMED.months)} | ${ends.resource} |`)
  }
  for (const size of [1_000, 1_000_000, 100_000_000]) {
    const { rows, databaseBytes, vectorIndexBytes } = computeDemand(size)
    expect(guide).toContain(`| ${large(size)} | ${large(rows)} | ${bytes(databaseBytes + vectorIndexBytes)} |`)
  }
})
