import { SingleBar } from 'cli-progress'

/** Progress on a terminal. Undefined if stderr is something else. */
export function progressBar(noun: string): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined
  return new SingleBar({
    format: `{bar} {percentage}% | {value} of {total} ${noun} | {eta_formatted} left`,
    stream: process.stderr,
  })
}
