/**
 * Replaces numbers of a question by the form in which speakers say them. “Who else used 4.2.1?” becomes “Who else used four
 * point two point one?” in a call where people say so, and “65k” becomes “sixty-five thousand”.
 */
import { findAmounts, findVersions, formatNumberForms, formatVersionForms } from '../../../../core/numbers.ts'

interface TypedNumber {
  readonly from: number
  readonly to: number
  /** Ways to write and say it. */
  readonly forms: readonly string[]
}

const OF_THOUSANDS = / thousand$/

function findTypedNumbers(question: string): TypedNumber[] {
  const versions = findVersions(question).map(({ from, to, parts }) => ({ from, to, forms: formatVersionForms(parts) }))
  const amounts = findAmounts(question)
    .filter(({ from }) => !versions.some((version) => from >= version.from && from < version.to))
    .map(({ from, to, value, unit }) => ({ from, to, forms: formatSaidForms(value, unit) }))
  return [...versions, ...amounts]
}

/** The unit of a percentage is said. A currency is often omitted, and so is the scale: “sixty-five” for 65k. */
function formatSaidForms(value: number, unit: string | null): string[] {
  const forms = formatNumberForms(value)
  if (unit === '%') return forms.flatMap((form) => [`${form} percent`, `${form}%`])
  return [...forms, ...forms.filter((form) => OF_THOUSANDS.test(form)).map((form) => form.replace(OF_THOUSANDS, ''))]
}

/** Lower case, words separated by single spaces, with one at both ends. */
const normalize = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.,%]+|[.,](?!\d)/gu, ' ')
    .trim()} `

/** Maximum number of numbers that are replaced, first ones first. Each is looked for in all lines of a call. */
const NUMBERS_MAX = 8

/** @param texts what is said in the conversation */
export function toSpokenNumbers(question: string, texts: readonly string[]): string {
  const typed = findTypedNumbers(question)
    .toSorted((a, b) => a.from - b.from)
    .slice(0, NUMBERS_MAX)
  if (typed.length === 0) return question
  const isSaid = createFormFinder(texts)
  return typed.toReversed().reduce((text, { from, to, forms }) => {
    if (isSaid(text.slice(from, to))) return text
    const form = forms.find(isSaid)
    return form === undefined ? text : `${text.slice(0, from)}${form}${text.slice(to)}`
  }, question)
}

/** Returns whether a text states a form as a number of its own: “a hundred and forty-six” doesn't state forty-six. */
function createFormFinder(texts: readonly string[]): (form: string) => boolean {
  const said = texts.map((text) => ({ text, words: normalize(text) }))
  const known = new Map<string, ReadonlySet<number>>()
  const readValues = (text: string): ReadonlySet<number> => {
    const values = known.get(text) ?? new Set(findAmounts(text).map(({ value }) => value))
    known.set(text, values)
    return values
  }
  return (form) => {
    const words = normalize(form)
    const [amount] = findVersions(form).length > 0 ? [] : findAmounts(form)
    return said.some(
      (one) => one.words.includes(words) && (amount === undefined || readValues(one.text).has(amount.value)),
    )
  }
}
