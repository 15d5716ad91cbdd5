/**
 * Operations: input, output, permissions, route and handler. Transports bind all operations of the catalog, and the API
 * descriptions are generated from it.
 */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AuditTarget, RecordAudit, RequestSource } from './audit.ts'
import type { Clock } from './clock.ts'
import type { CrmPort } from './crm.ts'
import {
  batchWithin,
  type Database,
  fixedReader,
  nested,
  type OperationReader,
  type Reader,
  type TransactBatch,
  type Writer,
} from './db.ts'
import type { Embedding } from './embedding.ts'
import type { ByteRange, Files } from './files.ts'
import type { Installation } from './installation.ts'
import type { InternalTools } from './internal-tools.ts'
import type { Jobs } from './job-queue.ts'
import type { LanguageModel } from './language-model.ts'
import type { OrganizationLimits } from './limits.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { MailLimits } from './mail-limits.ts'
import type { MediaCuts, MediaReader } from './media.ts'
import type { ModelConnections } from './model-connection.ts'
import type { ObjectStores } from './object-stores.ts'
import type { OrganizationId, Principal, Requirement } from './principal.ts'
import type { ConnectPublic } from './public-connection.ts'
import type { PublicFetch } from './public-fetch.ts'
import type { Sealer } from './sealed.ts'
import type { SearchIndex } from './search.ts'
import type { Signals } from './signals.ts'
import type { TextExtraction } from './text-extraction.ts'
import type { KeySigner } from './tokens.ts'
import type { Transcriber } from './transcriber.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Ports that operations and jobs share. */
export interface SharedPorts {
  readonly clock: Clock
  readonly log: Log
  /** Counters for `/metrics`. */
  readonly signals: Signals
  readonly jobs: Jobs
  readonly files: Files
  readonly mail: Mail
  readonly mailLimits: MailLimits
  readonly search: SearchIndex
  readonly textExtraction: TextExtraction
  readonly embedding: Embedding
  /** Worker pool for long computations. */
  readonly workers: WorkerPool
  /** Worker pool for requests, so that they don't wait behind analyses. */
  readonly requestWorkers: WorkerPool
  readonly media: MediaReader
  /** Cuts of recordings, for users who can play only a part. */
  readonly cuts: MediaCuts
  /** Undefined if no transcriber is configured. */
  readonly transcriber: Transcriber | undefined
  readonly tokens: KeySigner
  readonly sealer: Sealer
  readonly fetchPublic: PublicFetch
  readonly connectPublic: ConnectPublic
  readonly crm: CrmPort
  /** Buckets that organizations connect as sources. */
  readonly objectStores: ObjectStores
  /** Folders in which admins may watch for calls. `{organization}` in a path is replaced by the ID of the organization. */
  readonly sourceFolders: readonly string[]
  readonly internalTools: InternalTools
  /** Returns the request limits of an organization. */
  readonly getLimits: (org: OrganizationId) => Promise<OrganizationLimits>
  /** Configuration and state of this installation. */
  readonly installation: Installation
  /** Connects the language model of this installation. */
  readonly modelConnections: ModelConnections
  /** Public base URL of the service, without a trailing slash. */
  readonly publicUrl: () => string
}

/** Shared ports, and the database bound to one organization. */
export interface Ports extends SharedPorts {
  /** Reads from the primary. In operations that only read, reads from a replica if one is up to date. */
  readonly db: Reader
  /** Creates the reader of an operation that only reads (docs/decisions/0090). */
  readonly openReader: () => OperationReader
  readonly transact: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  /**
   * Same as `transact`, without an audit entry: for data that nobody can read yet, or that follows from data whose change
   * has an entry.
   */
  readonly transactUnaudited: Ports['transact']
  /** Runs a step of a large change in one round trip, without an audit entry. See `Database.transactBatch`. */
  readonly transactBatch: TransactBatch
  /** Language model, bound to the caller so that costs are recorded. Undefined if none is configured. */
  readonly model: LanguageModel | undefined
}

/** Context of a handler. The list is closed: a new field needs a decision record. */
export interface Context extends Ports {
  readonly principal: Principal
  readonly org: OrganizationId
  readonly source: RequestSource
  readonly audit: RecordAudit
  /**
   * Adds a resource that this request created or changed to the audit entry. Resources in the path are added
   * automatically. Call it before the transaction ends.
   */
  readonly addAuditTarget: (kind: AuditTarget['kind'], id: string) => void
  /**
   * Records conversations that the response is derived from and that the request and the response don't identify,
   * directly or by a derived resource. A stored response is returned again only to callers who can see all of them.
   */
  readonly derivesFrom: (conversationIds: Iterable<string>) => void
  /**
   * Aborted when the response is no longer needed: the caller disconnected, the process ends, or another run took over.
   */
  readonly signal: AbortSignal
  /**
   * Sends an intermediate result, as one of the operation's `events`, to a listening client. Does nothing without a
   * listener. Await it: a slow listener slows down the work. For the same reason, never call it in a transaction.
   * @throws the reason of `signal` once aborted
   */
  emit(event: string, data: unknown): Promise<void>
}

