import { storeMove } from '../../src/testing/moves-fixtures.ts'
import type { SamplesOf } from './sample.ts'

export const moveSamples: SamplesOf = async (world) => ({
  listMoves: {},
  getMove: { path: { id: await storeMove(world) } },
})
