/** A Redis of a test's own, on a free port of this machine, that keeps nothing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { programNamed } from './programs.ts'

/** Undefined: tests that need one are skipped, and say so. */
export const redisCommand = programNamed('TEST_REDIS_SERVER', 'redis-server')

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
