/**
 * What an operation is: input, output, who may call it, where it is served, what it does. Doors walk the catalog and
 * bind whatever operations it holds; descriptions are generated from the same walk.
 */
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Database, Reader, Writer } from './db.ts'
import type { Log } from './log.ts'
import type { OrganizationId, Principal, Requirement } from './principal.ts'

/** What a handler gets. A short fixed list: one more field needs a decision record. */
export interface Context {
  readonly principal: Principal
  readonly org: OrganizationId
  readonly db: Reader
  readonly transact: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly log: Log
}

export function contextOf(principal: Principal, database: Database, ports: Pick<Context, 'clock' | 'log'>): Context {
  return {
    principal,
    org: principal.organizationId,
    db: database.read,
    transact: (work) => database.transact(work),
    ...ports,
  }
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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RestBinding<Output> {
  readonly method: Method
  /** Below `/v2`, with `{name}` for path parameters; each must be a field of the input. */
  readonly path: string
  /** Default 200; 204 sends no body. A function, when it depends on what happened. */
  readonly status?: number | ((output: Output) => number)
  /** Largest body in bytes. Default 1 MiB. */
  readonly bodyLimit?: number
  /** Also takes `application/x-ndjson`: every line runs down the whole road as a request of its own. */
  readonly lines?: true
  /** The one input field that is the whole body, for bodies that are no object. */
  readonly bodyField?: string
  /** Other media types the answer may have, for the description. */
  readonly produces?: readonly string[]
  readonly present?: (output: Output, wire: Wire) => unknown
  /** What `present` makes of the output, for the description. */
  readonly answer?: z.ZodType
}

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly id: string
  /** One sentence; it is the documentation. */
  readonly summary: string
  readonly description?: string
  /** The family it is listed under. */
  readonly tag: string
  readonly input: Input
  readonly output: Output
  readonly requires: Requirement
  readonly rest: RestBinding<z.output<Output>>
  handle(input: z.output<Input>, ctx: Context): Promise<z.input<Output>>
}

/** An operation whose types have been checked and may be forgotten, so that differently typed ones share a list. */
export interface AnyOperation extends Omit<Operation, 'rest' | 'handle'> {
  readonly rest: Omit<RestBinding<unknown>, 'present' | 'status'> & {
    readonly status?: number | ((output: never) => number)
    readonly present?: (output: never, wire: Wire) => unknown
  }
  handle(input: never, ctx: Context): Promise<unknown>
}

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** Checks at compile time that every placeholder of the path is a field of the input. */
export function defineOperation<
  Input extends z.ZodType<Record<string, unknown>>,
  Output extends z.ZodType,
  const Path extends string,
>(
  operation: Omit<Operation<Input, Output>, 'rest'> & {
    rest: Omit<RestBinding<z.output<Output>>, 'path'> & {
      path: Placeholders<Path> extends keyof z.output<Input> ? Path : never
    }
  },
): Operation<Input, Output> {
  return operation
}
