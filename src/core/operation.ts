/**
 * What an operation is: input, output, who may call it, where it is served, what it does. Doors walk the catalog and
 * bind whatever operations it holds; descriptions are generated from the same walk.
 */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Aside } from './aside.ts'
import type { RecordAudit, RequestSource, Thing } from './audit.ts'
import type { Clock } from './clock.ts'
import type { CrmPort } from './crm.ts'
import { type Database, nested, type Reader, type Writer } from './db.ts'
import type { Embedding } from './embedding.ts'
import type { ByteRange, Files } from './files.ts'
import type { Installation } from './installation.ts'
import type { Jobs } from './job-queue.ts'
import type { LanguageModel } from './language-model.ts'
import type { OrganizationLimits } from './limits.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { MailLimits } from './mail-limits.ts'
import type { MediaCuts, MediaReader } from './media.ts'
import type { OrganizationId, Principal, Requirement } from './principal.ts'
import type { PublicFetch } from './public-fetch.ts'
import type { Sealer } from './sealed.ts'
import type { SearchIndex } from './search.ts'
import type { Signals } from './signals.ts'
import type { TextExtraction } from './text-extraction.ts'
import type { KeySigner } from './tokens.ts'
import type { ToolBox } from './tool-box.ts'
import type { Transcriber } from './transcriber.ts'

/** What lies outside, the same for operations and jobs. */
export interface OuterPorts {
  readonly clock: Clock
  readonly log: Log
  /** Counts what the service does, for `/metrics`. */
  readonly signals: Signals
  readonly jobs: Jobs
  readonly files: Files
  readonly mail: Mail
  readonly mailLimits: MailLimits
  readonly search: SearchIndex
  readonly textExtraction: TextExtraction
  readonly embedding: Embedding
  /** Computes what takes long where it holds up nobody. */
  readonly aside: Aside
  /** The same for requests that somebody waits for, which stand in no queue behind analyses. */
  readonly requestWorkers: Aside
  readonly media: MediaReader
  /** Parts of recordings, cut out for who may have those alone. */
  readonly cuts: MediaCuts
  /** Undefined: none is configured. */
  readonly transcriber: Transcriber | undefined
  readonly tokens: KeySigner
  readonly sealer: Sealer
  readonly fetchPublic: PublicFetch
  readonly crm: CrmPort
  readonly toolBox: ToolBox
  /** Limits of requests that hold for an organization. */
  readonly limitsOf: (org: OrganizationId) => Promise<OrganizationLimits>
  /** How the service is set up. */
  readonly installation: Installation
  /** The address people and programs reach the service under, without a slash at the end. */
  readonly publicUrl: () => string
}

/** The outside, and the database bound to one organization. */
export interface Ports extends OuterPorts {
  readonly db: Reader
  readonly transact: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  /** Bound to whoever asks, so that what it costs is recorded. Undefined: none is configured. */
  readonly model: LanguageModel | undefined
}

/** What a handler gets. A short fixed list: one more field needs a decision record. */
export interface Context extends Ports {
  readonly principal: Principal
  readonly org: OrganizationId
  readonly source: RequestSource
  readonly audit: RecordAudit
  /**
   * Tells the audit entry which thing this request made or changed. Things named by the path are told by themselves, so
   * this is for what a request makes. Call it before the transaction ends.
   */
  readonly names: (kind: Thing['kind'], id: string) => void
  /**
   * Records conversations behind the response that neither the request nor the response names, themselves or by something
   * derived from them. A stored response is returned again only to callers who see all of them.
   */
  readonly derivesFrom: (conversationIds: Iterable<string>) => void
  /** Aborted when this answer is no longer wanted: the caller has gone, the process ends, or another run took over. */
  readonly signal: AbortSignal
  /**
   * Tells what has come about so far, as one of the operation's `events`, to whoever listens; mostly nobody does. Await
   * it: it holds the work back while the listener reads slowly, which is also why it never stands in a transaction.
   * @throws the reason of `signal` once that is aborted
   */
  tell(event: string, data: unknown): Promise<void>
}

/** Intermediate events of an operation, with what each of them carries. The last one, of whichever kind, is the door's. */
export type EventSchemas = Readonly<Record<string, z.ZodType>> & { readonly done?: never; readonly error?: never }

