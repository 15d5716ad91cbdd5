/** Creates the data folder, with errors that say what to do. */
import { mkdir } from 'node:fs/promises'

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file with this name',
  EACCES: "this user can't write there",
  EPERM: "this user can't write there",
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
}

/** @throws Error that names the folder and the reason. Other errors stay as they are. */
export async function createDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw new Error(
      `The data folder ${path} can't be created: ${reason}. Choose another folder with --data or DATA_DIR.`,
      { cause: error },
    )
  }
}
