/** Which transcriber the settings ask for. None of them loads a model or asks a server before the first recording. */
import type { TranscriberSettings } from '../core/config.ts'
import type { Log } from '../core/log.ts'
import type { Transcriber } from '../core/transcriber.ts'

/** @throws Error when the settings name a folder without a model */
export async function openTranscriber(
  settings: TranscriberSettings | undefined,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Promise<Transcriber | undefined> {
  switch (settings?.provider) {
    case 'openai':
      return (await import('./transcriber-openai.ts')).createServerTranscriber(settings)
    case 'folder':
      return (await import('./transcriber-folder.ts')).openFolderTranscriber(settings, log)
    case undefined:
      return undefined
  }
}
