/** Keys of spellings, each computed once for a request, in a worker thread if there are many. */
import type { SharedPorts } from '../../../core/operation.ts'
import { type SpellingKey, spellingKeysTask } from '../glossary-spellings/index.ts'

export class SpellingKeys {
  readonly #ports: Pick<SharedPorts, 'requestWorkers'>
  readonly #keys = new Map<string, SpellingKey>()

  constructor(ports: Pick<SharedPorts, 'requestWorkers'>) {
    this.#ports = ports
  }

  /** Computes the keys of texts that have none yet. */
  async load(texts: Iterable<string>, signal?: AbortSignal): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !this.#keys.has(text))
    if (missing.length === 0) return
    const keys = await this.#ports.requestWorkers.run(spellingKeysTask, [missing], signal)
    for (const [at, text] of missing.entries()) {
      const key = keys[at]
      if (key !== undefined) this.#keys.set(text, key)
    }
  }

  /** Key of a text that was loaded. */
  get(text: string): SpellingKey {
    const key = this.#keys.get(text)
    if (key === undefined) throw new Error('The key of the spelling was not computed.')
    return key
  }
}
