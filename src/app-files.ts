/** File store and email of the app, as the settings select them. */
import { join } from 'node:path'
import type { Config } from './core/config.ts'
import type { Files } from './core/files.ts'
import type { DependencyState } from './core/health.ts'
import type { Mail } from './core/mail.ts'
import { openFolderFiles } from './outbound/files/folder.ts'
import { checkFilesHome, type FilesHome, openMarkedFiles } from './outbound/files/home.ts'
import { openS3Files } from './outbound/files/s3.ts'
import { openFolderMail } from './outbound/mail/folder.ts'
import { openSmtpMail } from './outbound/mail/smtp.ts'
import type { Services } from './services.ts'

interface OpenedFiles {
  readonly files: Files
  readonly filesState: () => Promise<DependencyState>
  readonly filesHome: () => Promise<FilesHome | undefined>
}

/**
 * Opens the object store, or the folder of this process, and checks that the folder belongs to this installation.
 *
 * @param given file store of a test
 */
export async function openFiles(
  config: Config,
  { store, disk, log }: Services,
  given: Files | undefined,
): Promise<OpenedFiles> {
  const files = given ?? (config.filesUrl === undefined ? undefined : openS3Files(config.filesUrl))
  if (files !== undefined) {
    return {
      files,
      filesHome: async () => undefined,
      async filesState() {
        await files.check?.()
        return 'ok'
      },
    }
  }
  const folder = join(config.dataDir, 'files')
  let home = await checkFilesHome(store.owner, folder, config.databaseUrl !== undefined)
  if (home.state === 'misplaced') log.error({ files: home.detail }, 'the files of this installation are elsewhere')
  return {
    files: openMarkedFiles(openFolderFiles(folder, disk.demand), () => home.state === 'misplaced'),
    filesHome: async () => home,
    async filesState() {
      // Checked again until somebody fixes the folder.
      if (home.state === 'misplaced') home = await checkFilesHome(store.owner, folder, config.databaseUrl !== undefined)
      return home.state
    },
  }
}

/** Email over SMTP, or as files in the data folder. */
export function openMail(config: Config): Mail {
  return config.smtpUrl === undefined
    ? openFolderMail(join(config.dataDir, 'mail'), config.mailFrom)
    : openSmtpMail(config.smtpUrl, config.mailFrom)
}
