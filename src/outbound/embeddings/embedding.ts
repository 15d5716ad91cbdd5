/** Embedding for the settings. Each provider loads its model or calls its server at the first text, not earlier. */
import type { EmbeddingSettings } from '../../core/config.ts'
import { type Embedding, EmbeddingFault } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'

/** @throws Error if the folder in the settings doesn't contain a model */
export async function openEmbedding(
  settings: EmbeddingSettings,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Promise<Embedding> {
  switch (settings.provider) {
    case 'local':
      return (await import('./local.ts')).createLocalEmbedding(log)
    case 'openai':
      return (await import('./openai.ts')).createServerEmbedding(settings, log)
    case 'folder':
      return (await import('./folder.ts')).openFolderEmbedding(settings.folder, log)
    case 'none':
      return NONE
  }
}

const NONE: Embedding = {
  model: undefined,
  async embed() {
    throw new EmbeddingFault('refused', 'none_configured')
  },
  async close() {},
}