/** The context of an operation that may tell just these events. */
type Telling<Events extends EventSchemas> = Omit<Context, 'tell'> & {
  tell<Name extends keyof Events & string>(event: Name, data: z.input<Events[Name]>): Promise<void>
}

export function contextOf(
  principal: Principal,
  database: Database,
  ports: OuterPorts & Pick<Context, 'audit' | 'model'>,
  source: RequestSource = {},
): Context {
  return {
    principal,
    org: principal.organizationId,
    db: database.read,
    transact: (work) => database.transact(work),
    source,
    names: () => {},
    derivesFrom: () => {},
    signal: new AbortController().signal,
    tell: async () => {},
    ...ports,
  }
}

/** The same context inside a transaction that is open already: what it writes is committed or undone with that. */
export function contextWithin(ctx: Context, tx: Writer): Context {
  return { ...ctx, db: tx, transact: (work) => nested(tx, work) }
}

/** The request line as a presenter may need it for links. */
export interface Wire {
  /** `{PUBLIC_URL}/v2`, without a slash at the end. */
  readonly baseUrl: string
  /** Path below the base, as asked. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** An answer that is no JSON document, such as a subtitle file. */
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
 * An answer that is a stored file, for people to play or keep: it is sent as it is read, from where to where it is asked
 * for, and never held whole.
 */
export class StoredAnswer {
  readonly contentType: string
  readonly fileName: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 in hex: tells one content from another. */
  readonly sha256: string
  /** From the first byte to the last one that is wanted, both counted. */
  readonly open: (range: ByteRange | undefined) => Promise<Readable>
  constructor(file: Pick<StoredAnswer, 'contentType' | 'fileName' | 'size' | 'sha256' | 'open'>) {
    this.contentType = file.contentType
    this.fileName = file.fileName
    this.size = file.size
    this.sha256 = file.sha256
    this.open = file.open
  }
}

/** A file that was sent along, spooled to disk before the operation runs and gone after it. */
export class UploadedFile {
  readonly path: string
  /** As the sender calls it, without folders. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 in hex. */
  readonly sha256: string
  constructor(file: { path: string; name: string; size: number; sha256: string }) {
    this.path = file.path
    this.name = file.name
    this.size = file.size
    this.sha256 = file.sha256
  }
  /** What makes two requests the same one: the content, not where it was spooled this time. */
  toJSON(): object {
    return { name: this.name, size: this.size, sha256: this.sha256 }
  }
}

/** What is still served and should not be used any more. */
export interface Deprecation {
  readonly since: Date
  /** The path, below `/v2`, of the operation that takes its place. */
  readonly successor: string
}

/** Since when what the contract calls deprecated is so, operations and query parameters alike. */
export const DEPRECATED_BY_CONTRACT = new Date('2026-08-01T00:00:00Z')

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RestBinding<Output> {
  readonly method: Method
  /** Below `/v2`, with `{name}` for path parameters; each must be a field of the input. */
  readonly path: string
  /**
   * Changes nothing, in the sense of RFC 9110, section 9.2.1, although its method may: what it is asked is too long for an
   * address. Without this, whatever is no GET writes.
   */
  readonly safe?: true
  /**
   * Whether responses contain words of conversations or facts about them. Every POST declares it, because its response may
   * be stored for an `Idempotency-Key`: a derived one is returned again only to callers who still see every conversation
   * behind it.
   */
  readonly derived?: boolean
  /** Default 200; 204 sends no body. A function, when it depends on what happened. */
  readonly status?: number | ((output: Output) => number)
  /** The codes that `status` may give, for the description. Default 200 and 201 for a function. */
  readonly statuses?: readonly number[]
  /** Statuses it may refuse with beyond what all operations of its kind do, for the description. */
  readonly refusals?: readonly number[]
  /** Largest body in bytes. Default 1 MiB. */
  readonly bodyLimit?: number
  /** The input field that holds most of a large body. In bodies of more than 1 MiB it arrives as `HeldJson`. */
  readonly heldField?: string
  /** Also takes `application/x-ndjson`: every line runs down the whole road as a request of its own. */
  readonly lines?: true
  /** The one input field that is the whole body, for bodies that are no object. */
  readonly bodyField?: string
  /** Input fields that come from the query although there is a body. */
  readonly inQuery?: readonly string[]
  /** Input fields that come from a request header: field → name of the header in lower case. */
  readonly inHeaders?: Readonly<Record<string, string>>
  /** Also takes `multipart/form-data`: one file, which becomes this input field, and text fields beside it. */
  readonly upload?: {
    readonly field: string
    readonly maxBytes: number
    /** Of all text fields together. Default: what 20 short ones need. */
    readonly fieldBytes?: number
  }
  /** How bodies and errors are dressed. Default `resource`. */
  readonly dress?: 'resource' | 'scim'
  /** Headers of the answer beside those that all have. */
  readonly headers?: (output: Output, wire: Wire) => Readonly<Record<string, string>>
  /** Other media types the answer may have, for the description. */
  readonly produces?: readonly string[]
  readonly present?: (output: Output, wire: Wire) => unknown
  /** What `present` makes of the output, for the description. */
  readonly answer?: z.ZodType
}

export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Events extends EventSchemas = EventSchemas,
> {
  readonly id: string
  /** One sentence; it is the documentation. */
  readonly summary: string
  readonly description?: string
  /** The family it is listed under. */
  readonly tag: string
  readonly input: Input
  readonly output: Output
  readonly requires: Requirement
  /**
   * Waits for something outside, such as a language model, so no door puts it into one transaction. Sent with an
   * `Idempotency-Key` it is done at least once, where others are done exactly once (docs/decisions/0009). Who does not
   * say so gets a `ctx.model` that refuses to be asked.
   */
  readonly takesLong?: true
  /**
   * Weight against the limits of requests: the number of plain requests that one of these counts as. Defaults to 1.
   * `COSTS` has the values.
   */
  readonly cost?: number
  /**
   * Checks from the path alone that the target exists and that the caller may change it, before any byte of the body is
   * read. Required for an operation that takes a file or a large body and names a target. `handle` checks again.
   * @throws AppError as `handle` does
   */
  precheck?(named: Readonly<Record<string, string>>, ctx: Context): Promise<void>
  readonly deprecated?: Deprecation
  /** What it tells while it works, through `ctx.tell`: whoever asks for it hears of each at once. Implies `takesLong`. */
  readonly events?: Events
  readonly rest: RestBinding<z.output<Output>>
  handle(input: z.output<Input>, ctx: Telling<Events>): Promise<z.input<Output>>
}

/** An operation whose types have been checked and may be forgotten, so that differently typed ones share a list. */
export interface AnyOperation extends Omit<Operation, 'rest' | 'handle' | 'precheck'> {
  readonly rest: Omit<RestBinding<unknown>, 'present' | 'status' | 'headers'> & {
    readonly status?: number | ((output: never) => number)
    readonly headers?: (output: never, wire: Wire) => Readonly<Record<string, string>>
    readonly present?: (output: never, wire: Wire) => unknown
  }
  precheck?(named: Readonly<Record<string, string>>, ctx: Context): Promise<void>
  handle(input: never, ctx: Context): Promise<unknown>
}

/** Values of `cost`, by what an operation works with. */
export const COSTS = {
  /** Reads a large body, or searches. */
  medium: 3,
  /** Imports a conversation, receives a file, or makes one. */
  high: 5,
  /** Questions a language model, or starts work on many conversations. */
  highest: 10,
} as const

/** An operation that may be served by tools alone. */
export type Runnable = Omit<AnyOperation, 'rest'> & { readonly rest?: AnyOperation['rest'] }

/** Whether it waits for something outside, so that its work is no single transaction. */
export const takesLong = (operation: Pick<AnyOperation, 'takesLong' | 'events'>): boolean =>
  operation.takesLong === true || operation.events !== undefined

/** Names of the placeholders of a path, in order. */
export const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type DeclaresDerived =
  | { readonly method: 'POST'; readonly derived: boolean }
  | { readonly method: Exclude<Method, 'POST'> }

/** Checks at compile time that every placeholder of the path is a field of the input, and what a POST has to declare. */
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
