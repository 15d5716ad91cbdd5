/**
 * `npm run acceptance`: starts the service on a new data folder and runs `acceptance/` against its address. With
 * PARLEY_URL and PARLEY_KEY set it tests that installation instead; it makes conversations there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

process.exitCode = process.env.PARLEY_URL ? accept({}) : await acceptOwn()

async function acceptOwn(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-acceptance-'))
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const service = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, 'serve', '--port', '0', '--json', '--data', folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LOG_LEVEL: 'warn' },
    },
  )
  try {
    const [line] = await once(createInterface(service.stdout), 'line')
    const said = JSON.parse(line)
    return accept({ PARLEY_URL: said.base_url, PARLEY_KEY: said.api_key })
  } finally {
    service.kill()
    await once(service, 'exit')
    rmSync(folder, { recursive: true })
  }
}

function accept(environment: Record<string, string>): number {
  const { status } = spawnSync('vitest', ['run', '--config', 'acceptance/vitest.config.ts'], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status ?? 1
}
