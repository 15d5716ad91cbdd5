/** Programs of this machine that are used when they are there: found by the PATH, run without a shell, and bounded. */
import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** @returns the path of the program, or undefined when this machine has none of that name */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  const ending = process.platform === 'win32' ? '.exe' : ''
  // Relative entries would make it depend on where the service was started.
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
  /** Of what it says; beyond it, it is ended. */
  readonly outputBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface ProgramEnd {
  /** Null when it was ended by a signal: its time or its output had passed the bound, or the machine did so. */
  readonly code: number | null
  readonly output: Buffer
}

/** @throws the reason of the signal; Error when the program cannot be begun */
export function runProgram(
  program: string,
  args: readonly string[],
  { milliseconds, outputBytes, signal }: ProgramBounds,
): Promise<ProgramEnd> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    // It sees none of our settings.
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
