/** Processes of the installation under test. Each can be killed with all of its children, and starts again as Docker does. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { nginxCommand } from '../src/testing/proxies.ts'
import { redisCommand } from '../src/testing/redis-server.ts'
import { UNLIMITED } from '../src/testing/unlimited.ts'
import { ROOT } from './processes.ts'
import { type Addresses, type PlannedService, toProxyConfiguration, toSettings } from './several-compose.ts'

/** Pause before a killed process starts again. */
const RESTART_MS = 1_000
const START_MS = 180_000

export interface Component {
  readonly name: string
  /** Service of the Compose file. */
  readonly service: string
  start(): Promise<void>
  /** Ends the process and its children with SIGKILL. */
  kill(): Promise<void>
}

export const restart = async (component: Component): Promise<void> => {
  await pause(RESTART_MS)
  await component.start()
}

interface Launched {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** A component that is one program. It is ready when `isReady` resolves. */
export class ProgramComponent implements Component {
  readonly name: string
  readonly service: string
  readonly #launched: Launched
  readonly #isReady: (child: ChildProcess) => Promise<unknown>
  #child: ChildProcess | undefined
  #printed = ''

  constructor(
    { name, service }: { name: string; service: string },
    launched: Launched,
    isReady: (child: ChildProcess) => Promise<unknown>,
  ) {
    this.name = name
    this.service = service
    this.#launched = launched
    this.#isReady = isReady
  }

  /** Whether the process ended by itself. */
  get hasEnded(): boolean {
    return this.#child !== undefined && (this.#child.exitCode !== null || this.#child.signalCode !== null)
  }

  /** What the process wrote to stderr last. */
  get printed(): string {
    return this.#printed
  }

  async start(): Promise<void> {
    const { command, args, cwd, environment } = this.#launched
    // A group of its own, because the workers of nginx outlive a killed master.
    const child = spawn(command, args, {
      ...{ cwd, env: { PATH: process.env.PATH ?? '', ...environment }, detached: true },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    child.stderr.on('data', (chunk: Buffer) => {
      this.#printed = (this.#printed + chunk.toString()).slice(-4_000)
    })
    const ended = once(child, 'close').then(() => {
      throw new Error(`${this.name} ended:\n${this.#printed}`)
    })
    ended.catch(() => undefined)
    const late = pause(START_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${this.name} isn't ready after ${START_MS / 1_000} s:\n${this.#printed}`)
    })
    late.catch(() => undefined)
    await Promise.race([this.#isReady(child), ended, late])
    child.stdout.resume()
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined || this.hasEnded) return
    const gone = once(child, 'close')
    process.kill(-child.pid, 'SIGKILL')
    await gone
  }
}

/** Resolves when something listens on the port. */
async function listensOn(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
}

export interface ParleyProcess extends ProgramComponent {
  /** Line that the last start printed. */
  readonly said: Readonly<Record<string, string>>
}

/** A process of the image: its command with the settings of the service, and the defaults of the image on loopback. */
export function createParley(
  service: PlannedService,
  name: string,
  place: { readonly folder: string; readonly at: Addresses; readonly port: number },
): ParleyProcess {
  const { folder, at, port } = place
  const data = join(folder, name)
  mkdirSync(data, { recursive: true })
  let said: Record<string, string> = {}
  const environment = {
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: data, HOST: '127.0.0.1' },
    ...{ PORT: String(port), WORKER_PORT: String(port), NODE_EXTRA_CA_CERTS: join(folder, 'fullchain.pem') },
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    ...UNLIMITED,
    ...toSettings(service, at),
  }
  const args = ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/main.ts'), ...service.command, '--json']
  const program = new ProgramComponent(
    { name, service: service.name },
    { command: process.execPath, args, cwd: ROOT, environment },
    async (child) => {
      if (child.stdout === null) throw new Error('no stdout')
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      said = JSON.parse(String(line))
    },
  )
  return Object.defineProperty(program, 'said', { get: () => said }) as ParleyProcess
}

export function createRedis({ command: [program, ...args] }: PlannedService, folder: string, port: number): Component {
  if (program !== 'redis-server') throw new Error(`The service redis runs ${program}.`)
  const here = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder]
  return new ProgramComponent(
    { name: 'redis', service: 'redis' },
    { command: redisCommand ?? program, args: [...args, ...here], cwd: folder, environment: {} },
    () => listensOn(port),
  )
}

export function createBucketProcess(folder: string, port: number): Component {
  mkdirSync(folder, { recursive: true })
  const args = ['--disable-warning=ExperimentalWarning', join(ROOT, 'bench/several-bucket.ts'), folder, String(port)]
  return new ProgramComponent(
    { name: 'files', service: 'files' },
    { command: process.execPath, args, cwd: ROOT, environment: {} },
    () => listensOn(port),
  )
}

/** nginx with TLS and the configuration of the proxy. Creates the certificate of both hosts. */
export function createProxy(folder: string, at: Addresses): Component {
  const command = nginxCommand ?? 'nginx'
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=parley.test']
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', [...request, ...names, ...files], { stdio: 'ignore' })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, toProxyConfiguration(folder, at, supportsHttp2On(command)))
  return new ProgramComponent(
    { name: 'proxy', service: 'proxy' },
    { command, args: ['-e', join(folder, 'error.log'), '-p', folder, '-c', file], cwd: folder, environment: {} },
    () => listensOn(at.https),
  )
}

/** Whether nginx has the directive `http2`, which 1.25.1 introduced. The image has it. */
function supportsHttp2On(command: string): boolean {
  const printed = execFileSync('sh', ['-c', '"$0" -v 2>&1', command], { encoding: 'utf8' })
  const [, major = 0, minor = 0, patch = 0] = (/nginx\/(\d+)\.(\d+)\.(\d+)/.exec(printed) ?? []).map(Number)
  return major > 1 || minor > 25 || (minor === 25 && patch >= 1)
}
