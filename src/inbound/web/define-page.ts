/**
 * What a page of the app is: an address, what stands on it, and what can be done there. A page asks operations, as
 * programs do, in the name of the person at the browser: who may see and do what is decided there, not here.
 *
 * Every page works without a script. What can be done is a form that is sent to the page's address and the name of the
 * action, and ends by going to a page; what is refused shows the same page again, with what was given and what is wrong
 * with it. Scripts make it quicker (`enhance.browser.ts`).
 */
import type { z } from 'zod'
import type { Problem } from '../../core/errors.ts'
import type { AnyOperation, Context, FileAnswer, Runnable, StoredAnswer, UploadedFile } from '../../core/operation.ts'
import type { Role } from '../../core/principal.ts'
import type { Script } from './assets.ts'
import type { FormLimits } from './form-body.ts'
import type { Html } from './html.ts'

/** Who is at the browser. */
export interface Person {
  readonly id: string
  /** As they are called; their address when nobody said how. */
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly organizationName: string
  readonly sessionId: string
}

/** A form as it was sent. Fields that were left empty are there, and are empty. */
export class Fields {
  readonly #values: URLSearchParams
  /** What was sent along, to an action that takes a file. */
  readonly file: UploadedFile | undefined
  constructor(values: URLSearchParams, file?: UploadedFile) {
    this.#values = values
    this.file = file
  }
  /** As it was sent, the last one of its name; `''` when there is none. */
  text(name: string): string {
    return this.#values.getAll(name).at(-1) ?? ''
  }
  /** Without space around it; undefined when nothing is left, for what may be omitted. */
  given(name: string): string | undefined {
    return this.text(name).trim() || undefined
  }
  all(name: string): string[] {
    return this.#values.getAll(name)
  }
  /** A box that was ticked. */
  has(name: string): boolean {
    return this.text(name) !== ''
  }
  /** NaN for what is no number, so that whoever takes it refuses it; undefined when it was left empty. */
  number(name: string): number | undefined {
    const given = this.given(name)
    return given === undefined ? undefined : Number(given)
  }
}

/** A form that was refused, for showing it again. */
export interface Attempt {
  readonly action: string
  readonly fields: Fields
  readonly problems: readonly [Problem, ...Problem[]]
}

/** What runs an operation: typed by what it takes and gives. */
interface Asked<Input extends z.ZodType, Output extends z.ZodType> extends Omit<Runnable, 'input' | 'output'> {
  readonly input: Input
  readonly output: Output
}

/** What an operation answers a page. */
export type AnswerOf<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>

/** One request for a page, by somebody who is signed in. */
export interface Visit<Names extends string = string> {
  readonly person: Person
  readonly ctx: Context
  /** Of the address: `/conversations/:id` has `id`. */
  readonly params: Readonly<Record<Names, string>>
  readonly query: URLSearchParams
  /** As it was asked for, with its query. */
  readonly path: string
  /** The IANA time zone of the browser, once it has told it; `UTC` before. */
  readonly zone: string
  /** The hidden field that every form of ours carries. */
  readonly formToken: Html
  readonly attempt?: Attempt
  /**
   * Asks an operation in the name of the person, by the road that all doors share.
   * @throws AppError what the operation refuses; what it says of a field stands under the name of the field
   */
  ask<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Asked<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>
}

export interface View {
  /** Of the window; the page's own heading is part of its body. */
  readonly title: string
  readonly body: Html
  /** Modules that this page has beside those that all have. */
  readonly scripts?: readonly Script[]
  /** Default 200. */
  readonly status?: number
}

/** Where an action leads. */
export interface Going {
  /** A path of ours. */
  readonly to: string
  /** A sentence of ours that is shown there, once. */
  readonly said?: string | undefined
}

/** Leads on to a page, where a sentence says what was done. */
export const goTo = (to: string, said?: string): Going => ({ to, said })

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Under which heading of the navigation a page stands. */
export type NavigationGroup = 'calls' | 'team' | 'setup' | 'admin'

export interface Navigation {
  readonly group: NavigationGroup
  readonly label: string
  readonly icon: string
  /** Default: everybody. */
  readonly role?: 'ADMIN'
}

type Action<Path extends string> = (visit: Visit<Names<Path>>, fields: Fields) => Promise<Going | View>

export interface Page<Path extends string = string> {
  readonly path: Path
  /** Where it stands in the navigation; absent for pages that are reached from others. */
  readonly navigation?: Navigation
  show(visit: Visit<Names<Path>>): Promise<View>
  /** POST `<path>/<name>`: does something, and leads on. A view is for what is shown once only, such as a new key. */
  readonly actions?: Readonly<Record<string, Action<Path>>>
  /** Limits of the forms of actions and streams whose fields need more room than `DEFAULT_FORM` has. */
  readonly forms?: Readonly<Record<string, FormLimits>>
  /**
   * Actions that take a file beside their fields: the name of its field, and how many bytes it may have; `fieldBytes`, how
   * many all fields together may have where they are more than short ones.
   */
  readonly uploads?: Readonly<
    Record<
      string,
      {
        readonly field: string
        readonly maxBytes: number
        readonly fieldBytes?: number
        /** What the file is for: whoever may not do that is refused before anything of the file is read. */
        readonly operation: AnyOperation
      }
    >
  >
  /** GET `<path>/<name>`: a piece of the page, which a script puts into it. */
  readonly pieces?: Readonly<Record<string, (visit: Visit<Names<Path>>) => Promise<Html>>>
  /** GET `<path>/<name>`: a file for keeping. */
  readonly files?: Readonly<Record<string, (visit: Visit<Names<Path>>) => Promise<FileAnswer | StoredAnswer>>>
  /** POST `<path>/<name>`: an operation that tells events, for a script that listens. */
  readonly streams?: Readonly<
    Record<
      string,
      {
        readonly operation: AnyOperation
        input(visit: Visit<Names<Path>>, fields: Fields): Readonly<Record<string, unknown>>
      }
    >
  >
}

/** A page whose types have been checked and may be forgotten, so that differently typed ones share a list. */
export type AnyPage =
  | Page<never>
  | (Omit<Page, 'show' | 'actions' | 'pieces' | 'files' | 'streams'> & {
      show(visit: never): Promise<View>
      readonly actions?: Readonly<Record<string, (visit: never, fields: Fields) => Promise<Going | View>>>
      readonly pieces?: Readonly<Record<string, (visit: never) => Promise<Html>>>
      readonly files?: Readonly<Record<string, (visit: never) => Promise<FileAnswer | StoredAnswer>>>
      readonly streams?: Readonly<
        Record<
          string,
          { readonly operation: AnyOperation; input(visit: never, fields: Fields): Readonly<Record<string, unknown>> }
        >
      >
    })

/** The names in the path are those of `visit.params`. */
export const definePage = <const Path extends string>(page: Page<Path>): Page<Path> => page
