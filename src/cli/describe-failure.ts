/** Messages for failed commands. */
import { AppError, describeThrown } from '../core/errors.ts'

/**
 * Errors of PostgreSQL that an operator fixes in `DATABASE_URL`, by their SQLSTATE. The messages of the driver name
 * neither the setting nor the next step.
 */
const SETTING_FAULTS: ReadonlyMap<string, string> = new Map([
  [
    '3D000',
    "The database of DATABASE_URL doesn't exist on its server. Create it with `createdb`, or correct its name in DATABASE_URL.",
  ],
  ['28P01', 'The server of DATABASE_URL rejected the password. Correct the user or the password in DATABASE_URL.'],
  [
    '28000',
    'The server of DATABASE_URL rejected the sign-in. Correct the user in DATABASE_URL, or allow the connection in `pg_hba.conf`.',
  ],
])

/** Errors of a connection to the server of `DATABASE_URL`, by the code of the operating system. */
const CONNECTION_FAULTS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'No server accepts connections at the address of DATABASE_URL'],
  ['ENOTFOUND', 'The host name of DATABASE_URL has no address'],
  ['EAI_AGAIN', 'The host name of DATABASE_URL has no address now'],
  ['ETIMEDOUT', "The server of DATABASE_URL doesn't respond"],
  ['EHOSTUNREACH', 'The network has no route to the server of DATABASE_URL'],
  ['ENETUNREACH', 'The network has no route to the server of DATABASE_URL'],
])

/** Errors of the file system that name a path, by the code of the operating system. */
const PATH_FAULTS: ReadonlyMap<string, (path: string) => string> = new Map([
  ['ENOENT', (path) => `The file or folder ${path} doesn't exist. Check the path.`],
  ['EISDIR', (path) => `${path} is a folder. Enter the path of a file.`],
  ['ENOTDIR', (path) => `A part of the path ${path} is a file. Enter a path of folders.`],
  ['EEXIST', (path) => `${path} exists already. Choose another path, or remove it.`],
  ['EACCES', permissionFault],
  ['EPERM', permissionFault],
  ['EROFS', (path) => `The disk of ${path} is read-only. Choose a path on another disk.`],
  ['ENAMETOOLONG', (path) => `The name ${path} is too long. Choose a shorter one.`],
  ['ELOOP', (path) => `The symbolic links of ${path} form a loop. Correct the links.`],
])

function permissionFault(path: string): string {
  return `This user has no permission for ${path}. Change its permissions, or choose another path.`
}

/**
 * Message of commander as full sentences, such as: Unknown command 'impart'.
 * @param text `error: unknown command 'impart'`, with a line break, and for some with `(Did you mean import?)`
 */
export function describeMisuse(text: string): string {
  const [first = '', ...others] = text
    .trim()
    .replace(/^error: (?:command-argument )?/, '')
    .split('\n')
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.?!]$/.test(first) ? '' : '.'}`
  return [sentence, ...others.map((line) => line.replace(/^\((.*)\)$/, '$1'))].join(' ')
}

/** @returns the message of an error that ends a command */
export function describeFailure(thrown: unknown): string {
  const fault = thrown instanceof AppError && thrown.code === 'database_unavailable' ? thrown.cause : undefined
  return (
    describeConnection(fault) ??
    describePermission(thrown) ??
    describePath(thrown) ??
    SETTING_FAULTS.get(readCode(thrown)) ??
    describeThrown(thrown)
  )
}

const readCode = (thrown: unknown): string => String(((thrown ?? {}) as { readonly code?: unknown }).code)

/** @param fault cause of an unavailable database */
function describeConnection(fault: unknown): string | undefined {
  // A host name with several addresses has an error for each.
  const first: unknown = fault instanceof AggregateError ? fault.errors[0] : fault
  const { address } = (first ?? {}) as { readonly address?: unknown }
  // The embedded database has a socket, and an error of its own.
  if (typeof address === 'string' && address.startsWith('/')) return undefined
  const code = readCode(first)
  const what = CONNECTION_FAULTS.get(code)
  return what && `${what} (${code}). Start the server, or correct host and port in DATABASE_URL.`
}

/** @returns undefined for other errors, such as those of row-level security, which have the same SQLSTATE */
function describePermission(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || readCode(thrown) !== '42501' || !thrown.message.startsWith('permission denied'))
    return undefined
  return `The user of DATABASE_URL lacks a right: ${thrown.message}. Change the owner of the database to this user, or grant the right.`
}

/** @returns undefined for errors that don't come from a call of the file system with a path */
function describePath(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { syscall, path, dest } = thrown as NodeJS.ErrnoException & { readonly dest?: string }
  const place = dest ?? path
  // The path of `spawn` is the name of a program.
  if (syscall === undefined || syscall.startsWith('spawn') || place === undefined) return undefined
  return PATH_FAULTS.get(readCode(thrown))?.(place)
}
