/** MiniSearch over the same passages and questions, in this process: what an index in memory alone costs. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import MiniSearch from 'minisearch'
import { extractTerms } from '../src/core/terms.ts'
import { parseQuestion } from '../src/features/text/passage-ranking/index.ts'
import { passageTexts } from './search-text.ts'

/** Beyond this an index in memory is no longer what anybody would run beside a service. */
export const MEMORY_MAX = 100_000
const RESULTS = 10

export interface InMemory {
  readonly passages: number
  readonly indexedPerSecond: number
  /** Milliseconds of each question. */
  readonly times: readonly number[]
  readonly megabytes: number
}

export function searchInMemory(conversations: number, asked: readonly string[]): InMemory {
  const before = heapInUse()
  const index = new MiniSearch<{ id: number; text: string }>({
    // The same terms as the service's, so that both look for the same.
    ...{ fields: ['text'], tokenize: extractTerms, processTerm: (term: string) => term },
  })
  const begun = performance.now()
  let passages = 0
  for (const text of passageTexts(conversations)) index.add({ id: passages++, text })
  const seconds = (performance.now() - begun) / 1000
  const megabytes = (heapInUse() - before) / 1e6
  const times = asked.map((question) => {
    const from = performance.now()
    // Without the words of asking, which the service leaves out as well.
    index.search(question, { tokenize: (asked) => [...parseQuestion(asked, []).terms] }).slice(0, RESULTS)
    return performance.now() - from
  })
  return { passages, indexedPerSecond: passages / seconds, times, megabytes }
}

/** Bytes, after what is garbage has been collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
