/**
 * The installation that `deploy/compose.production.yaml` describes, as processes on loopback. Commands, settings and numbers
 * of processes come from the file itself and from the configuration of its proxy, so a change there changes the test.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '../tests/deploy-tools.ts'
import { ROOT } from './processes.ts'

const FILE = 'deploy/compose.production.yaml'

interface ComposeService {
  readonly image?: string
  readonly command?: readonly string[]
  readonly restart?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly deploy?: { readonly replicas?: number }
  readonly volumes?: readonly string[]
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
}

/** Processes of one service. */
export interface PlannedService {
  readonly name: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly replicas: number
  /** Whether Docker starts it again after it ended. */
  readonly isRestarted: boolean
}

/** Addresses on loopback in place of the names of containers and hosts. */
export interface Addresses {
  readonly postgres: number
  readonly redis: number
  readonly files: number
  readonly servers: readonly number[]
  readonly http: number
  readonly https: number
}

/** Names of the two hosts in the certificate, which must differ for the proxy. */
export const HOSTS = { PARLEY_HOST: 'localhost', FILES_HOST: '127.0.0.1' } as const

/** Replaces `${NAME}`, `${NAME:-default}`, `${NAME:?message}` and `$$` as Docker does. @throws Error for a missing value */
export function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\$|\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
    (found, name?: string, kind?: string, rest = '') => {
      if (name === undefined) return '$'
      const value = values[name]
      if (value !== undefined && value !== '') return value
      if (kind === '-') return rest
      throw new Error(`${found}: ${kind === '?' ? rest : 'no value'}`)
    },
  )
}

/** Reads the services of the file. @param values of the `.env` file */
export async function readCompose(values: Readonly<Record<string, string>>): Promise<readonly PlannedService[]> {
  const [compose] = await parseYaml<Compose>(readFileSync(join(ROOT, FILE), 'utf8'))
  if (compose === undefined) throw new Error(`${FILE} is empty.`)
  return Object.entries(compose.services).map(([name, service]) => ({
    name,
    command: (service.command ?? []).map((part) => substitute(String(part), values)),
    environment: Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([key, value]) => [key, substitute(String(value), values)]),
    ),
    replicas: service.deploy?.replicas ?? 1,
    isRestarted: service.restart === 'unless-stopped',
  }))
}

export function findService(services: readonly PlannedService[], name: string): PlannedService {
  const found = services.find((service) => service.name === name)
  if (found === undefined) throw new Error(`${FILE} has no service ${name}.`)
  return found
}

/**
 * Settings of a process of Parley, with addresses on loopback.
 * @throws Error if a setting names a container that has no address here
 */
export function toSettings({ environment }: PlannedService, at: Addresses): Record<string, string> {
  const settings = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replaceAll('@postgres:5432', `@127.0.0.1:${at.postgres}`)
        .replaceAll('@redis:6379', `@127.0.0.1:${at.redis}`)
        .replace(/(https:\/\/)(localhost|127\.0\.0\.1)(?=$|[/&])/, `$1$2:${at.https}`),
    ]),
  )
  // The proxy is on loopback instead of in the network of the file.
  settings.TRUSTED_PROXIES = '127.0.0.0/8'
  const [stranger] = Object.entries(settings).filter(([, value]) => /@[a-z]+:\d/.test(value))
  if (stranger !== undefined) throw new Error(`${stranger[0]} names a container without an address on loopback.`)
  return settings
}

/** Settings of PostgreSQL from its command: `-c name=value`. */
export function toPostgresSettings({ command }: PlannedService): Record<string, string> {
  return Object.fromEntries(
    command.flatMap((part, index) => {
      const [, name, value] = /^([a-z_]+)=(.*)$/.exec(part) ?? []
      return command[index - 1] === '-c' && name !== undefined && value !== undefined ? [[name, value]] : []
    }),
  )
}

/**
 * Configuration of nginx: the template of the proxy, with addresses on loopback. Docker's DNS server, which returns the
 * addresses of both servers, becomes an upstream that never counts a server as failed, because names are resolved again.
 * @throws Error if the template names an address that isn't replaced
 */
export function toProxyConfiguration(folder: string, at: Addresses, supportsHttp2On: boolean): string {
  const template = readFileSync(join(ROOT, 'deploy/proxy/parley.conf.template'), 'utf8')
  const upstream = (name: string, ports: readonly number[]) =>
    `upstream ${name} { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ')} }`
  const servers = substitute(template, HOSTS)
    .replace(/^resolver .*$/m, '')
    .replaceAll('/etc/nginx/certificates', folder)
    .replaceAll('listen 8080', `listen 127.0.0.1:${at.http}`)
    .replaceAll('listen 8443', `listen 127.0.0.1:${at.https}`)
    .replaceAll('http://server:8080', 'http://servers')
    .replaceAll('http://files:8333', 'http://files')
    .replaceAll('  http2 on;\n', supportsHttp2On ? '  http2 on;\n' : '')
  if (/:8080|:8333|\$\{|127\.0\.0\.11/.test(servers)) throw new Error('The proxy names an address of Docker.')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;`,
    process.getuid?.() === 0 ? 'user root;' : '',
    'events { worker_connections 1024; }',
    'http { access_log off; default_type application/octet-stream;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/temporary_${name};`),
    upstream('servers', at.servers),
    upstream('files', [at.files]),
    servers,
    '}',
  ].join('\n')
}
