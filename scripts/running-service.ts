/** The service on a new data folder, with a second organization beside the first, for as long as some work takes. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { UNLIMITED } from '../src/testing/unlimited.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const node = [process.execPath, '--disable-warning=ExperimentalWarning', main] as const

export interface RunningService {
  readonly baseUrl: string
  /** What it said at its first start. */
  readonly said: Readonly<Record<string, string | undefined>>
  /** What `acceptance/ask.ts` wants to know. */
  readonly environment: Readonly<Record<string, string>>
}

export async function withService<T>(
  work: (service: RunningService) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-service-'))
  const env = { ...process.env, LOG_LEVEL: 'warn', ...UNLIMITED, ...settings }
  const [program, ...args] = [...node, 'serve', '--port', '0', '--json', '--data', folder]
  const service = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  try {
    const said = JSON.parse(await firstLine(service))
    const rival = parley(
      env,
      folder,
      'organization',
      'create',
      'Rival',
      '--domain',
      'rival.example',
      '--admin',
      'mallory@rival.example',
    )
    const key = parley(
      env,
      folder,
      'key',
      'create',
      '--organization',
      rival.organization_id ?? '',
      '--name',
      'acceptance',
    )
    return await work({
      baseUrl: said.base_url,
      said,
      environment: { PARLEY_URL: said.base_url, PARLEY_KEY: said.api_key, PARLEY_RIVAL_KEY: key.token ?? '' },
    })
  } finally {
    if (service.exitCode === null && service.kill()) await once(service, 'exit')
    rmSync(folder, { recursive: true })
  }
}

/** @throws Error when the process ends before it has said anything */
export async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`It ended with ${status} before it had started; see above.`)
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  ended.catch(() => {})
  return line
}

/** Runs a command beside the service, and reads the JSON it prints. */
function parley(env: NodeJS.ProcessEnv, folder: string, ...command: string[]): Record<string, string | undefined> {
  const [program, ...args] = [...node, ...command, '--data', folder, '--json']
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`parley ${command.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout)
}
