/**
 * A Redis of a test's own, on a free port of this machine, that keeps nothing. Whether there is one to start: the command
 * that TEST_REDIS_SERVER names, which then must be there, or else `redis-server`, if the PATH has it. CI names it, so that
 * there nothing is skipped.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const named = process.env.TEST_REDIS_SERVER || undefined

/** Undefined: tests that need one are skipped, and say so. */
export const redisCommand: string | undefined = named ?? inPath('redis-server')

function inPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Kills it, and with it all that it knew. */
  kill(): Promise<void>
  /** It takes connections, and answers nothing. */
  freeze(): void
  thaw(): void
}

/** @param port the one of a server that was killed, to come back in its place. @throws Error when it does not start */
export async function startRedis(port?: number): Promise<RedisServer> {
  const at = port ?? (await freePort())
  const child = spawn(
    redisCommand ?? 'redis-server',
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await ready(child)
  return {
    port: at,
    url: `redis://127.0.0.1:${at}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

async function ready(child: ChildProcess): Promise<void> {
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${said.join('\n')}`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      said.push(line)
      if (line.includes('Ready to accept connections')) resolve()
    })
  })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
