/** Which embedding the settings ask for. None of them loads a model or asks a server before the first text. */
import type { EmbeddingSettings } from '../../core/config.ts'
import { type Embedding, EmbeddingFault } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'

/** @throws Error when the settings name a folder without a model */
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
