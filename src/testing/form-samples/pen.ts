import type { Person, Truth } from './truth.ts'

/** Writes numbers and times of a sample. `factor` simulates a tool that confuses units: all numeric times are scaled. */
export interface Pen {
  seconds(value: number): number
  ms(value: number): number
  /** Units of 100 nanoseconds. */
  ticks(value: number): number
  /** Times since 1970, for seconds from the start of the recording. */
  epochMs(value: number): number
  epochSeconds(value: number): number
  epochUs(value: number): number
  iso(value: number): string
  /** `HH:MM:SS` with digits of a fraction. */
  clock(value: number, digits?: number, point?: string): string
  /** `M:SS`, with hours if needed. */
  shortClock(value: number): string
  name(person: Person): string | null
}

export function createPen(truth: Truth, factor = 1): Pen {
  const zero = Date.parse(truth.startedAt)
  const scaled = (value: number) => Math.round(value * factor * 1e6) / 1e6
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    seconds: scaled,
    ms: (value) => scaled(Math.round(value * 1000)),
    ticks: (value) => scaled(Math.round(value * 1e7)),
    epochMs: (value) => scaled(zero + Math.round(value * 1000)),
    epochSeconds: (value) => scaled((zero + Math.round(value * 1000)) / 1000),
    epochUs: (value) => scaled((zero + Math.round(value * 1000)) * 1000),
    iso: (value) => new Date(zero + Math.round(value * 1000)).toISOString(),
    clock(value, digits = 3, point = '.') {
      const unit = 10 ** digits
      const total = Math.round(value * unit)
      const whole = Math.floor(total / unit)
      const fraction = digits === 0 ? '' : point + String(total % unit).padStart(digits, '0')
      return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${fraction}`
    },
    shortClock(value) {
      const whole = Math.floor(value)
      const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
      return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
    },
    name: (person) => person.name,
  }
}