/**
 * Intermediate events of an operation, with the schemas of their data. The transport adds the final event, `done` or
 * `error`.
 */
export type EventSchemas = Readonly<Record<string, z.ZodType>> & { readonly done?: never; readonly error?: never }

/** Context of an operation that can send only these events. */
type EmittingContext<Events extends EventSchemas> = Omit<Context, 'emit'> & {
  emit<Name extends keyof Events & string>(event: Name, data: z.input<Events[Name]>): Promise<void>
}

export function createContext(
  principal: Principal,
  database: Database,
  ports: SharedPorts & Pick<Context, 'audit' | 'model'>,
  source: RequestSource = {},
): Context {
  return {
    principal,
    org: principal.organizationId,
    db: database.read,
    openReader: () => database.openReader(),
    transact: (work) => database.transact(work),
    transactUnaudited: (work) => database.transact(work),
    transactBatch: (statements) => database.transactBatch(statements),
    source,
    addAuditTarget: () => {},
    derivesFrom: () => {},
    signal: new AbortController().signal,
    emit: async () => {},
    ...ports,
  }
}

/** The same context inside an open transaction, so that its writes are committed or rolled back with it. */
export function contextWithin(ctx: Context, tx: Writer): Context {
  const transact: Ports['transact'] = (work) => nested(tx, work)
  const writing = { transact, transactUnaudited: transact, transactBatch: batchWithin(tx) }
  return { ...ctx, ...writing, db: tx, openReader: () => fixedReader(tx) }
}

