/**
 * Generates `clients/typescript/src/generated` with `@hey-api/openapi-ts`, whose packages are installed on demand. Digests
 * of its input and output are stored next to it, so that a check without these packages finds stale or edited files.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackage } from '../install-package.ts'
import { simplifyDescription } from './simplify-description.ts'

const tools = fileURLToPath(new URL('../../tools/clients/', import.meta.url))
const output = fileURLToPath(new URL('../../clients/typescript/src/generated/', import.meta.url))
const DIGESTS = 'digests.json'
/** The generator's own code holds under its own settings of TypeScript, and is checked there. */
const UNCHECKED = '// @ts-nocheck\n'

export interface Digests {
  readonly input: string
  readonly output: string
}

const digest = (parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex')

/** @param description text of `openapi.json` */
const toInput = (description: string): string => JSON.stringify(simplifyDescription(JSON.parse(description)))

/** Digests of what the generator would read now, and of the files that are there. */
export function computeDigests(description: string): Digests {
  const settings = ['openapi-ts.config.mjs', 'package.json', 'package-lock.json']
  const files = globSync('**/*.ts', { cwd: output }).sort()
  return {
    input: digest([toInput(description), ...settings.map((name) => readFileSync(join(tools, name), 'utf8'))]),
    output: digest(files.flatMap((name) => [name, readFileSync(join(output, name), 'utf8')])),
  }
}

/** Digests of the last run; undefined before the first. */
export function readDigests(): Digests | undefined {
  try {
    return JSON.parse(readFileSync(join(output, DIGESTS), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Generates the files, unless they are fresh. */
export function generateTypeScript(description: string): void {
  const before = readDigests()
  const now = computeDigests(description)
  if (before?.input === now.input && before.output === now.output) return
  installPackage(tools, 'the generator of the TypeScript client')
  const folder = mkdtempSync(join(tmpdir(), 'parley-clients-'))
  try {
    const input = join(folder, 'openapi.json')
    writeFileSync(input, toInput(description))
    const program = join(tools, 'node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js')
    const { status } = spawnSync(process.execPath, [program, '--file', join(tools, 'openapi-ts.config.mjs')], {
      cwd: tools,
      env: { ...process.env, PARLEY_DESCRIPTION: input, PARLEY_CLIENT: output },
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) throw new Error("Couldn't generate the TypeScript client. Its output is above.")
  } finally {
    rmSync(folder, { recursive: true })
  }
  for (const name of globSync('**/*.ts', { cwd: output })) {
    const file = join(output, name)
    const source = compact(readFileSync(file, 'utf8'))
    writeFileSync(file, name.includes('/') ? `${UNCHECKED}${source}` : source)
  }
  writeFileSync(join(output, DIGESTS), `${JSON.stringify(computeDigests(description), null, 2)}\n`)
}

/** Halves the indentation and removes blanks at ends of lines. */
const compact = (source: string): string =>
  source.replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2)).replace(/[ \t]+$/gm, '')
