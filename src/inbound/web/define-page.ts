/**
 * Definition of an app page: path, content and actions. Pages run operations on behalf of the signed-in user, like API
 * clients. The operations check permissions, not the pages.
 *
 * Every page works without scripts. An action is a form that is posted to `<path>/<action>` and redirects to a page. If the
 * operation rejects the input, the same page is shown again with the input and the problems. Scripts submit forms without
 * leaving the page (`enhance.browser.ts`).
 */
import type { z } from 'zod'
import type { Problem } from '../../core/errors.ts'
import type { Language } from '../../core/languages/current.ts'
import type { Text } from '../../core/languages/message.ts'
import type { AnyOperation, Context, FileAnswer, Runnable, StoredAnswer, UploadedFile } from '../../core/operation.ts'
import type { Role } from '../../core/principal.ts'
import type { BrowserScript } from './assets.ts'
import type { FormLimits } from './form-body.ts'
import type { Html } from './html.ts'
import type { Navigation, NavigationItem } from './navigation.ts'

/** Signed-in user. */
export interface CurrentUser {
  readonly id: string
  /** Full name, or the email address if the user has no name. */
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly organizationName: string
  readonly sessionId: string
}

/** Fields of a submitted form, including empty ones. */
export class Fields {
  readonly #values: URLSearchParams
  /** Uploaded file, for actions that accept one. */
  readonly file: UploadedFile | undefined
  constructor(values: URLSearchParams, file?: UploadedFile) {
    this.#values = values
    this.file = file
  }
  /** Last value of a field, unchanged. `''` if the form doesn't contain the field. */
  text(name: string): string {
    return this.#values.getAll(name).at(-1) ?? ''
  }
  /** Trimmed value. Undefined if it is empty, for optional fields. */
  optional(name: string): string | undefined {
    return this.text(name).trim() || undefined
  }
  all(name: string): string[] {
    return this.#values.getAll(name)
  }
  /** Whether a checkbox is checked. */
  has(name: string): boolean {
    return this.text(name) !== ''
  }
  /** Numeric value. NaN for invalid input, which operations reject. Undefined if it is empty. */
  number(name: string): number | undefined {
    const given = this.optional(name)
    return given === undefined ? undefined : Number(given)
  }
}

/** Rejected form, to show it again with its problems. */
export interface FormAttempt {
  readonly action: string
  readonly fields: Fields
  readonly problems: readonly [Problem, ...Problem[]]
}

/** Operation with typed input and output. */
interface CallableOperation<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<Runnable, 'input' | 'output'> {
  readonly input: Input
  readonly output: Output
}

/** Output of an operation. */
export type AnswerOf<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>

/** Request of a signed-in user for a page. */
export interface PageRequest<Names extends string = string> {
  readonly user: CurrentUser
  readonly ctx: Context
  /** Path parameters: `/conversations/:id` has `id`. */
  readonly params: Readonly<Record<Names, string>>
  readonly query: URLSearchParams
  /** Requested path with its query. */
  readonly path: string
  /** IANA time zone of the browser. `UTC` until the browser has sent it. */
  readonly zone: string
  /** Color scheme that the user chose. Undefined: that of the system. */
  readonly theme: 'light' | 'dark' | undefined
  /** Hidden field with the CSRF token, required in every form. */
  readonly formToken: Html
  /** Entries of the navigation for all roles. */
  readonly navigation: readonly NavigationItem[]
  readonly attempt?: FormAttempt
  /**
   * Runs an operation on behalf of the user, with the same checks as in all transports.
   * @throws AppError if the operation rejects the input; the pointers of its problems name the fields
   */
  run<Input extends z.ZodType, Output extends z.ZodType>(
    operation: CallableOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>
}

export interface View {
  /** Title of the browser window. The heading of the page is part of its body. */
  readonly title: Text
  readonly body: Html
  /** Scripts of this page, in addition to those of all pages. */
  readonly scripts?: readonly BrowserScript[]
  /** HTTP status. Defaults to 200. */
  readonly status?: number
  /** Whether scripts of the page may use the microphone and record other tabs. */
  readonly recordsSound?: true
}

/** Redirect after an action. */
export interface Redirect {
  /** Path on this host. */
  readonly to: string
  /** Confirmation that is shown once on the target page. */
  readonly confirmation?: Text | undefined
  /** Language that the user chose, from the next page on. */
  readonly language?: Language
}

/** Redirects to a page with an optional confirmation. */
export const redirectTo = (to: string, said?: Text): Redirect => ({ to, confirmation: said })

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type PageAction<Path extends string> = (req: PageRequest<Names<Path>>, fields: Fields) => Promise<Redirect | View>

export interface PageDefinition<Path extends string = string> {
  readonly path: Path
  /** Entry in the navigation. Undefined for pages that are reached from other pages. */
  readonly navigation?: Navigation
  /** Whether users can open the page who must set up a second factor first. */
  readonly withoutSecondFactor?: true
  show(req: PageRequest<Names<Path>>): Promise<View>
  /** POST `<path>/<name>`: performs an action and redirects. It returns a view for content that is shown once, such as a new key. */
  readonly actions?: Readonly<Record<string, PageAction<Path>>>
  /** Limits for forms of actions and streams that exceed `DEFAULT_FORM`. */
  readonly forms?: Readonly<Record<string, FormLimits>>
  /**
   * Actions that accept a file in addition to fields: name of the file field, and maximum size in bytes. `fieldBytes` is the
   * maximum size of all other fields together, if they can be long.
   */
  readonly uploads?: Readonly<
    Record<
      string,
      {
        readonly field: string
        readonly maxBytes: number
        readonly fieldBytes?: number
        /** Operation that uses the file. Its permissions are checked before the file is read. */
        readonly operation: AnyOperation
      }
    >
  >
  /** GET `<path>/<name>`: fragment of the page, which a script inserts. */
  readonly fragments?: Readonly<Record<string, (req: PageRequest<Names<Path>>) => Promise<Html>>>
  /** GET `<path>/<name>`: file to download. */
  readonly files?: Readonly<Record<string, (req: PageRequest<Names<Path>>) => Promise<FileAnswer | StoredAnswer>>>
  /** POST `<path>/<name>`: operation that streams events to a script. */
  readonly streams?: Readonly<
    Record<
      string,
      {
        readonly operation: AnyOperation
        input(req: PageRequest<Names<Path>>, fields: Fields): Readonly<Record<string, unknown>>
      }
    >
  >
}

/** Page with erased types, so that pages with different path parameters fit in one list. */
export type AnyPage =
  | PageDefinition<never>
  | (Omit<PageDefinition, 'show' | 'actions' | 'fragments' | 'files' | 'streams'> & {
      show(req: never): Promise<View>
      readonly actions?: Readonly<Record<string, (req: never, fields: Fields) => Promise<Redirect | View>>>
      readonly fragments?: Readonly<Record<string, (req: never) => Promise<Html>>>
      readonly files?: Readonly<Record<string, (req: never) => Promise<FileAnswer | StoredAnswer>>>
      readonly streams?: Readonly<
        Record<
          string,
          { readonly operation: AnyOperation; input(req: never, fields: Fields): Readonly<Record<string, unknown>> }
        >
      >
    })

/** Defines a page. The type of `req.params` follows from the path. */
export const definePage = <const Path extends string>(page: PageDefinition<Path>): PageDefinition<Path> => page