/** The request line, for links in responses. */
export interface Wire {
  /** `{PUBLIC_URL}/v2`, without a trailing slash. */
  readonly baseUrl: string
  /** Path below the base, as requested. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A response that isn't JSON, such as a subtitle file. */
export class FileAnswer {
  readonly contentType: string
  readonly fileName: string
  readonly body: string
  constructor(contentType: string, fileName: string, body: string) {
    this.contentType = contentType
    this.fileName = fileName
    this.body = body
  }
}

/**
 * A response with a stored file, for playback or download. It is streamed, supports ranges, and is never held in memory
 * completely.
 */
export class StoredAnswer {
  readonly contentType: string
  readonly fileName: string
  /** Size in bytes. */
  readonly size: number
  /** SHA-256 of the content in hex, for the ETag. */
  readonly sha256: string
  /** Opens the file, or the range. Both ends of the range are inclusive. */
  readonly open: (range: ByteRange | undefined) => Promise<Readable>
  constructor(file: Pick<StoredAnswer, 'contentType' | 'fileName' | 'size' | 'sha256' | 'open'>) {
    this.contentType = file.contentType
    this.fileName = file.fileName
    this.size = file.size
    this.sha256 = file.sha256
    this.open = file.open
  }
}

/** An uploaded file, stored on disk before the operation runs and deleted afterwards. */
export class UploadedFile {
  readonly path: string
  /** File name from the client, without folders. */
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** SHA-256 in hex. */
  readonly sha256: string
  constructor(file: { path: string; name: string; size: number; sha256: string }) {
    this.path = file.path
    this.name = file.name
    this.size = file.size
    this.sha256 = file.sha256
  }
  /** Identity of the content for comparing requests, regardless of its location on disk. */
  toJSON(): object {
    return { name: this.name, size: this.size, sha256: this.sha256 }
  }
}

/** Marks an operation as deprecated. It still works, but clients should no longer use it. */
export interface Deprecation {
  readonly since: Date
  /** Path of the replacement operation, below `/v2`. */
  readonly successor: string
}

/** Date since which everything that the contract deprecates is deprecated: operations and query parameters. */
export const DEPRECATED_BY_CONTRACT = new Date('2026-08-01T00:00:00Z')

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RestBinding<Output> {
  readonly method: HttpMethod
  /** Path below `/v2`, with `{name}` for path parameters. Each name must be an input field. */
  readonly path: string
  /**
   * Whether a `POST` only reads, as defined in RFC 9110, section 9.2.1, because its input is too long for a URL. All
   * other operations except `GET` count as writes.
   */
  readonly safe?: true
  /**
   * Whether responses contain words of conversations or facts about them. Every POST declares it, because its response
   * may be stored for an `Idempotency-Key`. A derived response is returned again only to callers who still see every
   * conversation behind it.
   */
  readonly derived?: boolean
  /** Status of success. Defaults to 200; 204 sends no body. A function if the status depends on the output. */
  readonly status?: number | ((output: Output) => number)
  /** Statuses that `status` can return, for the description. Defaults to 200 and 201 for a function. */
  readonly statuses?: readonly number[]
  /** Error statuses in addition to those of all operations of its kind, for the description. */
  readonly refusals?: readonly number[]
  /** Maximum size of the body in bytes. Defaults to 1 MiB. */
  readonly bodyLimit?: number
  /** Input field with most of a large body. In bodies of more than 1 MiB it arrives as `HeldJson`. */
  readonly heldField?: string
  /** Whether the operation also accepts `application/x-ndjson`. Each line runs as a separate request. */
  readonly lines?: true
  /** Input field that contains the whole body, for bodies that aren't objects. */
  readonly bodyField?: string
  /** Input fields that come from the query although the request has a body. */
  readonly inQuery?: readonly string[]
  /** Input fields that come from request headers, by field. Header names are in lower case. */
  readonly inHeaders?: Readonly<Record<string, string>>
  /** Support for `multipart/form-data`: one file, which becomes this input field, and text fields. */
  readonly upload?: {
    readonly field: string
    readonly maxBytes: number
    /** Maximum size of all text fields together, in bytes. The default is sufficient for 20 short fields. */
    readonly fieldBytes?: number
  }
  /** Format of bodies and errors. Defaults to `resource`. */
  readonly dress?: 'resource' | 'scim'
  /** Additional response headers. */
  readonly headers?: (output: Output, wire: Wire) => Readonly<Record<string, string>>
  /** Additional media types of the response, for the description. */
  readonly produces?: readonly string[]
  readonly present?: (output: Output, wire: Wire) => unknown
  /** Schema of the output of `present`, for the description. */
  readonly answer?: z.ZodType
}

export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Events extends EventSchemas = EventSchemas,
> {
  readonly id: string
  /** One-sentence summary for the API description. */
  readonly summary: string
  readonly description?: string
  /** Group in the API description. */
  readonly tag: string
  readonly input: Input
  readonly output: Output
  readonly requires: Requirement
  /**
   * Whether the operation waits for an external service, such as a language model. Transports don't run it in one
   * transaction. With an `Idempotency-Key`, it runs at least once; other operations run exactly once
   * (docs/decisions/0009). In operations without this property, `ctx.model` throws.
   */
  readonly takesLong?: true
  /**
   * Whether an operation that only reads must read from the primary, such as the change feed, whose order depends on
   * snapshots of the primary. Operations that write always do.
   */
  readonly readsPrimary?: true
  /** Number of plain requests that one call counts as in rate limits. Defaults to 1. `COSTS` has the values. */
  readonly cost?: number
  /**
   * Checks from the path alone that the resource exists and that the caller may change it, before any byte of the body
   * is read. Required for an operation with a file or a large body for an existing resource. `handle` checks again.
   * @throws AppError as `handle` does
   */
  precheck?(named: Readonly<Record<string, string>>, ctx: Context): Promise<void>
  readonly deprecated?: Deprecation
  /**
   * Events that the operation sends through `ctx.emit` while it works. Clients can request them as a stream. Implies
   * `takesLong`.
   */
  readonly events?: Events
  readonly rest: RestBinding<z.output<Output>>
  handle(input: z.output<Input>, ctx: EmittingContext<Events>): Promise<z.input<Output>>
}

/** An operation without its type parameters, for lists of different operations. */
export interface AnyOperation extends Omit<Operation, 'rest' | 'handle' | 'precheck'> {
  readonly rest: Omit<RestBinding<unknown>, 'present' | 'status' | 'headers'> & {
    readonly status?: number | ((output: never) => number)
    readonly headers?: (output: never, wire: Wire) => Readonly<Record<string, string>>
    readonly present?: (output: never, wire: Wire) => unknown
  }
  precheck?(named: Readonly<Record<string, string>>, ctx: Context): Promise<void>
  handle(input: never, ctx: Context): Promise<unknown>
}

/** Values of `cost`, by kind of work. */
export const COSTS = {
  /** Reads a large body, or searches. */
  medium: 3,
  /** Imports a conversation, receives a file, or generates one. */
  high: 5,
  /** Calls a language model, or starts work on many conversations. */
  highest: 10,
} as const

/** An operation that may have no route, if only tools or pages use it. */
export type Runnable = Omit<AnyOperation, 'rest'> & { readonly rest?: AnyOperation['rest'] }

/** Whether the operation waits for an external service, so that it can't run in a single transaction. */
export const takesLong = (operation: Pick<AnyOperation, 'takesLong' | 'events'>): boolean =>
  operation.takesLong === true || operation.events !== undefined

/** Names of the path parameters, in order. */
export const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type DeclaresDerived =
  | { readonly method: 'POST'; readonly derived: boolean }
  | { readonly method: Exclude<HttpMethod, 'POST'> }

/**
 * Defines an operation. Checks at compile time that every path parameter is an input field, and that a POST declares
 * `derived`.
 */
export function defineOperation<
  Input extends z.ZodType<Record<string, unknown>>,
  Output extends z.ZodType,
  const Path extends string,
  Events extends EventSchemas = Record<never, never>,
>(
  operation: Omit<Operation<Input, Output, Events>, 'rest' | 'precheck'> & {
    precheck?(named: { readonly [Name in Placeholders<Path>]: string }, ctx: Context): Promise<void>
    rest: Omit<RestBinding<z.output<Output>>, 'path'> & {
      path: Placeholders<Path> extends keyof z.output<Input> ? Path : never
    } & DeclaresDerived
  },
): Operation<Input, Output, Events> {
  return operation
}
