/** A real mail server (Dovecot) on a free port of this machine, with one mailbox whose messages are files. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import { closeAfterTests } from './close-after-tests.ts'
import { freePort } from './free-port.ts'
import { programNamed } from './programs.ts'

/** Undefined: tests that need one are skipped, and say so. */
export const dovecotCommand = programNamed('TEST_DOVECOT', 'dovecot')

export interface Dovecot {
  /** Port with TLS. */
  readonly port: number
  /** Port with STARTTLS. */
  readonly plainPort: number
  readonly password: string
  /** Puts a message into the inbox. */
  deliver(source: Buffer): Promise<void>
  /** Names of the files of a folder, which end with their flags. */
  filesOf(folder: string): Promise<string[]>
}

/** User and group IDs of nobody, for the parts of Dovecot that refuse to run as root. */
const NOBODY = 65_534

/** Closed by itself after the test file. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-dovecot-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const [mail, password] = [join(folder, 'mail'), 'secret word']
  for (const name of ['run', 'mail', 'mail/new', 'mail/cur', 'mail/tmp']) await mkdir(join(folder, name))
  const isRoot = process.getuid?.() === 0
  const [user, group] = isRoot ? ['nobody', String(NOBODY)] : [userInfo().username, String(process.getgid?.())]
  if (isRoot) {
    await chmod(folder, 0o755)
    for (const name of ['', 'new', 'cur', 'tmp']) await chown(join(mail, name), NOBODY, NOBODY)
  }
  await writeFile(join(folder, 'cert.pem'), CERTIFICATE.trimStart())
  await writeFile(join(folder, 'key.pem'), CERTIFICATE_KEY.trimStart())
  await writeFile(
    join(folder, 'users'),
    `calls:{PLAIN}${password}:${isRoot ? NOBODY : process.getuid?.()}:${group}::${mail}\n`,
  )
  await chmod(join(folder, 'users'), 0o644)
  const file = join(folder, 'dovecot.conf')
  await writeFile(
    file,
    `protocols = imap
base_dir = ${folder}/run
log_path = ${folder}/log
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${mail}
default_internal_user = ${user}
default_login_user = ${user}
default_internal_group = ${isRoot ? 'nogroup' : group}
first_valid_uid = 0
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
`,
  )
  const child = spawn(dovecotCommand ?? 'dovecot', ['-F', '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  closeAfterTests(async () => {
    await stop(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await untilReady(plainPort, child)
  let delivered = 0
  return {
    ...{ port, plainPort, password },
    async deliver(source) {
      const name = `${++delivered}.parley`
      await writeFile(join(mail, 'tmp', name), source)
      if (isRoot) await chown(join(mail, 'tmp', name), NOBODY, NOBODY)
      await rename(join(mail, 'tmp', name), join(mail, 'new', name))
    },
    async filesOf(name) {
      const below = name === 'INBOX' ? mail : join(mail, `.${name}`)
      return [...(await readdir(join(below, 'new'))), ...(await readdir(join(below, 'cur')))]
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error('Dovecot ended at its start.')
    const socket = createConnection({ port, host: '127.0.0.1' })
    const isOpen = await Promise.race([
      once(socket, 'data').then(
        () => true,
        () => false,
      ),
      pause(500, false),
    ])
    socket.destroy()
    if (isOpen) return
    await pause(25)
  }
  throw new Error('Dovecot does not answer.')
}
