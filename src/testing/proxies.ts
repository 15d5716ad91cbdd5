/** Real reverse proxies of a test's own, on free ports of this machine, with the defaults of their packages. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { programNamed } from './programs.ts'

/** Undefined: tests that need the program are skipped, and say so. */
export const nginxCommand = programNamed('TEST_NGINX', 'nginx')
export const haproxyCommand = programNamed('TEST_HAPROXY', 'haproxy')

export interface ReverseProxy {
  /** Without a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

/** @param target URL of the service @param location directives beside `proxy_pass` */
export async function startNginx(target: string, location = ''): Promise<ReverseProxy> {
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return start(nginxCommand ?? 'nginx', port, ['-e', 'error.log', '-p', '.', '-c', 'proxy.conf'], () => [
    'daemon off; worker_processes 1; pid nginx.pid; error_log error.log;',
    // As Debian's; it changes its user itself when it is root, which then could not write here.
    'user root; events { worker_connections 768; }',
    'http { access_log off; sendfile on; tcp_nopush on; gzip on; default_type application/octet-stream;',
    ...temporary.map((name) => `${name}_temp_path temporary_${name};`),
    `server { listen 127.0.0.1:${port}; location / { proxy_pass ${new URL(target).origin}; ${location} } } }`,
  ])
}

export async function startHaproxy(target: string): Promise<ReverseProxy> {
  const port = await freePort()
  return start(haproxyCommand ?? 'haproxy', port, ['-f', 'proxy.conf'], () => [
    'defaults',
    '  mode http',
    '  option dontlognull',
    '  timeout connect 5000',
    '  timeout client 50000',
    '  timeout server 50000',
    'frontend all',
    `  bind 127.0.0.1:${port}`,
    '  default_backend parley',
    'backend parley',
    `  server one ${new URL(target).host}`,
  ])
}

async function start(
  command: string,
  port: number,
  options: readonly string[],
  configuration: () => readonly string[],
): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-proxy-'))
  await writeFile(join(folder, 'proxy.conf'), `${configuration().join('\n')}\n`)
  const child = spawn(command, options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  await listening(child, port, () => printed)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcess, port: number, printed: () => string): Promise<void> {
  let broken: unknown
  child.once('error', (error) => {
    broken = error
  })
  for (let tries = 0; tries < 200; tries++) {
    if (broken !== undefined || child.exitCode !== null) break
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await pause(50)
  }
  throw new Error(`${child.spawnfile} did not start: ${broken ?? printed()}`)
}
