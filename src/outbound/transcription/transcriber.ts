/** Opens the transcriber of the settings. It loads a model or sends a request only for the first recording. */
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TranscriberSettings } from '../../core/config.ts'
import type { Log } from '../../core/log.ts'
import type { Transcriber } from '../../core/transcriber.ts'

type TranscriberLog = Pick<Log, 'info' | 'warn' | 'error'>

/** @throws Error if a configured folder contains no model, or if packages are missing */
export async function openTranscriber(
  settings: TranscriberSettings | undefined,
  log: TranscriberLog,
): Promise<Transcriber | undefined> {
  if (settings === undefined) return undefined
  const transcriber =
    settings.provider === 'openai'
      ? await (await import('./openai.ts')).createServerTranscriber(settings)
      : await openFolder(settings, log)
  const { speakersFolder, timeoutSeconds } = settings
  if (speakersFolder === undefined) return transcriber
  const { addSpeakers } = await import('./speakers.ts')
  return addSpeakers(transcriber, { folder: speakersFolder, timeoutSeconds }, log)
}

/** The layout of the folder decides which library runs its model: transformers.js reads `config.json`. */
async function openFolder(
  settings: Extract<TranscriberSettings, { provider: 'folder' }>,
  log: TranscriberLog,
): Promise<Transcriber> {
  const folder = resolve(settings.folder)
  const isForTransformers = await access(join(folder, 'config.json')).then(
    () => true,
    () => false,
  )
  return isForTransformers
    ? (await import('./folder.ts')).openFolderTranscriber(settings, log)
    : (await import('./sherpa.ts')).openSherpaTranscriber({ ...settings, folder }, log)
}
