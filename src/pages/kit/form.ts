/**
 * Forms: labels, fields, and what is wrong with what was given. A form that was refused shows what was given again; what
 * is wrong stands above it and at the field it is about.
 */
import type { Attempt, Visit } from '../../inbound/web/define-page.ts'
import { attribute, flag, type Html, html } from '../../inbound/web/html.ts'

export interface FormGiven {
  /** The address of the page, without its query. */
  readonly page: string
  /** The name of the page's action. */
  readonly action: string
  readonly button: Html | string
  /** Fields of the operation that are called otherwise on the page: `/participants/0/email` is told at `email`. */
  readonly pointers?: Readonly<Record<string, string>>
  /** Sends without leaving the page; its value names what is renewed: `#fields`; `''` for all. */
  readonly enhance?: string
  /** Takes a file. */
  readonly upload?: true
  /** Several forms of one action on one page: the value of their hidden field `key` tells them apart. */
  readonly key?: string
  readonly kind?: 'primary' | 'plain' | 'danger' | 'link'
  /** Is asked before it is sent. */
  readonly confirm?: string
  /** A form of one line. */
  readonly inline?: true
}

/** @param body gets what was given, when this form was refused */
export function form(
  visit: Visit,
  given: FormGiven,
  body: (fill: Fill) => Html | readonly Html[] = () => html``,
): Html {
  const attempt = attemptOf(visit, given)
  const { kind = 'primary', confirm, key, enhance } = given
  return html`<form method="post" action="${given.page}/${given.action}"${given.inline === true && html` class="inline"`}${attribute('data-enhance', enhance)}${given.upload === true && html` enctype="multipart/form-data"`}>
${visit.formToken}${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}
${attempt !== undefined && problems(attempt)}
${body(fillOf(attempt, given.pointers ?? {}))}
<button class="${kind}"${attribute('data-confirm', confirm)}>${given.button}</button>
</form>`
}

function attemptOf({ attempt }: Visit, { action, key }: FormGiven): Attempt | undefined {
  if (attempt?.action !== action) return undefined
  return key === undefined || attempt.fields.text('key') === key ? attempt : undefined
}

const problems = ({ problems }: Attempt): Html =>
  html`<div class="problem" role="alert"><ul>${[...new Set(problems.map(({ detail }) => detail))].map((detail) => html`<li>${detail}</li>`)}</ul></div>`

/** What a field shows. */
export interface Fill {
  /** What was given when the form was refused, else what is there. */
  value(name: string, present?: string): string
  /** The same for boxes, and choices of several. */
  values(name: string, present?: readonly string[]): readonly string[]
  isWrong(name: string): boolean
}

function fillOf(attempt: Attempt | undefined, pointers: Readonly<Record<string, string>>): Fill {
  const wrong = new Set(attempt?.problems.map(({ pointer }) => pointers[pointer] ?? pointer.split('/')[1]))
  return {
    value: (name, present = '') => attempt?.fields.text(name) ?? present,
    values: (name, present = []) => attempt?.fields.all(name) ?? present,
    isWrong: (name) => wrong.has(name),
  }
}

interface FieldGiven {
  readonly name: string
  readonly label: string
  /** A sentence below it. */
  readonly help?: string
  readonly value?: string | undefined
  readonly required?: true
  /** In code points; the operation has the last word. */
  readonly max?: number
  readonly placeholder?: string
  /** When the same name stands on the page more than once. */
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
  },
): Html =>
  frame(
    given,
    fill,
    (attributes) =>
      html`<input type="${given.type ?? 'text'}"${given.type === 'number' && html` step="any"`}${attributes} value="${given.type === 'password' ? '' : fill.value(given.name, given.value)}" autocomplete="${given.autocomplete ?? 'off'}">`,
  )

export const areaField = (fill: Fill, given: FieldGiven & { rows?: number }): Html =>
  // The first line break inside a textarea is not its content.
  frame(
    given,
    fill,
    (attributes) =>
      html`<textarea${attributes} rows="${given.rows ?? 4}" dir="auto">\n${fill.value(given.name, given.value)}</textarea>`,
  )

export interface Choice {
  readonly value: string
  readonly label: string
}

/** @param given `none`: the label of choosing nothing, for what may be omitted */
export const selectField = (fill: Fill, given: FieldGiven & { choices: readonly Choice[]; none?: string }): Html => {
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

/** Several of several. */
export const checksField = (
  fill: Fill,
  given: { name: string; label: string; choices: readonly Choice[]; chosen?: readonly string[] },
): Html => {
  if (given.choices.length === 0) return html``
  const chosen = new Set(fill.values(given.name, given.chosen))
  return html`<fieldset class="field"><legend>${given.label}</legend>${given.choices.map(
    ({ value, label }) =>
      html`<label class="check"><input type="checkbox" name="${given.name}" value="${value}"${flag('checked', chosen.has(value))}><span>${label}</span></label>`,
  )}</fieldset>`
}

/** Yes or no. @param given `value`: what is there, `'true'` or nothing */
export const checkField = (fill: Fill, given: { name: string; label: string; on?: boolean; help?: string }): Html => {
  const on = fill.values(given.name, given.on === true ? ['true'] : []).includes('true')
  return html`<div class="field"><label class="check"><input type="checkbox" name="${given.name}" value="true"${flag('checked', on)}><span>${given.label}</span></label>${given.help !== undefined && html`<p class="help">${given.help}</p>`}</div>`
}

export const fileField = (given: { name: string; label: string; accept?: string; help?: string }): Html =>
  html`<div class="field"><label for="field-${given.name}">${given.label}</label><input type="file" id="field-${given.name}" name="${given.name}"${given.accept !== undefined && html` accept="${given.accept}"`}>${given.help !== undefined && html`<p class="help">${given.help}</p>`}</div>`

/** A button that does one thing to one thing, without fields. */
export const actionButton = (visit: Visit, given: FormGiven & { fields?: Readonly<Record<string, string>> }): Html =>
  form(visit, { ...given, inline: true, kind: given.kind ?? 'plain' }, () =>
    Object.entries(given.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    ),
  )

/** Opens to a form, for what is not done every day. */
export const disclosure = (label: string, body: Html, open = false): Html =>
  html`<details class="disclosure"${flag('open', open)}><summary>${label}</summary>${body}</details>`
