/**
 * Address of the service that uses a data folder, in a file of the folder. Commands run in processes of their own and
 * print links to the service, whose port can differ from their settings.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ADDRESS_FILE = 'address'

/** @returns undefined if no service runs, or if it doesn't use the folder */
export function readServedAddress(dataDir: string): string | undefined {
  try {
    const text = readFileSync(join(dataDir, ADDRESS_FILE), 'utf8').trim()
    return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function writeServedAddress(dataDir: string, url: string): void {
  writeFileSync(join(dataDir, ADDRESS_FILE), `${url}\n`, { mode: 0o600 })
}

/** Deletes the file unless another service has replaced it. */
export function removeServedAddress(dataDir: string, url: string): void {
  if (readServedAddress(dataDir) === url) rmSync(join(dataDir, ADDRESS_FILE), { force: true })
}
