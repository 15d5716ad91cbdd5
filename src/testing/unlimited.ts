/** Settings under which no limit of requests is reached: tests and benchmarks ask faster than anybody else. */
import { limitSettings } from '../core/settings-limits.ts'

export const UNLIMITED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(limitSettings)
    .filter((name) => /_(SECOND|HOUR|DAY)$/.test(name))
    .map((name) => [name, '1000000']),
)
