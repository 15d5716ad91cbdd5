/** Large figures for people. */

const UNITS = ['', ' thousand', ' million', ' billion', ' trillion']

/** Three digits and a word, such as `1.25 million`. */
export function large(value: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${Number((value / 1_000 ** step).toPrecision(3))}${UNITS[step]}`
}

export function bytes(value: number): string {
  const names = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  const step = Math.min(names.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${Number((value / 1_000 ** step).toPrecision(3))} ${names[step]}`
}
