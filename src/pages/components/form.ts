/**
 * Form components. After a validation error, a form keeps its input, lists the problems at the top and marks the fields
 * they are about.
 */

import { known } from '../../core/languages/known.ts'
import type { Text } from '../../core/languages/message.ts'
import type { FormAttempt, PageRequest } from '../../inbound/web/define-page.ts'
import { attribute, flag, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { withCode } from '../../inbound/web/with-code.ts'

export interface FormGiven {
  /** Path of the page, without its query. */
  readonly page: string
  /** Name of an action of the page. */
  readonly action: string
  readonly button: Html | Text
  /** Maps JSON pointers of the operation to fields of the form that have another name: `/participants/0/email` to `email`. */
  readonly pointers?: Readonly<Record<string, string>>
  /** Submits without leaving the page. The value selects the element to update, such as `#fields`; `''` updates all. */
  readonly enhance?: string
  /** Whether the form uploads a file. */
  readonly upload?: true
  /** Value of a hidden field `key`, which distinguishes several forms of the same action on one page. */
  readonly key?: string
  /** Look of the button. `small flat square` has only an icon. */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'link' | 'small flat square'
  /** Question that the user confirms before the form is submitted. */
  readonly confirm?: Text
  /** Whether the form is laid out in one line. */
  readonly inline?: true
}

/** @param body renders the fields; after a validation error, `fill` returns the submitted values */
export function form(
  req: PageRequest,
  given: FormGiven,
  body: (fill: Fill) => Html | readonly Html[] = () => html``,
): Html {
  const attempt = findAttempt(req, given)
  const { kind = 'primary', confirm, key, enhance } = given
  return html`<form method="post" action="${given.page}/${given.action}"${given.inline === true && html` class="inline"`}${attribute('data-enhance', enhance)}${given.upload === true && html` enctype="multipart/form-data"`}>
${req.formToken}${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}
${attempt !== undefined && problems(attempt)}
${body(createFill(attempt, given.pointers ?? {}))}
<button class="${kind}"${attribute('data-confirm', confirm)}>${given.button}</button>
</form>`
}

function findAttempt({ attempt }: PageRequest, { action, key }: FormGiven): FormAttempt | undefined {
  if (attempt?.action !== action) return undefined
  return key === undefined || attempt.fields.text('key') === key ? attempt : undefined
}

const problems = ({ problems }: FormAttempt): Html =>
  html`<div class="problem" role="alert"><ul>${[...new Set(problems.map(({ detail }) => detail))].map((detail) => html`<li>${withCode(known(detail))}</li>`)}</ul></div>`

/** Values and error states of the fields of a form. */
export interface Fill {
  /** Submitted value after a validation error, otherwise the present value. */
  value(name: string, present?: string): string
  /** Same as `value`, for checkboxes and multiple selections. */
  values(name: string, present?: readonly string[]): readonly string[]
  isWrong(name: string): boolean
}

function createFill(attempt: FormAttempt | undefined, pointers: Readonly<Record<string, string>>): Fill {
  const wrong = new Set(attempt?.problems.map(({ pointer }) => pointers[pointer] ?? pointer.split('/')[1]))
  return {
    value: (name, present = '') => attempt?.fields.text(name) ?? present,
    values: (name, present = []) => attempt?.fields.all(name) ?? present,
    isWrong: (name) => wrong.has(name),
  }
}

interface FieldGiven {
  readonly name: string
  readonly label: Text
  /** Hint below the field. */
  readonly help?: Text
  readonly value?: string | undefined
  readonly required?: true
  /** Maximum length. The browser counts UTF-16 units; the operation validates the limit. */
  readonly max?: number
  readonly placeholder?: Text
  /** Element ID, required if a page contains the same name more than once. */
  readonly id?: string
}

const frame = (given: FieldGiven, fill: Fill, control: (attributes: Html) => Html): Html => {
  const id = given.id ?? `field-${given.name}`
  const help = given.help === undefined ? undefined : `${id}-help`
  const attributes = html` id="${id}" name="${given.name}"${attribute('aria-describedby', help)}${attribute('aria-invalid', fill.isWrong(given.name) ? 'true' : undefined)}${flag('required', given.required === true)}${given.max !== undefined && html` maxlength="${given.max}"`}${given.placeholder !== undefined && html` placeholder="${given.placeholder}"`}`
  return html`<div class="field"><label for="${id}">${given.label}</label>${control(attributes)}${help !== undefined && html`<p class="help" id="${help}">${given.help}</p>`}</div>`
}

export const textField = (
  fill: Fill,
  given: FieldGiven & {
    type?: 'text' | 'email' | 'url' | 'number' | 'date' | 'datetime-local' | 'password' | 'search'
    autocomplete?: string
    /** Values that the browser suggests. Users can enter other values. */
    suggestions?: readonly Text[]
  },
): Html => {
  const list = given.suggestions === undefined ? undefined : `${given.id ?? `field-${given.name}`}-list`
  return frame(
    given,
    fill,
    (attributes) =>
      html`<input type="${given.type ?? 'text'}"${given.type === 'number' && html` step="any"`}${attributes} value="${given.type === 'password' ? '' : fill.value(given.name, given.value)}" autocomplete="${given.autocomplete ?? 'off'}"${list !== undefined && html` list="${list}"`}>${list !== undefined && html`<datalist id="${list}">${given.suggestions?.map((value) => html`<option value="${value}"></option>`)}</datalist>`}`,
  )
}

export const textAreaField = (fill: Fill, given: FieldGiven & { rows?: number }): Html =>
  // HTML ignores a line break directly after the start tag of a textarea.
  frame(
    given,
    fill,
    (attributes) =>
      html`<textarea${attributes} rows="${given.rows ?? 4}" dir="auto">\n${fill.value(given.name, given.value)}</textarea>`,
  )

export interface Choice {
  readonly value: string
  readonly label: Text
}

/** @param given `none`: label of the empty choice, for optional fields */
export const selectField = (fill: Fill, given: FieldGiven & { choices: readonly Choice[]; none?: Text }): Html => {
  const chosen = fill.value(given.name, given.value)
  const option = ({ value, label }: Choice) =>
    html`<option value="${value}"${flag('selected', value === chosen)}>${label}</option>`
  return frame(
    given,
    fill,
    (attributes) =>
      html`<select${attributes}>${given.none !== undefined && option({ value: '', label: given.none })}${given.choices.map(option)}</select>`,
  )
}

/** Choice of one option, each with an explanation. */
export const radioField = (
  fill: Fill,
  given: { name: string; label: Text; value?: string | undefined; choices: readonly (Choice & { help: Text })[] },
): Html => {
  const chosen = fill.value(given.name, given.value)
  return html`<fieldset class="field"><legend>${given.label}</legend>${given.choices.map(({ value, label, help }) => {
    const id = `${given.name}-${value}`
    return html`<label class="check"><input type="radio" name="${given.name}" value="${value}" aria-describedby="${id}" required${flag('checked', value === chosen)}><span>${label}</span></label><p class="help" id="${id}">${help}</p>`
  })}</fieldset>`
}

/** Number of checkboxes from which a group has columns. */
const COLUMNS_FROM = 12

/** Group of checkboxes. */
export const checksField = (
  fill: Fill,
  given: { name: string; label: Text; choices: readonly Choice[]; chosen?: readonly string[] },
): Html => {
  if (given.choices.length === 0) return html``
  const chosen = new Set(fill.values(given.name, given.chosen))
  const boxes = given.choices.map(
    ({ value, label }) =>
      html`<label class="check"><input type="checkbox" name="${given.name}" value="${value}"${flag('checked', chosen.has(value))}><span>${label}</span></label>`,
  )
  const isLong = boxes.length >= COLUMNS_FROM
  return html`<fieldset class="field"><legend>${given.label}</legend>${isLong ? html`<div class="check-columns">${boxes}</div>` : boxes}</fieldset>`
}

/** Single checkbox. @param given `on`: whether it is checked */
export const checkField = (fill: Fill, given: { name: string; label: Text; on?: boolean; help?: Text }): Html => {
  const on = fill.values(given.name, given.on === true ? ['true'] : []).includes('true')
  return html`<div class="field"><label class="check"><input type="checkbox" name="${given.name}" value="true"${flag('checked', on)}><span>${given.label}</span></label>${given.help !== undefined && html`<p class="help">${given.help}</p>`}</div>`
}

/** @param given `id`: element ID, required if a page contains the same name more than once */
export const fileField = (given: { name: string; label: Text; accept?: string; help?: Text; id?: string }): Html => {
  const id = given.id ?? `field-${given.name}`
  return html`<div class="field"><label for="${id}">${given.label}</label><input type="file" id="${id}" name="${given.name}"${given.accept !== undefined && html` accept="${given.accept}"`}>${given.help !== undefined && html`<p class="help">${given.help}</p>`}</div>`
}

/** Form without visible fields: one button for one action. */
export const actionButton = (
  req: PageRequest,
  given: FormGiven & { fields?: Readonly<Record<string, string>> },
): Html =>
  form(req, { ...given, inline: true, kind: given.kind ?? 'plain' }, () =>
    Object.entries(given.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    ),
  )

/**
 * Button in a heading, which opens a form above the content of the page.
 * @param given `open`: whether the form is open, after an error. `kind`: `plain` for a second button.
 */
export const formMenu = (
  label: Text,
  body: Html,
  given: { open?: boolean; kind?: 'primary' | 'plain'; icon?: string } = {},
): Html =>
  html`<details class="menu form-menu"${flag('open', given.open === true)}><summary class="button${given.kind !== 'plain' && ' primary'}">${icon(given.icon ?? 'plus')}${label}</summary><div class="form-drop"><h2>${label}</h2>${body}</div></details>`

/** Collapsible section for a form that is used rarely. */
export const disclosure = (label: Text, body: Html, open = false): Html =>
  html`<details class="disclosure"${flag('open', open)}><summary>${label}</summary>${body}</details>`
