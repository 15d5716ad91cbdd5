/**
 * Optional programs on this machine, found in the PATH. They run without a shell, and with limits on time and output.
 */
import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** @returns path of the program, or undefined if it isn't installed */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  const ending = process.platform === 'win32' ? '.exe' : ''
  // Relative entries are ignored, because they depend on the working directory.
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const found = join(folder, name + ending)
    if (
      await access(found, constants.X_OK).then(
        () => true,
        () => false,
      )
    ) {
      return found
    }
  }
  return undefined
}

export interface ProgramBounds {
  readonly milliseconds: number
  /** Maximum size of the output. A program that exceeds it is killed. */
  readonly outputBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface ProgramEnd {
  /** Exit code. Null if the program was killed because of its time or output limit, or by the system. */
  readonly code: number | null
  readonly output: Buffer
}

/** @throws the reason of the signal; Error if the program can't be started */
export function runProgram(
  program: string,
  args: readonly string[],
  { milliseconds, outputBytes, signal }: ProgramBounds,
): Promise<ProgramEnd> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    // Without the environment, which contains settings and secrets.
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], env: {} })
    const parts: Buffer[] = []
    let size = 0
    const end = () => void child.kill('SIGKILL')
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > outputBytes) end()
      else parts.push(part)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve({ code, output: Buffer.concat(parts) })
    })
  })
}
