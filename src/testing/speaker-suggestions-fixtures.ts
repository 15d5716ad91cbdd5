/** A call whose speakers have no names, but say them. */
import { importFor } from './import-fixtures.ts'
import type { World } from './world.ts'

const LINES = [
  ['Speaker 1', 'Hello, my name is Dana Whitfield, and I lead support.'],
  ['Speaker 2', 'Hi Dana. Nice to meet you.'],
  ['Speaker 1', 'Omar, could you describe the outage?'],
  ['Speaker 2', 'Nothing was printed for two hours.'],
  ['Speaker 1', 'Thank you, Omar.'],
  ['Speaker 2', 'Of course.'],
] as const
export const unnamedCallFor = (world: World, lines: readonly (readonly [string, string])[] = LINES) =>
  importFor(world, {
    transcript: { segments: lines.map(([speaker, text], at) => ({ speaker, text, start: at, end: at + 1 })) },
  })
export const suggestionsPath = (id: string) => `/conversations/${id}/speakers/suggestions`
