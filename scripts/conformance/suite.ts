/** One scenario of the protocol's own conformance suite at a time, and what it found. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackage } from '../install-package.ts'

const tools = fileURLToPath(new URL('../../tools/conformance/', import.meta.url))
export const suite = join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

export interface Verdict {
  readonly passed: number
  /** What failed, in the suite's words. */
  readonly failures: readonly string[]
}

export const installSuite = (): void => installPackage(tools, 'the conformance suite')

/** Starts one run. @param said is told every line it prints, as it comes */
export async function runSuite(args: readonly string[], said: (line: string) => void = () => {}): Promise<Verdict> {
  const out = mkdtempSync(join(tmpdir(), 'parley-conformance-'))
  try {
    const child = spawn(process.execPath, [suite, ...args, '-o', out], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', said)
    await once(child, 'close')
    return verdictIn(out)
  } finally {
    rmSync(out, { recursive: true })
  }
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

function verdictIn(folder: string): Verdict {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('checks.json'),
  )
  const checks = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[])
  const failed = checks.filter(({ status }) => status === 'FAILURE')
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    failures: failed.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage.slice(0, 300)}`),
  }
}
