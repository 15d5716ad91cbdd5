import { readFile } from 'node:fs/promises'
import type { Vendor } from '../features/moves/vendor-moves/index.ts'
import { UsageError } from './usage-error.ts'

const FILE_MAX = 64 * 1024

/**
 * Reads credentials of a vendor from environment variables, or from lines `NAME=value` of a file or stdin. Arguments of a
 * process are visible to other users, so they never contain credentials.
 * @throws UsageError that names the missing variables
 */
export async function readSecrets(vendor: Vendor, file: string | undefined): Promise<Record<string, string>> {
  const given: Record<string, string | undefined> =
    file === undefined ? process.env : parseLines(file === '-' ? await readStdin() : await readSmall(file))
  const values: Record<string, string> = {}
  const missing: string[] = []
  for (const { variable, default: preset } of vendor.credentials) {
    const value = given[variable]?.trim() || preset
    if (value === undefined) missing.push(variable)
    else values[variable] = value
  }
  if (missing.length > 0) {
    throw new UsageError(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} required. Set ${missing.length === 1 ? 'it' : 'them'} in the environment, or use --credentials with a file or - for stdin.`,
    )
  }
  for (const [name, value] of Object.entries(values)) checkUrl(name, value)
  return values
}

function checkUrl(name: string, value: string): void {
  if (!name.endsWith('_URL')) return
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(`${name} must be an http or https URL without user, query and fragment.`)
}

function parseLines(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=')
    if (line.trim() === '' || line.startsWith('#')) continue
    if (at <= 0) throw new UsageError('Each line of the credentials must be NAME=value.')
    values[line.slice(0, at).trim()] = line.slice(at + 1).trim()
  }
  return values
}

async function readSmall(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`The file ${path} can't be read.`)
  })
  return checkSize(text)
}

async function readStdin(): Promise<string> {
  let text = ''
  for await (const part of process.stdin.setEncoding('utf8')) text = checkSize(text + part)
  return text
}

function checkSize(text: string): string {
  if (text.length > FILE_MAX) throw new UsageError('The credentials must have at most 64 KiB.')
  return text
}
