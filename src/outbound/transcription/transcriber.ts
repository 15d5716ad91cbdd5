/** Opens the transcriber of the settings. It loads a model or sends a request only for the first recording. */
import type { TranscriberSettings } from '../../core/config.ts'
import type { Log } from '../../core/log.ts'
import type { Transcriber } from '../../core/transcriber.ts'

/** @throws Error if the configured folder contains no model */
export async function openTranscriber(
  settings: TranscriberSettings | undefined,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Promise<Transcriber | undefined> {
  switch (settings?.provider) {
    case 'openai':
      return (await import('./openai.ts')).createServerTranscriber(settings)
    case 'folder':
      return (await import('./folder.ts')).openFolderTranscriber(settings, log)
    case undefined:
      return undefined
  }
}
